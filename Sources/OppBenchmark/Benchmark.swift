internal import Foundation

/// All measurements, one after another
struct Benchmark {
  /// A group of measurements, named as on the command line
  enum Part: String {
    /// Whole processes, from start to end: `opp check` of a large file, `opp eval` of an expression
    case processes
    /// Parsing, checking and formatting within this process
    case check
    /// The linter, on a whole rule set and after an edit
    case lint
    /// A year of recorded readings, replayed
    case replay
    /// The cost of the planner's policies, and the time of one round
    case planner
    /// A year of a session, with its requests
    case live
    /// `opp lsp`, driven through its pipes
    case editor
    /// The cost of rules: a comparison, an operator, a firing, a rule, a person
    case match
  }

  let selection: BenchmarkOptions.Selection

  /// Runs the measurements and prints their tables
  func run() {
    print("opp-benchmark on \(ProcessInfo.processInfo.activeProcessorCount) processors")
    #if DEBUG
      print("This is a debug build: its times say nothing. Use `swift run -c release`.")
    #endif
    let isQuick = selection.isQuick
    // Processes go first: Linux counts the memory that their parent had when it started them as theirs.
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
    if includes(.match) {
      MatchBenchmark(isQuick: isQuick, only: selection.table, rules: selection.rules).run()
    }
  }

  /// `true` if a group of measurements is to be made
  private func includes(_ part: Part) -> Bool {
    selection.part == nil || selection.part == part
  }
}
