import OppLanguageServer
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct RuleSetSnapshotTests {
  private func snapshot(_ texts: [String: String]) -> RuleSetSnapshot {
    let ordered = texts.sorted { $0.key < $1.key }
    let files = ordered.map { SourceFile(path: $0.key, text: $0.value) }
    return RuleSetSnapshot(
      files: ordered.map { RuleSetSnapshot.File(uri: "file:///\($0.key)", version: 1) },
      analysis: RuleSet.analyze(files: files))
  }

  @Test func `a file is found by its uri`() {
    let snapshot = snapshot(["a.opp": "let x = 1", "b.opp": "let y = 2"])
    #expect(snapshot.index(ofURI: "file:///b.opp") == 1)
    #expect(snapshot.index(ofURI: "file:///c.opp") == nil)
    #expect(snapshot.source(at: 1).path == "b.opp")
    #expect(snapshot.tree(at: 0).text == "let x = 1")
  }

  @Test func `problems are those of the checker and of the linter in the order of the text`() {
    let snapshot = snapshot([
      "a.opp": """
      opp "Run" when not (sky == rain) and free >= 1h at most once per day
      let wrong = nothing
      """
    ])
    let codes = snapshot.problems.map(\.code)
    #expect(codes == ["negation-of-negation", "unknown-name"])
  }
}
