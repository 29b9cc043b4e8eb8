import OppLint
import OppSyntax
import OppTestLimits
import Testing

/// Files with very many problems
@Suite(.limited) struct ManyProblemsTests {
  @Test func `a thousand problems of one file are printed in the order of the text, each once`() {
    let text = (1...1000).map { "opp \"Opp \($0)\" when raining == true and temp > \($0 % 40)C" }
      .joined(separator: "\n")
    let findings = lint(text).filter { $0.rule.name == "comparison-with-true" }
    let starts = findings.map(\.diagnostic.range.start)
    #expect(starts.count == 1000)
    #expect(starts == starts.sorted())
    let places = words(findings, of: text).split(separator: "\n")
      .filter { $0.contains("rules.opp:") }
    #expect(places.count == 1000)
    let lines = places.compactMap { $0.split(separator: ":").dropFirst().first.flatMap { Int($0) } }
    #expect(lines == Array(1...1000))
  }
}
