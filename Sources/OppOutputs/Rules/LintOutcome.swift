package import OppLint
package import OppSemantics
package import OppSyntax

/// The findings of a run of the linter, after comments and the baseline
///
/// ```
/// report.findings ──→ baseline knows it?  yes: known     no: problems, among those of the compiler
/// report.suppressed ─────────────────────→ suppressed
/// entries that nothing matched ──────────→ gone
/// ```
package struct LintOutcome {
  /// The problems that are shown, in the order of the text
  package let problems: [ReportedProblem]

  /// The findings that comments accept, each with its comment
  package let suppressed: [SuppressedFinding]

  /// The findings that the baseline knows
  package let known: [LintFinding]

  /// The entries of the baseline that no longer apply
  package let gone: [Baseline.Entry]

  /// The number of findings that `--fix` mended before this run
  package let fixed: Int

  /// All findings that no comment accepts
  package var allFindings: [LintFinding] { known + problems.compactMap { $0.finding } }

  package init(of report: LintReport, _ analysis: Analysis, baseline: Baseline, fixed: Int) {
    let comparison = baseline.compare(report.findings)
    let all =
      // The compiler's first if both are of one place.
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

  /// The errors shown, of the compiler and of rules
  package var errors: Int { count(.error) }
  package var warnings: Int { count(.warning) }

  /// The problems shown of a severity
  package func count(_ severity: Diagnostic.Severity) -> Int {
    problems.count { $0.diagnostic.severity == severity }
  }

  /// The problems shown that have a fix of a kind
  package func fixable(_ applicability: Fix.Applicability) -> Int {
    problems.count { $0.diagnostic.fix?.applicability == applicability }
  }
}
