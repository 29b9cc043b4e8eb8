package import OppAnalysis
package import OppSyntax

/// The findings of one rule, while it checks
///
/// A rule gets it, reports into it, and knows nothing of settings, comments or baselines: those come later.
package struct Findings {
  /// The rule, whose name and severity its findings have
  private let rule: LintRule

  /// In the order of reporting
  private(set) var diagnostics: [Diagnostic] = []

  /// The examples of proofs, for the findings that have one
  private(set) var witnesses: [Diagnostic: Witness] = [:]

  init(of rule: LintRule) {
    self.rule = rule
  }

  /// Adds a finding
  ///
  /// - Parameters:
  ///   - range: the least text that is wrong; it is underlined.
  ///   - headline: one line, lower case, no full stop, the user's text in backticks.
  ///   - severity: if it differs from that of the rule.
  ///   - witness: a second that shows it, which the engine has confirmed.
  package mutating func report(
    _ range: SourceRange, _ headline: String, labels: [Diagnostic.Label] = [],
    helps: [String] = [], notes: [String] = [], fix: Fix? = nil,
    severity: Diagnostic.Severity? = nil, witness: Witness? = nil
  ) {
    var diagnostic = Diagnostic(
      code: rule.name, severity: severity ?? rule.severity, range: range, headline: headline)
    diagnostic.labels = labels
    diagnostic.helps = helps
    diagnostic.notes = notes
    diagnostic.fix = fix
    diagnostics.append(diagnostic)
    if let witness { witnesses[diagnostic] = witness }
  }
}
