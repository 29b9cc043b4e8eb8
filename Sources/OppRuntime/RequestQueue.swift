internal import OppKit

/// The requests of a runner that are under way
///
/// Each has a number, so that the late response of a call that was given up is not taken for that of a later call with the
/// same identity.
struct RequestQueue {
  private struct Call {
    let number: Int
    let deadline: Timestamp
    let task: Task<Void, Never>
  }

  private var calls: [Request.ID: Call] = [:]
  private var latest = 0

  /// The first second at which a call has taken too long; nil if none is under way
  var deadline: Timestamp? { calls.values.map { $0.deadline }.min() }

  /// Begins a call; one of the same identity is cancelled
  ///
  /// - Parameter body: makes the call of a number, in a task of its own.
  mutating func begin(
    _ id: Request.ID, deadline: Timestamp, _ body: (Int) -> Task<Void, Never>
  ) {
    latest += 1
    calls[id]?.task.cancel()
    calls[id] = Call(number: latest, deadline: deadline, task: body(latest))
  }

  /// Ends a call that has a result
  ///
  /// - Returns: whether it was still waited for.
  mutating func end(_ id: Request.ID, _ number: Int) -> Bool {
    guard calls[id]?.number == number else { return false }
    calls[id] = nil
    return true
  }

  /// Cancels and returns the calls that have taken too long, in the order of their identities
  mutating func expire(at now: Timestamp) -> [Request.ID] {
    let late = calls.filter { $0.value.deadline <= now }.keys.sorted()
    for id in late { calls.removeValue(forKey: id)?.task.cancel() }
    return late
  }

  /// Cancels all calls
  mutating func cancelAll() {
    for call in calls.values { call.task.cancel() }
    calls = [:]
  }
}
