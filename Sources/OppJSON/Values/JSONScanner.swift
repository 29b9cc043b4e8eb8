/// Reads JSON (RFC 8259) strictly, piece by piece, and knows the place of every mistake
///
/// A reader of one document takes ``JSONValue``. The pieces are for readers of lines, which keep most values as bytes:
///
///     var scanner = JSONScanner(bytes: Array(#"{"count": 1}"#.utf8))
///     try scanner.expect("{", "an object")
///     let key = try scanner.string()               // count
///     scanner.skipSpace()
///     try scanner.expect(":", "`:`")
///     scanner.skipSpace()
///     let place = try scanner.valuePlace()         // 10..<11: checked, and not converted
///
/// It reads each byte once, but for strings with escapes, and never moves backwards.
package struct JSONScanner {
  /// The most arrays and objects in each other
  package static let maximumDepth = 64

  /// The text in UTF-8
  package let bytes: [UInt8]

  /// The index of the next byte, and the number of its line from 1
  package private(set) var position: Int
  package private(set) var line: Int

  package init(bytes: [UInt8], position: Int = 0, line: Int = 1) {
    self.bytes = bytes
    self.position = position
    self.line = line
  }

  /// A failure at the next byte, with the text that was expected there
  package func failure(_ expected: String) -> JSONFailure {
    JSONFailure(.expected(expected), offset: position, line: line)
  }

  package var isAtEnd: Bool { position >= bytes.count }

  /// The byte at the place, or 0 at the end
  package var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// - Parameter stopsAtLineEnd: as between the lines of JSON Lines.
  package mutating func skipSpace(stopsAtLineEnd: Bool = false) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"):
        if stopsAtLineEnd { return }
        position += 1
        line += 1
      default: return
      }
    }
  }

  /// Goes to the first byte of the next line
  package mutating func skipLine() {
    while position < bytes.count {
      position += 1
      if bytes[position - 1] == UInt8(ascii: "\n") {
        line += 1
        return
      }
    }
  }

  /// Skips a character of ASCII if it comes next
  package mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
      return false
    }
    position += 1
    return true
  }

  /// Skips a character of ASCII, or fails
  ///
  /// - Parameter expected: the text that the failure names as expected here.
  package mutating func expect(_ character: Unicode.Scalar, _ expected: String) throws(JSONFailure)
  {
    guard accept(character) else { throw failure(expected) }
  }

  /// A string, decoded
  package mutating func string() throws(JSONFailure) -> String {
    let (start, startLine) = (position, line)
    let place = try stringPlace()
    let slice = bytes[place.start..<place.end]
    let text: String?
    if slice.contains(UInt8(ascii: "\\")) {
      text = String(validating: Self.unescaped(slice), as: UTF8.self)
    } else {
      text = String(validating: slice, as: UTF8.self)
    }
    guard let text else { throw JSONFailure(.notUTF8, offset: start, line: startLine) }
    return text
  }

  /// The bytes between the quotes of a string, checked but not decoded
  package mutating func stringPlace() throws(JSONFailure) -> JSONPlace {
    try expect("\"", "a text in quotes")
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return JSONPlace(start: start, end: position - 1, line: line, isText: true)
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20: throw failure("`\"` at the end of a text")
      default: position += 1
      }
    }
    throw failure("`\"` at the end of a text")
  }

  /// Skips an escape of a string, from its backslash on
  private mutating func skipEscape() throws(JSONFailure) {
    position += 1
    switch current {
    case UInt8(ascii: "u"):
      position += 1
      for _ in 0..<4 {
        guard Self.hex(current) != nil else { throw failure("four hexadecimal digits") }
        position += 1
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    default: throw failure("one of `\" \\ / b f n r t u` after `\\`")
    }
  }

  /// A number, literal, array or object as its bytes, checked; a string as those between its quotes
  package mutating func valuePlace(depth: Int = 0) throws(JSONFailure) -> JSONPlace {
    if current == UInt8(ascii: "\"") { return try stringPlace() }
    let (start, startLine) = (position, line)
    switch current {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer(depth: depth)
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
    return JSONPlace(start: start, end: position, line: startLine)
  }

  /// Skips an array or an object, checking everything in it
  private mutating func skipContainer(depth: Int) throws(JSONFailure) {
    guard depth < Self.maximumDepth else {
      throw JSONFailure(.tooDeep(limit: Self.maximumDepth), offset: position, line: line)
    }
    let isObject = current == UInt8(ascii: "{")
    let closing: Unicode.Scalar = isObject ? "}" : "]"
    position += 1
    skipSpace()
    if accept(closing) { return }
    while true {
      if isObject {
        _ = try stringPlace()
        skipSpace()
        try expect(":", "`:`")
        skipSpace()
      }
      _ = try valuePlace(depth: depth + 1)
      skipSpace()
      if accept(closing) { return }
      try expect(",", "`,` or `\(closing)`")
      skipSpace()
    }
  }

  /// Skips `true`, `false` or `null`
  private mutating func word(_ word: StaticString) throws(JSONFailure) {
    let letters = word.description.utf8
    guard bytes[position...].starts(with: letters) else { throw failure("a value") }
    position += letters.count
  }

  /// Skips a number by the grammar of RFC 8259 §6: `-0.5e+3`, but neither `01` nor `.5` nor `1.`
  private mutating func number() throws(JSONFailure) {
    let start = position
    _ = accept("-")
    guard isDigit else {
      if position == start { throw failure("a value") }
      throw failure("a digit")
    }
    if accept("0") {
      if isDigit { throw failure("a number without zeros in front") }
    }
    while isDigit { position += 1 }
    if accept(".") {
      guard isDigit else { throw failure("a digit") }
      while isDigit { position += 1 }
    }
    if current | 0x20 == UInt8(ascii: "e"), !isAtEnd {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard isDigit else { throw failure("a digit") }
      while isDigit { position += 1 }
    }
  }

  /// `true` if a digit comes next
  private var isDigit: Bool { current &- UInt8(ascii: "0") < 10 }

  /// The value of a digit of base 16, in either case; nil for any other byte
  private static func hex(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The bytes that escapes stand for; half of a surrogate pair alone is U+FFFD
  private static func unescaped(_ slice: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = slice
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): result.append(8)
      case UInt8(ascii: "f"): result.append(12)
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "u"): result.append(contentsOf: scalar(&rest).utf8)
      default: result.append(escape)
      }
    }
    return result
  }

  /// The character of the digits after `\u`, and of a second escape if they are the upper half of a pair:
  /// `\ud83c\udfbf` is 🎿
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> String {
    let unit = codeUnit(rest)
    rest = rest.dropFirst(4)
    if (0xD800..<0xDC00).contains(unit),
      rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    {
      let low = codeUnit(rest.dropFirst(2))
      if (0xDC00..<0xE000).contains(low) {
        rest = rest.dropFirst(6)
        let value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        return Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}"
      }
    }
    return Unicode.Scalar(unit).map { String($0) } ?? "\u{FFFD}"
  }

  /// The number of four digits of base 16
  private static func codeUnit(_ digits: ArraySlice<UInt8>) -> UInt32 {
    digits.prefix(4).reduce(0) { $0 << 4 | (hex($1) ?? 0) }
  }
}
