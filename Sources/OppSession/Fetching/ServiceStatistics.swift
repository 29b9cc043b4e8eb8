/// The latency and the reliability of a provider, as observed
///
/// Exponentially weighted means: a latency of 1 s becomes 1.2 s by a response that took 3 s, and 1.38 s by another.
package struct ServiceStatistics: Hashable, Sendable {
  /// A mean of the latest latencies, in seconds
  package var latency: Double

  /// The share of fetches that failed, the latest counting most
  package var failures: Double

  package init(latency: Double, failures: Double = 0.02) {
    self.latency = latency
    self.failures = failures
  }

  /// The weight of the latest response
  private static let weight = 0.1

  /// Takes note of the time from a request to its response
  mutating func note(latency seconds: Double) {
    latency += (seconds - latency) * Self.weight
  }

  /// Takes note of whether a fetch failed
  mutating func note(failed: Bool) {
    failures += ((failed ? 1 : 0) - failures) * Self.weight
  }
}
