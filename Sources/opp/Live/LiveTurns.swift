internal import OppEngine
internal import OppModel
internal import OppSession

/// Decides which second is processed next, of a clock that people set
///
/// A second is processed once: a response that comes in the second in which it was requested counts from the
/// next.
///
/// The last second that was processed is 12:00:00:
///
/// | the clock shows | turn |
/// | --- | --- |
/// | 12:00:00 | wait, without a message |
/// | 12:00:01 | step |
/// | 11:59:01 | wait: 60 s are too little for a message |
/// | 11:59:00 | wait, with the message that it was set back, once |
/// | noon of 30 days before | begin anew |
/// | 1970 | wait, with the message that it cannot be right, once |
struct LiveTurns {
  /// The last second that was processed, in this run or an earlier one
  private(set) var last: Instant?

  /// The time at which the clock catches up with the processed seconds; nil if it is further already
  private(set) var standsStillUntil: Instant?

  /// `true` if a message has reported that the clock is wrong
  private var hasReported = false

  /// `true` if any clock is believed: that of a rehearsal shows the time of the recording
  private let believesAll: Bool

  /// The number of seconds by which a clock is set back before a message says so
  private static let smallestReported: Int64 = 60

  /// 1 January 2026, before which there was no Opp
  private static let earliest = Instant(seconds: 1_767_225_600)

  enum Turn: Equatable {
    /// The second may be processed
    case step

    /// Nothing is processed yet; the message is nil if there is nothing new to report
    case wait(Message?)

    /// The clock was far ahead: the state begins anew
    case beginAnew

    /// The clock is right for the first time: the state begins now
    case begin
  }

  enum Message: Equatable {
    case setBack(until: Instant)
    case cannotBeRight
  }

  /// - Parameters:
  ///   - last: the last second of the state that is continued; nil without one.
  init(last: Instant?, believesAll: Bool) {
    self.last = last
    self.believesAll = believesAll
  }

  /// The turn at a second that the clock shows
  ///
  /// - Parameter present: the second that the session has reached.
  mutating func turn(at now: Instant, present: Instant) -> Turn {
    guard believesAll || now >= Self.earliest else {
      // The clock of a small computer begins in 1970, until it is set from the network.
      standsStillUntil = Self.earliest
      return .wait(report(.cannotBeRight))
    }
    if !believesAll, last == nil, present < Self.earliest {
      standsStillUntil = nil
      hasReported = false
      return .begin
    }
    var guardian = ClockGuard(present: last)
    switch guardian.turn(at: now) {
    case .goOn:
      standsStillUntil = nil
      hasReported = false
      return .step
    case .wait(let until):
      standsStillUntil = until
      let isLong = until.seconds(since: now) > Self.smallestReported
      return .wait(isLong ? report(.setBack(until: until)) : nil)
    case .beginAnew: return .beginAnew
    }
  }

  /// Takes note that a second was processed
  mutating func processed(_ now: Instant) { last = now }

  mutating func beginAnew() {
    last = nil
    standsStillUntil = nil
  }

  /// A message, unless one was given since the clock was last right
  private mutating func report(_ message: Message) -> Message? {
    if hasReported { return nil }
    hasReported = true
    return message
  }
}
