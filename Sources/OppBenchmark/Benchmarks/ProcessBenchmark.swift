internal import Foundation

/// Commands from process start to process end
///
/// ```
/// Whole processes, medians of 20
///                                            time  peak memory
/// opp --version                              … ms         … MB
/// ```
///
/// The memory is the largest of the repetitions, the time their median.
struct ProcessBenchmark {
  let isQuick: Bool
  let tool: ToolUnderTest

  func run() {
    guard let path = tool.path else { return }
    let count = isQuick ? 10 : 20
    let report = Report(
      "Whole processes, medians of \(count)", columns: ["", "time", "peak memory"])
    measure(["--version"], "opp --version", path, count, report)
    measure(
      ["eval", "-e", "sunset", "--at", "2026-06-21T12:00"],
      "opp eval -e sunset --at …", path, count, report)
    measure(
      ["eval", "--zone", "Europe/Oslo", "-e", "today + 1w", "--at", "2026-06-21T12:00"],
      "opp eval -e 'today + 1w' --at …", path, count, report)
    measureFiles(path, report)
    guard let root = Repository.root else { return }
    measure(
      ["eval", root + "/examples/opportunity"], "opp eval examples/opportunity", path,
      isQuick ? 1 : 5, report)
  }

  /// `check` and `fmt` of a generated file
  private func measureFiles(_ path: String, _ report: Report) {
    let file = NSTemporaryDirectory() + "/opp-benchmark-\(getpid()).opp"
    defer { unlink(file) }
    var rules = GeneratedRules(seed: 1)
    let text = rules.text(count: 10_000)
    guard (try? text.write(toFile: file, atomically: true, encoding: .utf8)) != nil else { return }
    measure(["check", file], "opp check, 10,000 Opps", path, isQuick ? 3 : 7, report)
    measure(["fmt", file], "opp fmt, 10,000 Opps", path, isQuick ? 3 : 7, report)
  }

  /// Runs a command several times, and prints its row; `failed` if one exit code is not 0
  private func measure(
    _ arguments: [String], _ name: String, _ path: String, _ count: Int, _ report: Report
  ) {
    var times: [Double] = []
    var memory = 0.0
    for _ in 0..<count {
      guard let process = ChildProcess.run(path, arguments), process.status == 0 else {
        report.row([name, "failed"])
        return
      }
      times.append(process.seconds)
      memory = max(memory, process.peakMemory)
    }
    report.row([name, Report.time(Stopwatch.median(times)), Report.memory(memory)])
  }
}
