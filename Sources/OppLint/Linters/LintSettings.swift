package import OppModel
package import OppSyntax

/// Which rules are checked, how grave they are, and the numbers they read
package struct LintSettings: Sendable {
  /// A severity, or none at all
  package enum Level: Hashable, Sendable {
    case off
    case severity(Diagnostic.Severity)
  }

  /// By the name of a rule or a category, or `preview`; that of a rule wins
  package var levels: [String: Level] = [:]

  /// By `RULE.NAME`
  package var options: [String: Double] = [:]

  /// The date for which rules speak of the past; nil where they should not
  package var today: CivilDate?

  /// The zone whose changes of the clock rules speak of; nil where they should not
  package var zone: Zone?

  package init() {}

  /// `true` if a rule is checked in some file
  package func mayRun(_ rule: LintRule) -> Bool {
    level(of: rule) != .off
  }

  /// The severity of a finding; nil where it is not reported
  package func severity(
    of rule: LintRule, given: Diagnostic.Severity, path: String
  ) -> Diagnostic.Severity? {
    switch level(of: rule) {
    case .off: nil
    case .severity(let severity): severity
    case nil: given
    }
  }

  /// The number of an option
  package func value(of option: LintOption, in rule: String) -> Double {
    options["\(rule).\(option.name)"] ?? option.standard
  }

  /// The level that holds for a rule; nil for the rule's own severity
  private func level(of rule: LintRule) -> Level? {
    if let level = levels[rule.name] { return level }
    if rule.isPreview {
      guard let preview = levels["preview"], preview != .off else { return .off }
    }
    if let level = levels[rule.category.name] { return level }
    return rule.isOnByDefault || rule.isPreview ? nil : .off
  }
}
