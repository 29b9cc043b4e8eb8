package import OppModel

/// The time at which a firing is delivered
///
/// With `set quiet 22:00..7:00`, an Opp that fires at 21:00, 23:00 and 6:00:
///
/// ```
/// 21:00   immediate
/// 23:00   waiting, and from 6:00 on superseded
/// 6:00    waiting, and from 7:00 on later(7:00)
/// ```
///
/// With `expires 30min` the firing of 6:00 is expired from 6:30:01 on.
package enum FiringDelivery: Hashable, Sendable {
  /// As soon as it has fired; so is one without a recipient
  case immediate

  /// Once it is quiet no longer, which is not known yet
  case waiting

  /// At the first second at which it is quiet no longer
  case later(Instant)

  /// Not at all: while it waited, a later firing of its Opp and row took its place
  case superseded

  /// Not at all: it was answered while it waited
  case answered

  /// Not at all: while it waited, the time of `expires` was over
  case expired
}

/// The delivery of an earlier firing, which has become known
package struct SettledDelivery: Hashable, Sendable {
  /// The name of the Opp
  package let opp: String

  /// The row of `for each`
  package let row: RowID?

  /// The second that the firing is of
  package let at: Instant

  /// Neither ``FiringDelivery/immediate`` nor ``FiringDelivery/waiting``
  package let delivery: FiringDelivery

  /// The second at which it has become known
  let second: Instant
}

/// Firings of one step after another, each with its delivery as far as that has become known
package struct SettledFirings: Sendable {
  /// The number of seconds after a firing within which its delivery is looked for: those of 31 days
  package static let longestQuiet: Int64 = 31 * 86_400

  /// In the order in which they came
  package private(set) var firings: [Firing] = []

  /// The places of those that wait
  private var waiting: [HeldFiring: Int] = [:]

  package init() {}

  /// Whether the delivery of any is still to become known
  package var isWaiting: Bool { !waiting.isEmpty }

  /// The second of the latest firing that waits; nil if none does
  package var latestWaiting: Instant? { waiting.keys.map { $0.at }.max() }

  /// Adds the firings of a step, those of a period alone, and the news of these and of earlier ones
  package mutating func take(_ step: Step, from: Instant, to: Instant) {
    // They ascend, so that all of them are of the period where the first and the last are.
    if let start = step.firings.first, let last = step.firings.last, start.at >= from, last.at < to
    {
      take(step.firings, step.deliveries, mayWait: step.hasHeldFirings)
    } else {
      let own = step.firings.filter { $0.at >= from && $0.at < to }
      take(own, step.deliveries, mayWait: step.hasHeldFirings)
    }
  }

  /// Adds all firings of a step, and the news of these and of earlier ones
  package mutating func take(_ step: Step) {
    take(step.firings, step.deliveries, mayWait: step.hasHeldFirings)
  }

  /// Adds firings, and the news of these and of earlier ones
  package mutating func take(
    _ new: [Firing], _ deliveries: [SettledDelivery], mayWait: Bool
  ) {
    let first = firings.count
    firings += new
    guard mayWait || !deliveries.isEmpty else { return }
    for place in firings.indices[first...] where firings[place].delivery == .waiting {
      let firing = firings[place]
      waiting[HeldFiring(opp: firing.opp, row: firing.row, at: firing.at)] = place
    }
    settle(deliveries)
  }

  /// Hands out the firings so far, and forgets them; none as long as one waits
  package mutating func takeSettled() -> [Firing] {
    if isWaiting { return [] }
    let taken = firings
    firings = []
    firings.reserveCapacity(taken.count)
    return taken
  }

  /// Takes the news of the firings so far
  package mutating func settle(_ deliveries: [SettledDelivery]) {
    for settled in deliveries {
      let identity = HeldFiring(opp: settled.opp, row: settled.row, at: settled.at)
      guard settled.second.seconds(since: settled.at) < Self.longestQuiet,
        let place = waiting.removeValue(forKey: identity)
      else { continue }
      firings[place] = firings[place].settled(settled.delivery)
    }
  }
}
