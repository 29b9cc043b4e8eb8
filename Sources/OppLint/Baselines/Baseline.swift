internal import OppModel

/// Findings that were there when the linter was introduced, and are accepted until they are mended
///
/// An entry has no line: a finding is known by its rule, its Opp and the meaning of that Opp, so that moves, layout
/// and renames of `let`s keep it.
///
/// ```
/// the baseline    never-true   "Half-time"   4188e25f…   count 2
/// found now       one of these: known, and an entry of count 1 is gone
///                 three of these: two known, the third new
/// ```
package struct Baseline: Sendable {
  /// The findings of one rule in one declaration
  package struct Entry: Hashable, Sendable {
    /// The name of the rule
    package let rule: String

    /// Empty for a declaration that is no Opp
    package let opp: String

    /// 32 hexadecimal digits
    package let fingerprint: String

    /// The number of findings that are alike; at least 1
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
    /// The findings that the entries do not account for, in the given order
    package let new: [LintFinding]

    /// The findings that they account for
    package let known: [LintFinding]

    /// The entries of which fewer findings are there than they count, with how many are gone
    package let gone: [Entry]
  }

  /// By rule, Opp and fingerprint
  package let entries: [Entry]

  /// Sorts the entries, so that a file of them changes only if the findings do
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
    // Of findings that are alike the first are known: which of them was there before cannot be said.
    // The findings that each entry still accounts for.
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

  /// The identity of a finding; alike are those with the same one
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

    /// An entry of this identity
    func entry(count: Int) -> Entry {
      Entry(rule: rule, opp: opp, fingerprint: fingerprint, count: count)
    }
  }
}
