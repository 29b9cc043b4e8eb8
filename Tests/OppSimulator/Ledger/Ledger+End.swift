import OppEngine
import OppModel
import OppSession
import OppStore

/// The checks at the end of a life, over the whole history
extension Ledger {
  /// Compares the history with what should have fired and been delivered
  func close(_ history: [StoredFiring], _ store: Store?, at now: Instant) {
    guard violation == nil, let graph else { return }
    closeOutage(at: now)
    let twin = Twin(graph, self)
    for opp in plan.rules.compactMap({ SimulatedOpp(line: $0) }) {
      let stored = history.filter { $0.firing.opp == opp.name }
      switch opp.kind {
      case .event: checkEvents(opp, stored, twin)
      case .conditioned(let period, let source, let bound, let isTrueWithout):
        checkConditioned(opp, stored, twin, every: period, source) { reading in
          reading.map { $0 > bound } ?? isTrueWithout
        }
        checkSeconds(opp, stored)
      case .unchecked: break
      case .clock: checkClock(opp, stored, twin)
      case .reading(let source, let bound): checkReadings(opp, stored, source, above: bound)
      }
    }
    for stored in history { checkDelivery(of: stored, at: now) }
    for (part, count) in deliveries.taken.sorted(by: { $0.key.id < $1.key.id })
    where count > 1 && !deliveries.uncertain.contains(part) {
      breaks(.delivered, at: now, "\(part.notifier) has taken \(part.id) \(count) times")
    }
    checkHealth(store, at: now)
  }

  /// Checks that nothing which works is said to fail, or kept as failing
  private func checkHealth(_ store: Store?, at now: Instant) {
    guard outage == nil else { return }
    let failing = (try? store?.failingNotifiers())?.map { $0.name } ?? []
    for (name, last) in deliveries.last.sorted(by: { $0.key < $1.key })
    where last.isSuccess && !deliveries.unsettled.contains(where: { $0.notifier == name }) {
      if health.reported.contains(name) {
        breaks(.health, at: now, "it is not said that \(name) works again")
      }
      if failing.contains(name) {
        breaks(.health, at: now, "\(name) works, and the store has it as failing")
      }
    }
    let tokens = (try? store?.loadTokens())?.keys.filter { $0.hasPrefix("health ") } ?? []
    for (source, book) in services.sorted(by: { $0.key < $1.key }) {
      guard let last = book.responded, last.isGood, last.at >= aliveSince else { continue }
      if health.services.contains(source) {
        breaks(.health, at: now, "it is not said that \(source) works again")
      }
      if tokens.contains(where: { $0.hasPrefix("health \(source) ") }) {
        breaks(.health, at: now, "\(source) works, and the store has it as failing")
      }
    }
  }

  // MARK: Firings

  /// The seconds at the end that the last process may not have processed
  private static let lastSeconds: Int64 = 2

  /// The seconds by which a disturbance must be shorter than the lateness of an event for it not to be missed
  private static let slack: Int64 = 60

  private func checkEvents(_ opp: SimulatedOpp, _ stored: [StoredFiring], _ twin: Twin) {
    let expected = twin.seconds[opp.name] ?? []
    let fired = stored.filter { !$0.isMissed }.map { $0.firing.at }.sorted()
    let missed = stored.filter { $0.isMissed }.map { $0.firing.at }
    for at in fired where !expected.contains(at) {
      if !isEndOfSnooze(of: opp.name, at) {
        breaks(.justified, at: at, "\(opp.name) has fired")
      } else if !fired.contains(where: { $0 < at }), !hasSnoozedEvent(opp.name, at, expected) {
        breaks(.justified, at: at, "\(opp.name) has fired after a snooze without an event")
      }
    }
    for at in missed where !expected.contains(at) && disturbance(at: at) == nil {
      breaks(.justified, at: at, "\(opp.name) has missed an event that never was")
    }
    checkSnoozes(opp, fired, twin)
    checkEnabledSnoozes(opp, fired, twin)
    // A firing without a text reaches nobody, so that it cannot be late.
    for at in stored.filter({ $0.firing.text != nil }).map({ $0.firing.at })
    where fired.contains(at) && isSleptThrough(at, longerThan: opp.lateness + Self.slack)
      && !isEndOfSnooze(of: opp.name, at)
    {
      breaks(.justified, at: at, "\(opp.name) has fired though it was slept through")
    }
    for at in expected where at < plan.to.advanced(by: -Self.lastSeconds) {
      let isThere = fired.contains(at)
      let silence = silence(of: opp.name, at: at)
      if silence == .certain, isThere {
        breaks(.justified, at: at, "\(opp.name) has fired while it was silent")
      }
      if silence != .none { continue }
      guard let isHeldBack = twin.isHeldBack(opp.name, at: at, after: fired) else { continue }
      if isHeldBack {
        // No limit holds back the end of a snooze.
        if isThere, !isEndOfSnooze(of: opp.name, at) {
          breaks(.justified, at: at, "\(opp.name) has fired beyond its limit")
        }
        continue
      }
      if isThere { continue }
      // Two sleeps without a second between them are one.
      let delay = processed(after: at).seconds(since: at)
      if let length = disturbance(at: at), max(length, delay) > opp.lateness - Self.slack {
        if isSleptThrough(at, longerThan: opp.lateness + Self.slack), !missed.contains(at) {
          breaks(.kept, at: at, "\(opp.name) was slept through, and is not missed")
        }
        continue
      }
      breaks(.kept, at: at, "\(opp.name) has not fired")
    }
  }

