internal import Foundation

/// The whole of `opp eval`, beside a naive walk of trees over the same rules and readings
///
/// The tool reads rules and readings as files, checks the rules, evaluates, and prints a line a firing; the walk only evaluates,
/// in this process. Both times are of the processor. `first reading` is a run of the tool with that alone, and `further` the
/// ratio for all others.
struct ToolTable {
  /// The numbers of rules
  let sizes: [Int]
  let repetitions: Int

  /// The number of readings for a number of rules
  let readings: (Int) -> Int
  let tool: ToolUnderTest

  func run() {
    guard let path = tool.path else { return }
    let report = Report(
      "opp eval, the whole process: ns a rule and reading, medians of \(repetitions)",
      columns: [
        "rules", "readings", "tree", "opp eval", "ratio", "first reading", "further", "peak memory",
      ])
    for size in sizes { measure(size, readings(size), path, report) }
  }

  private func measure(_ size: Int, _ count: Int, _ path: String, _ report: Report) {
    let workload = SignalWorkload(seed: 1, rules: size)
    let readings = workload.independentReadings(count)
    guard let folder = TemporaryFolder() else { return report.row([Report.count(size), "failed"]) }
    defer { folder.remove() }
    var trees: [Double] = []
    var tools: [ChildProcess] = []
    var starts: [Double] = []
    for _ in 0..<repetitions {
      trees.append(Stopwatch.processor { EngineTable.countTrue(workload.rules, readings) }.0)
      tools.append(evaluate(workload, readings, folder, path))
      starts.append(evaluate(workload, [readings[0]], folder, path).processor)
    }
    let tree = Stopwatch.median(trees)
    let (own, start) = (Stopwatch.median(tools.map { $0.processor }), Stopwatch.median(starts))
    let cells = Double(size) * Double(count)
    report.row([
      Report.count(size), Report.count(count), Report.nanoseconds(tree / cells),
      Report.nanoseconds(own / cells), Report.decimal(own / tree), Report.time(start),
      Report.decimal((own - start) / tree),
      Report.memory(tools.map { $0.peakMemory }.max() ?? 0),
    ])
  }

  /// Runs the tool over rules and readings; ends the program if that fails
  private func evaluate(
    _ workload: SignalWorkload, _ readings: [SignalReading], _ folder: TemporaryFolder,
    _ path: String
  ) -> ChildProcess {
    guard let rules = folder.write(workload.text, to: "rules.opp"),
      folder.write(Self.table(readings), to: "data/signals.csv") != nil,
      let process = ChildProcess.run(path, ["eval", rules, "--data", folder.path + "/data"]),
      process.status == 0
    else { Report.fail("`opp eval` fails on \(Report.count(workload.rules.count)) rules") }
    return process
  }

  /// Readings as a file of a recording, one a second
  private static func table(_ readings: [SignalReading]) -> String {
    var lines = [(["time"] + SignalReading.fieldTypes.map { $0.name }).joined(separator: ",")]
    for (second, reading) in readings.enumerated() {
      let (minutes, seconds) = second.quotientAndRemainder(dividingBy: 60)
      let (days, minute) = minutes.quotientAndRemainder(dividingBy: 1440)
      let time = "2026-01-\(days < 9 ? "0" : "")\(days + 1)T\(SignalReading.time(minute)):"
      lines.append(
        ([time + (seconds < 10 ? "0" : "") + "\(seconds)Z"] + reading.cells).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
