package import OppModel

/// Events that are known to come
extension RuleMonitor {
  /// The next second of each event by the clock or the sun that comes within some seconds, in the order of
  /// time
  ///
  /// The inputs of their conditions can be fetched shortly before. Opps that cannot fire then are left out.
  ///
  /// At 11:59, within 120 s: `on every 10min` at 12:00 and `on 12:00` at 12:00, but not `on c`.
  mutating func upcomingEvents(
    within seconds: Int64, _ evaluator: inout Evaluator
  ) -> [(opp: OppInstance, at: Instant)] {
    let last = Seconds.add(evaluator.now, seconds)
    let forecast = EventForecast(through: last, evaluator)
    var found: [(opp: OppID, second: Int64)] = []
    for opp in OppID.all(in: opps) where !opps[opp].events.isEmpty {
      var next = Seconds.never
      for event in opps[opp].events {
        next = min(next, forecast.nextSecond(of: event.kind, &evaluator))
      }
      guard next <= last, !isIdle(opp, &evaluator) else { continue }
      found.append((opp, next))
    }
    if found.count > 1 {
      let order = order(evaluator.facts.rows)
      found.sort {
        $0.second == $1.second ? order.comesBefore($0.opp, $1.opp) : $0.second < $1.second
      }
    }
    return found.map { (oppInstance($0.opp, evaluator.facts.rows), Instant(seconds: $0.second)) }
  }

  /// An Opp, or one row of it, by its index in the engine
  func oppInstance(_ index: OppID, _ rows: [RowState]) -> OppInstance {
    let opp = opps[index]
    return OppInstance(
      index: index, rule: opp.rule, row: opp.row.map { rows[$0].id })
  }
}

extension Engine {
  /// The next second of each event by the clock or the sun that comes within some seconds, in the order of time
  package mutating func upcomingEvents(
    within seconds: Int64
  ) -> [(opp: OppInstance, at: Instant)] {
    monitor.upcomingEvents(within: seconds, &evaluator)
  }
}
