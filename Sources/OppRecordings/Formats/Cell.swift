internal import OppJSON

/// A cell of a row: bytes of its file, and how a text is made of them
///
/// ```
/// source bytes          cell            form       text
/// 20C                   20C             plain      20C
/// "a, ""b"""            a, ""b""        quoted     a, "b"
/// "caf\u00e9" (JSON)    caf\u00e9       jsonText   café
/// [1, 2] (JSON)         [1, 2]          json       [1, 2]
/// ```
package struct Cell {
  /// The first byte
  package var start: Int

  /// The byte after the last; equal to `start` if the cell is empty
  package var end: Int

  /// The line it begins on
  package var line: Int
  package var form: Form

  /// The notation of a cell, which decides how its text is read
  package enum Form {
    /// The text as it is written
    case plain
    /// Between quotes, a quote inside written twice
    case quoted
    /// Inside the quotes of a JSON string
    case jsonText
    /// A JSON number, literal, array or object
    case json
  }

  package init(start: Int, end: Int, line: Int, form: Form) {
    self.start = start
    self.end = end
    self.line = line
    self.form = form
  }

  package var isEmpty: Bool { start >= end }

  /// No cell: the row ends before it, or the key is not in the object
  package static let absent = Cell(start: 0, end: 0, line: 0, form: .plain)

  /// The cell of a `null` of JSON: empty, at its place
  static func null(at cell: Cell) -> Cell {
    Cell(start: cell.start, end: cell.start, line: cell.line, form: .json)
  }

  /// `true` if it is the `null` of JSON
  var isNull: Bool { isEmpty && form == .json }
}

extension TextFile {
  /// The text of a cell; nil if it is not UTF-8
  package func text(_ cell: Cell) -> String? {
    let slice = bytes[cell.start..<cell.end]
    switch cell.form {
    case .plain, .json:
      return String(validating: slice, as: UTF8.self)
    case .quoted:
      guard slice.contains(UInt8(ascii: "\"")) else {
        return String(validating: slice, as: UTF8.self)
      }
      var unquoted: [UInt8] = []
      var afterQuote = false
      for byte in slice {
        afterQuote = byte == UInt8(ascii: "\"") && !afterQuote
        if !afterQuote { unquoted.append(byte) }
      }
      return String(validating: unquoted, as: UTF8.self)
    case .jsonText:
      guard slice.contains(UInt8(ascii: "\\")) else {
        return String(validating: slice, as: UTF8.self)
      }
      var scanner = JSONScanner(bytes: bytes, position: cell.start - 1, line: cell.line)
      return try? scanner.string()
    }
  }

  /// The cell as a problem shows it: shortened
  package func shown(_ cell: Cell) -> String {
    let text = text(cell) ?? String(decoding: bytes[cell.start..<cell.end], as: UTF8.self)
    let clean = text.unicodeScalars.prefix(60).map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? " " : String(scalar)
    }
    return clean.joined() + (text.unicodeScalars.count > 60 ? "…" : "")
  }

  /// The cell without spaces at its ends
  package func trimmed(_ cell: Cell) -> Cell {
    var cell = cell
    while cell.start < cell.end, isSpace(bytes[cell.start]) { cell.start += 1 }
    while cell.end > cell.start, isSpace(bytes[cell.end - 1]) { cell.end -= 1 }
    return cell
  }

  /// `true` if a byte is a space or a tab; a line end inside quotes belongs to the text
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
