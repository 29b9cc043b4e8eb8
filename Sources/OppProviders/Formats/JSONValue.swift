/// A JSON value and the place where it stands
struct JSONValue {
  let content: Content

  /// The bytes of the value in its file, those of a string without its quotes
  let cell: Cell

  enum Content {
    case null
    case truth(Bool)
    /// As it is written, in the cell
    case number
    case text(String)
    case array([JSONValue])
    /// In the order of the text; a key that is there twice counts as written last
    case object([(key: String, cell: Cell, value: JSONValue)])
  }

  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.key == key }?.value
  }

  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The whole of a file as one value
  static func parse(_ file: TextFile) throws(JSONScanner.Failure) -> JSONValue {
    var scanner = JSONScanner(file: file, position: file.start, line: 1)
    scanner.skipSpace()
    let value = try value(&scanner, depth: 0)
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw scanner.failure("the end of the file") }
    return value
  }

  /// The values of a file one after the other: one document, or the lines of JSON Lines
  static func parseAll(_ file: TextFile) throws(JSONScanner.Failure) -> [JSONValue] {
    var scanner = JSONScanner(file: file, position: file.start, line: 1)
    var values: [JSONValue] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      values.append(try value(&scanner, depth: 0))
      scanner.skipSpace()
    }
    return values
  }

  private static func value(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONScanner.Failure) -> JSONValue {
    guard depth <= JSONScanner.maximumDepth else {
      throw JSONScanner.Failure(
        kind: .tooDeep(limit: JSONScanner.maximumDepth), offset: scanner.position,
        line: scanner.line)
    }
    var start = Cell(
      start: scanner.position, end: scanner.position, line: scanner.line, form: .json)
    let content: Content
    switch scanner.current {
    case UInt8(ascii: "\""):
      content = .text(try scanner.string())
      start = Cell(
        start: start.start + 1, end: scanner.position - 1, line: start.line, form: .jsonText)
      return JSONValue(content: content, cell: start)
    case UInt8(ascii: "["): content = .array(try elements(&scanner, depth: depth))
    case UInt8(ascii: "{"): content = .object(try members(&scanner, depth: depth))
    default:
      let cell = try scanner.valueCell()
      switch scanner.file.bytes[cell.start] {
      case UInt8(ascii: "t"): content = .truth(true)
      case UInt8(ascii: "f"): content = .truth(false)
      case UInt8(ascii: "n"): content = .null
      default: content = .number
      }
    }
    start.end = scanner.position
    return JSONValue(content: content, cell: start)
  }

  private static func elements(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONScanner.Failure) -> [JSONValue] {
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

  private static func members(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONScanner.Failure) -> [(key: String, cell: Cell, value: JSONValue)] {
    var members: [(key: String, cell: Cell, value: JSONValue)] = []
    try scanner.expect("{", "`{`")
    scanner.skipSpace()
    if scanner.accept("}") { return [] }
    while true {
      let start = scanner.position
      let key = try scanner.string()
      let cell = Cell(start: start, end: scanner.position, line: scanner.line, form: .json)
      scanner.skipSpace()
      try scanner.expect(":", "`:`")
      scanner.skipSpace()
      members.append((key, cell, try value(&scanner, depth: depth + 1)))
      scanner.skipSpace()
      if scanner.accept("}") { return members }
      try scanner.expect(",", "`,` or `}`")
      scanner.skipSpace()
    }
  }
}
