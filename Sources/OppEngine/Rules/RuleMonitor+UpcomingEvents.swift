internal import OppModel

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
    let day = evaluator.zone.local(at: Instant(seconds: evaluator.now)).date
    let midnights = (
      evaluator.zone.startOfDay(day).seconds, evaluator.zone.startOfDay(day.advanced(by: 1)).seconds
    )
    var found: [(opp: OppID, second: Int64)] = []
    for opp in OppID.all(in: opps) where !opps[opp].events.isEmpty {
      var next = Seconds.never
      for event in opps[opp].events {
        next = min(next, nextSecond(of: event.kind, last, midnights, &evaluator))
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

  /// The first second after the present one at which an event is known to happen
  private mutating func nextSecond(
    of event: EventState.Kind, _ last: Int64, _ midnights: (today: Int64, tomorrow: Int64),
    _ evaluator: inout Evaluator
  ) -> Int64 {
    switch event {
    case .becomes, .changes, .rowAdded, .rowRemoved: return Seconds.never
    case .every(let seconds):
      let since = Seconds.subtract(evaluator.now, midnights.today)
      let next = Seconds.add(midnights.today, (since / seconds + 1) * seconds)
      return min(next, midnights.tomorrow)
    case .timeOfDay(let instance):
      let next = turn(of: instance, last, &evaluator)
      guard midnights.tomorrow <= last, next > midnights.tomorrow else { return next }
      // A time that is reached at midnight does not turn there.
      let isReached = evaluator.reading(of: instance, ahead: midnights.tomorrow).kind == .yes
      return isReached ? midnights.tomorrow : next
    case .instant(let instance): return turn(of: instance, last, &evaluator)
    case .sun(let field, let place, let offset):
      return nextCrossing(field, place, offset, &evaluator)
    }
  }

  /// The second at which something that is false becomes true by itself
  private mutating func turn(of instance: InstanceID, _ last: Int64, _ evaluator: inout Evaluator)
    -> Int64
  {
    let reading = evaluator.instances.readings[instance]
    guard reading.kind == .no, reading.until <= last,
      evaluator.reading(of: instance, ahead: reading.until).kind == .yes
    else { return Seconds.never }
    return reading.until
  }

  /// The next second of an event of the sun; never where the place is not known or the sun does not cross for days
  private mutating func nextCrossing(
    _ field: SunField, _ place: InstanceID, _ offset: Int64, _ evaluator: inout Evaluator
  ) -> Int64 {
    guard let position = evaluator.pool.position(evaluator.instances.readings[place]) else {
      return Seconds.never
    }
    let date = evaluator.zone.local(at: Instant(seconds: Seconds.subtract(evaluator.now, offset)))
      .date
    for day in -1...3 as ClosedRange<Int64> {
      guard
        let crossing = evaluator.suns.crossing(
          field, date.advanced(by: day), position, evaluator.zone)
      else {
        continue
      }
      let second = Seconds.add(crossing, offset)
      if second > evaluator.now { return second }
    }
    return Seconds.never
  }

  /// An Opp, or one row of it, by its index in the engine
  func oppInstance(_ index: OppID, _ rows: [RowState]) -> OppInstance {
    let opp = opps[index]
    return OppInstance(
      index: index, rule: opp.rule, row: opp.row.map { rows[$0].id })
  }
}
