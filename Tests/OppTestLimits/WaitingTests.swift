internal import Dispatch
internal import Foundation
internal import Synchronization
package import Testing

/// The tests of a suite that waits for processes, servers or a clock more than it computes
///
/// They have a line of their own and threads of their own, so that the threads of the others, as many as there are
/// processors, always have work.
package struct WaitingTests: SuiteTrait, TestTrait {
  /// The waiting tests that run at once
  static let line = WaitingLine(width: 4)

  package var isRecursive: Bool { true }
}

extension Trait where Self == WaitingTests {
  /// The test waits more than it computes
  package static var waiting: Self { WaitingTests() }
}

/// Threads that may block: a job finds one that is free, or gets a new one
final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let state = Mutex(State())
  private let hasJobs = DispatchSemaphore(value: 0)

  private struct State {
    var jobs: [UnownedJob] = []

    /// The threads that wait for a job
    var free = 0
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.free < state.jobs.count else { return false }
      state.free += 1
      return true
    }
    if needsThread { Thread.detachNewThread { [self] in work() } }
    hasJobs.signal()
  }

  private func work() {
    while true {
      hasJobs.wait()
      let job = state.withLock { state in
        state.free -= 1
        return state.jobs.removeFirst()
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { $0.free += 1 }
    }
  }
}
