internal import OppModel

/// Findings that were there when the linter came, and are let be until they are mended
///
/// An entry has no line: a finding is known by its rule, its Opp and the meaning of that Opp, so that moves, layout
/// and renames of `let`s keep it.
package struct Baseline: Sendable {
  /// The findings of one rule in one declaration
  package struct Entry: Hashable, Sendable {
    package let rule: String

    /// Empty for a declaration that is no Opp
    package let opp: String

    /// 32 hexadecimal digits
    package let fingerprint: String
    package let count: Int

    package init(rule: String, opp: String, fingerprint: String, count: Int) {
      self.rule = rule
      self.opp = opp
      self.fingerprint = fingerprint
      self.count = count
    }
  }

  /// Findings less those that are known
  package struct Comparison: Sendable {
    package let new: [LintFinding]
    package let known: [LintFinding]

    /// The entries of which fewer findings are there than they count, with how many are gone
    package let gone: [Entry]
  }

  /// By rule, Opp and fingerprint
  package let entries: [Entry]

  package init(entries: [Entry]) {
    self.entries = entries.sorted {
      ($0.rule, $0.opp, $0.fingerprint) < ($1.rule, $1.opp, $1.fingerprint)
    }
  }

  /// The baseline that knows all of some findings
  package init(of findings: [LintFinding]) {
    var counts: [Key: Int] = [:]
    for finding in findings { counts[Key(finding), default: 0] += 1 }
    self.init(entries: counts.map { $0.key.entry(count: $0.value) })
  }

  /// Separates findings that are known from those that are new
  package func compare(_ findings: [LintFinding]) -> Comparison {
    var left: [Key: Int] = [:]
    for entry in entries { left[Key(entry), default: 0] += entry.count }
    var new: [LintFinding] = []
    var known: [LintFinding] = []
    for finding in findings {
      if let count = left[Key(finding)], count > 0 {
        left[Key(finding)] = count - 1
        known.append(finding)
      } else {
        new.append(finding)
      }
    }
    let gone = Baseline(
      entries: left.filter { $0.value > 0 }.map { $0.key.entry(count: $0.value) })
    return Comparison(new: new, known: known, gone: gone.entries)
  }

  private struct Key: Hashable {
    let rule: String
    let opp: String
    let fingerprint: String

    init(_ finding: LintFinding) {
      rule = finding.rule.name
      opp = finding.opp ?? ""
      fingerprint = finding.fingerprint.text
    }

    init(_ entry: Entry) {
      rule = entry.rule
      opp = entry.opp
      fingerprint = entry.fingerprint
    }

    func entry(count: Int) -> Entry {
      Entry(rule: rule, opp: opp, fingerprint: fingerprint, count: count)
    }
  }
}
