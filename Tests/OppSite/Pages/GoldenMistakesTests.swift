import Foundation
import OppTestLimits
import OppTesting
import Testing

@testable import opp_site

/// The mistakes of the tests, as examples of pages
@Suite(.limited) struct GoldenMistakesTests {
  @Test func `a mistake has its text, and the text that follows the help`() throws {
    let mistakes = try GoldenMistakes(sources: Repository.root)
    let found = mistakes.mistakes(of: "missing-let")
    #expect(
      found.contains { $0.text.hasPrefix("x = 3\n") && $0.mended?.hasPrefix("let x") == true })
    #expect(mistakes.mistakes(of: "unknown-name").contains { $0.mended == nil })
    #expect(mistakes.mistakes(of: "unit-apart").contains { $0.text.contains("> 20 C") })
    #expect(mistakes.mistakes(of: "help").isEmpty)
    let alone = found.filter(\.isAlone).map(\.text.count)
    #expect(alone == alone.sorted() && found.first?.isAlone == true)
  }

  @Test func `a checkout without them fails`() {
    #expect(throws: SiteFailure.self) {
      try GoldenMistakes(sources: FileManager.default.temporaryDirectory)
    }
  }
}
