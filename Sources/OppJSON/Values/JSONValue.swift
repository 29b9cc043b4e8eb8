/// A JSON value and its place in the text
///
/// Of `{"a": [1, "x"], "a": null}`:
///
/// ```
/// content          place
/// object           0..<26     two members, both a; value["a"] is the last one, null
///   array          6..<14
///     number       7..<8      not converted: the bytes are the value
///     text x       11..<12    without its quotes
///   null           21..<25
/// ```
package struct JSONValue: Sendable {
  package let content: Content

  /// The bytes of the value in its text, those of a string without its quotes
  package let place: JSONPlace

  /// The kind of a value, and its content
  package enum Content: Sendable {
    case null
    case truth(Bool)
    /// The number as it is written, at the place
    case number
    case text(String)
    case array([JSONValue])
    /// In the order of the text; a key that is there twice counts as written last
    case object([Member])
  }

  /// A key with its value; its place is that of the key with its quotes
  package struct Member: Sendable {
    package let key: String
    package let place: JSONPlace
    package let value: JSONValue
  }

  package init(content: Content, place: JSONPlace) {
    self.content = content
    self.place = place
  }

  /// The value of a key; nil if the key is not there, or the value is no object
  package subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The text, decoded; nil for anything else
  package var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The elements of an array; nil for anything else
  package var elements: [JSONValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The whole of a text as one value
  package static func parse(
    _ bytes: [UInt8], from start: Int = 0
  ) throws(JSONFailure) -> JSONValue {
    var scanner = JSONScanner(bytes: bytes, position: start)
    scanner.skipSpace()
    let value = try value(&scanner, depth: 0)
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw scanner.failure("the end of the file") }
    return value
  }

  /// The values of a text one after the other: one document, or the lines of JSON Lines
  package static func parseAll(
    _ bytes: [UInt8], from start: Int = 0
  ) throws(JSONFailure) -> [JSONValue] {
    var scanner = JSONScanner(bytes: bytes, position: start)
    var values: [JSONValue] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      values.append(try value(&scanner, depth: 0))
      scanner.skipSpace()
    }
    return values
  }

  /// Reads a value with its place, `depth` containers deep
  private static func value(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONFailure) -> JSONValue {
    var place = JSONPlace(start: scanner.position, end: scanner.position, line: scanner.line)
    let content: Content
    switch scanner.current {
    case UInt8(ascii: "\""):
      content = .text(try scanner.string())
      place = JSONPlace(
        start: place.start + 1, end: scanner.position - 1, line: place.line, isText: true)
      return JSONValue(content: content, place: place)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard depth < JSONScanner.maximumDepth else {
        throw JSONFailure(
          .tooDeep(limit: JSONScanner.maximumDepth), offset: scanner.position, line: scanner.line)
      }
      content =
        scanner.current == UInt8(ascii: "[")
        ? .array(try elements(&scanner, depth: depth))
        : .object(try members(&scanner, depth: depth))
    default:
      let place = try scanner.valuePlace()
      switch scanner.bytes[place.start] {
      case UInt8(ascii: "t"): content = .truth(true)
      case UInt8(ascii: "f"): content = .truth(false)
      case UInt8(ascii: "n"): content = .null
      default: content = .number
      }
    }
    place.end = scanner.position
    return JSONValue(content: content, place: place)
  }

  /// Reads an array, from its bracket on
  private static func elements(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONFailure) -> [JSONValue] {
    var elements: [JSONValue] = []
    try scanner.expect("[", "`[`")
    scanner.skipSpace()
    if scanner.accept("]") { return [] }
    while true {
      elements.append(try value(&scanner, depth: depth + 1))
      scanner.skipSpace()
      if scanner.accept("]") { return elements }
      try scanner.expect(",", "`,` or `]`")
      scanner.skipSpace()
    }
  }

  /// Reads an object, from its brace on
  private static func members(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONFailure) -> [Member] {
    var members: [Member] = []
    try scanner.expect("{", "`{`")
    scanner.skipSpace()
    if scanner.accept("}") { return [] }
    while true {
      let start = scanner.position
      let key = try scanner.string()
      let place = JSONPlace(start: start, end: scanner.position, line: scanner.line)
      scanner.skipSpace()
      try scanner.expect(":", "`:`")
      scanner.skipSpace()
      members.append(
        Member(key: key, place: place, value: try value(&scanner, depth: depth + 1)))
      scanner.skipSpace()
      if scanner.accept("}") { return members }
      try scanner.expect(",", "`,` or `}`")
      scanner.skipSpace()
    }
  }
}
