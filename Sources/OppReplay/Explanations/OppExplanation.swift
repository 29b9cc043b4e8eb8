package import OppEngine
package import OppModel

/// An Opp at an instant of a replay
package struct OppExplanation: Sendable {
  package let rule: Int

  /// The row of `for each` that is explained
  package internal(set) var row: RowID?
  package internal(set) var at: Instant

  /// The condition; `nil` if the Opp has none, or no such row
  package internal(set) var condition: Explanation?

  /// The earliest time at which the condition can be true, if it is not true now
  package internal(set) var possibility: EarliestTruth?

  /// `false` if nothing is known of the table of `for each`
  package internal(set) var isTableKnown = true

  /// Every row of `for each`, with the truth of its condition, in the order of keys
  package internal(set) var rows: [(row: RowID, truth: Truth)] = []

  /// The texts by which people know these rows, of those that have one
  package var titles: [RowID: String] = [:]

  /// The last firing up to the instant
  package internal(set) var lastFiring: Instant?

  /// The last firing up to the instant that `at most` or `disabled` held back
  package internal(set) var lastHeldBack: Instant?

  /// Of an Opp with `on`: when its events happened last, and when they happen next
  package internal(set) var lastEvent: Instant?
  package internal(set) var nextEvent: Instant?
}
