internal import OppSyntax

/// The folding of a line that is wider than a terminal
///
/// ```
/// width 24, column 4
/// Milk  there is none left and the shop is open      Milk  there is none left
///                                                        and the shop is open
/// ```
///
/// A line is folded at spaces, and beside wide characters, which have none. A word that is wider than a line stays whole.
struct FoldedLine {
  /// The cells of a line
  let width: Int

  /// The cell at which the lines after the first begin
  let column: Int

  /// The least number of cells between ``column`` and the end of a line
  static let leastRoom = 24

  /// The indentation if too few cells are left behind the column
  private static let usualIndent = 4

  init(width: Int, column: Int) {
    self.width = width
    let hasRoom = width - column >= Self.leastRoom
    self.column = hasRoom ? column : min(column, Self.usualIndent, width / 4)
  }

  /// The lines of a text
  ///
  /// - Requires: of control characters it has the codes of ``Emphasis`` alone, which take no cells.
  func parts(of text: String) -> [String] {
    var lines: [String] = []
    var (line, cells, isEmpty) = ("", 0, true)
    for piece in pieces(of: text) {
      if !isEmpty, cells + piece.spaces + piece.cells > width {
        lines.append(line)
        line = String(repeating: " ", count: column)
        cells = column
      } else {
        line += String(repeating: " ", count: piece.spaces)
        cells += piece.spaces
      }
      line += piece.text
      cells += piece.cells
      isEmpty = false
    }
    return lines + [line]
  }

  /// A part of a text within which it is not folded, with the spaces before it
  private struct Piece {
    var spaces = 0
    var text = ""
    var cells = 0

    /// `true` if the text may be folded behind it although no space follows
    var endsWide = false
  }

  /// The parts of a text in their order
  private func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var piece = Piece()
    var isCode = false
    for character in text {
      if isCode || character == "\u{1B}" {
        // `ESC [ 1 m`: its end is the letter.
        piece.text.append(character)
        isCode = character != "m"
        continue
      }
      let cells = character.cellCount
      let isBesideWide = (piece.endsWide || cells == 2) && !Self.closing.contains(character)
      if piece.cells > 0, character == " " || isBesideWide {
        pieces.append(piece)
        piece = Piece()
      }
      if character == " " {
        piece.spaces += 1
      } else {
        piece.text.append(character)
        piece.cells += cells
        piece.endsWide = cells == 2
      }
    }
    return piece.text.isEmpty ? pieces : pieces + [piece]
  }

  /// Characters that do not begin a line
  private static let closing: Set<Character> = [
    "、", "。", "，", "．", "」", "』", "）", "！", "？", "：", "；", ")", ",", ".", ":", ";", "\"",
  ]
}
