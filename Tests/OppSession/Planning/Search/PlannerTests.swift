import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppSession

@Suite(.limited) struct PlannerTests {
  @Test func `nothing undecided needs no fetch`() {
    var problem = PlanningProblem()
    let fetch = problem.fetch(cost: 1)
    let atom = problem.atom(probability: 0.5, needing: [fetch])
    problem.decide(problem.and([atom, problem.constant(.false)]))
    #expect(Planner.next(problem).fetches == [])
  }

  @Test func `what is needed in any case goes out together, and what must come before goes first`()
  {
    var problem = PlanningProblem()
    let position = problem.fetch(cost: 1)
    let weather = problem.fetch(cost: 2, after: [position])
    let calendar = problem.fetch(cost: 3)
    let samples = problem.fetch(cost: 4)
    let sunny = problem.atom(probability: 0.5, needing: [weather])
    let warm = problem.atom(probability: 0.5, needing: [weather, calendar])
    problem.decide(problem.and([sunny, warm]))
    problem.require([samples])
    #expect(Planner.next(problem).fetches == [position, samples])
    problem.settle(fetch: position, as: .responded)
    problem.settle(fetch: samples, as: .failed)
    #expect(Planner.next(problem).fetches == [weather])
    problem.settle(fetch: weather, as: .responded)
    problem.settle(atom: 0, as: .false)
    #expect(Planner.next(problem).fetches == [])
    problem.settle(atom: 0, as: .unknown)
    #expect(Planner.next(problem).fetches == [calendar])
  }

  @Test func `what a failure leaves undecidable is not requested`() {
    var problem = PlanningProblem()
    let broken = problem.fetch(cost: 1)
    let other = problem.fetch(cost: 1)
    let unknown = problem.atom(probability: 0.5, needing: [broken])
    let known = problem.atom(probability: 0.5, needing: [other])
    problem.decide(problem.and([unknown, problem.or([unknown, known])]))
    problem.settle(fetch: broken, as: .failed)
    #expect(Planner.next(problem).fetches == [])
  }

  /// The weather costs 1, and says `sunny` with 0.3; the calendar costs 3, and comes second in either plan
  @Test(arguments: [(true, 1 + 0.3 * 3), (false, 1 + 0.7 * 3)])
  func `the estimate counts a fetch as far as what comes before leaves it to decide`(
    isAnd: Bool, expected: Double
  ) throws {
    var problem = PlanningProblem()
    let weather = problem.fetch(cost: 1)
    let calendar = problem.fetch(cost: 3)
    let sunny = problem.atom(probability: 0.3, needing: [weather])
    let free = problem.atom(probability: 0.5, needing: [calendar])
    let root = isAnd ? problem.and([sunny, free]) : problem.or([sunny, free])
    problem.decide(root)
    let open = OpenProblem(problem)
    let parts = ComponentFinder.components(of: open)
    var component = PlanningComponent(open)
    component.load(try #require(parts.first))
    _ = component.examine()
    let estimate = component.estimate()
    #expect(parts.count == 1 && abs(estimate - expected) < 1e-9, "\(estimate)")
  }

  @Test func `what is certain is what is planned, however likely anything is`() {
    var counts = (certain: 0, chosen: 0)
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = RandomProblems(seed: seed)
      let (sources, rules) = (1 + Int(seed % 4), 1 + Int(seed % 3))
      var problem = random.shared(sources: sources, rules: rules)
      if seed % 5 == 0 { problem.settle(fetch: 0, as: .failed) }
      var hasChoice = false
      let planned = Planner.next(problem) { _ in hasChoice = true }.fetches
      if !hasChoice {
        counts.certain += 1
        for atom in problem.atoms.indices { problem.estimate(atom: atom, as: 0.01) }
        #expect(Planner.next(problem).fetches == planned, "seed \(seed)")
      } else {
        counts.chosen += 1
        #expect(!planned.isEmpty, "seed \(seed)")
      }
    }
    #expect(counts.certain > 20 && counts.chosen > 20)
  }
}
