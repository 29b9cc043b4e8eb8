import OppSyntax
import OppTestLimits
import Testing

/// The classes of words, by which texts are coloured
@Suite(.limited) struct TokenClassTests {
  private func classes(_ text: String) -> [String] {
    let file = SourceFile(path: "a.opp", text: text)
    return Parser.parse(file).tree.classifiedTokens.map { token in
      let bytes = file.bytes[Int(token.range.start)..<Int(token.range.end)]
      return "\(token.tokenClass.name) \(String(decoding: bytes, as: UTF8.self))"
    }
  }

  @Test func `a word of a clause is a keyword where it is one, and a name elsewhere`() {
    #expect(
      classes("opp \"é\" when when > 1h30m // so") == [
        "keyword opp", "text \"", "text é", "text \"", "keyword when", "name when", "operator >",
        "number 1", "unit h", "number 30", "unit m", "comment // so",
      ])
  }

  @Test func `values in texts have their own classes`() {
    #expect(
      classes("let a = \"{temp:.1} now\" and 7am in 2026-06-21..today") == [
        "keyword let", "name a", "operator =", "text \"", "name temp", "number .1", "text  now",
        "text \"", "keyword and", "number 7am", "keyword in", "number 2026-06-21", "operator ..",
        "name today",
      ])
  }

  @Test func `words ascend, do not meet, and are not empty in any text`() {
    let text =
      "opp \"a\" when (temp > 20C or {}\n\"open {1 + \n// c\n/// d\nopp ; && 1_0.5m/s \u{0}é"
    let bytes = Array(text.utf8)
    for end in bytes.indices {
      let tree = Parser.parse(SourceFile(path: "", bytes: Array(bytes[..<end]))).tree
      var last: Int32 = 0
      for token in tree.classifiedTokens {
        #expect(token.range.start >= last && !token.range.isEmpty)
        last = token.range.end
      }
      #expect(last <= Int32(end))
    }
  }
}
