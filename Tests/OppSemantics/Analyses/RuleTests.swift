internal import OppModel
internal import OppSemantics
internal import OppTesting
internal import OppTestLimits
internal import Testing

/// What opps and tests become
@Suite(.limited) struct RuleTests {
  @Test(arguments: ["rules", "scenarios"])
  func `opps and tests become what the golden file says`(topic: String) throws {
    let file = try CaseFile("Tests/Goldens/OppSemantics/Analyses/\(topic).txt")
    #expect(!file.cases.isEmpty)
    try file.check(Self.describe) { item, found in
      Issue.record("\(topic): \(item.title)\n--- found\n\(found)\n--- expected\n\(item.output)")
    }
  }

  private static func describe(_ source: String) -> String {
    let analysis = RuleSet.analyze(source)
    let printer = GraphText(analysis.graph)
    var result = analysis.diagnostics.map { DiagnosticText.text($0, files: analysis.files) }
    result += analysis.graph.rules.map { printer.text($0) }
    result += analysis.tests.map { ScenarioText(analysis.graph).text($0) }
    return result.joined(separator: "\n")
  }

  @Test func `a node is described in the words of its rule`() {
    let analysis = RuleSet.analyze(
      """
      opp "a" when time in 12:00..13:00 and busy
      opp "b" when time in 12pm..1pm and busy
      let noon = time in 12:00..13:00
      opp "c" when noon
      """)
    let node = analysis.graph.rules[2].condition
    let window = node.flatMap { analysis.text(of: $0) }
    #expect(window == "time in 12:00..13:00")
    #expect(node.flatMap { analysis.text(of: $0, inRule: 1) } == "time in 12pm..1pm")
    #expect(node.flatMap { analysis.text(of: $0, inRule: 2) } == "noon")
    #expect(analysis.lets.map(\.name).contains("noon"))
    #expect(analysis.text(analysis.rulePlaces[1].name) == "\"b\"")
  }

  @Test func `the row of for each has its name inside its own list, too`() {
    let analysis = RuleSet.analyze(
      """
      opp "a" for each e in agenda where e.busy and begins > now when calendar.busy
      opp "b" for each e in agenda where busy and begins > now when calendar.busy
      opp "c" for each e in agenda as f where f.busy and begins > now when calendar.busy
      """)
    #expect(analysis.diagnostics.isEmpty)
    let predicates = analysis.graph.rules.map(\.rows?.predicate)
    #expect(predicates[0] != nil)
    #expect(predicates[0] == predicates[1])
    #expect(predicates[0] == predicates[2])
  }

  @Test func `equal expressions are one node across rules`() {
    let analysis = RuleSet.analyze(
      """
      opp "a" when temp > 68F and any(agenda where busy)
      opp "b" when temp > 20C and any(agenda as e where e.busy)
      """)
    #expect(analysis.diagnostics.isEmpty)
    #expect(analysis.graph.rules[0].condition == analysis.graph.rules[1].condition)
  }

  @Test func `operands come before what uses them, and scopes are those of the rows used`() {
    let analysis = RuleSet.analyze(
      """
      opp "a" for each e in agenda where busy
        when any(agenda where begins > e.ends and title == e.title) and e.begins < now + 1h
        notify "{e.title}"
      """)
    #expect(analysis.diagnostics.isEmpty)
    let graph = analysis.graph
    for (index, node) in graph.nodes.enumerated() {
      graph.forEachOperand(of: node.operation) { #expect(Int($0.index) < index) }
    }
    let rule = graph.rules[0]
    #expect(rule.condition.map { graph[$0].scopes } == [ScopeID(index: 0)])
    #expect(rule.text.map { graph[$0].scopes } == [ScopeID(index: 0)])
  }
}
