internal import OppEngine

/// The state of a round of `opp run --once` within its session
struct RoundProgress: Sendable {
  /// `true` in a copy of the session that runs ahead
  var isAhead = false

  /// The providers that have reported in this round, or were lost, by index
  var reported: Set<Int> = []

  /// The needed fetches that have failed, in this process or in an earlier one
  var failed: Set<Fetch> = []

  /// The providers whose first report is needed and has not come
  var awaited: Set<Int> = []

  /// The subjects that counted at the end of the round before and do no longer, until their needs have been found
  var lapsed: Set<FetchKey> = []

  /// The lapsed readings that a hold or a window needs
  var lapses: [RoundLapse] = []

  /// The providers with a reading that has counted from the round before to this one
  var outlasted: Set<String> = []
}

/// A reading that stopped counting between two rounds, although a hold or a window needs it
package struct RoundLapse: Hashable, Sendable {
  package let provider: String

  /// The number of seconds for which readings of this kind count
  package let freshness: Int64

  /// The names of the Opps that remember it, in order
  package internal(set) var opps: [String]
}
