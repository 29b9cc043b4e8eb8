internal import Foundation
package import Testing

/// The limits of a test: how many run at once, and how long one may take
///
/// The library's `.timeLimit` counts from when a test is scheduled. All are scheduled at the beginning and wait for a
/// thread, so that it would report tests for the time they waited in line. Here the time begins with the body.
///
/// A test fails if its time of processor exceeds its limit, or if it takes three times its limit by the clock, because a
/// machine may be busy with other things. A test that does not end ends the whole run with its name, because a test that
/// blocks its thread can be stopped in no other way.
///
/// `OPP_TEST_TIMES=file` appends a line for each test: seconds, seconds of processor, name.
package struct TestLimits: SuiteTrait, TestTrait, TestScoping {
  /// The longest time of a test that passes
  package let limit: Duration

  /// The multiple of the limits under OPP_LONG_TESTS=1, where laws are tried at their full counts
  private static let factor =
    ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1" ? 120 : 1

  /// The multiple of its limit that a test may take by the clock
  private static let clockFactor = 3

  /// The multiple of its limit after which a test is taken to be stuck
  private static let stuckFactor = 5

  /// The tests that run at once: as many as there are threads for them, so that one that waits for a timer or a
  /// server never finds all threads blocked by others
  private static let line = WaitingLine(width: max(2, ProcessInfo.processInfo.activeProcessorCount))

  /// True within the body of a test, whose suite and function may both have limits
  @TaskLocal private static var isRunning = false

  package var isRecursive: Bool { true }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> TestLimits? {
    testCase == nil ? nil : self
  }

  @concurrent package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if Self.isRunning { return try await function() }
    let limits = test.traits.compactMap { ($0 as? TestLimits)?.limit }
    let limit = (limits.max() ?? limit) * Self.factor
    let isWaiting = test.traits.contains { $0 is WaitingTests }
    let line = isWaiting ? WaitingTests.line : Self.line
    await line.enter()
    defer { line.leave() }
    let executor = TestExecutor()
    try await withTaskExecutorPreference(executor) {
      try await Self.run(function, of: test, on: executor, within: limit)
    }
  }

  private static func run(
    _ function: @concurrent @Sendable () async throws -> Void, of test: Test,
    on executor: TestExecutor, within limit: Duration
  ) async throws {
    let start = ContinuousClock.now
    let number = Watchdog.shared.watch("\(test.id)", for: limit * stuckFactor)
    defer { Watchdog.shared.release(number) }
    try await $isRunning.withValue(true) { try await function() }
    let (duration, processorTime) = (ContinuousClock.now - start, executor.processorTime)
    Timesheet.shared?.add(duration, processorTime, "\(test.id)")
    // What a test computes is the same on all days.
    if processorTime > limit {
      Issue.record("This test took \(processorTime) of processor; its limit is \(limit)")
    } else if duration > limit * clockFactor {
      Issue.record("This test took \(duration); its limit is \(limit * clockFactor)")
    }
  }
}

extension Trait where Self == TestLimits {
  /// The limits of ordinary tests: one minute, which leaves room for a busy machine
  package static var limited: Self { limited(minutes: 1) }

  /// The limits of tests that have a reason to take longer
  package static func limited(minutes: Int) -> Self { TestLimits(limit: .seconds(60 * minutes)) }
}
