internal import Dispatch
package import OppModel
internal import OppSystem
internal import Synchronization

/// The clock that a live run follows
///
/// ``LiveDriver`` reads `now` once for each step, and calls `wait` once for each turn of its loop. All waiting is in
/// here, so that a rehearsal of a year takes seconds and tests never sleep.
package protocol LiveClock: Sendable {
  /// The present, in whole seconds
  var now: Instant { get }

  /// Waits until there is something in the mailbox, or until the clock shows an instant
  ///
  /// - Parameters:
  ///   - isAwaiting: whether something under way will report to the mailbox by itself.
  /// - Returns: false if the time of the run is over.
  func wait(for mailbox: LiveMailbox, until: Instant?, isAwaiting: Bool) -> Bool

  /// Pauses, so that another process may release a file or a lock that it holds
  func pause(milliseconds: Int32)
}

extension LiveClock {
  package func pause(milliseconds: Int32) { usleep(UInt32(max(milliseconds, 0)) * 1000) }
}

/// The clock of the machine
struct SystemClock: LiveClock {
  /// The longest sleep if it waits for an instant, in seconds; then it looks at the clock again
  ///
  /// The timer of the system follows the wall clock, and ends early when the clock is set forward or the
  /// machine wakes. When the clock is set back, or on systems without such timers, it is this that ends.
  private static let longestSleep = 3600

  var now: Instant {
    Instant(seconds: WallClock.seconds)
  }

  func wait(for mailbox: LiveMailbox, until: Instant?, isAwaiting: Bool) -> Bool {
    guard let until else {
      mailbox.wait()
      return true
    }
    // Whole seconds of the wall clock: a wait until 12:00:00 ends as the clock shows that second, not a moment before.
    let second = min(until, now.advanced(by: Int64(Self.longestSleep))).seconds
    mailbox.wait(
      until: DispatchWallTime(timespec: timespec(tv_sec: Int(second), tv_nsec: 0)),
      atMost: .seconds(Self.longestSleep))
    return true
  }
}

/// A clock that goes as fast as everything under way is done: for rehearsals and for tests
///
/// ```
/// under way        wait(until:)   the clock then shows      returns
/// a response       12:05          as before: it waits for the mailbox, at most 30 s of real time      true
/// nothing          12:05          12:05                     true
/// nothing          nil            the end                   false
/// nothing          13:00          13:00, the end            false, as the end is not processed
/// ```
final class SteppingClock: LiveClock {
  /// The second that is shown
  private let state: Mutex<Instant>

  /// The first second that is no longer processed
  private let end: Instant

  init(from begins: Instant, to end: Instant) {
    state = Mutex(begins)
    self.end = end
  }

  var now: Instant { state.withLock { $0 } }

  /// Sets the clock, as a person may
  func set(_ instant: Instant) { state.withLock { $0 = instant } }

  func wait(for mailbox: LiveMailbox, until: Instant?, isAwaiting: Bool) -> Bool {
    if isAwaiting {
      mailbox.wait(atMost: .seconds(30))
      return true
    }
    if !mailbox.isEmpty { return true }
    guard let until, until < end else {
      state.withLock { $0 = max($0, end) }
      return false
    }
    state.withLock { $0 = max($0, until) }
    return true
  }
}
