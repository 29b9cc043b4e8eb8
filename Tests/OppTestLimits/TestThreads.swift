internal import Dispatch
internal import Foundation
internal import Synchronization

/// The threads of tests, which may block: a job finds one that is free, or gets a new one
///
/// The pool of the runtime has as many threads as there are processors. Were tests to run on it, a task of a daemon that
/// is tested would wait for seconds until a test that computes leaves a thread.
final class TestThreads: TaskExecutor {
  static let shared = TestThreads()

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
