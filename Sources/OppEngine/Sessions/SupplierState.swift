internal import OppModel

/// How a supplier has fared in a session
struct SupplierState: Sendable {
  var experience: Experience
  var quota: QuotaLedger
  var health = HealthState.well

  /// Fetches that failed since it was last well
  var failures = 0
  var failingSince: Int64?

  /// Whether its quota or the budget keeps it from being asked
  var isHeldBack: Bool {
    switch health {
    case .quotaSpent, .budgetSpent: true
    case .well, .failing, .notConnected: false
    }
  }

  init(_ supplier: Supplier) {
    experience = Experience(latency: supplier.latency)
    quota = QuotaLedger(supplier.quota)
  }
}
