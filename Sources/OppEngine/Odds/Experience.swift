/// How a supplier has answered: how fast, and how reliably
package struct Experience: Hashable, Sendable {
  /// A mean of the latest answers, in seconds
  package var latency: Double

  /// The share of fetches that failed, the latest counting most
  package var failures: Double

  package init(latency: Double, failures: Double = 0.02) {
    self.latency = latency
    self.failures = failures
  }

  /// How much the latest answer counts
  private static let weight = 0.1

  mutating func note(latency seconds: Double) {
    latency += (seconds - latency) * Self.weight
  }

  mutating func note(failed: Bool) {
    failures += ((failed ? 1 : 0) - failures) * Self.weight
  }
}
