import OppTestLimits
import Testing

@testable import OppSyntax

@Suite(.limited) struct SpellingTests {
  private func spelling(_ text: String) -> Spelling { Spelling(Array(text.utf8)[...]) }

  @Test func `a word has the spelling of the literal that is written like it`() {
    #expect(spelling("a") == "a")
    #expect(spelling("distance") == "distance")
    #expect(spelling("maximum9") == "maximum9")
    #expect(spelling("solar_noon") == "solar_noon")
    #expect(spelling("notification") == "notification")
    #expect(spelling("abcdefghijklmnop") == "abcdefghijklmnop")
    #expect(spelling("ﾃé") == "ﾃé")
    #expect(spelling("") == .none)
  }

  @Test func `words that differ have different spellings`() {
    let words = [
      "", "a", "A", "b", "ab", "ba", "aa", "aaaaaaaa", "aaaaaaaab", "baaaaaaaa", "aaaaaaaaa",
      "abcdefgh", "abcdefghi", "abcdefghij", "abcdefghijklmnop", "é", "è",
    ]
    for (index, word) in words.enumerated() {
      for other in words[(index + 1)...] {
        #expect(spelling(word) != spelling(other), "\(word), \(other)")
      }
    }
  }

  @Test func `a word that is too long has the spelling of no other word`() {
    #expect(spelling("abcdefghijklmnopq") != "abcdefghijklmnop")
    #expect(spelling("abcdefghijklmnopq") != "")
  }

  @Test func `small letters are those of ASCII`() {
    #expect(spelling("AND").lowercased == "and")
    #expect(spelling("Or").lowercased == "or")
    #expect(spelling("A_Z09@[`{").lowercased == "a_z09@[`{")
    #expect(spelling("NOTIFICATIONS").lowercased == "notifications")
    #expect(spelling("É").lowercased == "É")
  }
}
