/// A line of a file as a terminal shows it, cut around a place if it is long
///
/// Tabs become spaces; a column is a cell of the terminal, of which wide characters take two. Only what
/// is near the place is looked at, so a line of megabytes costs no more than a short one.
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

  /// The line as it is shown, `…` where it is cut
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

  /// Appends the scalars of a range, until they fill the width
  private mutating func append(_ file: SourceFile, _ range: Range<Int>, isCut: Bool) {
    var offset = range.lowerBound
    var followsJoiner = false
    for scalar in String(decoding: file.bytes[range], as: UTF8.self).unicodeScalars {
      cells.append((Int32(clamping: offset), width))
      offset += UTF8.width(scalar)
      if width >= LineExcerpt.widthLimit + LineExcerpt.bytesBefore { return appendCut() }
      append(scalar, joined: followsJoiner)
      followsJoiner = scalar.value == 0x200D
    }
    cells.append((Int32(clamping: offset), width))
    if isCut { appendCut() }
  }

  /// Appends one scalar with the cells it takes; `joined` to the one before, it takes none of its own
  private mutating func append(_ scalar: Unicode.Scalar, joined: Bool) {
    if scalar == "\t" {
      let spaces = LineExcerpt.tabWidth - width % LineExcerpt.tabWidth
      text += String(repeating: " ", count: spaces)
      width += spaces
    } else if scalar.isControl {
      text += "\u{FFFD}"
      width += 1
    } else {
      text.unicodeScalars.append(scalar)
      width += joined ? 0 : scalar.cellCount
    }
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

extension Unicode.Scalar {
  /// The number of cells that a terminal gives it: none for marks that join the character before
  var cellCount: Int {
    switch value {
    case ..<0x300: 1
    case 0x300...0x36F, 0x200B...0x200F, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF,
      0xE0100...0xE01EF:
      0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615,
      0x26A1, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x2728, 0x274C, 0x2753...0x2755, 0x2B50:
      2
    default: 1
    }
  }
}