  private func checkClock(_ opp: SimulatedOpp, _ stored: [StoredFiring], _ twin: Twin) {
    let expected = twin.seconds[opp.name] ?? []
    let fired = stored.map { $0.firing.at }
    for at in fired where !expected.contains(at) && !isMoved(opp, at) {
      breaks(.justified, at: at, "\(opp.name) has fired")
    }
    for at in expected where at < plan.to.advanced(by: -Self.lastSeconds) {
      if fired.contains(at) || isMoved(opp, at) { continue }
      breaks(.kept, at: at, "\(opp.name) has not fired")
    }
  }

  /// `true` if a firing by the clock may come at another second
  ///
  /// A series goes on from its first firing, which may have come late, and an answer ends it.
  private func isMoved(_ opp: SimulatedOpp, _ second: Instant) -> Bool {
    if disturbance(at: second) != nil { return true }
    guard opp.isRepeated else { return false }
    let series = second.advanced(by: -Self.longestSeries)...second
    return disturbances.contains { $0.overlaps(series) }
      || answers.contains { $0.opp == opp.name && series.contains($0.given) }
  }

  /// The seconds for which the condition of an Opp by the clock is true, at most
  private static let longestSeries: Int64 = 7200

  /// `true` if an Opp fires because its snooze ends
  private func isEndOfSnooze(of opp: String, _ second: Instant) -> Bool {
    (silences[opp] ?? []).contains { silence in
      silence.upperBound <= second
        && (second.seconds(since: silence.upperBound) <= 5 || disturbance(at: second) != nil)
    }
  }

  /// `true` if an event happened in the snooze that ends at a second, or in those that it took the place of
  private func hasSnoozedEvent(_ opp: String, _ second: Instant, _ events: [Instant]) -> Bool {
    var begin = second.advanced(by: -10)
    let snoozes = (silences[opp] ?? []).sorted { $0.lowerBound > $1.lowerBound }
    for snooze in snoozes where begin <= processed(after: snooze.upperBound).advanced(by: 10) {
      begin = min(begin, snooze.lowerBound.advanced(by: -10))
    }
    return events.contains { begin <= $0 && $0 <= second }
  }

  /// Checks that an Opp fires at the end of a snooze in which its event happened
  private func checkSnoozes(_ opp: SimulatedOpp, _ fired: [Instant], _ twin: Twin) {
    for snooze in snoozes[opp.name] ?? [] {
      let (begin, end) = (snooze.lowerBound, snooze.upperBound)
      let (first, last) = (begin.advanced(by: -5), end.advanced(by: 5))
      let others = (silences[opp.name] ?? []).filter { $0.overlaps(first...last) }
      // A process may be killed in between, if it has processed the event.
      let isDisturbed = disturbances.contains {
        $0.overlaps(first...begin.advanced(by: 5)) || $0.overlaps(end.advanced(by: -5)...last)
      }
      guard others == [snooze], last < plan.to, !isDisturbed,
        (twin.seconds[opp.name] ?? []).contains(where: { event in
          begin.advanced(by: 5) < event && event < end
            && !disturbances.contains { $0.overlaps(event...event.advanced(by: 5)) }
        }),
        !fired.contains(where: { end <= $0 && $0 <= last })
      else { continue }
      breaks(.kept, at: end, "\(opp.name) has not fired at the end of its snooze")
    }
  }

