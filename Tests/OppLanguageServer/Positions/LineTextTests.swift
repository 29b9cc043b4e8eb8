import Foundation
import OppLanguageServer
import OppTesting
import OppTestLimits
import Testing

@Suite(.limited) struct LineTextTests {
  @Test(arguments: [
    (PositionEncoding.utf8, 4, 7), (.utf16, 2, 4), (.utf32, 1, 3),
  ])
  func `characters count in the units of the encoding`(
    encoding: PositionEncoding, afterAstral: Int, afterAll: Int
  ) {
    let text = LineText(Array("𝒳aé\nb".utf8))
    #expect(text.position(of: 4, encoding).character == afterAstral)
    #expect(text.position(of: 7, encoding).character == afterAll)
    #expect(
      text.offset(of: TextPosition(line: 0, character: afterAll), encoding) == 7)
    #expect(text.offset(of: TextPosition(line: 1, character: 1), encoding) == 9)
  }

  @Test func `a position out of range is brought back`() {
    let text = LineText(Array("ab\r\ncd".utf8))
    #expect(text.offset(of: TextPosition(line: 0, character: 99), .utf16) == 2)
    #expect(text.offset(of: TextPosition(line: 1, character: 99), .utf16) == 6)
    #expect(text.offset(of: TextPosition(line: 9, character: 0), .utf16) == 6)
    #expect(text.offset(of: TextPosition(line: -1, character: 0), .utf16) == 0)
    #expect(text.offset(of: TextPosition(line: 0, character: -7), .utf16) == 0)
  }

  @Test func `a position within a character is its start`() {
    let text = LineText(Array("𝒳é".utf8))
    #expect(text.offset(of: TextPosition(line: 0, character: 1), .utf16) == 0)
    #expect(text.offset(of: TextPosition(line: 0, character: 5), .utf8) == 4)
  }

  @Test func `lines end with a line feed, a carriage return or both`() {
    #expect(LineText(Array("a\nb\r\nc\rd".utf8)).lineStarts == [0, 2, 5, 7])
    #expect(LineText(Array("\r".utf8)).lineStarts == [0, 1])
    #expect(LineText([]).lineStarts == [0])
  }

  @Test func `a deletion at the beginning leaves the lines behind it as they are`() {
    var text = LineText(Array("ab\ncd".utf8))
    text.replace(0..<2, with: [])
    #expect(text.lineStarts == [0, 1])
    text.replace(0..<1, with: [])
    #expect(text.lineStarts == [0])
  }

  /// The text as the reference holds it: scalars, of which every position counts its units anew
  private struct Reference {
    var scalars: [Unicode.Scalar]

    func index(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
      var index = 0
      for _ in 0..<position.line {
        guard let next = lineEnd(from: index).next else { return scalars.count }
        index = next
      }
      let end = lineEnd(from: index).end
      var units = position.character
      while index < end {
        let text = String(scalars[index])
        let width =
          switch encoding {
          case .utf8: text.utf8.count
          case .utf16: text.utf16.count
          case .utf32: 1
          }
        if width > units { break }
        units -= width
        index += 1
      }
      return index
    }

    private func lineEnd(from start: Int) -> (end: Int, next: Int?) {
      guard let end = scalars[start...].firstIndex(where: { $0 == "\n" || $0 == "\r" }) else {
        return (scalars.count, nil)
      }
      let isPair =
        scalars[end] == "\r" && end + 1 < scalars.count && scalars[end + 1] == "\n"
      return (end, end + (isPair ? 2 : 1))
    }

    var bytes: [UInt8] {
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      return Array(text.utf8)
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func `edits give the text and the lines of a fresh text`(encoding: PositionEncoding) {
    let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"
    let pieces: [String] = ["a", "𝒳", "🥪", "é", "\n", "\r\n", "\r", "let x = 1", "\u{FEFF}", ""]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<(isLong ? 500 : 40) {
      var reference = Reference(scalars: [])
      var text = LineText([])
      for _ in 0..<60 {
        let positions = (0..<2).map { _ in
          TextPosition(
            line: Int.random(in: 0...6, using: &random),
            character: Int.random(in: 0...9, using: &random))
        }.sorted()
        let new = (0..<Int.random(in: 0...3, using: &random))
          .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        let range = TextRange(start: positions[0], end: positions[1])
        let start = reference.index(of: range.start, encoding)
        let end = max(start, reference.index(of: range.end, encoding))
        reference.scalars.replaceSubrange(start..<end, with: new.unicodeScalars)
        text.replace(text.offsets(of: range, encoding), with: Array(new.utf8))
        #expect(text.bytes == reference.bytes)
        #expect(text.lineStarts == LineText(text.bytes).lineStarts)
        guard text.bytes == reference.bytes else { return }
      }
    }
  }
}
