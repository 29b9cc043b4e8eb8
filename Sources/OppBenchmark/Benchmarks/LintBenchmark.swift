internal import Foundation
internal import OppLint
internal import OppSemantics
internal import OppSyntax

/// Linting generated rule sets, whole and after an edit of one Opp
///
/// An edit puts one part before the condition of an Opp: `  when temp > 3C` → `  when battery > 2% and temp > 3C`. The
/// linter keeps its findings for the other Opps, so `edit: lint` hardly grows with the number of Opps.
struct LintBenchmark {
  let isQuick: Bool

  func run() {
    let report = Report(
      "Lint: generated Opps, medians of \(repetitions)",
      columns: [
        "Opps", "findings", "check", "lint", "an Opp", "growth", "edit: check", "edit: lint",
      ])
    var first: Double?
    for count in isQuick ? [1000] : [100, 1000, 10_000] {
      let share = measure(count, report, first)
      first = first ?? share
    }
  }

  /// The number of measurements, of which the median is printed
  private var repetitions: Int { isQuick ? 3 : 7 }

  /// Measures one size
  ///
  /// - Parameter first: the seconds an Opp of the smallest size, which growth is relative to.
  /// - Returns: the seconds an Opp.
  private func measure(_ count: Int, _ report: Report, _ first: Double?) -> Double {
    var rules = GeneratedRules(seed: 1)
    let text = rules.text(count: count)
    let (checking, analysis) = Stopwatch.median(of: repetitions) { check(text) }
    let (linting, outcome) = Stopwatch.median(of: repetitions) { Linter.run(LintSubject(analysis)) }
    if analysis.hasErrors { print("the generated rules have errors") }
    let (editedCheck, editedLint) = measureEdits(of: text, count)
    let share = linting / Double(count)
    report.row([
      Report.count(count), Report.count(outcome.findings.count), Report.time(checking),
      Report.time(linting), Report.time(share), Report.ratio(share / (first ?? share)),
      Report.time(editedCheck), Report.time(editedLint),
    ])
    return share
  }

  /// The times of checking and linting again after one Opp has got another part
  private func measureEdits(of text: String, _ count: Int) -> (check: Double, lint: Double) {
    // The first run fills the memory, and is not measured.
    let memory = LintMemory()
    _ = Linter.run(LintSubject(check(text), memory: memory))
    var checks: [Double] = []
    var lints: [Double] = []
    for edit in 1...repetitions {
      // The edits are spread evenly: of 1000 Opps and 7 edits, Opp 125, 250, … 875.
      let edited = Self.edited(text, opp: count / 2, edit)
      let (checking, analysis) = Stopwatch.median(of: 1) { check(edited) }
      let (linting, _) = Stopwatch.median(of: 1) {
        Linter.run(LintSubject(analysis, memory: memory))
      }
      checks.append(checking)
      lints.append(linting)
    }
    return (Stopwatch.median(checks), Stopwatch.median(lints))
  }

  /// The text with another part in the condition of an Opp
  private static func edited(_ text: String, opp: Int, _ edit: Int) -> String {
    guard let name = text.range(of: "opp \"Opp \(opp)\"\n"),
      let clause = text.range(of: "  when ", range: name.upperBound..<text.endIndex)
    else { return text }
    return text.replacingCharacters(in: clause, with: "  when battery > \(edit)% and ")
  }

  /// The check of a text as the only file of a rule set
  private func check(_ text: String) -> Analysis {
    RuleSet.analyze(files: [SourceFile(path: "rules.opp", text: text)])
  }
}
