import OppSyntax
import OppTestLimits
import Testing

@testable import OppOutputs

@Suite(.limited) struct FoldedLineTests {
  private func fold(_ text: String, _ width: Int, under column: Int) -> [String] {
    FoldedLine(width: width, column: column).parts(of: text)
  }

  @Test func `a line is folded between words, under its column`() {
    #expect(
      fold("Milk  there is none left and the shop is open", 32, under: 6) == [
        "Milk  there is none left and the", "      shop is open",
      ])
  }

  @Test func `a line that fits stays as it is, with its indentation`() {
    #expect(fold("  ✓ raining", 20, under: 4) == ["  ✓ raining"])
    #expect(fold("", 20, under: 4) == [""])
  }

  @Test func `a column without room behind it is given up`() {
    #expect(
      fold("2026-06-21 14:00:00  It is time for tea now", 30, under: 21) == [
        "2026-06-21 14:00:00  It is", "    time for tea now",
      ])
  }

  @Test func `a word that is wider than the line stays whole`() {
    #expect(
      fold("see https://example.org/a/long/address", 20, under: 2) == [
        "see", "  https://example.org/a/long/address",
      ])
  }

  @Test func `wide characters take two cells, and may be parted`() {
    #expect(fold("日本語の文字です。", 12, under: 2) == ["日本語の文字", "  です。"])
    #expect(fold("🥛🥛🥛 🥛🥛🥛🥛", 12, under: 0) == ["🥛🥛🥛 🥛🥛", "🥛🥛"])
  }

  @Test(arguments: Array("、。，．」』）！？：；),.:;\""))
  func `a sign that closes stays with the character before it`(sign: Character) {
    #expect(fold("日本語\(sign)", 6, under: 0) == ["日本", "語\(sign)"])
    #expect(fold("日本語\(sign)字", 8, under: 0) == ["日本語\(sign)", "字"])
  }

  /// Between wide characters alone, so that the lines are the text again, and each but the last is as full as it can be
  @Test(arguments: 8...48)
  func `a text without spaces is folded everywhere but before a sign that closes`(width: Int) {
    let text = "空は青い、風は「弱い」。気温は（南で）高い！雨は降らない？はい：明日も；晴れ。"
    let lines = fold(text, width, under: 0)
    #expect(lines.joined() == text)
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(next.first.map { "、。」）！？：；".contains($0) } == false, "\(lines)")
      #expect(line.cellCount <= width && line.cellCount > width - 6, "\(lines)")
    }
  }

  @Test func `codes of emphasis take no cells, and stay`() {
    let text = "\u{1B}[1mLunch walk\u{1B}[0m is false"
    #expect(fold(text, 20, under: 2) == [text])
    #expect(fold(text, 12, under: 2) == ["\u{1B}[1mLunch walk\u{1B}[0m", "  is false"])
  }

  /// All words are there in their order, and no line is wider than asked
  @Test(arguments: 20...60)
  func `nothing is lost at any width`(width: Int) {
    let text =
      "  ✗ sky in [rain, fog]  sky is clear, read 12:00; since 2026-06-20 06:00:00 🌧️ until now"
    let lines = fold(text, width, under: 24)
    #expect(lines.allSatisfy { $0.cellCount <= width }, "\(lines)")
    let words = lines.flatMap { $0.split(separator: " ") }
    #expect(words.joined(separator: " ") == text.split(separator: " ").joined(separator: " "))
  }
}
