package import OppModel

/// How an Opp stands by what people said of it
package struct Standing: Hashable, Sendable {
  /// The name of the Opp
  package let opp: String

  /// What was said last about enabling it; nil where nobody said anything, and the rules count
  package var choice: Choice?

  /// By row, in the order of the rows; the row is empty for all of the Opp
  package var snoozes: [Snooze] = []

  package init(opp: String, choice: Choice? = nil, snoozes: [Snooze] = []) {
    self.opp = opp
    self.choice = choice
    self.snoozes = snoozes
  }

  package struct Choice: Hashable, Sendable {
    package let isEnabled: Bool

    /// Who said so, such as `opp disable` or the name of a notifier
    package let by: String
    package let at: Instant

    package init(isEnabled: Bool, by: String, at: Instant) {
      self.isEnabled = isEnabled
      self.by = by
      self.at = at
    }
  }

  package struct Snooze: Hashable, Sendable {
    /// The key of the row; empty for all of the Opp
    package let row: String

    /// The first second at which it is no longer snoozed
    package let until: Instant
    package let by: String
    package let at: Instant

    /// Whether the row is done, so that it is left alone for good
    package var isDone: Bool { by == Self.done }

    /// What ``by`` says of a row that is done
    static let done = "opp done"

    /// For how many seconds a row that is done is left alone: longer than anybody lives by these rules
    static let forGood: Int64 = 100 * 366 * 86_400

    package init(row: String, until: Instant, by: String, at: Instant) {
      self.row = row
      self.until = until
      self.by = by
      self.at = at
    }
  }
}

/// What the store knows of an Opp, for a list
package struct ListedOpp: Hashable, Sendable {
  package let standing: Standing

  /// The last firing of any row; nil where it never fired
  package let last: StoredFiring?

  /// How many firings wait to be told
  package let waiting: Int
}
