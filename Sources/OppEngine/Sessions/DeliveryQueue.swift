package import OppModel

/// The deliveries of a run: which are in flight, when one that failed is retried, and which are given up
///
/// ```
/// due ─ begin ─ in flight ─ finish ─┬─ delivered: never again in this run
///   ▲                               ├─ retry: due again later, each time after a longer wait
///   └───────────────────────────────┘
///                                   └─ given up: the same would be refused again
/// ```
///
/// The store keeps what is due and how often it was tried, over restarts; the queue decides. A notifier that
/// says how long it wants to be left alone *rests*: nothing is sent to it until then.
///
/// ```
/// earlier failures     0     1     2  …     7     8
/// wait, in seconds    15    30    60     1920  3600    without a wish of the notifier
///                   7200  7200  7200     7200  7200    429 with Retry-After: 7200; nothing else is sent either
/// ```
package struct DeliveryQueue: Hashable, Sendable {
  /// The identities of the firings whose outcome is still to come
  private var inFlight: Set<String> = []

  /// The identities of the firings that were delivered in this run, so that none is delivered twice
  private var delivered: Set<String> = []

  /// The second before which the notifier accepts nothing; nil where it said no such thing
  private var restsUntil: Instant?

  /// Those that were given up since they were last taken, by reason in the order of the first
  private var refusals: [Refusal] = []

  /// Whether anything was given up
  package private(set) var hasGivenUp = false

  /// Deliveries that were given up for one reason
  package struct Refusal: Hashable, Sendable {
    /// The reason that the notifier gave, in words for people
    package let reason: String
    package fileprivate(set) var count: Int
  }

  /// A firing that was delivered is due again: the store is wrong
  package struct RepeatedDelivery: Error, Hashable, Sendable {
    package let id: String
  }

  /// The consequence of an outcome
  package enum Result: Hashable, Sendable {
    case delivered
    case retry(at: Instant)
    case givenUp
  }

  /// Creates a queue with nothing in flight
  package init() {}

  /// Whether an outcome is still to come
  package var isAwaiting: Bool { !inFlight.isEmpty }

  /// Takes what is due, by identity
  ///
  /// - Returns: what is to be sent now, in the order of `due`; nothing while the notifier rests.
  package mutating func begin(
    _ due: [String], at now: Instant
  ) throws(RepeatedDelivery) -> [String] {
    var begun: [String] = []
    for id in due where !inFlight.contains(id) {
      guard !delivered.contains(id) else { throw RepeatedDelivery(id: id) }
      if let restsUntil, now < restsUntil { continue }
      inFlight.insert(id)
      begun.append(id)
    }
    return begun
  }

  /// Takes the outcome of an attempt
  ///
  /// - Parameters:
  ///   - failure: nil where it was delivered.
  ///   - attempts: the number of attempts that failed before this one.
  package mutating func finish(
    _ id: String, _ failure: DeliveryFailure?, attempts: Int, at now: Instant
  ) -> Result {
    inFlight.remove(id)
    guard let failure else {
      delivered.insert(id)
      return .delivered
    }
    if failure.isFinal {
      // It is the fault of this firing, not of the notifier, which may deliver the next one.
      hasGivenUp = true
      let index = refusals.firstIndex { $0.reason == failure.reason }
      if let index {
        refusals[index].count += 1
      } else {
        refusals.append(Refusal(reason: failure.reason, count: 1))
      }
      return .givenUp
    }
    let delay = Backoff.delivery.delay(
      failures: min(max(attempts, 0), 100) + 1, chance: 0,
      retryAfter: failure.retryAfter)
    let next = now.advanced(by: delay)
    if failure.retryAfter != nil { restsUntil = max(next, restsUntil ?? next) }
    return .retry(at: next)
  }

  /// The deliveries given up since the last call, for one message a reason; empty while any is in flight
  package mutating func takeRefusals() -> [Refusal] {
    guard inFlight.isEmpty else { return [] }
    defer { refusals = [] }
    return refusals
  }

  /// The next instant at which there is something to send
  ///
  /// - Parameter due: the time of the first delivery that waits.
  /// - Returns: nil where nothing waits, or where the outcome of an attempt comes first.
  package func next(_ due: Instant?) -> Instant? {
    guard inFlight.isEmpty, let due else { return nil }
    return retryTime(from: due)
  }

  /// The first instant, from one on, at which something may be sent
  package func retryTime(from instant: Instant) -> Instant {
    max(instant, restsUntil ?? instant)
  }

  /// Forgets that the notifier rests, for it may be another one
  package mutating func endRest() { restsUntil = nil }

  /// Forgets what was delivered, for the clock was wrong: the same may happen again at its time
  package mutating func beginAnew() {
    delivered = []
    restsUntil = nil
  }
}
