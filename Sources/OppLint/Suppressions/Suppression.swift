package import OppModel
package import OppSyntax

/// A comment that says which findings are known and accepted
///
/// ```
/// // opp:ignore redundant-part - the lower bound is for the reader
/// // opp:ignore past-date, clock-change until 2027-03-01 - an archive
/// // opp:ignore-file past-date - an archive
/// ```
package struct Suppression: Hashable, Sendable {
  /// A rule that it names, and where
  package struct Name: Hashable, Sendable {
    /// The name as it is written; it may be of no rule
    package let text: String
    package let range: SourceRange
  }

  /// The comment
  package let range: SourceRange

  /// The rules, in the order of the text; empty if it names none
  package let names: [Name]

  /// The words behind the dash; empty if there are none
  package let reason: String

  /// The last date on which it holds; nil for one without an end
  package let expiry: CivilDate?

  /// The words behind `until` if they are no date
  package let brokenExpiry: Name?

  /// The text in which findings begin that it covers
  package let covered: SourceRange

  /// `true` if the comment is alone on its line
  package let isAlone: Bool

  /// `true` if it has ended
  package func isExpired(on today: CivilDate?) -> Bool {
    guard let today, let expiry else { return false }
    return expiry.days < today.days
  }

  /// `true` if it may accept a finding at a range: the finding begins within the covered range
  ///
  /// A comment behind the first line of a condition of three covers findings that begin on that line.
  package func covers(_ range: SourceRange) -> Bool {
    covered.file == range.file && covered.start <= range.start && range.start < covered.end
  }
}
