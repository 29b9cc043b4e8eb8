import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The fingerprints of conditions: one for one meaning, another for every other
@Suite(.limited) struct MeaningTests {
  private static let declarations = """
    enum Mode { walk | foot, bike, car }
    source sensor { level: Number, mode: Mode, lit: Bool, reach: Length }
    source meter(room: Text = "hall") { level: Number }
    table chores by id { id: Text, effort: Number, done: Bool }

    """

  private func fingerprint(_ expression: String, _ text: String = declarations) throws -> String {
    let analysis = RuleSet.analyze(text)
    let checked = analysis.expression(expression)
    let words = checked.diagnostics.map(\.headline).joined(separator: "; ")
    let node = try #require(checked.node, "\(expression): \(words)")
    return analysis.graph.fingerprints()[Int(node.index)].text
  }

  @Test func `what means the same has one fingerprint`() throws {
    for (left, right) in [
      ("sensor.level > 3 for 10min", "sensor.level > 3.0 for 600s"),
      ("sensor.level > 3 and sensor.lit", "sensor.lit and (sensor.level > 3)"),
      ("mode == walk", "sensor.mode == foot"),
      ("reach > 1km", "reach > 1000m"),
      ("meter.level", "meter(\"hall\").level"),
      ("any(chores where done)", "any(chores as c where c.done)"),
    ] {
      #expect(try fingerprint(left) == fingerprint(right), "\(left) and \(right)")
    }
  }

  @Test func `what means something else has another one`() throws {
    let expressions = [
      "sensor.level > 3 for 10min", "sensor.level > 3 for 11min", "sensor.level > 4 for 10min",
      "sensor.level >= 3 for 10min", "sensor.level > 3 within last 10min",
      "sensor.level == 3 for 10min", "3 > sensor.level for 10min", "sensor.level > 3",
      "meter.level > 3", "meter(\"attic\").level > 3",
      "sensor.lit", "not sensor.lit", "mode == walk", "mode == bike", "mode in [walk, bike]",
      "any(chores where done)", "none(chores where done)", "any(chores where effort > 3)",
      "count(chores where done) > 1", "count(chores where not done) > 1",
      "average(sensor.level, last 1h) > 3", "average(sensor.level, last 2h) > 3",
      "max(sensor.level, last 1h) > 3", "total(lit, last 1h) > 3min", "time in 12:00..13:00",
      "time in 12:00..13:01", "sensor.lit or weekday == mon", "sensor.lit and weekday == mon",
      "near @48.4,-123.3", "near @48.4,-123.3 within 1km", "near @48.5,-123.3",
    ]
    var seen: [String: String] = [:]
    for expression in expressions {
      let own = try fingerprint(expression)
      #expect(seen[own] == nil, "\(expression) is as \(seen[own] ?? "")")
      seen[own] = expression
    }
  }

  @Test func `what else is in the rule set and in which order does not matter`() throws {
    let other = """
      enum Zeroth { car, plane }
      table earlier by id { id: Text }
      source first { level: Text }
      opp "before" when any(earlier where id == "a") and first.level == "x"
      table chores by id { done: Bool, id: Text, effort: Number }
      source meter(room: Text = "hall") { other: Bool, level: Number }
      source sensor { mode: Mode, reach: Length, lit: Bool, level: Number }
      enum Mode { car, bike, walk | foot }
      """
    for expression in [
      "sensor.level > 3 for 10min", "mode == bike", "mode in [walk, car]",
      "any(chores where done and effort > 2)", "meter(\"attic\").level > 3",
      "meter.level > 2 within last 5min",
    ] {
      #expect(try fingerprint(expression) == fingerprint(expression, other), "\(expression)")
    }
  }

  @Test func `a default is part of what a reading means`() throws {
    let other = Self.declarations.replacing("\"hall\"", with: "\"kitchen\"")
    #expect(try fingerprint("meter.level") != fingerprint("meter.level", other))
    #expect(try fingerprint("meter.level") == fingerprint("meter(\"hall\").level", other))
  }

  /// A fingerprint that changes makes every engine forget: this one never may
  @Test func `a fingerprint stays what it is for good`() throws {
    #expect(
      try fingerprint("sensor.level > 3 for 10min")
        == "559f0d5da52c8f2648fd8391a09b4640")
  }

  @Test func `no two nodes of a random graph share one`() {
    for seed in LawSeeds.seeds(25) {
      let graph = RandomGraph(seed: seed).graph
      var seen: [Fingerprint: Int] = [:]
      for (index, fingerprint) in graph.fingerprints().enumerated() {
        if let other = seen[fingerprint], !isReordered(graph.nodes[index], graph.nodes[other]) {
          Issue.record("OPP_SEED=\(seed): nodes \(index) and \(other)")
        }
        seen[fingerprint] = index
      }
    }
  }

  /// Whether two nodes may differ by nothing but the order of the parts of an `and` or an `or` below
  private func isReordered(_ left: Node, _ right: Node) -> Bool {
    switch (left.operation, right.operation) {
    case (.and(let left), .and(let right)), (.or(let left), .or(let right)):
      left.count == right.count
    default: false
    }
  }
}
