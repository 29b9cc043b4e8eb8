package import OppModel

/// An answer of a person, as the store keeps it
///
/// `opp done "Chore due" --row dishes` at noon is `Chore due`, `["dishes"]`, done.
package struct StoredAnswer: Hashable, Sendable {
  /// Its place among all answers, from 1
  package let number: Int64
  package let at: Instant

  /// The name of the Opp
  package let opp: String

  /// The key of the row as JSON; empty for all rows
  package let row: String
  package let answer: Answer

  /// The end of a snooze; nil for any other answer
  package let until: Instant?

  /// The command or the notifier that it came by
  package let by: String

  package init(
    number: Int64, at: Instant, opp: String, row: String, answer: Answer, until: Instant?,
    by: String
  ) {
    self.number = number
    self.at = at
    self.opp = opp
    self.row = row
    self.answer = answer
    self.until = until
    self.by = by
  }

  /// `true` if it is to the row of a key, as the store has it
  package func concerns(row other: String) -> Bool { row.isEmpty || row == other }
}
