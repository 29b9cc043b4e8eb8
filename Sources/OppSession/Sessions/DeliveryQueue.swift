package import OppModel

/// The deliveries of a run: which are in flight, when a notifier that failed is tried again, and which are given up
///
/// The store keeps the waiting deliveries and their attempts over restarts; the queue decides. Each notifier has a *line* of its own,
/// with one delivery in flight at most, so that notifications come in their order, and a notifier that hangs keeps no other waiting.
/// Deliveries that are due go in a *round*:
///
/// ```
/// begin ─▶ the oldest ─▶ finish ─┬─ delivered: all that waits is due; the next of the round
///                                ├─ refused for good: given up; the next of the round
///                                └─ failed ─▶ another that was tried least ─┬─ delivered: the first is at fault, and waits
///                                                                          └─ failed: the notifier pauses
/// ```
///
/// A notifier that pauses is tried again after 15 s, 30 s … up to an hour, with a round of all that waits. A firing that comes
/// meanwhile begins a round at once, unless the notifier has asked to be left alone:
///
/// ```
/// failed rounds        1     2     3  …     8     9
/// pause, in seconds   15    30    60     1920  3600    without a wish of the notifier
///                   7200  7200  7200     7200  7200    429 with Retry-After: 7200
/// ```
package struct DeliveryQueue: Hashable, Sendable {
  /// By the name of the notifier
  private var lines: [String: Line] = [:]

  /// The deliveries that were made in this run, so that none is made twice
  private var delivered: Set<Delivery> = []

  /// Those that were given up since they were last taken, by notifier and reason in the order of the first
  private var refusals: [Refusal] = []

  /// Whether anything was given up
  package private(set) var hasGivenUp = false

  /// The number of failures in a row after which a round ends
  private static let mostFailures = 2

  /// A firing and a notifier
  private struct Delivery: Hashable {
    let id: String
    let notifier: String
  }

  /// A delivery that waits
  package struct Waiting: Hashable, Sendable {
    /// The identity of the firing
    package let id: String

    /// The number of attempts that failed, or in which a process ended
    package let attempts: Int

    package init(id: String, attempts: Int) {
      self.id = id
      self.attempts = attempts
    }
  }

  /// The deliveries of one notifier
  private struct Line: Hashable {
    /// Nil for a notifier that works
    var failure: FailingNotifier?
    var round: Round?
  }

  /// The deliveries that go one after the other
  private struct Round: Hashable {
    /// Those that are still to be tried, the oldest first
    var rest: [Waiting]
    var inFlight: Waiting?

    /// Those that have failed in it
    var failed: Set<String> = []

    /// The number of failures since the last success
    var failuresInARow = 0
    var hasSucceeded = false

    /// The last failure
    var failure: DeliveryFailure?
  }

  /// Deliveries that were given up for one reason
  package struct Refusal: Hashable, Sendable {
    /// The name of the notifier
    package let notifier: String

    /// The reason that the notifier gave, in words for people
    package let reason: String
    package fileprivate(set) var count: Int
  }

  /// A delivery that was made is due again: the store is wrong
  package struct RepeatedDelivery: Error, Hashable, Sendable {
    package let id: String
  }

  /// The consequence of an outcome
  package enum Result: Hashable, Sendable {
    case delivered(Success)
    case retry(at: Instant)
    case givenUp
  }

  /// A delivery that was made
  package struct Success: Hashable, Sendable {
    /// `true` for the first of its round: all that waits for the notifier is due
    package let isFirst: Bool

    /// The firing that has failed before it in the round, which is at fault itself
    package let failed: String?

    /// `true` if the notifier failed until now
    package let hasRecovered: Bool
  }

  /// Creates a queue with nothing in flight
  ///
  /// - Parameter failing: the notifiers that failed in an earlier run.
  package init(failing: [FailingNotifier] = []) {
    for notifier in failing { lines[notifier.name] = Line(failure: notifier) }
  }

  /// Whether an outcome is still to come
  package var isAwaiting: Bool { lines.values.contains { $0.round?.inFlight != nil } }

  /// The failure of a notifier; nil for one that works
  package func failure(of notifier: String) -> FailingNotifier? { lines[notifier]?.failure }

  // MARK: Rounds

  /// The first instant at which a round of a notifier may begin
  ///
  /// - Parameter first: the time of the first delivery that waits.
  /// - Returns: nil if nothing waits, or if a round is under way.
  package func next(of notifier: String, _ first: Instant?) -> Instant? {
    guard let first else { return nil }
    guard let line = lines[notifier] else { return first }
    guard line.round == nil else { return nil }
    guard let failure = line.failure, failure.isAsked, let retry = failure.retry else {
      return first
    }
    return max(first, retry)
  }

  /// The instant up to which deliveries belong to a round that begins now: in a pause, all that waits for its end does
  package func horizon(of notifier: String, at now: Instant) -> Instant {
    #if Relapses
      if Relapse.isOn(.waitingIsNotReleased) { return now }
    #endif
    return max(now, lines[notifier]?.failure?.retry ?? now)
  }

  /// Begins a round of a notifier with the firings that wait for it, the oldest first, or adds them to the round under way
  package mutating func begin(
    _ waiting: [Waiting], of notifier: String
  ) throws(RepeatedDelivery) {
    var line = lines[notifier] ?? Line()
    for one in waiting where delivered.contains(Delivery(id: one.id, notifier: notifier)) {
      throw RepeatedDelivery(id: one.id)
    }
    var round = line.round ?? Round(rest: [])
    round.rest = waiting.filter { !round.failed.contains($0.id) && $0.id != round.inFlight?.id }
    line.round = round
    lines[notifier] = line
  }

  /// Takes the next delivery of a round, which is then in flight
  ///
  /// - Returns: nil if one is in flight, or if there is no round.
  package mutating func take(of notifier: String) -> String? {
    guard var round = lines[notifier]?.round, round.inFlight == nil, !round.rest.isEmpty else {
      return nil
    }
    var place = 0
    if round.failuresInARow > 0 {
      // Whether the notifier or the firing is at fault, one that was tried less shows better.
      for other in round.rest.indices where round.rest[other].attempts < round.rest[place].attempts
      {
        place = other
      }
    }
    let waiting = round.rest.remove(at: place)
    round.inFlight = waiting
    lines[notifier]?.round = round
    return waiting.id
  }

  /// The time of the next attempt to deliver a firing if the process ends in the one that begins now
  ///
  /// - Parameter attempts: the number of earlier attempts.
  package static func retry(afterDying attempts: Int, from now: Instant) -> Instant {
    let failures = min(attempts + 1, 100)
    return now.advanced(
      by: Backoff.delivery.delay(failures: failures, chance: 0, retryAfter: nil))
  }

  /// Leaves out the firings that were taken: they wait no longer
  package mutating func skip(of notifier: String) { lines[notifier]?.round?.inFlight = nil }

  // MARK: Outcomes

  /// Takes the outcome of an attempt
  ///
  /// - Parameter failure: nil if it was delivered.
  package mutating func finish(
    _ id: String, by notifier: String, _ failure: DeliveryFailure?, at now: Instant
  ) -> Result {
    var line = lines[notifier] ?? Line()
    var round = line.round ?? Round(rest: [])
    let attempts = round.inFlight?.attempts ?? 0
    round.inFlight = nil
    defer {
      line.round = round
      lines[notifier] = line
    }
    guard let failure else {
      delivered.insert(Delivery(id: id, notifier: notifier))
      let success = Success(
        isFirst: !round.hasSucceeded, failed: round.hasSucceeded ? nil : round.failed.first,
        hasRecovered: line.failure != nil)
      line.failure = nil
      #if Relapses
        if Relapse.isOn(.firstFailureIsListed) { line.failure = lines[notifier]?.failure }
      #endif
      round.hasSucceeded = true
      round.failuresInARow = 0
      return .delivered(success)
    }
    if failure.isFinal {
      // It is the fault of this firing, not of the notifier, which may deliver the next one.
      refuse(notifier, failure.reason)
      return .givenUp
    }
    round.failed.insert(id)
    round.failuresInARow += 1
    round.failure = failure
    // One that asks to be left alone is.
    if failure.retryAfter != nil { round.failuresInARow = Self.mostFailures }
    return .retry(at: Self.retry(after: failure, failures: attempts + 1, from: now))
  }

  /// Ends the round of a notifier, if nothing of it is left or the notifier fails
  ///
  /// - Returns: the notifier, if the round has ended and it failed; nil if not.
  package mutating func endRound(of notifier: String, at now: Instant) -> FailingNotifier? {
    guard let line = lines[notifier], let round = line.round, round.inFlight == nil else {
      return nil
    }
    let isFailing = round.failuresInARow >= Self.mostFailures
    guard isFailing || round.rest.isEmpty else { return nil }
    lines[notifier]?.round = nil
    // If all was refused for good, nothing is known of the notifier.
    guard let failure = round.failure, isFailing || !round.hasSucceeded else { return nil }
    let failing = Self.failing(notifier, line.failure, failure, at: now)
    lines[notifier]?.failure = failing
    return failing
  }

  /// The state of a notifier after a round in which it failed
  ///
  /// A round that came before the end of a pause leaves that end as it is, but for the first pause after its own attempts.
  private static func failing(
    _ notifier: String, _ earlier: FailingNotifier?, _ failure: DeliveryFailure, at now: Instant
  ) -> FailingNotifier {
    let isEarly = earlier?.retry.map { now < $0 } ?? false
    let failures = (earlier?.failures ?? 0) + (isEarly ? 0 : 1)
    var retry = Self.retry(after: failure, failures: failures, from: now)
    if isEarly, failure.retryAfter == nil, let end = earlier?.retry {
      retry = max(end, Self.retry(after: failure, failures: 1, from: now))
    }
    return FailingNotifier(
      name: notifier, failures: failures, since: earlier?.since ?? now, retry: retry,
      isAsked: failure.retryAfter != nil, reason: failure.reason, remedy: failure.remedy)
  }

  private static func retry(
    after failure: DeliveryFailure, failures: Int, from now: Instant
  ) -> Instant {
    now.advanced(
      by: Backoff.delivery.delay(
        failures: min(max(failures, 1), 100), chance: 0, retryAfter: failure.retryAfter))
  }

  /// Notes that a delivery was given up
  private mutating func refuse(_ notifier: String, _ reason: String) {
    hasGivenUp = true
    let index = refusals.firstIndex { $0.notifier == notifier && $0.reason == reason }
    if let index {
      refusals[index].count += 1
    } else {
      refusals.append(Refusal(notifier: notifier, reason: reason, count: 1))
    }
  }

  /// The deliveries given up since the last call, for one message a reason; those of a notifier in a round come later
  package mutating func takeRefusals() -> [Refusal] {
    let taken = refusals.filter { lines[$0.notifier]?.round == nil }
    refusals.removeAll { lines[$0.notifier]?.round == nil }
    return taken
  }

  // MARK: The end of pauses

  /// Has a notifier tried as soon as possible, also one that has asked to be left alone: it may be another one now
  package mutating func endPause(of notifier: String) {
    guard let failure = lines[notifier]?.failure else { return }
    lines[notifier]?.failure = FailingNotifier(
      name: failure.name, failures: 0, since: failure.since, retry: nil, isAsked: false,
      reason: failure.reason, remedy: failure.remedy)
  }

  /// Forgets the delivered firings, because the clock was wrong: the same may happen again at their times
  package mutating func beginAnew() {
    delivered = []
    for notifier in lines.keys { endPause(of: notifier) }
  }
}
