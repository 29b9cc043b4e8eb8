import OppTestLimits
import Testing

@testable import OppSyntax

@Suite(.limited) struct WordTests {
  private func words(_ text: String) -> [Word] {
    Lexer.tokens(of: SourceFile(path: "a.opp", text: text)).words
  }

  @Test func `every contextual and every reserved word is found by its letters`() {
    for word in ContextualWord.allCases {
      let found = words(word.text)[0]
      #expect(found.kind == .name && found.contextual == word, "\(word.text)")
    }
    for (spelling, kind) in ReservedWords.all {
      let found = words("\(spelling)")[0]
      #expect(found.kind == kind && found.contextual == nil, "\(spelling)")
    }
  }

  @Test func `a word that only begins or ends like one of the language is a name`() {
    for text in [
      "t", "toé", "when1", "whe", "xwhen", "When", "and_", "oré", "otherwis", "Otherwise",
    ] {
      let found = words(text)[0]
      #expect(found.kind == .name && found.contextual == nil, "\(text)")
    }
  }

  @Test func `a word knows whether a line begins before it`() {
    #expect(words("a b").map { $0.startsLine } == [true, false, false])
    #expect(words("a\nb // c\n\n  d").map { $0.startsLine } == [true, true, true, false])
    // The lexer closes a text that is left open at the end of its line.
    #expect(
      words("\"a {b\nc").map { $0.startsLine } == [
        true, false, false, false, false, false, true, false,
      ])
    #expect(words("/* a\nb */ c").map { $0.startsLine } == [true, false])
  }
}
