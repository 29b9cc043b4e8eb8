import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct LineSplitterTests {
  /// The lines of pieces, then the rest in brackets
  private func lines(_ pieces: [[UInt8]]) -> [String] {
    var splitter = LineSplitter()
    var found: [String] = []
    func text(_ line: LineSplitter.Line) -> String {
      switch line {
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .tooLong: "too long"
      }
    }
    for piece in pieces { splitter.take(piece) { found.append(text($0)) } }
    if let rest = splitter.rest() { found.append("[\(text(rest))]") }
    return found
  }

  @Test func `a half line waits for its end, over every cut`() {
    let bytes = Array("{\"a\": 1}\r\n\n{\"b\": \"\u{E9}\"}\nhalf".utf8)
    for cut in bytes.indices {
      for second in cut..<bytes.count {
        let pieces = [bytes[..<cut], bytes[cut..<second], bytes[second...]].map { Array($0) }
        #expect(lines(pieces) == ["{\"a\": 1}", "", "{\"b\": \"\u{E9}\"}", "[half]"])
      }
    }
  }

  @Test func `a line that is too long is one line, and the next is read`() {
    let long = [UInt8](repeating: 0x61, count: LineSplitter.longestLine)
    #expect(lines([long, [0x0A]]).map(\.count) == [LineSplitter.longestLine])
    #expect(lines([long, [0x61, 0x0A, 0x62, 0x0A]]) == ["too long", "b"])
    #expect(lines([long, long, long, [0x0A], [0x62, 0x0A]]) == ["too long", "b"])
    #expect(lines([long + [0x61]]) == ["[too long]"])
  }
}
