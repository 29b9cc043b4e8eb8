import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppTestLimits
import Testing

/// `raining` and `snowing`, reported or not
@Suite(.limited) struct WeatherTests {
  private let noon = Instant(seconds: 1_782_043_200)

  /// What an expression is, and why it is unknown, when the weather has said a few fields
  private func check(
    _ expression: String, _ fields: [String: FieldReading]?, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let analysis = RuleSet.analyze("")
    let checked = analysis.expression(expression)
    let node = try #require(checked.node, "\(checked.diagnostics)", sourceLocation: sourceLocation)
    let graph = analysis.graph
    var arrivals: [(at: Instant, arrival: Arrival)] = []
    let source = try #require(graph.sources.firstIndex { $0.name == "weather" })
    if let fields {
      let reading = SourceReading(
        source: SourceID(index: Int32(source)), arguments: [nil], instant: noon,
        fields: graph.sources[source].fields.map { fields[$0.name] ?? .neverRead },
        freshness: nil, isLasting: false)
      arrivals.append((noon, .reading(reading)))
    }
    let replay = Replay(graph: graph, zone: .utc, begins: noon, arrivals: arrivals)
    var engine = replay.engine(at: noon.advanced(by: 60), watching: [node])
    var found = "unknown"
    if case .truth(let truth)? = engine.value(of: node) { found = truth ? "true" : "false" }
    for reason in engine.reasons(of: node) {
      found += "; " + reason.message(in: graph, zone: .utc)
    }
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  private func sky(_ index: Double) -> FieldReading { .known(.scalar(index)) }

  @Test func `what the service reports counts`() throws {
    try check("raining", ["raining": .known(.truth(true)), "sky": sky(0)], "true")
    try check("raining", ["raining": .known(.truth(false)), "sky": sky(2)], "false")
  }

  @Test func `what it does not report follows from the sky and the rates`() throws {
    try check("raining", ["sky": sky(0)], "false")
    try check("raining", ["sky": sky(2)], "true")
    try check("raining", ["sky": sky(3)], "true")
    try check("raining", ["sky": sky(4)], "true")
    try check("raining", ["sky": sky(5)], "false")
    try check("raining", ["rain": .known(.scalar(0.001))], "true")
    try check("raining", ["rain": .known(.scalar(0))], "false")
    try check("raining", ["sky": sky(0), "rain": .known(.scalar(0.001))], "true")
    try check("raining", ["sky": .missing, "rain": .known(.scalar(0))], "false")
    try check("snowing", ["sky": sky(5)], "true")
    try check("snowing", ["sky": sky(2)], "false")
    try check("snowing", ["snow": .known(.scalar(0.001))], "true")
    try check("weather.raining", ["sky": sky(2)], "true")
    try check("known(raining)", ["sky": sky(0)], "true")
  }

  @Test func `without any reading, the sky is what is missing`() throws {
    try check("raining", nil, "unknown; weather.sky: no reading yet")
    try check("raining", ["temp": .known(.scalar(280))], "unknown; weather.sky: never read")
  }

  @Test func `a rule that waits for rain is explained in the writer's word`() throws {
    let analysis = RuleSet.analyze("opp \"Umbrella\" when not raining")
    let node = try #require(analysis.graph.rules[0].condition)
    guard case .not(let operand) = analysis.graph[node].operation else {
      Issue.record("not a negation")
      return
    }
    #expect(analysis.text(of: operand, inRule: 0) == "raining")
  }

  @Test func `a test gives the field itself`() {
    let analysis = RuleSet.analyze(
      """
      opp "Umbrella" when raining
      test "t"
        given raining = true, weather.snowing = false
        at 2026-06-21T12:00 expect "Umbrella" fires
      """)
    #expect(analysis.diagnostics.isEmpty)
    let names = analysis.tests[0].givens.map { given in
      guard case .reading(let request, let field, _) = given else { return "" }
      let source = analysis.graph.requests[Int(request.index)].source
      return analysis.graph.sources[Int(source.index)].fields[field].name
    }
    #expect(names == ["raining", "snowing"])
  }
}
