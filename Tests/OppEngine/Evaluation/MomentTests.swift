import OppModel
import OppSemantics
import OppTestLimits
import Testing

@testable import OppEngine

/// Looks at other seconds than the present one
@Suite(.limited) struct MomentTests {
  /// An engine at 00:01, and the instance of the condition of its first Opp
  private func engine(
    _ rules: String, _ arrivals: (ConditionGraph) -> [Arrival] = { _ in [] }
  ) throws -> (engine: Engine, condition: InstanceID) {
    let graph = RuleSet.analyze(rules).graph
    var engine = Engine(graph: graph, zone: .utc, begins: Instant(seconds: 0))
    _ = engine.step(at: Instant(seconds: 60), arrived: arrivals(graph))
    return (engine, InstanceID(TemplateID(try #require(graph.rules.first?.condition))))
  }

  @Test func `a projection ends with its reading and changes no memory`() throws {
    var (engine, condition) = try engine("opp \"a\" when (time >= 00:10 for 5min)")
    let slot = try #require(engine.evaluator.instances.slot(of: condition))
    #expect(engine.evaluator.reading(of: condition, at: 899).kind == .no)
    #expect(engine.evaluator.reading(of: condition, at: 900).kind == .yes)
    #expect(engine.evaluator.states.truths[slot].began == nil)
    #expect(engine.evaluator.moment.isPresent)
    #expect(engine.evaluator.moment.second == 60)
    #expect(engine.evaluator.reading(of: condition).kind == .no)
  }

  @Test func `a projection in a projection leaves the outer one as it was`() throws {
    var (engine, condition) = try engine("opp \"a\" when time >= 00:10 within next 5min")
    let before = engine.evaluator.project(to: 300, assuming: .known)
    #expect(engine.evaluator.reading(of: condition).kind == .yes)
    #expect(engine.evaluator.moment.second == 300)
    #expect(engine.evaluator.moment.projection == .known)
    engine.evaluator.moment = before
    #expect(engine.evaluator.moment.isPresent)
  }

  @Test(
    arguments: [
      (.known, 60, .no), (.known, 700, .yes), (.remembered, 700, .yes),
      (.anyReadings, 100, .no), (.anyReadings, 700, .unknown),
      (.anyReadingsAndRows, 100, .no), (.anyReadingsAndRows, 700, .unknown),
    ] as [(Projection, Int64, Reading.Kind)])
  func `its assumptions decide whether a reading counts at a later second`(
    _ projection: Projection, _ second: Int64, _ expected: Reading.Kind
  ) throws {
    var (engine, condition) = try engine(
      "source s { n: Number }\nopp \"a\" when s.n > 1 and time >= 00:10"
    ) { graph in
      let source = SourceID(
        index: Int32(graph.sources.firstIndex { $0.name == "s" } ?? 0))
      return [
        .reading(
          SourceReading(
            source: source, arguments: [], instant: Instant(seconds: 60),
            fields: [.known(.scalar(2))], freshness: nil, isLasting: false))
      ]
    }
    let reading = engine.evaluator.reading(of: condition, at: second, assuming: projection)
    #expect(reading.kind == expected)
  }
}
