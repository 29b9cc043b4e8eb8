internal import OppEngine
internal import OppModel

/// The requests to each provider in a day at worst: everything, as often as it can be new
///
/// | | times a day |
/// | --- | --- |
/// | a source that is fresh for 1 h | 24 and 1: the first second and the last may both need one |
/// | the same with three values of its parameter | 75 |
/// | a table that is fresh for 60 s | 1441 |
/// | an address, kept for good | 1 |
struct DailyDemand {
  let providers: [ProviderDemand]

  /// The cost of all of it in the period of `set budget`; nil if there is no budget
  let budget: BudgetDemand?

  /// Declarations of a freshness that is unusually short or long, in the order of the rules
  let extremes: [ExtremeFreshness]

  struct ProviderDemand {
    let name: String

    /// The number of different things to fetch from it
    let subjects: Int
    let perDay: Int
    let quota: Quota

    /// `true` if it may be fetched so often: requests that come together are queued
    var fits: Bool {
      var most = quota.perDay ?? .max
      if let perMinute = quota.perMinute { most = min(most, perMinute * 1440) }
      if quota.spacing > 0 { most = min(most, Int(86_400 / (quota.spacing + 1))) }
      return perDay <= most
    }
  }

  struct BudgetDemand {
    /// The cost in the period of the budget, and the budget
    let cost: Double
    let budget: Budget
    var fits: Bool { cost <= budget.cost }
  }

  /// A `fresh for` of less than a minute or of more than a day, and its consequence
  struct ExtremeFreshness {
    /// The source or table
    let name: String

    /// In seconds
    let freshness: Int64

    /// The number of fetches in a day that the freshness leads to, and the number that its service allows
    let perDay: Int
    let quotaPerDay: Int?
    let fields: [String]

    var isShort: Bool { freshness < 60 }
  }

  var fits: Bool { providers.allSatisfy { $0.fits } && budget?.fits ?? true }

  /// - Parameters:
  ///   - freshness: the number of seconds for which a response counts; nil for good.
  ///   - cost: the cost of one fetch.
  init(
    _ graph: ConditionGraph, providers: [Provider],
    freshness: (FetchKey) -> Int64?, cost: (FetchKey) -> Double
  ) {
    let subjects = RecordingKeys(graph, providers: providers, onlyRead: true).subjects
    var demands: [ProviderDemand] = []
    var costPerDay = 0.0
    for provider in providers where !provider.isPushed {
      let own = subjects.filter { provider.serves($0) }
      guard !own.isEmpty else { continue }
      var perDay = 0
      for subject in own {
        // In 86,400 seconds, a reading that counts for 3600 is new at most 25 times: at 0:00, 1:00 … 24:00.
        let times = freshness(subject).map { Int((86_400 / max($0, 1)) + 1) } ?? 1
        perDay += times
        costPerDay += Double(times) * cost(subject)
      }
      demands.append(
        ProviderDemand(
          name: provider.name, subjects: own.count, perDay: perDay, quota: provider.quota))
    }
    self.providers = demands
    extremes = Self.extremes(graph, subjects, providers)
    budget = graph.settings.budget.map {
      BudgetDemand(cost: costPerDay * Double($0.seconds) / 86_400, budget: $0)
    }
  }

  /// The declarations of a freshness below a minute or above a day, among the sources and tables that the rules read
  ///
  /// `fresh for 10s` of one source is 8641 fetches a day.
  private static func extremes(
    _ graph: ConditionGraph, _ subjects: [FetchKey], _ providers: [Provider]
  ) -> [ExtremeFreshness] {
    var result: [ExtremeFreshness] = []
    func add(
      _ name: String, _ freshness: Int64?, _ fields: [Field],
      _ isMeant: (FetchKey) -> Bool
    ) {
      guard let freshness, freshness < 60 || freshness > 86_400 else { return }
      let own = subjects.filter(isMeant)
      guard let first = own.first else { return }
      result.append(
        ExtremeFreshness(
          name: name, freshness: freshness,
          perDay: own.count * Int(86_400 / max(freshness, 1) + 1),
          quotaPerDay: providers.first { $0.serves(first) }?.quota.perDay,
          fields: fields.map { $0.name }))
    }
    for (index, source) in graph.sources.enumerated() {
      add(source.name, source.freshness, source.fields) {
        if case .source(let id, _) = $0 { Int(id.index) == index } else { false }
      }
    }
    for (index, table) in graph.tables.enumerated() {
      add(table.name, table.freshness, table.fields) {
        if case .table(let id) = $0 { Int(id.index) == index } else { false }
      }
    }
    return result
  }
}
