internal import OppSyntax

/// The declaration around a place, with a name of its own in place of the word there
///
/// ```
///   opp "Lunch" when sky == su‸n     →     opp "Lunch" when sky == completion_here_
/// ```
/// The parser and the checker then find the meanings that the name could have. Only the lines from the last that begins with the word
/// of a declaration to the next are read, so the cost does not grow with the file.
struct CompletionText {
  static let probe = "completion_here_"

  /// The most bytes before a place, and behind it, that are read
  static let reach = 32_768

  /// The word around the place, in the whole text
  let word: Range<Int>

  /// The part of the word before the place
  let prefix: String

  /// `true` if the word begins with a digit: a number, perhaps with the beginning of a unit
  let isNumber: Bool

  /// `true` if the line holds nothing before the word
  let isFirstOfLine: Bool

  /// `true` if the word stands at the very beginning of its line
  let isAtMargin: Bool

  /// The place of ``bytes`` in the whole text
  let start: Int

  /// The lines of the declaration, with ``probe`` in place of the word
  let bytes: [UInt8]

  /// The place of ``probe`` in ``bytes``
  var probeOffset: Int32 { Int32(clamping: word.lowerBound - start) }

  init(_ text: [UInt8], at offset: Int) {
    let offset = min(max(offset, 0), text.count)
    word = Self.word(around: offset, in: text)
    prefix = String(decoding: text[word.lowerBound..<offset], as: UTF8.self)
    isNumber = word.lowerBound < text.count && !word.isEmpty && text[word.lowerBound].isDecimalDigit
    let line = Self.lineStart(of: word.lowerBound, in: text)
    isFirstOfLine = text[line..<word.lowerBound].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    isAtMargin = line == word.lowerBound
    start = Self.declarationStart(before: line, in: text)
    let end = Self.declarationEnd(after: word.upperBound, in: text)
    bytes =
      Array(text[start..<word.lowerBound]) + Array(Self.probe.utf8)
      + Array(text[word.upperBound..<end])
  }

  // MARK: Words

  /// The word around an offset, with the number before it: in `10m/‸`, `10m/`
  private static func word(around offset: Int, in text: [UInt8]) -> Range<Int> {
    var start = offset
    while start > 0, isOfWord(text[start - 1]) { start -= 1 }
    // A number may have a point, and a unit a slash: `10m/‸`.
    var first = start
    while first > 0, isOfWord(text[first - 1]) || isOfNumber(text[first - 1]) { first -= 1 }
    if first < start, text[first].isDecimalDigit, isQuantity(text[first..<offset]) { start = first }
    var end = offset
    while end < text.count, isOfWord(text[end]) { end += 1 }
    return start..<end
  }

  /// `true` if bytes are a number and perhaps a unit, with one point at most between digits
  private static func isQuantity(_ bytes: ArraySlice<UInt8>) -> Bool {
    var points = 0
    for (before, byte) in zip(bytes, bytes.dropFirst()) where byte == UInt8(ascii: ".") {
      points += 1
      if !before.isDecimalDigit { return false }
    }
    return points <= 1
  }

  /// `true` for a byte that a quantity may hold besides letters and digits
  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
  }

  /// `true` for bytes of names: letters, digits, `_`, and everything beyond ASCII
  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isDecimalDigit || byte == UInt8(ascii: "_") || byte >= 0x80
      || (0x41...0x5A).contains(byte & 0xDF)
  }

  // MARK: Lines

  /// The offset behind the last line feed before an offset
  private static func lineStart(of offset: Int, in text: [UInt8]) -> Int {
    var start = offset
    while start > 0, text[start - 1] != 0x0A { start -= 1 }
    return start
  }

  /// The beginning of the last line that begins with the word of a declaration, at most ``reach`` bytes before
  private static func declarationStart(before line: Int, in text: [UInt8]) -> Int {
    var start = line
    while start > 0, line - start < reach, !beginsDeclaration(text[start...]) {
      start = lineStart(of: start - 1, in: text)
    }
    return start
  }

  /// The line feed before the next such line, at most ``reach`` bytes behind
  private static func declarationEnd(after offset: Int, in text: [UInt8]) -> Int {
    var end = offset
    while end < text.count, end - offset < reach {
      if text[end] == 0x0A, beginsDeclaration(text[(end + 1)...]) { return end }
      end += 1
    }
    // A character is not cut.
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// `opp`, `let`, `place` and the others, as bytes
  private static let declarationWords = ContextualWord.allCases.filter { $0.beginsDeclaration }
    .map { Array($0.text.utf8) }

  /// `true` if a text begins with the word of a declaration and a space
  private static func beginsDeclaration(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first >= 0x61, first <= 0x7A else { return false }
    return declarationWords.contains { word in
      guard text.starts(with: word) else { return false }
      let next = text.startIndex + word.count
      return next < text.endIndex && text[next] == 0x20
    }
  }
}

extension UInt8 {
  /// `true` for `0` to `9`
  fileprivate var isDecimalDigit: Bool { self >= 0x30 && self <= 0x39 }
}
