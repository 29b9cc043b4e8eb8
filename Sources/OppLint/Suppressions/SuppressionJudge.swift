internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// Applies suppressions to findings, and finds those that are wrong
///
/// ```
/// apply(to:)    each finding: the first comment around it that names its rule and has not ended accepts it
/// check(_:_:)   then: names that accepted nothing, names of no rule, comments without a reason, comments that ended
/// ```
///
/// In this order, since only afterwards it is known which names were used.
struct SuppressionJudge {
  /// The rule set and the settings
  private let subject: LintSubject

  /// All rules, also those that are switched off
  private let rules: [LintRule]

  /// The comments, in the order of the files and of the text
  private let suppressions: [Suppression]

  /// The names that covered a finding, by their place
  private var used: Set<SourceRange> = []

  init(_ subject: LintSubject, rules: [LintRule]) {
    self.subject = subject
    self.rules = rules
    suppressions = subject.suppressions
  }

  /// The findings that are not covered, and the covered ones, each with its comment
  mutating func apply(
    to findings: [LintFinding]
  ) -> (open: [LintFinding], suppressed: [SuppressedFinding]) {
    var open: [LintFinding] = []
    var suppressed: [SuppressedFinding] = []
    for finding in findings {
      if let suppression = cover(finding) {
        suppressed.append(SuppressedFinding(finding: finding, suppression: suppression))
      } else {
        open.append(finding)
      }
    }
    return (open, suppressed)
  }

  /// The comment that accepts a finding; `nil` if none does
  ///
  /// All comments that name the rule count as used, also one that has ended: its end is then reported.
  private mutating func cover(_ finding: LintFinding) -> Suppression? {
    var found: Suppression?
    for suppression in suppressions where suppression.covers(finding.diagnostic.range) {
      for name in suppression.names where name.text == finding.rule.name {
        used.insert(name.range)
        if !suppression.isExpired(on: subject.settings.today) { found = found ?? suppression }
      }
    }
    return found
  }

  // MARK: The rules about suppressions

  /// Adds the findings of one of the rules about suppressions
  func check(_ rule: LintRule, _ findings: inout Findings) {
    for suppression in suppressions {
      if rule.name == UnusedSuppression.rule.name { reportUnused(suppression, &findings) }
      if rule.name == UnknownRuleInSuppression.rule.name { reportUnknown(suppression, &findings) }
      if rule.name == SuppressionWithoutReason.rule.name { reportReason(suppression, &findings) }
      if rule.name == ExpiredSuppression.rule.name { reportExpiry(suppression, &findings) }
    }
  }

  /// Reports the names that accepted nothing; of rules that did not run nothing is known
  private func reportUnused(_ suppression: Suppression, _ findings: inout Findings) {
    if suppression.isExpired(on: subject.settings.today) { return }
    for (index, name) in suppression.names.enumerated() where !used.contains(name.range) {
      if let code = LintCatalogue.retired[name.text] {
        findings.report(
          name.range, "`\(name.text)` is no rule any more: what it found is the error `\(code)`",
          helps: [suppression.names.count == 1 ? "remove the comment" : "remove `\(name.text)`"],
          fix: removal(of: index, from: suppression))
        continue
      }
      // A finding about data is there only with a recording.
      guard let rule = rules.first(where: { $0.name == name.text }),
        subject.settings.runs(rule, inFile: name.range.file), rule.need != .recorded
      else { continue }
      findings.report(
        name.range, "`\(name.text)` finds nothing here",
        helps: [
          suppression.names.count == 1 ? "remove the comment" : "remove `\(name.text)`"
        ], fix: removal(of: index, from: suppression))
    }
  }

  /// Reports names of no rule, comments without a name, and ends that are no date
  private func reportUnknown(_ suppression: Suppression, _ findings: inout Findings) {
    let names = rules.map { $0.name }
    for name in suppression.names
    where !names.contains(name.text) && LintCatalogue.retired[name.text] == nil {
      let nearest = LintCatalogue.renamed[name.text] ?? nearestSpelling(of: name.text, in: names)
      findings.report(
        name.range, "`\(name.text)` is not a rule of `opp lint`",
        helps: [nearest.map { "did you mean `\($0)`?" } ?? "`opp explain` lists the rules"],
        fix: nearest.map { .replacing(name.range, with: $0, .unsafe) })
    }
    if suppression.names.isEmpty {
      findings.report(
        suppression.range, "this names no rule",
        helps: ["write `// opp:ignore RULE - REASON`; there is no form for all rules"])
    }
    if let broken = suppression.brokenExpiry {
      findings.report(
        broken.range, "`\(broken.text)` is not a date", helps: ["write for example `2027-03-01`"])
    }
  }

  /// Reports comments that do not say why; an error if they accept a finding of security
  private func reportReason(_ suppression: Suppression, _ findings: inout Findings) {
    guard suppression.reason.isEmpty, !suppression.names.isEmpty else { return }
    let isOfSecurity = suppression.names.contains { name in
      rules.contains { $0.name == name.text && $0.category == .security }
    }
    findings.report(
      suppression.range, "this does not say why",
      helps: ["write the reason after a dash: `\(subject.text(suppression.range)) - …`"],
      severity: isOfSecurity ? .error : nil)
  }

  /// Reports comments whose last day is past
  private func reportExpiry(_ suppression: Suppression, _ findings: inout Findings) {
    guard suppression.isExpired(on: subject.settings.today), let expiry = suppression.expiry else {
      return
    }
    findings.report(
      suppression.range, "this ended on \(expiry.iso8601)",
      helps: ["remove the comment, or give it a later date"],
      fix: .removing(subject.wholeComment(suppression), .safe))
  }

  /// A fix that takes one name out of a comment, or the comment with its last name
  ///
  /// ```
  /// // opp:ignore a, b - why      without a: `// opp:ignore b - why`      without b: `// opp:ignore a - why`
  /// ```
  private func removal(of index: Int, from suppression: Suppression) -> Fix {
    guard suppression.names.count > 1 else {
      return .removing(subject.wholeComment(suppression), .safe)
    }
    let names = suppression.names
    let range =
      index == 0
      ? SourceRange(
        file: suppression.range.file, start: names[0].range.start, end: names[1].range.start)
      : SourceRange(
        file: suppression.range.file, start: names[index - 1].range.end,
        end: names[index].range.end)
    return .removing(range, .safe)
  }
}

/// A finding that a comment accepts
package struct SuppressedFinding: Sendable {
  package let finding: LintFinding
  package let suppression: Suppression
}

extension LintSubject {
  /// A comment with the space before it, or the whole line of one that is alone
  fileprivate func wholeComment(_ suppression: Suppression) -> SourceRange {
    let range = suppression.range
    let file = analysis.files[Int(range.file)]
    let index = file.lineIndex(at: range.start)
    let line = file.lineRange(at: index)
    if suppression.isAlone {
      let next =
        index + 1 < file.lineCount ? file.lineRange(at: index + 1).lowerBound : line.upperBound
      return SourceRange(
        file: range.file, start: Int32(clamping: line.lowerBound), end: Int32(clamping: next))
    }
    var start = Int(range.start)
    while start > line.lowerBound, file.bytes[start - 1] == 0x20 || file.bytes[start - 1] == 0x09 {
      start -= 1
    }
    return SourceRange(file: range.file, start: Int32(clamping: start), end: range.end)
  }
}
