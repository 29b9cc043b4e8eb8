internal import OppEngine
internal import OppModel
internal import OppStore

/// The changes of a session as the store records them, and the figures of providers as the store has them
///
/// A provider's figures are kept only when they have changed; its shares of success and failure add up to 1.
struct LiveStatistics {
  /// By the names of the providers
  private(set) var providers: [String: ServiceStatistics] = [:]

  init(_ store: Store) throws(StoreFailure) {
    for known in try store.loadProviders() where known.responded + known.failed > 0 {
      providers[known.provider] = ServiceStatistics(
        latency: known.latency, failures: known.failed / (known.responded + known.failed))
    }
  }

  /// Records the changes of a step
  mutating func keep(_ change: SessionChange, in record: inout StepRecord) {
    record.memory = .change(change.memory)
    record.fetchStates = change.fetches
    for (meaning, count) in change.odds.sorted(by: { $0.key.text < $1.key.text }) {
      record.truths.append(
        OppStore.TruthStatistics(key: meaning.text, trueCount: count.yes, falseCount: count.no))
    }
    for (provider, figures) in change.experiences where providers[provider] != figures {
      providers[provider] = figures
      record.providers.append(
        ProviderFigures(
          provider: provider, latency: figures.latency, responded: 1 - figures.failures,
          failed: figures.failures))
    }
  }
}
