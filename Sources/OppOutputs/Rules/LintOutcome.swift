package import OppLint
package import OppSemantics
package import OppSyntax

/// The findings of a run of the linter, after comments and the baseline
package struct LintOutcome {
  /// The problems that are shown, in the order of the text
  package let problems: [ReportedProblem]
  package let suppressed: [SuppressedFinding]

  /// The findings that the baseline knows
  package let known: [LintFinding]

  /// The entries of the baseline that no longer apply
  package let gone: [Baseline.Entry]
  package let fixed: Int

  /// All findings that no comment accepts
  package var allFindings: [LintFinding] { known + problems.compactMap { $0.finding } }

  package init(of report: LintReport, _ analysis: Analysis, baseline: Baseline, fixed: Int) {
    let comparison = baseline.compare(report.findings)
    let all =
      analysis.diagnostics.map { ReportedProblem($0) }
      + comparison.new.map { ReportedProblem($0) }
    problems = all.enumerated().sorted {
      ($0.element.diagnostic.range, $0.offset) < ($1.element.diagnostic.range, $1.offset)
    }.map { $0.element }
    suppressed = report.suppressed
    known = comparison.known
    gone = comparison.gone
    self.fixed = fixed
  }

  package var errors: Int { count(.error) }
  package var warnings: Int { count(.warning) }

  package func count(_ severity: Diagnostic.Severity) -> Int {
    problems.count { $0.diagnostic.severity == severity }
  }

  package func fixable(_ applicability: Fix.Applicability) -> Int {
    problems.count { $0.diagnostic.fix?.applicability == applicability }
  }
}
