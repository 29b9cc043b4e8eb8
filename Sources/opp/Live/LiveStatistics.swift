internal import OppEngine
internal import OppModel
internal import OppStore

/// The changes of a session as the store records them, and the figures of suppliers as the store has them
///
/// A supplier's figures are kept only when they have changed; its shares of success and failure add up to 1.
struct LiveStatistics {
  /// By the names of the suppliers
  private(set) var suppliers: [String: ServiceStatistics] = [:]

  init(_ store: Store) throws(StoreFailure) {
    for known in try store.loadSuppliers() where known.answered + known.failed > 0 {
      suppliers[known.supplier] = ServiceStatistics(
        latency: known.latency, failures: known.failed / (known.answered + known.failed))
    }
  }

  /// Records the changes of a step
  mutating func keep(_ change: SessionChange, in record: inout StepRecord) {
    record.memory = .change(change.memory)
    record.asking = change.fetches
    for (meaning, count) in change.odds {
      record.odds.append(
        OppStore.Odds(key: meaning.text, trueCount: count.yes, falseCount: count.no))
    }
    for (supplier, figures) in change.experiences where suppliers[supplier] != figures {
      suppliers[supplier] = figures
      record.suppliers.append(
        SupplierExperience(
          supplier: supplier, latency: figures.latency, answered: 1 - figures.failures,
          failed: figures.failures))
    }
  }
}
