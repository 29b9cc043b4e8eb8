import Synchronization

/// A clock that goes on when a test says so
///
/// It never passes somebody who sleeps: a test that advances waits, without a timer, until the program sleeps until the
/// second to which it goes.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var latest = 0
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] =
      [:]
    var cancelled: Set<Int> = []

    /// Resumed when somebody sleeps until a second of theirs, or an earlier one
    var watchers: [(latest: Instant, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .seconds(1) }

  /// The seconds since the beginning
  var seconds: Int64 { now.offset.components.seconds }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.latest += 1
      return state.latest
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.contains(id) { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[id] = (deadline, continuation)
          for watcher in state.watchers where deadline <= watcher.latest {
            watcher.continuation.resume()
          }
          state.watchers.removeAll { deadline <= $0.latest }
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)?.continuation
      }?.resume(throwing: CancellationError())
    }
  }

  /// Goes to a second, by every second until which somebody sleeps
  func advance(to second: Int64) async {
    let end = Instant(offset: .seconds(second))
    while now < end {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.sleepers.values.contains(where: { $0.deadline <= end }) { return true }
          state.watchers.append((end, continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
      let due = state.withLock { state in
        // Who slept may have been cancelled since.
        guard let next = state.sleepers.values.map(\.deadline).min(), next <= end else {
          return [CheckedContinuation<Void, any Error>]()
        }
        state.now = max(state.now, next)
        let due = state.sleepers.filter { $0.value.deadline <= next }
        for id in due.keys { state.sleepers[id] = nil }
        return due.values.map(\.continuation)
      }
      for continuation in due { continuation.resume() }
    }
  }
}
