import OppTesting
import OppTestLimits
import Testing

@testable import OppSession

/// The planner beside the best possible policy, found by trying everything
@Suite(.limited) struct PlannerQualityTests {
  /// Costs are sums of products of a few numbers: what differs by more is another policy
  static let margin = 1e-6

  /// A limit on the worst plan of rule sets, a multiple of the optimum: the more seeds, the worse their worst
  ///
  /// Over 1,000 seeds it is 1.057.
  static let worstCost = LawSeeds.isLong ? 1.06 : 1.05

  @Test func `a conjunction of shared items costs what its best order costs`() throws {
    var saved = 0.0
    for seed in LawSeeds.seeds(60, long: 2000) {
      var random = RandomPlanning(seed: seed)
      let planning = random.conjunction(leaves: 2...6)
      let least = planning.leastCostOfOrders()
      for effort in [PlanningEffort(), PlanningEffort(steps: 0)] {
        let planned = try #require(planning.plannedCost(effort: effort))
        #expect(abs(planned.cost - least) < Self.margin, "seed \(seed)")
      }
      saved += (try #require(planning.writtenCost())) - least
    }
    #expect(saved > 0)
  }

  @Test func `small rule sets cost what the best policy costs, with failures and prerequisites`()
    throws
  {
    for seed in LawSeeds.seeds(80, long: 2000) {
      var random = RandomPlanning(seed: seed)
      let planning = random.rules(1...3, sources: 2...4, failures: seed % 2 == 0)
      let least = planning.leastCost()
      let planned = try #require(
        planning.plannedCost(effort: PlanningEffort(steps: 1_000_000)), "seed \(seed)")
      #expect(planned.isExact, "seed \(seed)")
      #expect(abs(planned.cost - least) < Self.margin, "seed \(seed)")
    }
  }

  /// Five sources have 243 states, so an exact choice is affordable; a greedy one asks s0 first, which
  /// costs 17.5
  @Test func `rule sets over five sources cost what the best policy costs`() throws {
    let planning = PlanningCase.fiveFlags
    let planned = try #require(planning.plannedCost())
    #expect(abs(planned.cost - planning.leastCost()) < Self.margin)
    #expect(abs(planned.cost - 16.5) < Self.margin && planned.isExact)
  }

  @Test func `rule sets over sources of one yes or no each cost what the best policy costs`() throws
  {
    let costs = try compare(count: 40) { $0.flags() }
    #expect(costs.planned < 1.0001 && costs.worst < 1.01 && costs.planned < costs.greedy)
  }

  /// Over 1,000 seeds, the mean is 1.0025; 914 cost what the optimum costs, and the worst 1.2 times that
  @Test func `the requests of sessions cost little more than the best policy`() throws {
    var (sum, worst, total) = (0.0, 1.0, 0.0)
    for seed in LawSeeds.seeds(100, long: 1000) {
      guard let ratio = SessionPlanning.ratio(seed: seed) else { continue }
      #expect(ratio >= 1 - Self.margin, "seed \(seed)")
      (sum, worst, total) = (sum + ratio, max(worst, ratio), total + 1)
    }
    #expect(sum / total < 1.004 && worst < 1.25, "\(sum / total), \(worst)")
  }

  @Test(arguments: [true, false])
  func `rule sets cost little more than the best policy`(failures: Bool) throws {
    let costs = try compare(count: 16) { $0.rules(failures: failures) }
    #expect(costs.planned < 1.004 && costs.worst < Self.worstCost && costs.planned < costs.greedy)
    #expect(costs.greedy < 1.10 && costs.greedy < costs.written && costs.written < costs.all)
  }

  @Test func `disjunctions of conjunctions cost little more than the best policy`() throws {
    let costs = try compare(count: 30) { $0.disjunction(terms: 2...3, leaves: 2...3) }
    #expect(costs.planned < 1.004 && costs.worst < 1.05 && costs.planned <= costs.greedy)
    #expect(costs.greedy < 1.03 && costs.greedy < costs.written && costs.written < costs.all)
  }

  /// Multiples of the optimum: the worst of the planner, otherwise means
  private struct Comparison {
    var planned = 0.0
    var worst = 1.0
    var greedy = 0.0
    var written = 0.0
    var all = 0.0
  }

  private func compare(
    count: Int, _ make: (inout RandomPlanning) -> PlanningCase
  ) throws -> Comparison {
    var sums = Comparison()
    var total = 0.0
    for seed in LawSeeds.seeds(count, long: 1000) {
      var random = RandomPlanning(seed: seed)
      let planning = make(&random)
      let unbounded = PlanningEffort(steps: 5_000_000, nodes: 10_000)
      guard let least = Planner.leastCost(planning.problem(), effort: unbounded), least > 0 else {
        continue
      }
      let planned = try #require(planning.plannedCost(), "seed \(seed)").cost
      #expect(planned >= least - Self.margin, "seed \(seed)")
      let greedy = try #require(
        planning.plannedCost(effort: PlanningEffort(steps: 0, nodes: 0)), "seed \(seed)"
      ).cost
      #expect(greedy >= least - Self.margin, "seed \(seed)")
      sums.planned += planned / least
      sums.worst = max(sums.worst, planned / least)
      sums.greedy += greedy / least
      sums.written += try #require(planning.writtenCost()) / least
      sums.all += planning.everythingCost / least
      total += 1
    }
    return Comparison(
      planned: sums.planned / total, worst: sums.worst, greedy: sums.greedy / total,
      written: sums.written / total, all: sums.all / total)
  }
}
