internal import OppEngine
internal import OppModel

/// The state of a provider in a session
struct ProviderState: Sendable {
  /// Its latency and reliability so far
  var experience: ServiceStatistics

  /// Its requests, as far back as its quota looks
  var quota: QuotaLedger
  var health = HealthState.well

  /// The number of fetches that failed since it was last healthy
  var failures = 0

  /// The second of the first of those failures
  var failingSince: Int64?

  /// Whether its quota or the budget keeps its fetches back
  var isHeldBack: Bool {
    switch health {
    case .quotaSpent, .budgetSpent: true
    case .well, .failing, .notConnected: false
    }
  }

  /// Forgets its failures, which another process finds again
  mutating func forgetHealth() {
    health = .well
    failures = 0
    failingSince = nil
  }

  init(_ provider: Provider) {
    experience = ServiceStatistics(latency: provider.latency)
    quota = QuotaLedger(provider.quota)
  }
}
