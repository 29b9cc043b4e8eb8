import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct SuggestedFixTests {
  /// The texts that the fixes for the first error would make
  private func fixed(_ text: String) -> [String] {
    let file = SourceFile(path: "rules.opp", text: text)
    let analysis = RuleSet.analyze(files: [file])
    let suggested = SuggestedFixes(analysis, files: [file]) { RuleSet.analyze(files: $0) }
    guard let error = analysis.diagnostics.first(where: { $0.severity == .error }) else {
      return []
    }
    return suggested.fixes(for: error).map { fix in
      String(decoding: FixedText([fix], to: file.bytes).bytes, as: UTF8.self)
    }
  }

  @Test func `a name that was meant is a fix`() {
    #expect(fixed("opp \"A\" when sky == suny\n") == ["opp \"A\" when sky == sunny\n"])
  }

  @Test func `two answers are two fixes`() {
    #expect(
      fixed("opp \"A\" when temp > 20\n") == [
        "opp \"A\" when temp > 20C\n", "opp \"A\" when temp > 20F\n",
      ])
  }

  @Test func `an advice that cannot be written as it is gives none`() {
    #expect(fixed("opp \"A\" when nothing_like_it\n") == [])
  }
}
