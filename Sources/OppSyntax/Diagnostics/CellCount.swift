/// The cells that a terminal gives a text, of which a wide character takes two
///
/// ```
/// a 1   é 1   日 2   🥛 2   ❤ 1   ❤️ 2   👩‍👩‍👧 2   🇩🇪 2   ☀ 1
/// ```
///
/// Sources: Unicode Standard Annex #11, *East Asian Width*, whose ambiguous characters count as narrow, and Unicode Technical
/// Standard #51, *Emoji*. ``CellTable`` is made of the Unicode Character Database.
extension String {
  /// The number of cells that the text takes
  ///
  /// - Requires: the text is ``printable``: a control character would count as one cell.
  package var cellCount: Int {
    var cells = 0
    for character in self { cells += character.cellCount }
    return cells
  }

  /// The text with spaces behind it up to a width in cells
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - cellCount))
  }

  /// The text cut to a width in cells, with `…` at its end if something is missing
  package func cut(to width: Int) -> String {
    guard cellCount > width else { return self }
    var (kept, cells) = ("", 1)
    for character in self {
      cells += character.cellCount
      if cells > width { break }
      kept.append(character)
    }
    return kept + "…"
  }
}

extension Character {
  /// The number of cells of a character as people see it: that of its scalars, but for emoji of several
  package var cellCount: Int {
    var cells = 0
    var isPictograph = false
    for (index, scalar) in unicodeScalars.enumerated() {
      switch scalar.value {
      case 0x200D where isPictograph: return cells
      case 0xFE0F where index == 1 && CellTable.standard.isVariable(first): cells = 2
      case 0x1F3FB...0x1F3FF where index > 0: continue
      default: cells += scalar.cellCount
      }
      if index == 0 { isPictograph = cells == 2 || CellTable.standard.isVariable(scalar) }
    }
    return cells
  }

  /// The first scalar
  private var first: Unicode.Scalar { unicodeScalars.first ?? " " }
}

extension Unicode.Scalar {
  /// The number of cells of a scalar by itself: none for a mark that joins the character before it
  fileprivate var cellCount: Int {
    if value < 0x300 { return value == 0 ? 0 : 1 }
    // A mark of a wide script, such as U+3099, is in both tables.
    if CellTable.standard.isJoining(self) { return 0 }
    return CellTable.standard.isWide(self) ? 2 : 1
  }
}