  /// Checks that an Opp which is enabled in a snooze fires at once, if its event happened in the snooze
  private func checkEnabledSnoozes(_ opp: SimulatedOpp, _ fired: [Instant], _ twin: Twin) {
    for (snooze, kept) in enabledSnoozes[opp.name] ?? [] {
      let (begin, end) = (snooze.lowerBound, snooze.upperBound)
      let (first, last) = (begin.advanced(by: -5), kept.advanced(by: 5))
      let others = (silences[opp.name] ?? []).filter { $0.overlaps(first...last) }
      guard others == [snooze], last < plan.to,
        !answers.contains(where: { $0.opp == opp.name && begin < $0.given && $0.given < last }),
        !disturbances.contains(where: { $0.overlaps(first...last) }),
        (twin.seconds[opp.name] ?? []).contains(where: {
          begin.advanced(by: 5) < $0 && $0.advanced(by: 5) < end
        }),
        !fired.contains(where: { end <= $0 && $0 <= last })
      else { continue }
      breaks(.kept, at: kept, "\(opp.name) has not fired when it was enabled in its snooze")
    }
  }

  /// The certainty that a person has silenced an Opp
  private enum Silence {
    case none
    case possible
    case certain
  }

  private func silence(of opp: String, at second: Instant) -> Silence {
    var result = Silence.none
    for silence in silences[opp] ?? [] {
      let (begin, end) = (silence.lowerBound, silence.upperBound)
      guard begin.advanced(by: -5) <= second, end.seconds == .max || second <= end.advanced(by: 5)
      else { continue }
      // A command counts from the next second that a daemon processes.
      let isInside = processed(after: begin).advanced(by: 5) < second && second < end
      if isInside, disturbance(at: second) == nil { return .certain }
      result = .possible
    }
    return result
  }

  /// A second by which a daemon has run on, after the disturbances that follow each other without a pause
  func processed(after second: Instant) -> Instant {
    var end = second
    for disturbance in disturbances.sorted(by: { $0.lowerBound < $1.lowerBound })
    where disturbance.lowerBound <= end.advanced(by: 5) && end < disturbance.upperBound {
      end = disturbance.upperBound
    }
    return end
  }

  /// The seconds for which a reading counts
  static let freshness: Int64 = 900

  private func checkReadings(
    _ opp: SimulatedOpp, _ stored: [StoredFiring], _ source: String, above bound: Double
  ) {
    let fired = Set(stored.map { $0.firing.at })
    var before: (at: Instant, value: Double)?
    var justified: Set<Instant> = []
    for (at, value, _) in readings(of: source) {
      defer { before = (at, value) }
      guard value > bound else { continue }
      let last = before
      let isDisturbed = disturbances.contains { disturbance in
        disturbance.contains(at) || last.map { disturbance.contains($0.at) } ?? false
          || (last.map { $0.at < disturbance.lowerBound } ?? false) && disturbance.upperBound < at
      }
      let wasFresh = last.map { at.seconds(since: $0.at) < Self.freshness } ?? false
      let rises = last.map { $0.value <= bound } ?? false
      if rises || !wasFresh || isDisturbed { justified.insert(at) }
      if rises, wasFresh, !isDisturbed, !fired.contains(at),
        at < plan.to.advanced(by: -Self.lastSeconds)
      {
        breaks(.kept, at: at, "\(opp.name) has not fired as \(source) rose to \(Int(value))")
      }
    }
    for at in fired.sorted() where !justified.contains(at) && disturbance(at: at) == nil {
      breaks(.justified, at: at, "\(opp.name) has fired though \(source) did not rise")
    }
  }

  /// The seconds for which an event waits for a reading, without those in which the reading is processed
  private static let wait: Int64 = 50

