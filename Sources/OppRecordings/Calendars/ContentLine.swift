/// One property of a calendar: `NAME;PARAMETER=value:value`
///
/// ```
/// item1.dtstart;tzid="Europe/Paris":20260622T120000
/// name DTSTART · parameters [TZID: Europe/Paris] · value the range of 20260622T120000
/// ```
struct ContentLine {
  /// In capitals, without a group before it (`item1.`)
  let name: String
  let parameters: [Parameter]

  /// The range of the value in the text of the lines
  let value: Range<Int>

  /// The line of the property, for problems
  let line: CalendarLines.Line

  /// `true` if nothing behind its name could be read
  var isMalformed = false

  /// One `;NAME=value` between the name and the value
  struct Parameter {
    /// In capitals
    let name: String

    /// Without its quotes; several values are joined by commas as they are
    let value: String
  }

  /// The value of the first parameter of that name, which is in capitals
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}

extension CalendarLines {
  /// The name with which a line begins, in capitals, and the offset of its end
  ///
  /// - Returns: nil if the line does not begin with a name.
  func name(of line: Line) -> (name: String, end: Int)? {
    var start = line.start
    var index = start
    while index < line.end {
      let byte = text[index]
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") { break }
      if byte == UInt8(ascii: ".") {
        start = index + 1
      } else if !Self.isNameByte(byte) {
        return nil
      }
      index += 1
    }
    guard index > start else { return nil }
    return (capitals(start..<index), index)
  }

  /// The property of a line whose name is known: its parameters up to the `:`, then its value
  ///
  /// - Returns: nil if the line is no property.
  func property(of line: Line, name: String, nameEnd: Int) -> ContentLine? {
    var index = nameEnd
    var parameters: [ContentLine.Parameter] = []
    while index < line.end, text[index] == UInt8(ascii: ";") {
      index += 1
      let nameStart = index
      while index < line.end, text[index] != UInt8(ascii: "="), text[index] != UInt8(ascii: ":"),
        text[index] != UInt8(ascii: ";")
      { index += 1 }
      let name = capitals(nameStart..<index)
      guard index < line.end, text[index] == UInt8(ascii: "=") else {
        // A parameter without a value means nothing (`;ENCODING:`).
        continue
      }
      index += 1
      guard let value = parameterValue(from: &index, in: line) else { return nil }
      parameters.append(ContentLine.Parameter(name: name, value: value))
    }
    guard index < line.end, text[index] == UInt8(ascii: ":") else { return nil }
    return ContentLine(
      name: name, parameters: parameters, value: (index + 1)..<line.end, line: line)
  }

  /// The value of a parameter, up to the `;` or `:` that is not inside quotes; nil if a quote is not closed
  private func parameterValue(from index: inout Int, in line: Line) -> String? {
    var bytes: [UInt8] = []
    var isQuoted = false
    while index < line.end {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
        break
      } else {
        bytes.append(byte)
      }
      index += 1
    }
    return isQuoted ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Letters of ASCII as capitals
  func capitals(_ range: Range<Int>) -> String {
    String(
      decoding: text[range].lazy.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 32 : $0 }, as: UTF8.self)
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  /// A text with its escapes undone (RFC 5545 §3.3.11): `Caf\, \nbar` has a comma and a line end
  func unescaped(_ range: Range<Int>) -> String {
    guard text[range].contains(UInt8(ascii: "\\")) else { return string(range) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text[range] {
      if isEscaped {
        bytes.append(byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N") ? 10 : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The parts of a range between a separator, empty ones included: `a,,b` has three
  func split(_ range: Range<Int>, at separator: Character) -> [Range<Int>] {
    guard let byte = separator.asciiValue else { return [range] }
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where text[index] == byte {
      parts.append(start..<index)
      start = index + 1
    }
    parts.append(start..<range.upperBound)
    return parts
  }

  /// `true` if a byte may be part of a name: a letter, a digit, `-`, and `_`, which some programs write
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
