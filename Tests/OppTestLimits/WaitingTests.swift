internal import Foundation
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

/// Runs each job in a thread of its own, which may block
final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
