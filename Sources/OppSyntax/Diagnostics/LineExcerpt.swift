/// A line of a file as a terminal shows it, cut around a place if it is long
///
/// Tabs become spaces; a column is a cell of the terminal, of which wide characters take two. Only the text
/// near the place is read, so a line of megabytes costs no more than a short one.
///
/// The gutter with the number of the line is no part of it: ``DiagnosticRenderer`` adds that.
struct LineExcerpt {
  /// A line of at most so many bytes is shown from its start; any other is cut at so many cells more than
  /// ``bytesBefore``
  static let widthLimit = 120

  /// The number of bytes shown before the place
  private static let bytesBefore = 160
  /// The number of bytes shown from the place on
  private static let bytesAfter = 480
  /// Tabs end at multiples of so many cells
  private static let tabWidth = 4

  /// The line as it is shown, with `…` at a cut
  private(set) var text = ""

  /// For each scalar shown, its offset in the file and the cell it begins at
  private var cells: [(offset: Int32, column: Int)] = []
  /// The cells of ``text``
  private var width = 0

  /// - Parameter place: the offset in the file that must be visible; one outside the line counts as its nearest end.
  init(file: SourceFile, line: Int, around place: Int32) {
    let range = file.lineRange(at: line)
    let place = min(max(Int(place), range.lowerBound), range.upperBound)
    var start = max(range.lowerBound, place - LineExcerpt.bytesBefore)
    // A line that fits is shown from its start.
    if range.upperBound - range.lowerBound <= LineExcerpt.widthLimit { start = range.lowerBound }
    // Not within a scalar: UTF-8 continues with bytes 10xxxxxx.
    while start > range.lowerBound, file.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let end = min(range.upperBound, place + LineExcerpt.bytesAfter)
    if start > range.lowerBound { appendCut() }
    append(file, start..<end, isCut: end < range.upperBound)
  }

  /// Appends the characters of a range, until they fill the width
  private mutating func append(_ file: SourceFile, _ range: Range<Int>, isCut: Bool) {
    var offset = range.lowerBound
    for character in String(decoding: file.bytes[range], as: UTF8.self) {
      if width >= LineExcerpt.widthLimit + LineExcerpt.bytesBefore {
        cells.append((Int32(clamping: offset), width))
        return appendCut()
      }
      append(character, at: &offset)
    }
    cells.append((Int32(clamping: offset), width))
    if isCut { appendCut() }
  }

  /// Appends one character with the cells it takes
  ///
  /// - Parameter offset: the beginning of the character in the file, which becomes its end.
  private mutating func append(_ character: Character, at offset: inout Int) {
    let column = width
    for scalar in character.unicodeScalars {
      cells.append((Int32(clamping: offset), scalar.isControl ? width : column))
      offset += UTF8.width(scalar)
      if scalar == "\t" {
        let spaces = LineExcerpt.tabWidth - width % LineExcerpt.tabWidth
        text += String(repeating: " ", count: spaces)
        width += spaces
      } else if scalar.isControl {
        text += "\u{FFFD}"
        width += 1
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    if character.unicodeScalars.first?.isControl == false { width += character.cellCount }
  }

  /// Appends the sign that more follows, or came before
  private mutating func appendCut() {
    text += "…"
    width += 1
  }

  /// The cells between two offsets of the file: at least one
  ///
  /// ```
  /// ⇥a日b       the tab is at cells 0 to 3, `a` at 4, `日` at 5 and 6, `b` at 7
  /// ```
  func columns(from start: Int32, to end: Int32) -> Range<Int> {
    let first = min(column(at: start), width)
    return first..<max(first + 1, min(column(at: end), width))
  }

  /// The cell at which the scalar at an offset begins, or where the text ends
  private func column(at offset: Int32) -> Int {
    for cell in cells where cell.offset >= offset { return cell.column }
    return width
  }
}

extension UTF8 {
  /// The bytes of a scalar in UTF-8
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x80 ? 1 : scalar.value < 0x800 ? 2 : scalar.value < 0x10000 ? 3 : 4
  }
}
