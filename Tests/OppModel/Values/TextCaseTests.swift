import OppTestLimits
import Testing

@testable import OppModel

/// Small letters and capitals, by Unicode's SpecialCasing without languages
@Suite(.limited) struct TextCaseTests {
  /// From the Unicode Character Database, and of Python's `str.lower`
  @Test(
    arguments: [
      ("ΟΔΟΣ", "οδος"), ("Σ", "σ"), ("ΣΑΣ", "σας"), ("ΣΣ", "σς"), ("ΑΣ ΣΑ", "ας σα"),
      ("ΑΣ.", "ας."), ("ΑΣ.Β", "ασ.β"), ("Α\u{301}Σ", "α\u{301}ς"), ("ΑΣ\u{301}", "ας\u{301}"),
      ("ΑΣ\u{301}Β", "ασ\u{301}β"), ("1Σ", "1σ"), ("Α'Σ", "α'ς"), ("ΑΣ1", "ας1"), ("𝐀Σ", "𝐀ς"),
      ("ΑΣ𝐀", "ασ𝐀"), ("Α Σ", "α σ"), ("İ", "i\u{307}"), ("ẞ", "ß"), ("Ǆ", "ǆ"), ("ǅ", "ǆ"),
      ("Main STREET", "main street"), ("", ""), ("ΌΣΟΣ ΟΔΌΣ", "όσος οδός"),
    ])
  func `small letters`(text: String, lower: String) {
    #expect(scalars(TextCase.lower(text)) == scalars(lower), "\(TextCase.lower(text))")
  }

  @Test(
    arguments: [
      ("οδος", "ΟΔΟΣ"), ("ß", "SS"), ("ﬁ", "FI"), ("ﬃ", "FFI"), ("ŉ", "ʼN"), ("ǰ", "J\u{30C}"),
      ("ΐ", "Ι\u{308}\u{301}"), ("և", "ԵՒ"), ("ᾳ", "ΑΙ"), ("ᾼ", "ΑΙ"), ("ῷ", "Ω\u{342}Ι"),
      ("ǅ", "Ǆ"), ("ı", "I"), ("i\u{307}", "I\u{307}"), ("straße", "STRASSE"),
    ])
  func `capitals`(text: String, upper: String) {
    #expect(scalars(TextCase.upper(text)) == scalars(upper), "\(TextCase.upper(text))")
  }

  @Test func `a final sigma is the same in capitals`() {
    #expect(TextCase.upper("ς") == TextCase.upper("σ"))
  }

  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
