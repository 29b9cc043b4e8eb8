import OppTestLimits
import Testing

@testable import OppModel

/// A text that is too long ends with an ellipsis at the end of a character
@Suite(.limited) struct TextLimitTests {
  @Test func `a text within the limit stays as it is`() {
    for text in ["", "a", String(repeating: "é", count: TextLimit.bytes / 2)] {
      #expect(TextLimit.cut(text) == text)
      #expect(Value.text(text).cutToLimit == nil)
    }
  }

  @Test(arguments: ["x", "é", "🏔", "e\u{301}", "👩‍👩‍👧‍👦", "\r\n", "한"])
  func `the end of a longer text is cut between two characters`(_ character: String) {
    let whole = String(repeating: character, count: TextLimit.bytes + 1)
    // A character of several bytes is met at each of them.
    for shift in 0..<12 {
      let text = String(repeating: "-", count: shift) + whole
      let cut = TextLimit.cut(text)
      #expect(cut.utf8.count <= TextLimit.bytes)
      #expect(cut.utf8.count > TextLimit.bytes - 64)
      #expect(cut.hasSuffix("…") && text.hasPrefix(cut.dropLast()))
    }
  }

  @Test func `a character that is itself too long is cut between its scalars`() {
    let text = "e" + String(repeating: "\u{301}", count: TextLimit.bytes)
    let cut = TextLimit.cut(text)
    #expect(cut.utf8.count <= TextLimit.bytes && cut.utf8.count > TextLimit.bytes - 16)
    #expect(cut.unicodeScalars.dropLast().allSatisfy { $0 == "e" || $0 == "\u{301}" })
  }

  @Test func `a text of pieces is cut as it is put together`() {
    let piece = String(repeating: "é", count: 10_000)
    var builder = TextBuilder()
    for _ in 0..<3 { builder.append(piece) }
    #expect(!builder.isCut)
    for _ in 0..<1000 { builder.append(piece) }
    builder.append(7 as Int64)
    #expect(builder.isCut && builder.count <= TextLimit.bytes)
    #expect(builder.text == TextLimit.cut(String(repeating: piece, count: 4)))
    builder.begin()
    #expect(builder.text.isEmpty && !builder.isCut)
    builder.append(String(repeating: "x", count: TextLimit.bytes - 1))
    builder.append(10 as Int64)
    #expect(builder.isCut && builder.text.hasSuffix("x…"))
  }

  @Test func `a list of long texts is cut, as are the texts in it`() {
    let long = String(repeating: "x", count: 2 * TextLimit.bytes)
    let list = Value.list([.text("a"), .list([.text(long)])])
    #expect(list.cutToLimit == .list([.text("a"), .list([.text(TextLimit.cut(long))])]))
    let words = ValueText(
      schema: ValueSchema(ConditionGraph()), usesTwelveHourClock: false, zone: .utc)
    let text = words.text(of: .list([.text(long), .text("b")]), type: .list(.text))
    #expect(text == TextLimit.cut(long))
  }
}
