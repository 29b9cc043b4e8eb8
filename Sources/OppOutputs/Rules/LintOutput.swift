internal import OppJSON
internal import OppLint
package import OppModel
package import OppSemantics
package import OppSyntax

/// Prints the findings of a run of the linter, in the manner that `--format` names
///
/// ```
/// text       frames with fixes, then: 2 problems (2 warnings) in 8 Opps of 1 file; 1 can be fixed with --fix
/// concise    t/a.opp:3:33: warning[never-true] this condition is never true, so "Never" never fires
/// json       an object a problem, then {"type":"summary","errors":0,"warnings":2,…}
/// sarif      one log, for code scanning        github     annotations        junit      a report of tests
/// ```
package struct LintOutput {
  package let analysis: Analysis

  /// The files of the rule set, without the prelude
  package let ruleFiles: [SourceFile]

  /// The zone in which examples of proofs are shown
  package let zone: Zone

  /// The findings to print
  package let outcome: LintOutcome
  package let console: Console

  /// Adds the fixes that the compiler's advice gives, for programs
  package let withAdvisedFixes: ([Diagnostic]) -> [Diagnostic]

  package init(
    analysis: Analysis, ruleFiles: [SourceFile], zone: Zone, outcome: LintOutcome,
    console: Console, withAdvisedFixes: @escaping ([Diagnostic]) -> [Diagnostic]
  ) {
    self.analysis = analysis
    self.ruleFiles = ruleFiles
    self.zone = zone
    self.outcome = outcome
    self.console = console
    self.withAdvisedFixes = withAdvisedFixes
  }

  /// The files that ranges point into, the prelude among them
  private var files: [SourceFile] { analysis.files }

  /// - Parameters:
  ///   - format: `text`, `concise`, `json`, `sarif`, `github` or `junit`.
  ///   - showsSuppressed: whether findings that comments accept are printed, too; SARIF always has them.
  package func show(format: String, showsSuppressed: Bool) {
    // SARIF has a form for findings that are accepted, so they are always in it.
    let accepted =
      showsSuppressed || format == "sarif"
      ? outcome.suppressed.map { ReportedProblem($0.finding, suppression: $0.suppression) } : []
    let problems = accepted.isEmpty ? outcome.problems : sorted(outcome.problems + accepted)
    let words = WitnessText(
      graph: analysis.graph, zone: zone)
    let output = DiagnosticOutput(files: files, words: words)
    switch format {
    case "json":
      for problem in advised(problems) { console.line(output.json(problem)) }
      for entry in outcome.gone { console.line(gone(entry)) }
      console.line(summary)
    case "concise": for problem in problems { console.line(concise(problem.diagnostic)) }
    case "github": output.github(problems.map { $0.diagnostic }).forEach { console.line($0) }
    case "sarif":
      console.line(SARIFOutput(files: files, category: "opp-lint").log(advised(problems)))
    case "junit":
      let report = JUnitOutput(
        files: ruleFiles, renderer: DiagnosticRenderer(files: files))
      console.lines(report.report(problems.map { $0.diagnostic }))
    default: showText(problems)
    }
  }

  /// The problems with the fixes that the compiler's advice gives
  private func advised(_ problems: [ReportedProblem]) -> [ReportedProblem] {
    let compiler = withAdvisedFixes(
      problems.filter { $0.finding == nil }.map { $0.diagnostic })
    var rest = compiler[...]
    return problems.map { problem in
      guard problem.finding == nil, let advised = rest.popFirst() else { return problem }
      return ReportedProblem(advised, suppression: problem.suppression)
    }
  }

  /// In the order of the text; of one place in the given order
  private func sorted(_ problems: [ReportedProblem]) -> [ReportedProblem] {
    problems.enumerated().sorted {
      ($0.element.diagnostic.range, $0.offset) < ($1.element.diagnostic.range, $1.offset)
    }.map { $0.element }
  }

  /// `rules.opp:4:24: warning[never-true] this condition is never true, …`
  private func concise(_ diagnostic: Diagnostic) -> String {
    guard let file = DiagnosticOutput(files: files).file(of: diagnostic.range) else {
      return diagnostic.headline
    }
    let start = file.position(at: diagnostic.range.start)
    return
      "\(file.path):\(start.line):\(start.column): \(diagnostic.severity.name)[\(diagnostic.code)] \(diagnostic.headline)"
  }

  // MARK: JSON Lines

  /// `{"type":"summary","errors":0,"warnings":2,"style":0,"notes":0,"fixed":0,"suppressed":0,"known":0}`
  private var summary: String {
    JSONText.object { json in
      json.member("type", string: "summary")
      json.member("errors", raw: "\(outcome.errors)")
      json.member("warnings", raw: "\(outcome.warnings)")
      json.member("style", raw: "\(outcome.count(.style))")
      json.member("notes", raw: "\(outcome.count(.note))")
      json.member("fixed", raw: "\(outcome.fixed)")
      json.member("suppressed", raw: "\(outcome.suppressed.count)")
      json.member("known", raw: "\(outcome.known.count)")
    }
  }

  /// A note on an entry of the baseline that no longer applies
  private func gone(_ entry: Baseline.Entry) -> String {
    JSONText.object { json in
      json.member("type", string: "diagnostic")
      json.member("code", string: "baseline-entry-gone")
      json.member("severity", string: "note")
      json.member("message", string: words(of: entry))
      json.member("opp", string: entry.opp)
      json.member("fingerprint", string: entry.fingerprint)
    }
  }

  /// The words for an entry that was found less often than it is known; `a declaration` if it is of no Opp
  private func words(of entry: Baseline.Entry) -> String {
    let place = entry.opp.isEmpty ? "a declaration" : "\"\(entry.opp)\""
    return
      "the baseline knows `\(entry.rule)` in \(place) \(entry.count) times more than it is found"
  }

  // MARK: Text

  /// Frames, entries of the baseline that are gone, and the counts
  private func showText(_ problems: [ReportedProblem]) {
    let renderer = DiagnosticRenderer(
      files: files, usesColour: console.colours, showsFixes: true)
    for problem in problems {
      console.lines(renderer.render(problem.diagnostic) + "\n")
      if let suppression = problem.suppression {
        console.line("  accepted by a comment: \(suppression.reason)")
      }
    }
    for entry in outcome.gone {
      console.line("note: \(words(of: entry)) (baseline-entry-gone)")
    }
    console.line(counts)
  }

  /// The last line: the number of findings, of fixes, and of findings that are not shown
  private var counts: String {
    let count = outcome.problems.count
    let kinds = Diagnostic.Severity.allCases.compactMap { severity -> String? in
      let count = outcome.count(severity)
      return count == 0 ? nil : Self.counted(count, severity)
    }
    let found =
      count == 0
      ? console.styled("no problems", .good)
      : "\(Self.counted(count, "problem")) (\(kinds.joined(separator: ", ")))"
    let opps = Self.counted(analysis.graph.rules.count, "Opp")
    let files = Self.counted(ruleFiles.count, "file")
    return ([("\(found) in \(opps) of \(files)")] + asides).joined(separator: "; ")
  }

  /// The clauses behind the count: fixed, fixable, accepted, known; each only if there are some
  private var asides: [String] {
    var words: [String] = []
    if outcome.fixed > 0 { words.append("\(outcome.fixed) fixed") }
    let (safe, unsafe) = (outcome.fixable(.safe), outcome.fixable(.unsafe))
    if safe > 0 { words.append("\(safe) can be fixed with --fix") }
    if unsafe > 0 {
      words.append("\(unsafe) \(safe > 0 ? "more" : "can be fixed") with --unsafe-fixes")
    }
    if !outcome.suppressed.isEmpty {
      words.append("\(outcome.suppressed.count) accepted by comments")
    }
    if !outcome.known.isEmpty { words.append("\(outcome.known.count) known to the baseline") }
    return words
  }

  /// `1 problem`, `2 problems`
  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// `2 warnings`, but `2 of style`
  private static func counted(_ count: Int, _ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error, .warning, .note: counted(count, severity.name)
    case .style: "\(count) of style"
    }
  }
}
