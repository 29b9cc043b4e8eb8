internal import Foundation

/// All measurements, one after another
struct Benchmark {
  enum Part: String {
    case processes
    case check
    case lint
    case replay
    case planner
    case live
    case editor
  }

  let isQuick: Bool

  /// The one to make; nil for all
  let only: Part?

  func run() {
    print("opp-benchmark on \(ProcessInfo.processInfo.activeProcessorCount) processors")
    #if DEBUG
      print("This is a debug build: its times say nothing. Use `swift run -c release`.")
    #endif
    // Processes go first: Linux counts what their parent had when it started them as theirs.
    if includes(.processes) { ProcessBenchmark(isQuick: isQuick, tool: ToolUnderTest()).run() }
    if includes(.editor) { EditorBenchmark(isQuick: isQuick, tool: ToolUnderTest()).run() }
    if includes(.check) { CheckBenchmark(isQuick: isQuick).run() }
    if includes(.lint) { LintBenchmark(isQuick: isQuick).run() }
    if includes(.replay) { ReplayBenchmark(isQuick: isQuick).run() }
    if includes(.planner) {
      PlannerBenchmark(isQuick: isQuick).run()
      StepBenchmark(isQuick: isQuick).run()
    }
    if includes(.live) { LiveBenchmark(isQuick: isQuick).run() }
  }

  private func includes(_ part: Part) -> Bool { only == nil || only == part }
}
