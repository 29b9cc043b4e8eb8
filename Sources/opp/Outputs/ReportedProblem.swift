internal import OppLint
internal import OppSyntax

/// A problem as `check` and `lint` print it: of the compiler, or a finding of the linter
struct ReportedProblem {
  let diagnostic: Diagnostic

  /// Nil for a problem of the compiler
  let finding: LintFinding?

  /// The comment that accepts it
  let suppression: Suppression?

  init(
    _ diagnostic: Diagnostic, finding: LintFinding? = nil, suppression: Suppression? = nil
  ) {
    self.diagnostic = diagnostic
    self.finding = finding
    self.suppression = suppression
  }

  init(_ finding: LintFinding, suppression: Suppression? = nil) {
    self.init(finding.diagnostic, finding: finding, suppression: suppression)
  }
}
