/// Reads the elements of an XML 1.0 file one after the other, strictly
///
/// Enough for data, and no more: document types are refused (with them go entities that expand without
/// end), names lose their prefix, and texts are given as bytes of the file.
///
/// ```
/// <gpx><x:speed unit='m/s'>1.5</x:speed><ele/></gpx>
///
/// start gpx · start speed [unit: m/s] · text 1.5 · end speed · start ele · end ele · end gpx · endOfFile
/// ```
package struct XMLReader {
  /// The greatest depth to which elements may lie in each other
  static let maximumDepth = 64

  /// One step through the file
  package enum Event {
    case start(name: String, attributes: [Attribute])
    case end(name: String)
    /// Between tags; not decoded
    case text(Cell)
    /// Between `<![CDATA[` and `]]>`: as it is written
    case verbatim(Cell)
    case endOfFile
  }

  /// An attribute; its name without prefix, its value between the quotes, not decoded
  package struct Attribute {
    package let name: String
    package let value: Cell
  }

  /// The first mistake of the file, after which nothing of it is read
  package struct Failure: Error {
    let kind: RecordingProblem.Kind
    let offset: Int
    let line: Int
  }

  let file: TextFile

  /// The next byte to read
  private(set) var position: Int

  /// The number of the line with ``position``
  private(set) var line = 1

  /// The names of the open elements with their prefixes, outermost first
  private var open: [String] = []

  /// The element that `<a/>` closes at once
  private var pendingEnd: String?

  /// `true` if an element has begun; after it has ended, no other may follow
  private var hasRoot = false

  package init(file: TextFile) {
    self.file = file
    position = file.start
  }

  /// The next event; after `endOfFile` the same again
  package mutating func next() throws(Failure) -> Event {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: Self.local(name))
    }
    while position < file.bytes.count {
      if file.bytes[position] != UInt8(ascii: "<") {
        let cell = scanText()
        if !open.isEmpty { return .text(cell) }
        guard isBlank(cell) else {
          throw Failure(kind: .badXML(expected: "an element"), offset: cell.start, line: cell.line)
        }
      } else if starts("<!--") {
        try skip(past: "-->", "`-->` at the end of a comment")
      } else if starts("<?") {
        try skip(past: "?>", "`?>`")
      } else if starts("<![CDATA[") {
        return .verbatim(try cdata())
      } else if starts("<!") {
        throw failure("an element; document types are not read")
      } else if starts("</") {
        return try endTag()
      } else {
        return try startTag()
      }
    }
    if let name = open.last { throw failure("`</\(name)>`") }
    guard hasRoot else { throw failure("an element") }
    return .endOfFile
  }

  /// A failure at the next byte
  private func failure(_ expected: String) -> Failure {
    Failure(kind: .badXML(expected: expected), offset: position, line: line)
  }

  // MARK: - Tags

  /// Reads `<name attribute="…">` or `<name/>`, from the `<` on
  private mutating func startTag() throws(Failure) -> Event {
    guard !(open.isEmpty && hasRoot) else { throw failure("the end of the file") }
    guard open.count < Self.maximumDepth else {
      throw Failure(kind: .tooDeep(limit: Self.maximumDepth), offset: position, line: line)
    }
    position += 1
    let name = try name()
    var attributes: [Attribute] = []
    while true {
      let hadSpace = skipSpace()
      if starts("/>") {
        position += 2
        pendingEnd = name
        break
      }
      if accept(UInt8(ascii: ">")) {
        open.append(name)
        break
      }
      guard hadSpace else { throw failure("`>` or a space") }
      attributes.append(try attribute())
    }
    hasRoot = true
    return .start(name: Self.local(name), attributes: attributes)
  }

  /// Reads `name="value"` or `name='value'`; a `<` in the value is a mistake, as XML has it
  private mutating func attribute() throws(Failure) -> Attribute {
    let name = try name()
    _ = skipSpace()
    guard accept(UInt8(ascii: "=")) else { throw failure("`=`") }
    _ = skipSpace()
    let quote = position < file.bytes.count ? file.bytes[position] : 0
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("a value in quotes")
    }
    position += 1
    let (start, startLine) = (position, line)
    while position < file.bytes.count, file.bytes[position] != quote {
      guard file.bytes[position] != UInt8(ascii: "<") else { throw failure("a closing quote") }
      advance()
    }
    let cell = Cell(start: start, end: position, line: startLine, form: .plain)
    guard accept(quote) else { throw failure("a closing quote") }
    return Attribute(name: Self.local(name), value: cell)
  }

  /// Reads `</name>`, which has to be that of the innermost open element
  private mutating func endTag() throws(Failure) -> Event {
    let (start, startLine) = (position, line)
    position += 2
    let name = try name()
    _ = skipSpace()
    guard let expected = open.popLast(), expected == name else {
      throw Failure(
        kind: .badXML(expected: open.isEmpty ? "an element" : "the end tag of the open element"),
        offset: start, line: startLine)
    }
    guard accept(UInt8(ascii: ">")) else { throw failure("`>`") }
    return .end(name: Self.local(name))
  }

  /// Reads a name with its prefix; every byte beyond ASCII counts as a letter
  private mutating func name() throws(Failure) -> String {
    let start = position
    while position < file.bytes.count {
      switch file.bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"),
        UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
        position += 1
      default:
        guard position > start else { throw failure("a name") }
        return String(decoding: file.bytes[start..<position], as: UTF8.self)
      }
    }
    throw failure("`>`")
  }

  // MARK: - Texts

  /// Reads up to the next tag
  private mutating func scanText() -> Cell {
    let (start, startLine) = (position, line)
    while position < file.bytes.count, file.bytes[position] != UInt8(ascii: "<") { advance() }
    return Cell(start: start, end: position, line: startLine, form: .plain)
  }

  /// Reads `<![CDATA[…]]>`; the cell is between the brackets
  private mutating func cdata() throws(Failure) -> Cell {
    guard !open.isEmpty else { throw failure("an element") }
    position += 9
    let (start, startLine) = (position, line)
    try skip(past: "]]>", "`]]>`")
    return Cell(start: start, end: position - 3, line: startLine, form: .plain)
  }

  /// `true` if a text is spaces alone, as it has to be outside of the root
  private func isBlank(_ cell: Cell) -> Bool {
    file.bytes[cell.start..<cell.end].allSatisfy { Self.isSpace($0) }
  }

  // MARK: - Bytes

  /// `true` if the next bytes are those of a text
  private func starts(_ text: StaticString) -> Bool {
    file.bytes[position...].starts(with: text.description.utf8)
  }

  /// Skips the next occurrence of a text and all before it; if there is none, the failure is at the beginning
  private mutating func skip(
    past text: StaticString, _ expected: String
  ) throws(Failure) {
    let (start, startLine) = (position, line)
    let first = text.description.utf8.first
    while position < file.bytes.count {
      if file.bytes[position] == first, starts(text) {
        position += text.utf8CodeUnitCount
        return
      }
      advance()
    }
    throw Failure(kind: .badXML(expected: expected), offset: start, line: startLine)
  }

  /// Skips one byte and counts lines
  private mutating func advance() {
    if file.bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  /// Skips a byte if it is the one given
  private mutating func accept(_ byte: UInt8) -> Bool {
    guard position < file.bytes.count, file.bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips white space; false if there is none
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < file.bytes.count, Self.isSpace(file.bytes[position]) { advance() }
    return position > start
  }

  /// `true` if a byte is white space of XML 1.0, production `S`
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// A name without its prefix: `speed` of `x:speed`
  private static func local(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.index(after: colon)...])
  }
}
