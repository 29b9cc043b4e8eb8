package import OppModel

/// The loop around a session: says which second is processed next, and until when there is nothing to do
///
/// It has no clock and does nothing itself: `opp run`, the runner of OppRuntime and a simulation carry out what it says.
///
/// ```
/// take what has come ──▶ turn ──▶ step ──▶ processed ──▶ commit ──▶ request, deliver ──▶ sleep until next ──▶ take …
/// ```
///
/// A second is processed once, so that no firing is delivered twice: what comes in a second that was processed counts from the
/// next. The clock is one that people set. The last second that was processed is 12:00:00:
///
/// | the clock shows | turn |
/// | --- | --- |
/// | 12:00:00 | wait, without a message |
/// | 12:00:01 | step |
/// | 13:00:00 | step, as after a sleep: the events in between are late |
/// | 11:59:01 | wait: 60 s are too little for a message |
/// | 11:59:00 | wait, with the message that it was set back, once |
/// | noon of 30 days before | begin anew |
/// | 1970 | wait, with the message that it cannot be right, once |
package struct SessionLoop: Sendable {
  /// The last second that was processed, by this session or by one before it; `nil` if none was
  package private(set) var last: Instant?

  /// `true` until the session has processed a second
  package private(set) var isNew = true

  /// The next second at which the session is stepped although nothing comes; `nil` for never
  package var wake: Instant?

  /// The time at which the clock catches up with the processed seconds; `nil` if it is further already
  package private(set) var standsStillUntil: Instant?

  /// `true` if a message has reported that the clock is wrong
  private var hasReported = false

  /// The clock by which it goes
  private let clock: Clock

  /// The longest setback of a clock that is waited out, in seconds: that of any change of zone,
  /// and a little more
  package static let longestWait: Int64 = 26 * 3600

  /// The number of seconds by which a clock is set back before a message says so
  private static let smallestReported: Int64 = 60

  /// 1 January 2026, before which there was no Opp
  private static let earliest = Instant(seconds: 1_767_225_600)

  /// The clocks by which a session may go
  package enum Clock: Sendable {
    /// The clock of a rehearsal, which shows the time of the recording: any second is believed
    case rehearsed

    /// The clock of the machine: no second is believed at which there was no Opp
    case machine

    /// The clock that a program hands over: it may begin at a time before there was Opp, but not go back to such a time
    case given
  }

  package enum Turn: Equatable, Sendable {
    /// The second may be processed
    case step

    /// Nothing is processed yet; the message is nil if there is nothing new to report
    case wait(Message?)

    /// The clock was far ahead: go on with ``LiveSession/memory(beginningAnewAt:)``
    case beginAnew

    /// The clock is right for the first time: the state begins now
    case begin
  }

  package enum Message: Equatable, Sendable {
    case setBack(until: Instant)
    case cannotBeRight
  }

  /// - Parameter last: the last second of the memory that is continued; nil without one.
  package init(after last: Instant?, by clock: Clock = .rehearsed) {
    self.last = last
    self.clock = clock
  }

  // MARK: Seconds

  /// The turn at a second that the clock shows
  ///
  /// - Parameter present: the second that the session has reached.
  package mutating func turn(at now: Instant, present: Instant) -> Turn {
    guard canBeRight(now) else {
      // The clock of a small computer begins in 1970, until it is set from the network.
      standsStillUntil = Self.earliest
      return .wait(report(.cannotBeRight))
    }
    let isFirst = clock == .machine && last == nil && present < Self.earliest
    guard let last, now <= last else {
      standsStillUntil = nil
      hasReported = false
      return isFirst ? .begin : .step
    }
    guard last.seconds(since: now) <= Self.longestWait else { return .beginAnew }
    let next = last.advanced(by: 1)
    standsStillUntil = next
    let isLong = next.seconds(since: now) > Self.smallestReported
    return .wait(isLong ? report(.setBack(until: next)) : nil)
  }

  /// `true` if the clock may show a second
  private func canBeRight(_ now: Instant) -> Bool {
    switch clock {
    case .rehearsed: true
    case .machine: now >= Self.earliest
    case .given: now >= Self.earliest || last.map { $0 < Self.earliest } ?? true
    }
  }

  /// Takes note that a second was processed
  package mutating func processed(_ second: Instant, wake: Instant?) {
    last = second
    isNew = false
    self.wake = wake
  }

  /// Goes on with another session over the same memory
  package mutating func renew() { isNew = true }

  /// Forgets the seconds that were processed
  package mutating func beginAnew() {
    last = nil
    wake = nil
    standsStillUntil = nil
  }

  /// A message, unless one was given since the clock was last right
  private mutating func report(_ message: Message) -> Message? {
    if hasReported { return nil }
    hasReported = true
    return message
  }

  // MARK: Waiting

  /// `true` if the session is to be stepped although there is no news
  ///
  /// - Parameter arrival: the second at which something comes by itself; nil if that is not known.
  package func isDue(at now: Instant, arrival: Instant? = nil) -> Bool {
    [wake, arrival].contains { $0.map { $0 <= now } ?? false }
  }

  /// The first second at which the session may have to be stepped, if nothing else comes; `nil` if there is none
  ///
  /// - Parameters:
  ///   - hasNews: whether something has come that the session has not taken.
  ///   - arrival: the second at which something comes by itself; nil if that is not known.
  package func next(hasNews: Bool, arrival: Instant? = nil) -> Instant? {
    let first = standsStillUntil ?? last?.advanced(by: 1) ?? .distantPast
    if hasNews { return first }
    return [wake, arrival].compactMap { $0 }.min().map { max($0, first) }
  }
}
