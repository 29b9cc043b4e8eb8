import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct CheckedPreludeTests {
  /// Rules that use lets, fields, cases and defaults of the prelude
  private let rules = """
    opp "A" when raining and weekday in weekend and sky == clear
    opp "B" on sunset when weather.temp > 20C and any(agenda where busy)
    opp "C" when stock("a", "b").count > 3 near @48.42,-123.36
    """

  @Test func `the prelude beside one file is that beside several, and that of editors`() {
    let file = SourceFile(path: "a.opp", text: rules)
    let one = RuleSet.analyze(files: [file])
    let others = [
      RuleSet.analyze(files: [file, SourceFile(path: "b.opp", text: "")]),
      RuleSet.analyze(rules, recordsSymbols: true),
    ]
    #expect(one.diagnostics.isEmpty)
    for other in others {
      #expect(other.graph.nodes == one.graph.nodes)
      #expect(other.graph.sources == one.graph.sources)
      for index in one.graph.nodes.indices {
        let node = NodeID(index: Int32(index))
        #expect(other.text(of: node) == one.text(of: node), "\(index)")
      }
    }
  }

  @Test func `a rule set changes nothing in the prelude of the next`() {
    let before = RuleSet.analyze(rules)
    let other = RuleSet.analyze(
      """
      enum Sky { blue, grey }
      source location { position: Position  height: Length }
      let weekend = [fri, sat]
      let temp = weather.temp - 3C
      opp "D" on sunset when temp > 5C and height > 3km and weekday in weekend
      """)
    #expect(other.diagnostics.isEmpty)
    let after = RuleSet.analyze(rules)
    #expect(after.graph.nodes == before.graph.nodes)
    #expect(after.graph.sources == before.graph.sources)
    #expect(after.graph.wellKnown == before.graph.wellKnown)
  }
}
