internal import OppModel

/// What is known of a fetch: its last answer, and how asking again stands
package struct CacheEntry: Sendable {
  /// What the last good answer brought
  package var arrivals: [Arrival] = []

  /// The second of the last good answer; nil where there was none
  package var answered: Int64?

  /// The last second at which that answer counts
  package var counts: Int64 = Seconds.past

  /// Since when an answer is awaited; nil where none is
  package var asked: Int64?

  /// How often it failed in a row, since when, and why
  package var failures = 0
  package var failingSince: Int64?
  package var failure: FetchFailure?

  /// Before this second it is not asked again
  package var retry: Int64 = Seconds.past

  /// Before this second the service does not want to be asked
  package var rest: Int64 = Seconds.past

  package init() {}

  func isFresh(at second: Int64) -> Bool { answered != nil && second <= counts }
}
