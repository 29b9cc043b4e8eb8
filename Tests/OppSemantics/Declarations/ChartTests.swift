import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// The graphs of charts
@Suite(.limited) struct ChartTests {
  private let around = """
    source s { x: Number  on: Bool }
    enum Mode { walk, bike }
    table trips by id { id: Number  at: Instant  mode: Mode  km: Number }

    """

  /// The chart in words, `key` and `end` where it has them
  private func text(_ chart: String) throws -> String {
    let analysis = RuleSet.analyze(around + chart)
    #expect(analysis.diagnostics.map(\.headline) == [])
    let found = try #require(analysis.graph.charts.first)
    let words = GraphText(analysis.graph)
    var lines = [
      "\(found.name): \(words.text(found.value)) per \(found.period.name) last \(found.count)"
    ]
    if let rows = found.rows { lines.append("rows \(words.rows(rows))") }
    if let end = found.valueAtEnd { lines.append("end \(words.text(end))") }
    return lines.joined(separator: "\n")
  }

  @Test func `a period is what the clock says of the last second`() throws {
    #expect(
      try text(#"chart "A" of count(trips where at in period) per week last 52"#) == """
        A: (count trips#0 where (in #0.at (week start)..(week end) halfOpen)) per week last 52
        """)
  }

  @Test func `windows reach to the end, and what is beside them is a second old there`() throws {
    #expect(
      try text(#"chart "A" of total(s.on, since period) / 1s + s.x per day last 3"#) == """
        A: (add (divide (total s.on since (day start)) 1s) s.x) per day last 3
        end (add (divide (total s.on since (ago (day start) last 1s)) 1s) (ago s.x last 1s))
        """)
    #expect(
      try text(#"chart "A" of max(s.x, since period) per day last 3"#) == """
        A: (maximum s.x since (day start)) per day last 3
        """)
  }

  @Test func `clauses come in any order, and each value has a series`() throws {
    let found = try text(
      #"chart "A" per hour last 3 of sum(trips where mode == m each km) for each m in distinct(trips each mode)"#
    )
    #expect(
      found.hasPrefix(
        "A: (sum trips#1 where (== #1.mode #0.mode) : #1.km) per hour last 3\nrows trips#0 where "))
  }

  @Test func `nothing of a chart is in the graph that is run`() throws {
    let opp = "opp \"o\" when s.on\n"
    let plain = RuleSet.analyze(around + opp).graph
    let charted = RuleSet.analyze(
      around + opp
        + #"chart "A" for each t in trips of count(firings("o") where at in period) + t.km per day last 3"#
    ).graph
    let run = charted.withoutCharts()
    #expect(run.charts == [])
    #expect(Array(run.nodes.prefix(plain.nodes.count)) == plain.nodes)
    #expect(
      run.nodes.dropFirst(plain.nodes.count).allSatisfy { $0.operation == .constant(.truth(false)) }
    )
    #expect(!charted.charts.isEmpty)
  }

  @Test func `a let is shared with a chart, and a row of another table may have a period`() throws {
    let graph = RuleSet.analyze(
      around + """
        let warm = s.x > 3
        table period by id { id: Number  km: Number }
        opp "o" when warm and any(period where km > 3)
        chart "A" of total(warm, since period) + sum(period.km) * 1s per day last 3
        """
    ).graph
    #expect(graph.charts.count == 1)
  }
}
