package import OppModel
package import OppSyntax

/// Checks a rule set with the rules that its settings switch on
package enum Linter {
  /// The findings, in the order of the files and of the text
  ///
  /// Findings in the prelude and in declarations with errors are left out.
  package static func run(
    _ subject: LintSubject, rules: [LintRule] = LintCatalogue.rules
  ) -> [LintFinding] {
    var found: [LintFinding] = []
    for rule in rules where subject.settings.mayRun(rule) {
      var findings = Findings(of: rule)
      rule.check(subject, &findings)
      for diagnostic in findings.diagnostics {
        guard subject.isLinted(diagnostic.range),
          let severity = subject.settings.severity(
            of: rule, given: diagnostic.severity, path: subject.path(of: diagnostic.range))
        else { continue }
        found.append(subject.finding(diagnostic.with(severity), of: rule))
      }
    }
    return sorted(found)
  }

  /// Findings in the order of their places, each once
  private static func sorted(_ findings: [LintFinding]) -> [LintFinding] {
    var seen: Set<Diagnostic> = []
    let unique = findings.filter { seen.insert($0.diagnostic).inserted }
    return unique.enumerated().sorted {
      ($0.element.diagnostic.range, $0.offset) < ($1.element.diagnostic.range, $1.offset)
    }.map { $0.element }
  }
}

/// A diagnostic of a rule, and the Opp it is about
package struct LintFinding: Sendable {
  package let diagnostic: Diagnostic
  package let rule: LintRule

  /// The name of the Opp; nil for a finding in another declaration
  package let opp: String?

  /// The meaning of the declaration it is in: the same after moves, layout and renames of `let`s
  package let fingerprint: Fingerprint
}

extension LintSubject {
  /// A finding with the Opp around it
  fileprivate func finding(_ diagnostic: Diagnostic, of rule: LintRule) -> LintFinding {
    let opp = opp(around: diagnostic.range)
    var hasher = FingerprintHasher()
    hasher.add(rule.name)
    if let opp {
      hasher.add(meaning(of: opp))
    } else {
      hasher.add(wording(around: diagnostic.range))
    }
    return LintFinding(
      diagnostic: diagnostic, rule: rule, opp: opp?.rule.name, fingerprint: hasher.fingerprint)
  }
}
