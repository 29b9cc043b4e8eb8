import Foundation
import OppModel
import Synchronization

@testable import opp

/// A clock that jumps from wake to wake, and on which things happen at given seconds
///
/// While something is under way it stands still; a hasty one goes on where nothing comes for a moment. To the next second it goes
/// on in any case, if something has come that counts from there.
final class ScriptedClock: LiveClock {
  private struct State {
    var now: Instant
    var end: Instant
    var script: [(at: Instant, action: @Sendable (ScriptedClock) -> Void)] = []
    var waits = 0
    var isHasty: @Sendable () -> Bool = { true }
  }

  private let state: Mutex<State>

  /// How long a hasty clock stands still for what is under way; nil for one that is patient
  private let haste: DispatchTimeInterval?

  init(from begins: Instant, to end: Instant, haste: DispatchTimeInterval? = nil) {
    state = Mutex(State(now: begins, end: end))
    self.haste = haste
  }

  var now: Instant { state.withLock { $0.now } }

  /// How often it was slept
  var waits: Int { state.withLock { $0.waits } }

  /// Sets the clock, as a person may
  func set(_ instant: Instant) { state.withLock { $0.now = instant } }

  /// Has a hasty clock be so only while something is so
  func isHasty(while condition: @escaping @Sendable () -> Bool) {
    state.withLock { $0.isHasty = condition }
  }

  func lives(to end: Instant) { state.withLock { $0.end = end } }

  /// Has something happen when the clock comes to a second
  func on(_ instant: Instant, _ action: @escaping @Sendable (ScriptedClock) -> Void) {
    state.withLock {
      $0.script.append((instant, action))
      $0.script.sort { $0.at < $1.at }
    }
  }

  func wait(for mailbox: LiveMailbox, until: Instant?, isAwaiting: Bool) -> Bool {
    if isAwaiting {
      mailbox.wait(atMost: haste ?? .seconds(10))
      guard haste != nil, mailbox.isEmpty, isNext(until) || state.withLock({ $0.isHasty })() else {
        return true
      }
    }
    if !mailbox.isEmpty { return true }
    let (action, goesOn) = state.withLock { state -> ((@Sendable (ScriptedClock) -> Void)?, Bool) in
      state.waits += 1
      let next = min(until ?? state.end, state.end)
      if let first = state.script.first, first.at <= next {
        state.now = max(state.now, first.at)
        state.script.removeFirst()
        return (first.action, true)
      }
      state.now = max(state.now, next)
      return (nil, next < state.end)
    }
    action?(self)
    return goesOn
  }

  /// Whether an instant is the next second
  private func isNext(_ instant: Instant?) -> Bool {
    instant.map { $0 <= now.advanced(by: 1) } ?? false
  }
}
