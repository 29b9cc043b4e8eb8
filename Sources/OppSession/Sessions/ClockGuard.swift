package import OppModel

/// Makes of the clock of a computer, which people set and which sleeps, instants that ascend
///
/// ```
///   clock     11:58  11:59  12:00  11:01 … 12:00  12:01      set back an hour at 12:00
///   engine    11:58  11:59  12:00  ─ waits ─────  12:01
///
///   clock     11:58  13:01                                   set forward: as if it had slept
///   engine    11:58  13:01, and the events of 12:00 are late
/// ```
///
/// A second whose firings were delivered is not run again. While the engine waits, nothing is due:
/// arrivals count from the first second after.
package struct ClockGuard: Hashable, Sendable {
  /// The longest setback of a clock that is waited out, in seconds: that of any change of zone,
  /// and a little more
  package static let longestWait: Int64 = 26 * 3600

  /// The last second that was run
  private var last: Instant?

  /// - Parameter present: the last second of the memory that is continued; nil without one.
  package init(present: Instant? = nil) {
    last = present
  }

  /// The consequence of a second that the clock shows
  package enum Turn: Hashable, Sendable {
    /// The engine may step to this second
    case goOn(Instant)

    /// The clock was set back: the engine pauses until the clock shows this second
    case wait(until: Instant)

    /// The clock was wrong by more than it is worth waiting for: begin with
    /// ``EngineMemory/beginningAnew(at:)``
    case beginAnew(Instant)
  }

  /// The turn of the engine at a second that the clock shows
  package mutating func turn(at clock: Instant) -> Turn {
    guard let last, clock <= last else {
      last = clock
      return .goOn(clock)
    }
    guard last.seconds(since: clock) <= Self.longestWait else {
      self.last = clock
      return .beginAnew(clock)
    }
    return .wait(until: last.advanced(by: 1))
  }
}
