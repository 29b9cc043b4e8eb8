import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct ResponseHeadTests {
  private func head(_ lines: String...) -> ResponseHead {
    var head = ResponseHead()
    for line in lines { head.add(Array(line.utf8)) }
    return head
  }

  @Test func `an interim head makes way for the final one`() {
    let head = head(
      "HTTP/1.1 103 Early Hints\r\n", "Link: a\r\n", "\r\n", "http/1.1 200 OK\r\n", "X: b\r\n",
      "\r\n")
    #expect(head.status == 200)
    #expect(head.headers == ["x": "b"])
    #expect(head.isFinal)
  }

  @Test func `values are joined, continued and trimmed`() {
    let head = head("HTTP/2 200 \r\n", "X:  a\t\r\n", "x: b\r\n", "\tc\r\n", "Empty:\r\n", "\r\n")
    #expect(head.headers == ["x": "a, b c", "empty": ""])
  }

  @Test func `a head without its end is not final, and trailers are ignored`() {
    #expect(!head("HTTP/1.1 200 OK\r\n", "X: a\r\n").isFinal)
    #expect(!head("HTTP/1.1 100 Continue\r\n", "\r\n").isFinal)
    let whole = head("HTTP/1.1 200 OK\r\n", "\r\n", "X: trailer\r\n", "HTTP/1.1 500 X\r\n")
    #expect(whole.isFinal && whole.status == 200 && whole.headers.isEmpty)
  }

  @Test func `bytes are UTF-8, otherwise Latin-1`() {
    var head = head("HTTP/1.1 200 OK\r\n", "A: ü\r\n")
    head.add(Array("B: ".utf8) + [0xFC])
    #expect(head.headers == ["a": "ü", "b": "ü"])
  }

  @Test(
    arguments: [
      (nil, .some(nil)), ("5", 5), ("5, 5", 5), ("5,5", 5), ("5, 7", nil), ("x", .some(nil)),
    ] as [(String?, Int??)])
  func `lengths that are said twice must agree`(header: String?, expected: Int??) {
    #expect(AnnouncedLength(header).map(\.bytes) == expected)
  }
}
