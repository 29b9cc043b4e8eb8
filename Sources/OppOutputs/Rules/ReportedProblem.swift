package import OppLint
package import OppSyntax

/// A problem as `check` and `lint` print it: of the compiler, or a finding of the linter
package struct ReportedProblem {
  /// The message with its place
  package let diagnostic: Diagnostic

  /// Nil for a problem of the compiler
  package let finding: LintFinding?

  /// The comment that accepts it
  package let suppression: Suppression?

  package init(
    _ diagnostic: Diagnostic, finding: LintFinding? = nil, suppression: Suppression? = nil
  ) {
    self.diagnostic = diagnostic
    self.finding = finding
    self.suppression = suppression
  }

  package init(_ finding: LintFinding, suppression: Suppression? = nil) {
    self.init(finding.diagnostic, finding: finding, suppression: suppression)
  }
}
