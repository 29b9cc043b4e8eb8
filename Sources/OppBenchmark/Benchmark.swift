internal import Foundation

/// All measurements, one after another
struct Benchmark {
  let isQuick: Bool

  func run() {
    print("opp-benchmark on \(ProcessInfo.processInfo.activeProcessorCount) processors")
    #if DEBUG
      print("This is a debug build: its times say nothing. Use `swift run -c release`.")
    #endif
    // Processes go first: Linux counts what their parent had when it started them as theirs.
    ProcessBenchmark(isQuick: isQuick, tool: ToolUnderTest()).run()
    CheckBenchmark(isQuick: isQuick).run()
    ReplayBenchmark(isQuick: isQuick).run()
  }
}
