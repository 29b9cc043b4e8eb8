package import OppModel

/// Something is missing that rules need, or is there again: told once
package struct HealthNotice: Hashable, Sendable {
  package let at: Instant

  /// What it is about, such as `weather (openmeteo)`
  package let supplier: String
  package let state: HealthState

  /// The Opps that it silences, or that it silenced, by name
  package let opps: [String]

  package init(at: Instant, supplier: String, state: HealthState, opps: [String]) {
    self.at = at
    self.supplier = supplier
    self.state = state
    self.opps = opps
  }
}

/// How a supplier is
package enum HealthState: Hashable, Sendable {
  case well

  /// It does not answer as it should, since an instant
  case failing(FetchFailure, since: Instant)

  /// It may not be asked before an instant: its quota is used up
  case quotaSpent(until: Instant)

  /// What `set budget` allows is spent
  case budgetSpent(until: Instant)

  /// Nothing connects the source or table
  case notConnected

  package var isWell: Bool { self == .well }
}
