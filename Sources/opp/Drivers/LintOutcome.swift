internal import OppLint
internal import OppSemantics
internal import OppSyntax

/// The findings of a run of the linter, after comments and the baseline
struct LintOutcome {
  /// The problems that are shown, in the order of the text
  let problems: [ReportedProblem]
  let suppressed: [SuppressedFinding]

  /// The findings that the baseline knows
  let known: [LintFinding]

  /// The entries of the baseline that no longer apply
  let gone: [Baseline.Entry]
  let fixed: Int

  /// All findings that no comment accepts
  var allFindings: [LintFinding] { known + problems.compactMap(\.finding) }

  init(of run: LintRun, baseline: Baseline, fixed: Int) {
    let report = run.report()
    let comparison = baseline.compare(report.findings)
    let all =
      run.rules.analysis.diagnostics.map { ReportedProblem($0) }
      + comparison.new.map { ReportedProblem($0) }
    problems = all.enumerated().sorted {
      ($0.element.diagnostic.range, $0.offset) < ($1.element.diagnostic.range, $1.offset)
    }.map(\.element)
    suppressed = report.suppressed
    known = comparison.known
    gone = comparison.gone
    self.fixed = fixed
  }

  var errors: Int { count(.error) }
  var warnings: Int { count(.warning) }

  func count(_ severity: Diagnostic.Severity) -> Int {
    problems.count { $0.diagnostic.severity == severity }
  }

  func fixable(_ applicability: Fix.Applicability) -> Int {
    problems.count { $0.diagnostic.fix?.applicability == applicability }
  }
}
