package import OppAnalysis
package import OppModel
package import OppSyntax

/// Checks a rule set with the rules that its settings switch on
///
/// ```
/// rule.check → Findings → severity by the settings → comments → LintReport → baseline (by the caller)
/// ```
package enum Linter {
  /// The findings, in the order of the files and of the text
  ///
  /// Findings in the prelude and in declarations with errors are left out.
  package static func run(
    _ subject: LintSubject, rules: [LintRule] = LintCatalogue.rules
  ) -> LintReport {
    var run = LintRunner(subject, rules: rules)
    while run.step() {}
    return run.report
  }

  /// Findings in the order of their places, each once
  static func sorted(_ findings: [LintFinding]) -> [LintFinding] {
    var seen: Set<Diagnostic> = []
    let unique = findings.filter { seen.insert($0.diagnostic).inserted }
    return unique.enumerated().sorted {
      ($0.element.diagnostic.range, $0.offset) < ($1.element.diagnostic.range, $1.offset)
    }.map { $0.element }
  }
}

/// The findings of the linter in a rule set
package struct LintReport: Sendable {
  /// The findings that no comment accepts, in the order of the files and of the text
  package let findings: [LintFinding]

  /// The findings that comments accept
  package let suppressed: [SuppressedFinding]
}

/// A diagnostic of a rule, and the Opp it is about
package struct LintFinding: Sendable {
  /// The message with its place, its fix and its severity
  package let diagnostic: Diagnostic

  /// The rule that found it
  package let rule: LintRule

  /// The name of the Opp; nil for a finding in another declaration
  package let opp: String?

  /// The meaning of the declaration it is in: the same after moves, layout and renames of `let`s
  package let fingerprint: Fingerprint

  /// A second that shows it, which the engine has confirmed; nil for most rules
  package let witness: Witness?
}

extension LintSubject {
  /// The findings of a rule that the settings show, with their severities
  ///
  /// Findings in the prelude and at errors are dropped here, so that rules need not look.
  func reported(_ findings: Findings, of rule: LintRule) -> [LintFinding] {
    findings.diagnostics.compactMap { diagnostic in
      guard isLinted(diagnostic.range),
        let severity = settings.severity(
          of: rule, given: diagnostic.severity, file: diagnostic.range.file)
      else { return nil }
      return finding(
        diagnostic.with(severity), of: rule, witness: findings.witnesses[diagnostic])
    }
  }

  /// A finding with the Opp around it
  private func finding(
    _ diagnostic: Diagnostic, of rule: LintRule, witness: Witness?
  ) -> LintFinding {
    let opp = opp(around: diagnostic.range)
    // The identity: the rule with the meaning of the Opp, or with the words of another declaration.
    var hasher = FingerprintHasher()
    hasher.add(rule.name)
    if let opp {
      hasher.add(meaning(of: opp))
    } else {
      hasher.add(wording(around: diagnostic.range))
    }
    return LintFinding(
      diagnostic: diagnostic, rule: rule, opp: opp?.rule.name, fingerprint: hasher.fingerprint,
      witness: witness)
  }
}
