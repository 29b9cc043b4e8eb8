package import OppModel

/// A change in the health of a provider that rules need: reported once
package struct HealthChange: Hashable, Sendable {
  package let at: Instant

  /// The provider that it is about, such as `weather (openmeteo)`
  package let provider: String

  /// The health from then on
  package let state: HealthState

  /// The Opps that it silences, or that it silenced, by name
  package let opps: [String]

  package init(at: Instant, provider: String, state: HealthState, opps: [String]) {
    self.at = at
    self.provider = provider
    self.state = state
    self.opps = opps
  }
}

/// The health of a provider
package enum HealthState: Hashable, Sendable {
  case well

  /// It does not respond as it should, since an instant
  case failing(FetchFailure, since: Instant)

  /// Its quota is used up until an instant
  case quotaSpent(until: Instant)

  /// The budget of `set budget` is spent until an instant
  case budgetSpent(until: Instant)

  /// Nothing connects the source or table
  case notConnected

  package var isHealthy: Bool { self == .well }
}
