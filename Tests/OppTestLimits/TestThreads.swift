internal import Dispatch
internal import Foundation
internal import Synchronization

/// The threads of tests, which may block: a job finds one that is free, or gets a new one
///
/// The pool of the runtime has as many threads as there are processors. Were tests to run on it, a task of a daemon that
/// is tested would wait for seconds until a test that computes leaves a thread.
final class TestThreads: Sendable {
  static let shared = TestThreads()

  private let state = Mutex(State())
  private let hasJobs = DispatchSemaphore(value: 0)

  private struct State {
    var jobs: [(job: UnownedJob, test: TestExecutor)] = []

    /// The threads that wait for a job
    var free = 0
  }

  func enqueue(_ job: UnownedJob, of test: TestExecutor) {
    let needsThread = state.withLock { state in
      state.jobs.append((job, test))
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
      let (job, test) = state.withLock { state in
        state.free -= 1
        return state.jobs.removeFirst()
      }
      test.run(job)
      state.withLock { $0.free += 1 }
    }
  }
}

/// The executor of one test, which adds up the time of processor of its jobs
///
/// A test that waits leaves its thread to others, so that the time of a thread is not that of a test.
final class TestExecutor: TaskExecutor {
  private let state = Mutex(State())

  private struct State {
    /// The time of the jobs that have ended
    var spent = Duration.zero

    /// The time of each thread at the start of the job that it runs
    var starts: [ObjectIdentifier: Duration] = [:]
  }

  func enqueue(_ job: consuming ExecutorJob) {
    TestThreads.shared.enqueue(UnownedJob(job), of: self)
  }

  func run(_ job: UnownedJob) {
    let (thread, start) = (Self.thread, Self.threadTime)
    state.withLock { $0.starts[thread] = start }
    job.runSynchronously(on: asUnownedTaskExecutor())
    let end = Self.threadTime
    state.withLock { state in
      state.starts[thread] = nil
      state.spent += end - start
    }
  }

  /// The time of processor so far, called in a job of the test
  var processorTime: Duration {
    let (thread, now) = (Self.thread, Self.threadTime)
    return state.withLock { $0.spent + ($0.starts[thread].map { now - $0 } ?? .zero) }
  }

  private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
