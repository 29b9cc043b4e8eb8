import OppKit
import OppRuntime
import Synchronization

/// A provider whose responses a test writes: one after the other, and the last again and again
final class ScriptedProvider: Provider {
  enum Reply: Sendable {
    case degrees(Double)
    case unchanged
    case failure(RequestFailure)

    /// No response before ``open(_:)``, also if the call is cancelled
    case stuck

    /// No response, and a failure when the call is cancelled
    case slow
  }

  let supplies: [String: Supply]
  private let source: String
  private let replies: [Reply]

  private struct State {
    var calls = 0
    var cancelled = 0
    var stuck: [CheckedContinuation<Double, Never>] = []
    var isOpen: Double?
  }

  private let state = Mutex(State())

  init(source: String = "weather", freshness: Int? = nil, _ replies: Reply...) {
    self.source = source
    supplies = [source: .fetched(freshness: freshness)]
    self.replies = replies
  }

  /// The number of calls so far
  var calls: Int { state.withLock { $0.calls } }

  /// The number of slow calls that were cancelled
  var cancelled: Int { state.withLock { $0.cancelled } }

  func respond(to request: Request) async throws(RequestFailure) -> [Arrival]? {
    let number = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    switch replies[min(number, replies.count) - 1] {
    case .degrees(let degrees): return [weather(degrees, source)]
    case .unchanged: return nil
    case .failure(let failure): throw failure
    case .stuck: return [weather(await opened(), source)]
    case .slow:
      // It ends when it is cancelled.
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
      continuation.finish()
      state.withLock { $0.cancelled += 1 }
      throw RequestFailure(.unreachable, "cancelled")
    }
  }

  /// Ends the calls that are stuck with a response
  func open(_ degrees: Double) {
    let waiting = state.withLock { state in
      state.isOpen = degrees
      defer { state.stuck = [] }
      return state.stuck
    }
    for continuation in waiting { continuation.resume(returning: degrees) }
  }

  private func opened() async -> Double {
    await withCheckedContinuation { continuation in
      let degrees = state.withLock { state in
        if state.isOpen == nil { state.stuck.append(continuation) }
        return state.isOpen
      }
      if let degrees { continuation.resume(returning: degrees) }
    }
  }
}

/// A store in memory, which fails at a commit where a test says so
actor ScriptedStore: MemoryStore {
  struct Full: Error, Equatable {}

  private(set) var memory: Memory?
  private(set) var firings: [Firing] = []
  private(set) var commits = 0
  private let failing: Int?

  /// Whether commits wait for ``open()``
  private var isShut: Bool
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// - Parameter failing: the number of the commit that fails, from 1.
  init(memory: Memory? = nil, failing: Int? = nil, isShut: Bool = false) {
    self.memory = memory
    self.failing = failing
    self.isShut = isShut
  }

  func load() -> Memory? { memory }

  func commit(_ changes: Memory.Changes, of step: Step) async throws {
    if isShut {
      await withCheckedContinuation { continuation in
        waiting.append(continuation)
        for watcher in watchers { watcher.resume() }
        watchers = []
      }
    }
    try Task.checkCancellation()
    commits += 1
    if commits == failing { throw Full() }
    var changed = memory ?? Memory()
    changed.apply(changes)
    memory = changed
    firings += step.firings
  }

  /// Waits until a commit waits
  func waitForCommit() async {
    guard waiting.isEmpty else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func open() {
    isShut = false
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// A reading of a temperature
func weather(_ degrees: Double, _ source: String = "weather") -> Arrival {
  .reading(Reading(source, ["temp": .celsius(degrees)]))
}
