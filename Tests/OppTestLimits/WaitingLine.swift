internal import Synchronization

/// A line of tasks of which so many go on at once, first come, first served
final class WaitingLine: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []

    /// The next of `waiting`
    var next = 0
  }

  private let state: Mutex<State>

  init(width: Int) {
    state = Mutex(State(free: width))
  }

  /// Returns when there is room
  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Makes room for the next one
  func leave() {
    let first: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard state.next < state.waiting.count else {
        state.free += 1
        return nil
      }
      state.next += 1
      return state.waiting[state.next - 1]
    }
    first?.resume()
  }
}
