/// How a session asks and waits
package struct SessionSettings: Hashable, Sendable {
  /// Whether answers come in the second in which they are asked for, as in a simulation
  package var answersAtOnce: Bool

  /// How many seconds before an event its readings are asked for
  package var lead: Int64

  /// The number of failures of what may mend itself before they are reported
  package var tolerance: Int

  /// Where the jitter of backoff starts
  package var seed: UInt64

  package init(answersAtOnce: Bool = false, lead: Int64 = 20, tolerance: Int = 2, seed: UInt64 = 0)
  {
    self.answersAtOnce = answersAtOnce
    self.lead = answersAtOnce ? 0 : lead
    self.tolerance = tolerance
    self.seed = seed
  }

  /// For how many seconds an answer counts that says nothing of it, and whose source does not either
  static let ordinaryFreshness: Int64 = 900

  /// For how many seconds the answer of a table counts that no connector says otherwise of
  static let tableFreshness: Int64 = 3600

  /// For how many seconds what is known counts where nobody knows since when
  static let unknownAge: Int64 = 60
}
