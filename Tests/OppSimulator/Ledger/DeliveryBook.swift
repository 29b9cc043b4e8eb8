import OppModel

/// The attempts to deliver, as the notifiers saw them
struct DeliveryBook {
  /// A notification and its notifier
  struct Part: Hashable {
    let id: String
    let notifier: String
  }

  /// The times that each was taken
  private(set) var taken: [Part: Int] = [:]

  /// Those that were refused for good
  private(set) var refused: Set<Part> = []

  /// Those that may be taken twice, because an outcome was lost
  private(set) var uncertain: Set<Part> = []

  /// The attempts whose outcome the process has not heard
  private var inFlight: Set<Part> = []

  /// The beginning of the last attempt of each
  private var begun: [Part: Instant] = [:]

  /// The beginnings of the attempts in which a process has ended, of those not tried since
  private(set) var interrupted: [Part: Instant] = [:]

  /// Those of them whose outcome the process had heard, and may have recorded
  private(set) var perhapsEnded: Set<Part> = []

  /// Those that failed before a process was killed: their next attempt may be in the store already, and was not made
  private var perhapsBegun: Set<Part> = []

  /// The last failures, and when they were heard
  private(set) var failed: [Part: Instant] = [:]

  /// The end of the time for which a notifier wants to be left alone
  private(set) var asked: [String: Instant] = [:]

  /// The last outcome of each notifier, `true` for a success, and when
  private(set) var last: [String: (isSuccess: Bool, at: Instant)] = [:]

  /// The last success of each notifier
  private(set) var succeeded: [String: Instant] = [:]

  /// The parts that failed before a success of their notifier, and when it came: they are due at once
  private(set) var owed: [Part: Instant] = [:]

  /// The failures of each notifier since its last success; two end a round, and what waits has a pause again
  private var failuresInARow: [String: Int] = [:]

  /// The outcomes that the process may not have recorded when it is killed
  private(set) var unsettled: Set<Part> = []

  /// The parts that were tried at least once
  private var tried: Set<Part> = []

  /// The last attempt of each notifier
  private(set) var attempted: [String: Instant] = [:]

  /// The times of the hangups after which notifiers that fail are still to be tried
  private(set) var promised: [String: Instant] = [:]

  /// The last attempt of each notifier that has begun a round: a first one, or one after an interruption
  private var newest: [String: Instant] = [:]

  mutating func begin(_ part: Part, at now: Instant) {
    inFlight.insert(part)
    begun[part] = now
    // The next attempt after an interrupted one begins a round, as the first one does.
    let wasInterrupted = interrupted.removeValue(forKey: part) != nil
    perhapsEnded.remove(part)
    perhapsBegun.remove(part)
    owed[part] = nil
    promised[part.notifier] = nil
    attempted[part.notifier] = now
    if tried.insert(part).inserted || wasInterrupted { newest[part.notifier] = now }
  }

  /// `true` if something new waits for a notifier, or was tried first since a part of it failed: it begins a round of all
  ///
  /// An attempt in which a process has ended keeps its own time, and begins a round as well once it is due.
  ///
  /// - Parameter latest: the last second at which such an attempt must have begun to be due.
  func hasNewer(
    than part: Part, failed: Instant, among waiting: [Part], dueBy latest: Instant
  ) -> Bool {
    if let first = newest[part.notifier], failed < first { return true }
    if interrupted.contains(where: {
      $0.key.notifier == part.notifier && $0.key != part && $0.value <= latest
    }) {
      return true
    }
    return waiting.contains { !tried.contains($0) }
  }

  mutating func take(_ part: Part) { taken[part, default: 0] += 1 }

  mutating func finish(
    _ part: Part, isFinal: Bool, retryAfter: Int64?, isSuccess: Bool, isTaken: Bool,
    at now: Instant
  ) {
    inFlight.remove(part)
    unsettled.insert(part)
    last[part.notifier] = (isSuccess, now)
    if isTaken, !isSuccess { uncertain.insert(part) }
    failuresInARow[part.notifier] = isSuccess ? 0 : failuresInARow[part.notifier, default: 0] + 1
    if failuresInARow[part.notifier, default: 0] >= 2 || retryAfter != nil {
      owed = owed.filter { $0.key.notifier != part.notifier }
    }
    if isSuccess {
      // All that waits is due at once, but for a part that has failed in the same round: it is at fault itself.
      let round = now.advanced(by: -Self.longestAttempt)
      for (other, at) in failed
      where other.notifier == part.notifier && other != part && at < round
        && !perhapsBegun.contains(other)
      {
        owed[other] = now
      }
      failed = failed.filter { $0.key.notifier != part.notifier }
      asked[part.notifier] = nil
      succeeded[part.notifier] = now
    } else if isFinal {
      refused.insert(part)
    } else {
      failed[part] = now
    }
    if let retryAfter { asked[part.notifier] = now.advanced(by: retryAfter) }
  }

  /// The seconds that an attempt takes at most
  private static let longestAttempt: Int64 = 60

  /// The process waits: it has recorded all outcomes that it has heard
  mutating func settle() { unsettled = [] }

  /// `true` if a notifier has refused anything for good
  func hasRefused(_ notifier: String) -> Bool { refused.contains { $0.notifier == notifier } }

  /// `true` if a notifier has an attempt under way, so that all else waits for it
  func hasInFlight(_ notifier: String) -> Bool { inFlight.contains { $0.notifier == notifier } }

  /// The outcomes of the attempts that a process leaves in flight as it ends are lost
  mutating func ended() {
    uncertain.formUnion(inFlight)
    promised = [:]
    interrupt(inFlight)
    inFlight = []
  }

  /// Their attempts have no known end: the next one keeps its distance from their beginnings
  private mutating func interrupt(_ parts: Set<Part>) {
    for part in parts {
      interrupted[part] = begun[part]
      failed[part] = nil
      owed[part] = nil
    }
  }

  /// The outcomes of a process that was killed may be unknown to the next one
  mutating func killed() {
    ended()
    interrupt(unsettled)
    perhapsEnded.formUnion(unsettled)
    perhapsBegun.formUnion(failed.keys)
    for part in unsettled {
      uncertain.insert(part)
      last[part.notifier] = nil
      succeeded[part.notifier] = nil
      asked[part.notifier] = nil
      owed = owed.filter { $0.key.notifier != part.notifier }
    }
    unsettled = []
  }

  /// Everything that failed may be tried again at once
  mutating func triedAgain() { failed = [:] }

  /// A hangup has notifiers that fail tried at once, unless they have asked to be left alone
  mutating func hangUp(at now: Instant) {
    for part in failed.keys
    where asked[part.notifier] == nil && !hasInFlight(part.notifier) {
      promised[part.notifier] = now
      // It begins a round, as its first attempt did.
      tried.remove(part)
    }
    triedAgain()
  }

  /// The notifiers may be others: none is left alone any longer
  mutating func forgetAsked() { asked = [:] }
}
