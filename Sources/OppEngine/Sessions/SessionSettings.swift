/// How a session asks and waits
package struct SessionSettings: Hashable, Sendable {
  /// Whether answers come in the second in which they are asked for, as in a simulation
  package var answersAtOnce: Bool

  /// How many seconds before an event its readings are asked for
  package var lead: Int64

  /// Where the jitter of backoff starts
  package var seed: UInt64

  package init(answersAtOnce: Bool = false, lead: Int64 = 20, seed: UInt64 = 0) {
    self.answersAtOnce = answersAtOnce
    self.lead = answersAtOnce ? 0 : lead
    self.seed = seed
  }

  /// For how many seconds an answer counts that says nothing of it, and whose source does not either
  static let ordinaryFreshness: Int64 = 900

  /// For how many seconds the answer of a table counts that no connector says otherwise of
  static let tableFreshness: Int64 = 3600

  /// The least number of seconds between two fetches of the same, where the answer was too old already
  static let patience: Int64 = 60
}
