import OppSyntax
import OppTestLimits
import Testing

@testable import OppSemantics

/// The number of texts that are tried out for the advice of messages
@Suite(.limited) struct TriedTextTests {
  @Test func `a file with many mistakes has few texts tried out`() {
    let mistakes = (0..<40).map { "opp \"\($0)\" when temp gets a bit stranger than it was \($0)" }
    let analysis = RuleSet.analyze(mistakes.joined(separator: "\n"))
    #expect(analysis.diagnostics.count >= 40)
    #expect(analysis.triedTexts > 4)
    #expect(analysis.triedTexts <= 160)
    #expect(!analysis.hasTextsLeft(besides: analysis))
  }

  @Test func `one mistake leaves texts for others`() {
    let analysis = RuleSet.analyze("opp \"a\" when temp gets warmer than 25C")
    #expect(analysis.diagnostics.count == 1)
    #expect(analysis.triedTexts > 0)
    #expect(analysis.hasTextsLeft(besides: analysis))
  }
}