  /// Checks an Opp with an event and a condition, at the events for which the reading is known or comes in time
  private func checkConditioned(
    _ opp: SimulatedOpp, _ stored: [StoredFiring], _ twin: Twin, every period: Int64,
    _ source: String, holds: (Double?) -> Bool
  ) {
    let first = plan.from.seconds / period * period + period
    let events = stride(from: first, to: plan.to.seconds, by: Int(period)).map {
      Instant(seconds: $0)
    }
    let fired = stored.filter { !$0.isMissed }.map { $0.firing.at }.sorted()
    let readings = readings(of: source)
    for at in fired where !events.contains(at) {
      breaks(.justified, at: at, "\(opp.name) has fired")
    }
    for at in events where at < plan.to.advanced(by: -2 * Self.wait) {
      let around = at.advanced(by: -5)...at.advanced(by: Self.wait + 10)
      if disturbances.contains(where: { $0.overlaps(around) }) { continue }
      let before = readings.last { $0.at <= at }
      let age = before.map { at.seconds(since: $0.at) } ?? .max
      // At the end of a reading it may count or not, and one that holds for longer may not be fetched.
      if abs(age - Self.freshness) <= 5 || age > Self.freshness && before?.isLasting == true {
        continue
      }
      let after = readings.first { at < $0.at }
      let delay = after.map { $0.at.seconds(since: at) } ?? .max
      // One that comes as the wait ends may be in time or not.
      if age > Self.freshness, abs(delay - Self.wait - 10) <= 10 { continue }
      // After a failure the value is unknown until there is a response, also while the request is repeated.
      if age > Self.freshness, let failed = failures[source]?.last(where: { $0 <= at }),
        before.map({ $0.at < failed }) ?? true
      {
        continue
      }
      // An event waits for the response to a request, and not for a later one after a failure.
      let request = after.flatMap { after in
        requests[source]?.last { $0 / 1000 <= after.at.seconds }
      }
      if age > Self.freshness, let request {
        if request / 1000 > at.seconds + 2 { continue }
        // A minute after the request, which may be before the event, the value is unknown.
        if let after, after.at.seconds - request / 1000 >= Self.wait { continue }
      }
      let reading = age < Self.freshness ? before : delay < Self.wait ? after : nil
      guard let isHeldBack = twin.isHeldBack(opp.name, at: at, after: fired) else { continue }
      let isDue = holds(reading?.value) && !isHeldBack
      let text = reading.map { "at \(Int($0.value))" } ?? "without a reading"
      if fired.contains(at), !isDue {
        breaks(.justified, at: at, "\(opp.name) has fired \(text)")
      }
      if !fired.contains(at), isDue {
        breaks(.kept, at: at, "\(opp.name) has not fired \(text)")
      }
    }
  }

  /// Checks that a text has the second of its event, however long that waited for a reading
  private func checkSeconds(_ opp: SimulatedOpp, _ stored: [StoredFiring]) {
    for firing in stored.map({ $0.firing }) {
      guard let text = firing.text, text.hasPrefix("at ") else { continue }
      if text != "at \(firing.at.seconds % 60)" {
        breaks(.justified, at: firing.at, "\(opp.name) has the text of another second: \(text)")
      }
    }
  }

  /// The values of a source that sessions received
  private func readings(
    of source: String
  ) -> [(at: Instant, value: Double, isLasting: Bool)] {
    told.compactMap { at, arrival in
      guard case .reading(let reading) = arrival,
        graph?.sources[Int(reading.source.index)].name == source,
        case .known(.scalar(let value))? = reading.fields.first
      else { return nil }
      return (at, value, reading.freshness != nil)
    }
  }

  // MARK: Deliveries

  /// The seconds at the end in which a firing may still be on its way
  private static let lastDelivery: Int64 = 120

  private func checkDelivery(of stored: StoredFiring, at now: Instant) {
    let isOld = stored.firing.at < plan.to.advanced(by: -Self.lastDelivery)
    switch stored.state {
    case .delivered:
      let parts = parts(of: stored)
      // One that has expired for a notifier counts as delivered if another was taking it at that time.
      let isPartly =
        stored.firing.expires != nil && parts.contains { deliveries.taken[$0] != nil }
      for part in parts where !isPartly && deliveries.taken[part] == nil {
        breaks(
          .delivered, at: now, "\(part.notifier) has not taken \(stored.id), which is delivered")
      }
    case .waiting:
      if isOld, endsInPeace {
        breaks(.delivered, at: now, "\(stored.id) still waits at the end of peace")
      }
    case .held:
      if endsInPeace, stored.firing.at < plan.to.advanced(by: -86_400) {
        breaks(.delivered, at: now, "\(stored.id) is still held at the end of peace")
      }
    case .failed:
      if !parts(of: stored).contains(where: { deliveries.refused.contains($0) }) {
        breaks(.delivered, at: now, "\(stored.id) failed, and no notifier has refused it")
      }
    case .expired:
      if stored.firing.expires == nil {
        breaks(.delivered, at: now, "\(stored.id) has expired, and cannot")
      }
    case .superseded, .dismissed, .silent, .missed: break
    }
  }
}

extension StoredFiring {
  /// `true` for an event that happened while nothing ran, which counts for no limit
  fileprivate var isMissed: Bool { state == .missed || state == .expired && firing.text == nil }
}
