internal import OppModel

/// A header as it is written, and the name and the unit in it
///
/// Spaces, quotes and case do not matter in a name, but an exact name goes before another one.
///
/// ```
/// temp[F]            temp, F              exact
/// Temp (°F)          temp, °F             spelled in another way
/// timestamp          time                 another word, if there is no `time`
/// Wind (gusts)       no name
/// ```
struct ColumnHeader {
  /// The header without spaces around it
  let text: String

  /// The name of a field, a parameter or a column of the reader, or the text if it is none
  let name: String

  /// The unit in brackets or parentheses, or `nil` if there is none
  var unit: String?

  /// `true` if the unit is that of an option
  let isUnitChosen: Bool

  /// The way in which the name is written, or `nil` if it is none
  let spelling: Spelling?

  /// A way to write a name; of two columns the one with the greater is read
  enum Spelling: Int, Comparable {
    case otherWord
    case otherLetters
    case exact
    /// The options of the file choose a header that differs in case or spaces
    case chosenAlike
    case chosen

    static func < (left: Spelling, right: Spelling) -> Bool { left.rawValue < right.rawValue }
  }

  /// The header of a column that the options of the file choose
  ///
  /// A unit in the key goes before one in the header.
  init(_ text: String, choice: ColumnChoice, spelling: Spelling) {
    self.text = text
    name = choice.name
    unit = choice.unit ?? Self.unit(in: text)
    isUnitChosen = choice.unit != nil
    self.spelling = spelling
  }

  /// The header of a column that has no meaning of its own
  init(unread text: String) {
    self.text = text
    name = text
    unit = nil
    isUnitChosen = false
    spelling = nil
  }

  /// - Parameters:
  ///   - names: the names that a column may have.
  ///   - otherWords: words for some of them.
  init(_ text: String, names: [String], otherWords: [(word: String, name: String)]) {
    self.text = text
    isUnitChosen = false
    func known(_ written: String) -> (name: String, spelling: Spelling)? {
      if names.contains(written) { return (written, .exact) }
      let folded = Self.folded(written)
      let alike = names.filter { Self.folded($0) == folded }
      if alike.count == 1 { return (alike[0], .otherLetters) }
      guard alike.isEmpty else { return nil }
      return otherWords.first { Self.folded($0.word) == folded }.map { ($0.name, .otherWord) }
    }
    if let found = known(text) {
      (name, unit, spelling) = (found.name, nil, found.spelling)
    } else if let (written, unit) = Self.split(text, "[", "]") {
      (name, self.unit, spelling) = (
        known(written)?.name ?? written, unit, known(written)?.spelling
      )
    } else if let (written, unit) = Self.split(text, "(", ")"), let found = known(written),
      !Unit.stated(unit).isEmpty
    {
      (name, self.unit, spelling) = (found.name, unit, found.spelling)
    } else {
      (name, unit, spelling) = (text, nil, nil)
    }
  }

  /// The unit in brackets or parentheses at the end of a header, or `nil` if there is none
  static func unit(in text: String) -> String? {
    let found = split(text, "[", "]") ?? split(text, "(", ")")
    return found.flatMap { Unit.stated($0.unit).isEmpty ? nil : $0.unit }
  }

  /// `true` if two headers differ in case, spaces and quotes alone
  static func areAlike(_ left: String, _ right: String) -> Bool { folded(left) == folded(right) }

  /// A name in lower case, without spaces and quotes
  private static func folded(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter { ![" ", "\"", "'", "\u{A0}"].contains($0) }))
  }

  /// `rain[mm/h]` as a name and a unit, or `nil` if the header does not end with brackets
  private static func split(
    _ header: String, _ opening: Character, _ closing: Character
  ) -> (name: String, unit: String)? {
    guard header.last == closing, let bracket = header.firstIndex(of: opening) else { return nil }
    let unit = header[header.index(after: bracket)...].dropLast()
    return (header[..<bracket].withoutOuterSpaces, unit.withoutOuterSpaces)
  }
}
