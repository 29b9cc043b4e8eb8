import OppAnalysis
import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

/// Verdicts on random conditions of all operators, against the engine and the reference evaluator
@Suite(.limited) struct SoundnessLawTests {
  private static let zone = Zone(offset: 0)

  @Test(arguments: LawSeeds.seeds(3, long: 100))
  func `what is never true is true at no second of a random world`(seed: UInt64) {
    var conditions = RandomConditions(seed: seed)
    for _ in 0..<(LawSeeds.isLong ? 40 : 25) {
      let text = conditions.conjunction()
      let rules = AnalysedRules("opp \"A\" when \(text)")
      var prover = Prover(graph: rules.graph, zone: Self.zone)
      let condition = rules.condition()
      if prover.isNever([Literal(condition, .isTrue)]) {
        expectNever(.true, condition, "never true: \(text)", rules.graph, seed)
      }
      if prover.isNever([Literal(condition, .isFalse)]) {
        expectNever(.false, condition, "never false: \(text)", rules.graph, seed)
      }
      if prover.isNever([Literal(condition, .isKnown)]) {
        expectNever(.true, condition, "never known: \(text)", rules.graph, seed)
        expectNever(.false, condition, "never known: \(text)", rules.graph, seed)
      }
    }
  }

  /// Lives through some hours before each of many seconds, with readings that change on the way
  private func expectNever(
    _ wanted: Truth, _ condition: NodeID, _ text: String, _ graph: ConditionGraph, _ seed: UInt64
  ) {
    var world = RandomWorld(graph: graph, random: SplitMix64(seed: seed &+ 99))
    for _ in 0..<60 {
      let instant = world.instant()
      var engine = Engine(
        graph: graph, zone: Self.zone, begins: instant.advanced(by: -8000), watching: [condition])
      for earlier: Int64 in [8000, 3600, 1800, 1, 0] {
        let second = instant.advanced(by: -earlier)
        _ = engine.step(at: second, arrived: world.arrivals(at: second))
        if engine.truth(of: condition) == wanted {
          Issue.record("\(text) at \(second)")
          return
        }
      }
    }
  }

  @Test(arguments: LawSeeds.seeds(2, long: 200))
  func `the reference evaluator confirms every example`(seed: UInt64) {
    var conditions = RandomConditions(seed: seed)
    var undecided: [String] = []
    for _ in 0..<(LawSeeds.isLong ? 8 : 4) {
      let text = conditions.conjunction()
      let rules = AnalysedRules("opp \"A\" when \(text)")
      var prover = Prover(graph: rules.graph, zone: Self.zone)
      let condition = rules.condition()
      switch prover.never(condition) {
      case .never(let core, _):
        #expect(!core.isEmpty, "\(text)")
      case .undecided: undecided.append(text)
      case .possible(let witness):
        let arrivals = witness.arrivals(in: rules.graph).flatMap { step in
          step.arrived.map { ReferenceArrival(at: step.at, arrival: $0) }
        }
        let evaluator = ReferenceEvaluator(
          graph: rules.graph, zone: Self.zone, arrivals: arrivals,
          from: arrivals.first?.at ?? witness.instant, to: witness.instant.advanced(by: 1))
        let truth = evaluator.truth(condition, at: witness.instant.seconds)
        #expect(truth == .true, "\(text): \(witness)")
      }
    }
    if !undecided.isEmpty { print("undecided:", undecided.joined(separator: "\n  ")) }
  }
}
