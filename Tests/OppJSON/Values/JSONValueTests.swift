import OppJSON
import OppTestLimits
import Testing

@Suite(.limited) struct JSONValueTests {
  private func failure(_ text: String) -> JSONFailure? {
    do throws(JSONFailure) {
      _ = try JSONValue.parse(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `a value knows its place`() throws {
    let value = try JSONValue.parse(Array(#"{ "a": [1, "two"] }"#.utf8))
    let elements = try #require(value["a"]?.elements)
    #expect(elements.map(\.place.start) == [8, 12])
    #expect(elements[1].text == "two")
    #expect(elements[1].place.isText)
  }

  @Test func `the last of two equal keys counts`() throws {
    let value = try JSONValue.parse(Array(#"{"a":"1","a":"2"}"#.utf8))
    #expect(value["a"]?.text == "2")
  }

  @Test func `a pair of surrogates is one character and half a pair the replacement`() throws {
    #expect(try JSONValue.parse(Array(#""\uD835\uDCB3""#.utf8)).text == "𝒳")
    #expect(try JSONValue.parse(Array(#""\uD835.""#.utf8)).text == "\u{FFFD}.")
    #expect(try JSONValue.parse(Array(#""\uD835\uDBFF""#.utf8)).text == "\u{FFFD}\u{FFFD}")
    #expect(try JSONValue.parse(Array(#""\uD835\uE000""#.utf8)).text == "\u{FFFD}\u{E000}")
    #expect(try JSONValue.parse(Array(#""\uD835\uD835\uDCB3""#.utf8)).text == "\u{FFFD}𝒳")
  }

  @Test func `a mistake has a place`() {
    #expect(failure("[1,") == JSONFailure(.expected("a value"), offset: 3, line: 1))
    #expect(failure("[1\n 2]") == JSONFailure(.expected("`,` or `]`"), offset: 4, line: 2))
    #expect(failure("1 2") == JSONFailure(.expected("the end of the file"), offset: 2, line: 1))
  }

  @Test func `depth is limited`() {
    let limit = JSONScanner.maximumDepth
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(deep)?.kind == .tooDeep(limit: limit))
    let objects = String(repeating: #"{"a":"#, count: 100_000)
    #expect(failure(objects)?.kind == .tooDeep(limit: limit))
  }

  @Test func `as many containers as the limit are read, the next one is too deep`() throws {
    func nested(_ count: Int) -> [UInt8] {
      Array(
        (String(repeating: "[", count: count) + "1" + String(repeating: "]", count: count)).utf8)
    }
    let limit = JSONScanner.maximumDepth
    _ = try JSONValue.parse(nested(limit))
    #expect(throws: JSONFailure(.tooDeep(limit: limit), offset: limit, line: 1)) {
      try JSONValue.parse(nested(limit + 1))
    }
    // The scanner alone has the same limit.
    func scan(_ count: Int) throws(JSONFailure) {
      var scanner = JSONScanner(bytes: nested(count))
      _ = try scanner.valuePlace()
    }
    try scan(limit)
    #expect(throws: JSONFailure(.tooDeep(limit: limit), offset: limit, line: 1)) {
      try scan(limit + 1)
    }
  }

  @Test func `bytes that are no UTF-8 are refused in texts`() {
    #expect(throws: JSONFailure(.notUTF8, offset: 0, line: 1)) {
      try JSONValue.parse([0x22, 0xFF, 0x22])
    }
  }
}
