internal import Foundation
internal import OppFormat
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// Parsing, checking and formatting generated rule sets
///
/// One file of 100, 1000 and 10,000 Opps, in memory: no file is read. Formatting parses the file
/// and, to check itself, its result.
struct CheckBenchmark {
  let isQuick: Bool

  func run() {
    let report = Report(
      "Rules: generated Opps, medians of \(isQuick ? 3 : 7)",
      columns: ["Opps", "lines", "nodes", "parse", "parse+check", "format"])
    for count in isQuick ? [10_000] : [100, 1000, 10_000] { measure(count, report) }
  }

  /// Measures one size, and prints its row
  private func measure(_ count: Int, _ report: Report) {
    // The same seed for every size: the smaller sets are the beginnings of the larger ones.
    var rules = GeneratedRules(seed: 1)
    let text = rules.text(count: count)
    let file = SourceFile(path: "rules.opp", text: text)
    let repetitions = isQuick ? 3 : 7
    let (parsing, _) = Stopwatch.median(of: repetitions) { Parser.parse(file) }
    let (checking, analysis) = Stopwatch.median(of: repetitions) {
      RuleSet.analyze(files: [file])
    }
    let (formatting, _) = Stopwatch.median(of: repetitions) { Formatter.format(file) }
    if analysis.hasErrors { print("the generated rules have errors") }
    report.row([
      Report.count(count), Report.count(text.utf8.count { $0 == UInt8(ascii: "\n") }),
      Report.count(analysis.graph.nodes.count), Report.time(parsing), Report.time(checking),
      Report.time(formatting),
    ])
  }
}
