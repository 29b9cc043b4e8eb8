/// The lines of a calendar file, with their folds taken out
///
/// RFC 5545 folds long lines by a line end and a space, even inside a character of UTF-8, so folds are
/// taken out of the bytes before anything else looks at them:
///
/// ```
/// source:  SUMMARY:Caf\r\n é\r\nUID:1\r\n
/// text:    SUMMARY:CaféUID:1
/// lines:   |0..<13|     |13..<18|
/// ```
struct CalendarLines {
  /// One line, folds taken out; all are indices of bytes
  struct Line: Sendable {
    /// The bounds of the line in `text`
    let start: Int
    let end: Int

    /// The beginning of the line in the source, and the number of its first source line
    let source: Int
    let number: Int
  }

  /// The file as it is, from which the column of a problem is counted
  private let source: [UInt8]

  /// The file without its folds, line ends and byte order mark
  private(set) var text: [UInt8] = []

  /// The lines that are not empty, in the order of the file
  private(set) var lines: [Line] = []

  /// The longest file, in bytes; a year of a busy person is a few megabytes
  static let sizeLimit = 256 << 20

  /// The longest line, in bytes; an inline attachment is one line
  static let lineLimit = 16 << 20

  /// Takes the folds out; a line ends with CR LF, LF or CR
  ///
  /// - Throws: if the file or a line of it is too long.
  init(_ bytes: [UInt8]) throws(CalendarProblem) {
    source = bytes
    guard bytes.count <= Self.sizeLimit else {
      throw CalendarProblem(.tooLarge(bytes: Self.sizeLimit), line: 1, column: 1)
    }
    text.reserveCapacity(bytes.count)
    lines.reserveCapacity(bytes.count / 24)
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = 1
    while index < bytes.count {
      let line = (start: text.count, source: index, number: number)
      repeat {
        // After the first part of a line, each continues with a space or a tab that is not part of it.
        if index > line.source { index += 1 }
        let part = index
        while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
        text.append(contentsOf: bytes[part..<index])
        if index < bytes.count {
          index += bytes[index] == 13 && index + 1 < bytes.count && bytes[index + 1] == 10 ? 2 : 1
          number += 1
        }
      } while index < bytes.count && (bytes[index] == 32 || bytes[index] == 9)
      guard text.count - line.start <= Self.lineLimit else {
        throw CalendarProblem(
          .lineTooLong(bytes: Self.lineLimit), line: line.number, column: 1)
      }
      // A line of NUL bytes is left by a power cut, or fills a block of fixed size.
      if text[line.start...].contains(where: { $0 != 0 }) {
        lines.append(
          Line(start: line.start, end: text.count, source: line.source, number: line.number))
      }
    }
  }

  /// The place in the file of an index of `text` within a line
  ///
  /// ```
  /// 5  DTST
  /// 6   ART;TZID=Nowhere/Land:20200229T000000     index 13 of the line (`N`) is line 6, column 11
  /// ```
  func problem(_ kind: CalendarProblem.Kind, line: Line, at target: Int) -> CalendarProblem {
    var remaining = target - line.start
    var index = line.source
    var number = line.number
    var column = 1
    while index < source.count {
      if source[index] == 10 || source[index] == 13 {
        index += source[index] == 13 && index + 1 < source.count && source[index + 1] == 10 ? 2 : 1
        // The fold's own space, which is not part of the text
        index += 1
        number += 1
        column = 2
        continue
      }
      if remaining <= 0 { break }
      remaining -= 1
      index += 1
      if index >= source.count || source[index] & 0xC0 != 0x80 { column += 1 }
    }
    return CalendarProblem(kind, line: number, column: column)
  }
}
