import OppTesting
import Testing

@testable import OppEngine

/// The planner beside the best possible policy, found by trying everything
@Suite struct PlannerQualityTests {
  /// Costs are sums of products of a few numbers: what differs by more is another policy
  static let margin = 1e-6

  @Test func `a conjunction of shared items costs what its best order costs`() throws {
    var saved = 0.0
    for seed in LawSeeds.seeds(150, long: 2000) {
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
    for seed in LawSeeds.seeds(200, long: 2000) {
      var random = RandomPlanning(seed: seed)
      let planning = random.rules(1...3, sources: 2...4, failures: seed % 2 == 0)
      let least = planning.leastCost()
      let planned = try #require(
        planning.plannedCost(effort: PlanningEffort(steps: 1_000_000)), "seed \(seed)")
      #expect(planned.isExact, "seed \(seed)")
      #expect(abs(planned.cost - least) < Self.margin, "seed \(seed)")
    }
  }

  @Test(arguments: [true, false])
  func `rule sets cost little more than the best policy`(failures: Bool) throws {
    let costs = try compare(count: 60) { $0.rules(failures: failures) }
    #expect(costs.planned < 1.02 && costs.planned < costs.greedy)
    #expect(costs.greedy < 1.10 && costs.greedy < costs.written && costs.written < costs.all)
  }

  @Test func `disjunctions of conjunctions cost little more than the best policy`() throws {
    let costs = try compare(count: 60) { $0.disjunction(terms: 2...3, leaves: 2...3) }
    #expect(costs.planned < 1.01 && costs.planned <= costs.greedy)
    #expect(costs.greedy < 1.03 && costs.greedy < costs.written && costs.written < costs.all)
  }

  /// Mean multiples of the optimum
  private func compare(
    count: Int, _ make: (inout RandomPlanning) -> PlanningCase
  ) throws -> (planned: Double, greedy: Double, written: Double, all: Double) {
    var sums = (planned: 0.0, greedy: 0.0, written: 0.0, all: 0.0)
    var total = 0.0
    for seed in LawSeeds.seeds(count, long: 1000) {
      var random = RandomPlanning(seed: seed)
      let planning = make(&random)
      let unbounded = PlanningEffort(steps: 5_000_000, nodes: 10_000)
      guard let least = Planner.leastCost(planning.problem(), effort: unbounded) else { continue }
      let planned = try #require(planning.plannedCost(), "seed \(seed)").cost
      #expect(planned >= least - Self.margin, "seed \(seed)")
      let greedy = try #require(
        planning.plannedCost(effort: PlanningEffort(steps: 0, nodes: 0)), "seed \(seed)"
      ).cost
      #expect(greedy >= least - Self.margin, "seed \(seed)")
      sums.planned += planned / least
      sums.greedy += greedy / least
      sums.written += try #require(planning.writtenCost()) / least
      sums.all += planning.everythingCost / least
      total += 1
    }
    return (sums.planned / total, sums.greedy / total, sums.written / total, sums.all / total)
  }
}
