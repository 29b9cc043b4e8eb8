package import OppModel

/// The part of a cache entry that is kept over a restart
///
/// Without it, every run would fetch anew from a service that fails, or whose responses are too old, and
/// none would refresh a table that is known.
package struct FetchState: Hashable, Sendable {
  /// The last good response, or `nil`
  package var responded: Response?

  /// The number of failures in a row
  package var failures = 0

  /// The instant of the first of these failures
  package var failingSince: Instant?

  /// The first instant at which it may be retried
  package var retry: Instant?

  /// The first second at which the service accepts another request
  package var rest: Instant?

  package init() {}

  /// The second of a good response, and the last second at which it counts
  package struct Response: Hashable, Sendable {
    package let at: Instant
    package let counts: Instant

    package init(at: Instant, counts: Instant) {
      self.at = at
      self.counts = counts
    }
  }
}
