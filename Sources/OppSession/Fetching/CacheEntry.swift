package import OppEngine
internal import OppModel

/// The cached state of a fetch: its last response, and when it may be made again
///
/// A fetch whose responses count for 900 seconds, which fails at its second request:
///
/// ```
/// 12:00:00  request    `requested` is 12:00:00
/// 12:00:02  response   `requested` is nil, `responded` 12:00:02, `counts` 12:15:02
/// 12:15:00  request    `requested` is 12:15:00; the response before still counts
/// 12:15:03  failure    `requested` is nil, failures 1, failingSince 12:15:03, retry 12:15:33 or a little earlier
/// 12:15:35  response   as after 12:00:02: a response forgets the failures
/// ```
package struct CacheEntry: Sendable {
  /// The arrivals of the last good response
  package var arrivals: [Arrival] = []

  /// Whether the arrivals are not here although there was a response: a session that continues from its memory has
  /// only the times of the response, and the engine its values
  var isForgotten = false

  /// The second of the last good response, or `nil`
  package var responded: Int64?

  /// The last second at which that response counts
  package var counts: Int64 = Seconds.past

  /// The second of the request whose response is awaited, or `nil`
  package var requested: Int64?

  /// The number of failures in a row, the second of the first, and the reason of the last
  package var failures = 0
  package var failingSince: Int64?
  package var failure: FetchFailure?

  /// The first second at which it may be retried
  package var retry: Int64 = Seconds.past

  /// The first second at which the service accepts another request
  package var rest: Int64 = Seconds.past

  package init() {}

  /// Whether the last good response counts at a second
  func isFresh(at second: Int64) -> Bool { responded != nil && second <= counts }
}
