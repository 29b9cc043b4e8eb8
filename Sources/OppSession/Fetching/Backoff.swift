/// The wait before a fetch that failed is retried: exponential backoff with jitter
///
/// The n-th failure in a row waits `base × 2ⁿ⁻¹` seconds, at most `limit`, less up to a quarter by
/// chance, so that many that failed together do not come back together. A service that says how long
/// it wants to be left alone is left alone for at least so long.
///
/// ```
/// failures in a row            1    2    3    4    5    6     7     8
/// ordinary, without chance    30   60  120  240  480  960  1920  3600
/// ordinary, chance 0.5        27   53  105  210  420  840  1680  3150
/// for a person               600 1200 2400 3600 3600 …
/// Retry-After: 5000         5000 5000 …
/// ```
package struct Backoff: Sendable {
  /// Seconds after the first failure
  let base: Int64

  /// The longest wait, in seconds
  let limit: Int64

  /// For failures that may end by themselves
  static let ordinary = Backoff(base: 30, limit: 3600)

  /// For failures that only a person can repair: a refused password, a missing file
  static let forPerson = Backoff(base: 600, limit: 3600)

  /// For notifications, which people wait for: without jitter
  static let delivery = Backoff(base: 15, limit: 3600)

  /// For values that are recorded as often as they can be new
  package static let recording = Backoff(base: 60, limit: 3600)

  init(base: Int64, limit: Int64) {
    self.base = base
    self.limit = limit
  }

  init(after failure: FetchFailure) {
    switch failure.kind {
    case .refused, .misconfigured: self = .forPerson
    case .unreachable, .limited, .broken, .unreadable, .outdated: self = .ordinary
    }
  }

  /// Seconds to wait after `failures` in a row
  ///
  /// - Parameter chance: at least 0, below 1.
  package func delay(failures: Int, chance: Double, retryAfter: Int64?) -> Int64 {
    let doublings = min(max(failures - 1, 0), 20)
    let longest = min(limit, base << Int64(doublings))
    let jittered = longest - Int64((Double(longest) * 0.25 * chance).rounded(.down))
    return max(jittered, min(retryAfter ?? 0, Self.longestRetryAfter), 1)
  }

  /// The longest wait that a response can impose: one day, so that no service silences its rules for longer
  static let longestRetryAfter: Int64 = 86_400
}
