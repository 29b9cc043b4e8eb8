internal import OppModel

/// The cached state of a fetch: its last response, and when it may be made again
package struct CacheEntry: Sendable {
  /// The arrivals of the last good response
  package var arrivals: [Arrival] = []

  /// The second of the last good response; nil where there was none
  package var answered: Int64?

  /// The last second at which that response counts
  package var counts: Int64 = Seconds.past

  /// The second of the request whose response is awaited; nil where none is
  package var asked: Int64?

  /// The number of failures in a row, the second of the first, and the reason of the last
  package var failures = 0
  package var failingSince: Int64?
  package var failure: FetchFailure?

  /// The first second at which it may be retried
  package var retry: Int64 = Seconds.past

  /// The first second at which the service accepts another request
  package var rest: Int64 = Seconds.past

  package init() {}

  func isFresh(at second: Int64) -> Bool { answered != nil && second <= counts }
}
