/// A run of the linter rule by rule, so that a caller can do other things in between
///
/// A run that ends leaves its outcome in the memory of the subject, if there is one.
///
/// ```
/// step()  NeverTrue        findings: 1      true
/// step()  AlwaysTrue       findings: 0      true
/// …
/// step()                   the outcome is put together, and kept in the memory      false
/// ```
///
/// The language server makes steps between two requests, so that an editor never waits for the linter.
package struct LintRunner {
  /// The rule set and the settings
  private let subject: LintSubject

  /// All rules: a comment may name one that is not switched on
  private let rules: [LintRule]

  /// The rules that are switched on for some file
  private let active: [LintRule]

  /// The number of rules of ``active`` that have checked
  private var position = 0

  /// The findings so far, those that a memory knew included
  private var found: [LintFinding] = []

  /// The findings that follow from one declaration, for the memory
  private var local: [LintFinding] = []

  /// The outcome; nil while there is more to do
  private var finished: LintReport?

  package init(_ subject: LintSubject, rules: [LintRule] = LintCatalogue.rules) {
    self.subject = subject
    self.rules = rules
    active = rules.filter { subject.settings.mayRun($0) }
    // Findings in Opps that have not changed since the last run are taken over.
    for case .some(let entry) in subject.known { local += entry.findings ?? [] }
    found = local
  }

  /// The outcome; while rules are still to check, that of those that have
  package var report: LintReport { finished ?? judged(found) }

  /// Checks with one rule
  ///
  /// - Returns: `true` while there is more to do.
  package mutating func step() -> Bool {
    guard finished == nil else { return false }
    guard position < active.count else {
      finished = judged(found)
      subject.remember(local)
      (found, local) = ([], [])
      return false
    }
    let rule = active[position]
    position += 1
    // Those about comments come last: they look at the findings of all others.
    if rule.category == .suppressions { return true }
    var findings = Findings(of: rule)
    rule.check(subject, &findings)
    // A setting may hide a finding, or give it another severity.
    let reported = subject.reported(findings, of: rule)
    found += reported
    if rule.reach == .declaration { local += reported }
    return true
  }

  /// The findings that no comment accepts, and the findings about those comments
  private func judged(_ found: [LintFinding]) -> LintReport {
    var judge = SuppressionJudge(subject, rules: rules)
    var (open, suppressed) = judge.apply(to: Linter.sorted(found))
    // The judge has now seen which comments are used.
    for rule in active where rule.category == .suppressions {
      var findings = Findings(of: rule)
      judge.check(rule, &findings)
      open += subject.reported(findings, of: rule)
    }
    return LintReport(findings: Linter.sorted(open), suppressed: suppressed)
  }
}
