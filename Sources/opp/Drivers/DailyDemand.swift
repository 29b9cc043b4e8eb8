internal import OppEngine
internal import OppModel

/// What rules would ask of each supplier in a day at worst: everything, as often as it can be new
struct DailyDemand {
  let suppliers: [SupplierDemand]

  /// What all of it costs in the stretch of `set budget`; nil where there is no budget
  let budget: BudgetDemand?

  struct SupplierDemand {
    let name: String

    /// How many different things are asked of it
    let subjects: Int
    let perDay: Int
    let quota: Quota

    /// Whether it may be asked so often: what comes together waits its turn
    var fits: Bool {
      var most = quota.perDay ?? .max
      if let perMinute = quota.perMinute { most = min(most, perMinute * 1440) }
      if quota.spacing > 0 { most = min(most, Int(86_400 / (quota.spacing + 1))) }
      return perDay <= most
    }
  }

  struct BudgetDemand {
    let cost: Double
    let budget: Budget
    var fits: Bool { cost <= budget.cost }
  }

  var fits: Bool { suppliers.allSatisfy { $0.fits } && budget?.fits ?? true }

  /// - Parameters:
  ///   - freshness: for how many seconds an answer counts; nil for good.
  ///   - cost: what one fetch costs.
  init(
    _ graph: ConditionGraph, suppliers: [Supplier],
    freshness: (FetchSubject) -> Int64?, cost: (FetchSubject) -> Double
  ) {
    let subjects = RecordedSubjects(graph, suppliers: suppliers, onlyRead: true).subjects
    var demands: [SupplierDemand] = []
    var costPerDay = 0.0
    for supplier in suppliers where !supplier.isPushed {
      let own = subjects.filter { supplier.serves($0) }
      guard !own.isEmpty else { continue }
      var perDay = 0
      for subject in own {
        let times = freshness(subject).map { Int((86_400 / max($0, 1)) + 1) } ?? 1
        perDay += times
        costPerDay += Double(times) * cost(subject)
      }
      demands.append(
        SupplierDemand(
          name: supplier.name, subjects: own.count, perDay: perDay, quota: supplier.quota))
    }
    self.suppliers = demands
    budget = graph.settings.budget.map {
      BudgetDemand(cost: costPerDay * Double($0.seconds) / 86_400, budget: $0)
    }
  }
}
