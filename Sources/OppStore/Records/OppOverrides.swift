package import OppModel

/// The state of an Opp as people have set it
///
/// ``choice`` overrides the state that the rules declare. After
/// `opp enable Tea` and `opp snooze Chores for 2h --row '["dishes"]'` at noon:
///
/// ```
/// Tea      choice: enabled, by opp enable, 12:00     snoozes: none
/// Chores   choice: nil                               snoozes: row ["dishes"] until 14:00
/// ```
package struct OppOverrides: Hashable, Sendable {
  /// The name of the Opp
  package let opp: String

  /// The last choice to enable or disable it; nil if there was none, and the rules count
  package var choice: Choice?

  /// By row, in the order of the rows; the row is empty for all of the Opp
  package var snoozes: [Snooze] = []

  package init(opp: String, choice: Choice? = nil, snoozes: [Snooze] = []) {
    self.opp = opp
    self.choice = choice
    self.snoozes = snoozes
  }

  /// The choice of a person to enable or disable an Opp
  package struct Choice: Hashable, Sendable {
    package let isEnabled: Bool

    /// The author of the choice, such as `opp disable` or the name of a notifier
    package let by: String
    package let at: Instant

    package init(isEnabled: Bool, by: String, at: Instant) {
      self.isEnabled = isEnabled
      self.by = by
      self.at = at
    }
  }

  /// A span in which an Opp, or one of its rows, is silent: from `at` up to, not including, `until`
  package struct Snooze: Hashable, Sendable {
    /// The key of the row; empty for all of the Opp
    package let row: String

    /// The first second at which it is no longer snoozed
    package let until: Instant
    package let by: String
    package let at: Instant

    /// `true` if the row is done, so that it is left alone for good
    package var isDone: Bool { by == Self.done }

    /// The author in ``by`` of a row that was done in version 2 or before: it is left alone for good
    static let done = "opp done"

    package init(row: String, until: Instant, by: String, at: Instant) {
      self.row = row
      self.until = until
      self.by = by
      self.at = at
    }
  }
}

/// The entry of an Opp in a list
package struct ListedOpp: Hashable, Sendable {
  package let overrides: OppOverrides

  /// The last firing of any row; nil if it never fired
  package let last: StoredFiring?

  /// The number of firings that wait for delivery
  package let waiting: Int

  /// The last firing of each row that is answered with `done` or `dismissed`, in the order of the rows
  package let answered: [StoredFiring]

  /// `true` if rows of it are snoozed or answered on their own
  package var hasRows: Bool {
    !answered.isEmpty || overrides.snoozes.contains { !$0.row.isEmpty }
  }
}
