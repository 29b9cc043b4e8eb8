import Foundation
import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct TrimmingTests {
  @Test func `texts are trimmed as Foundation trims them`() throws {
    for value in 0..<0x1_0000 {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let text = "\(scalar)a\(scalar)b\(scalar)"
      #expect(text.trimmingSpaces() == text.trimmingCharacters(in: .whitespaces), "\(value)")
      #expect(text.trimmingLineEnds() == text.trimmingCharacters(in: .newlines), "\(value)")
      #expect(
        text.trimmingSpacesAndLineEnds() == text.trimmingCharacters(in: .whitespacesAndNewlines),
        "\(value)")
    }
  }

  @Test(arguments: [("", ""), (" ", ""), ("\r\n a \t\r\n", "a"), (" \u{85}x", "x")])
  func `spaces and line ends of several kinds go together`(text: String, expected: String) {
    #expect(text.trimmingSpacesAndLineEnds() == expected)
  }
}
