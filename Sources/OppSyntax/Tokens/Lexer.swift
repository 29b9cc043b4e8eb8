/// Cuts a file into tokens that tile it
///
/// Every literal is one token, taken as long as possible; texts are several, because the expression in their
/// braces is cut like anything else. A text that does not end on its line ends there all the same, by
/// closing tokens of no length, so that a reader of the tokens always finds the end.
///
/// It cannot be copied, and a look at a byte is inlined always: without optimization each would copy all of it first.
struct Lexer: ~Copyable {
  /// The tokens of a file
  struct Result {
    var kinds: [TokenKind] = []

    /// The starts of the tokens, one more than there are kinds
    var starts: [Int32] = []

    /// The tokens that are not trivia, the end of the file last
    var words: [Word] = []
    var problems: [SyntaxProblem] = []
  }

  /// A construct that the lexer is inside of
  enum Nesting {
    case text(start: Int32)
    /// With the number of parentheses and brackets that are open in it
    case interpolation(start: Int32, depth: Int32)
  }

  let source: SourceFile
  let bytes: [UInt8]
  var offset = 0
  var result = Result()
  var nestings: [Nesting] = []

  /// `true` if a line begins behind the last word
  private var startsLine = true
  private let table = WordTable.all

  static func tokens(of source: SourceFile) -> Result {
    var lexer = Lexer(source: source)
    lexer.run()
    return lexer.result
  }

  private init(source: SourceFile) {
    self.source = source
    self.bytes = source.bytes
    // A token is three bytes on average, spaces included. Unused capacity is never touched.
    result.kinds.reserveCapacity(bytes.count / 2 + 2)
    result.starts.reserveCapacity(bytes.count / 2 + 3)
    result.words.reserveCapacity(bytes.count / 3 + 2)
  }

  private mutating func run() {
    while offset < bytes.count {
      if case .text(let start) = nestings.last {
        lexText(openedAt: start)
      } else {
        lexWord()
      }
    }
    closeTexts()
    begin(.endOfFile, at: offset)
    result.starts.append(Int32(offset))
  }

  /// The byte at a distance from the current one; 0, which no file holds, past the end
  @inline(__always)
  func byte(_ distance: Int = 0) -> UInt8 {
    let index = offset + distance
    return index < bytes.count ? bytes[index] : 0
  }

  /// Records a token that begins at an offset and lasts until the next one begins
  mutating func begin(
    _ kind: TokenKind, at start: Int, spelling word: ContextualWord? = nil
  ) {
    if !kind.isTrivia {
      result.words.append(
        Word(
          token: Int32(result.kinds.count), kind: kind, contextual: word, startsLine: startsLine))
      startsLine = false
    }
    result.kinds.append(kind)
    result.starts.append(Int32(start))
  }

  func range(from start: Int) -> SourceRange {
    SourceRange(file: source.index, start: Int32(start), end: Int32(offset))
  }

  /// Records a problem; no more than will be reported
  mutating func report(_ kind: SyntaxProblem.Kind, from start: Int) {
    guard result.problems.count <= Parser.problemLimit else { return }
    result.problems.append(SyntaxProblem(kind, at: range(from: start)))
  }

  // MARK: Words

  private mutating func lexWord() {
    let start = offset
    let first = byte()
    if first.isWhitespace {
      lexWhitespace()
    } else if first == UInt8(ascii: "\"") {
      nestings.append(.text(start: Int32(start)))
      offset += 1
      begin(.openingQuote, at: start)
    } else if first == UInt8(ascii: "\\"), byte(1) == UInt8(ascii: "\""), !nestings.isEmpty {
      // In the braces of a text: the parser reports that the quote needs no escape.
      nestings.append(.text(start: Int32(start)))
      offset += 2
      begin(.openingQuote, at: start)
    } else if first.isDigit {
      begin(lexNumber(), at: start)
    } else if first.isASCIILetter || first == UInt8(ascii: "_") {
      lexName()
    } else if first == UInt8(ascii: "/"), byte(1) == first, nestings.isEmpty {
      lexComment()
    } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*"), nestings.isEmpty {
      lexForeignBlock()
    } else if first >= 0x80 {
      lexBeyondASCII()
    } else {
      lexMark()
    }
  }

  /// Cuts a word, which is a name, a contextual word among them, or a reserved word
  ///
  ///     and → .and     otherwise → .otherwise     And → .name     when → .name, spelling `when`
  private mutating func lexName() {
    let start = offset
    var letters: UInt64 = 0
    while offset < bytes.count, bytes[offset].continuesASCIIName {
      letters = letters << 8 | UInt64(bytes[offset])
      offset += 1
    }
    let end = offset
    if offset < bytes.count, bytes[offset] >= 0x80 { skipName() }
    // The words of the language are of ASCII letters.
    if offset > end {
      begin(.name, at: start)
    } else if offset - start <= 8 {
      let meaning = table.meaning(of: letters)
      begin(meaning.kind, at: start, spelling: meaning.contextual)
    } else {
      let word = bytes[start..<offset]
      let isDescending = ContextualWord.descending.spelling.matches(word)
      begin(ReservedWords.kind(of: word), at: start, spelling: isDescending ? .descending : nil)
    }
  }

  /// Cuts a run of spaces and line ends; a line end inside of a text ends the text
  mutating func lexWhitespace() {
    var start = offset
    while byte().isWhitespace {
      if byte() == 0x0A {
        if !nestings.isEmpty {
          if offset > start { begin(.whitespace, at: start) }
          closeTexts()
          start = offset
        }
        startsLine = true
      }
      offset += 1
    }
    begin(.whitespace, at: start)
  }

  /// Cuts a run of `#`: a comment as other languages have it, or a colour
  ///
  /// Before a space or a comment it is a comment itself, so that no space between it and a comment, or at the
  /// end of its line, makes it another word:
  ///
  ///     # rain, ## rain, #// rain → .comment     #FFBF00, #rain → .colour
  private mutating func lexNumberSigns() {
    let start = offset
    while byte() == UInt8(ascii: "#") { offset += 1 }
    if nestings.isEmpty && beginsSpaceOrComment {
      lexForeignComment(from: start)
    } else {
      begin(lexColour(from: start), at: start)
    }
  }

  /// `true` if white space, a comment or the end of the file is at the offset
  private var beginsSpaceOrComment: Bool {
    let next = byte()
    if offset == bytes.count || next.isWhitespace { return true }
    if next == UInt8(ascii: "/") {
      return byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*")
    }
    return next >= 0x80 && scalar()?.scalar.isInvisibleSpace ?? false
  }

  /// Cuts a comment to the end of its line, behind its `#`
  private mutating func lexForeignComment(from start: Int) {
    report(.foreignComment(source.text(range(from: start))), from: start)
    while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
    if bytes[offset - 1] == 0x0D { offset -= 1 }
    begin(.comment, at: start)
  }

  /// Cuts `/* … */` into one comment a line; an open comment ends at the end of the file
  private mutating func lexForeignBlock() {
    var start = offset
    offset += 2
    report(.foreignComment("/*"), from: start)
    var isOpen = true
    while isOpen {
      while offset < bytes.count, byte() != 0x0A, isOpen {
        isOpen = !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/"))
        offset += isOpen ? 1 : 2
      }
      if offset > start { begin(.comment, at: start) }
      guard isOpen, offset < bytes.count else { return }
      start = offset
      while byte().isWhitespace {
        if byte() == 0x0A { startsLine = true }
        offset += 1
      }
      begin(.whitespace, at: start)
      start = offset
    }
  }

  private mutating func lexComment() {
    let start = offset
    // Four slashes are a line drawn, not documentation.
    let isDocumentation = byte(2) == UInt8(ascii: "/") && byte(3) != UInt8(ascii: "/")
    while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
    if bytes[offset - 1] == 0x0D { offset -= 1 }
    begin(isDocumentation ? .documentation : .comment, at: start)
  }

  /// Skips letters, digits and `_`, of any script
  mutating func skipName() {
    while offset < bytes.count {
      let next = bytes[offset]
      if next.continuesASCIIName {
        offset += 1
      } else if next >= 0x80, let (scalar, length) = scalar(), scalar.continuesName {
        offset += length
      } else {
        return
      }
    }
  }

  private mutating func lexBeyondASCII() {
    let start = offset
    guard let (scalar, length) = scalar() else { return lexUnexpected() }
    if scalar.isInvisibleSpace {
      offset += length
      begin(.whitespace, at: start)
    } else if scalar.beginsName {
      skipName()
      begin(.name, at: start)
    } else if scalar == "°" {
      // A unit that does not touch its number: one word, so that one message covers it.
      offset += length
      skipName()
      report(.unexpectedCharacters(source.text(range(from: start))), from: start)
      begin(.unexpected, at: start)
    } else if let kind = scalar.operatorMeant {
      // Read as the operator that it means, so that the parser has nothing more to report.
      offset += length
      report(.unexpectedCharacters(source.text(range(from: start))), from: start)
      begin(kind, at: start)
    } else if scalar == "“" || scalar == "‘" || scalar == "„" || scalar == "«" {
      lexForeignText()
    } else {
      lexUnexpected()
    }
  }

  /// A text in other quotes: one token, if it ends on its line
  private mutating func lexForeignText() {
    let start = offset
    let first = scalar()
    var end = offset + (first?.length ?? 1)
    offset = end
    while offset < bytes.count, byte() != 0x0A, let (next, length) = scalar() {
      offset += length
      guard next.closesText(openedBy: first?.scalar ?? next) else { continue }
      report(.foreignQuotes(source.text(range(from: start))), from: start)
      return begin(.unexpected, at: start)
    }
    swap(&offset, &end)
    report(.unexpectedCharacters(source.text(range(from: start))), from: start)
    begin(.unexpected, at: start)
  }

  /// A run of characters that begin no word: one token, one problem
  ///
  /// The number behind a sign of money belongs to it: `€12`.
  private mutating func lexUnexpected() {
    let start = offset
    if let (scalar, length) = scalar(), scalar.currencyCode != nil, byte(length).isDigit {
      offset += length
      while byte().isDigit || (byte() == UInt8(ascii: ".") && byte(1).isDigit) { offset += 1 }
      report(.unexpectedCharacters(source.text(range(from: start))), from: start)
      return begin(.unexpected, at: start)
    }
    repeat {
      offset += scalar()?.length ?? 1
    } while offset < bytes.count && beginsNoWord()
    report(.unexpectedCharacters(source.text(range(from: start))), from: start)
    begin(.unexpected, at: start)
  }

  private func beginsNoWord() -> Bool {
    let next = byte()
    if next >= 0x80, let (scalar, _) = scalar() {
      return !scalar.isInvisibleSpace && !scalar.beginsName && scalar.operatorMeant == nil
    }
    switch next {
    case UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "'"), UInt8(ascii: "?"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "~"):
      return true
    default: return next < 0x20 && !next.isWhitespace || next == 0x7F
    }
  }

  /// The Unicode scalar at the offset and its length in bytes; nil if the bytes are not UTF-8
  func scalar() -> (scalar: Unicode.Scalar, length: Int)? {
    let first = UInt32(byte())
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard offset + length <= bytes.count else { return nil }
    var value = length == 1 ? first : first & (0x7F >> UInt32(length))
    for distance in 1..<max(length, 1) {
      value = value << 6 | UInt32(byte(distance) & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  // MARK: Marks

  private mutating func lexMark() {
    let start = offset
    guard let (kind, length) = mark() else {
      switch byte() {
      case UInt8(ascii: "@"): begin(lexPin(), at: start)
      case UInt8(ascii: "#"): lexNumberSigns()
      case UInt8(ascii: "'"), UInt8(ascii: "`"): lexForeignText()
      default: lexUnexpected()
      }
      return
    }
    offset += length
    guard case .interpolation(let opening, let depth) = nestings.last else {
      return begin(kind, at: start)
    }
    if kind == .closingBrace {
      nestings.removeLast()
      return begin(.closingInterpolation, at: start)
    }
    if kind == .colon, depth == 0 {
      begin(.formatColon, at: start)
      return lexFormat()
    }
    if kind == .openingParenthesis || kind == .openingBracket {
      nestings[nestings.count - 1] = .interpolation(start: opening, depth: depth + 1)
    } else if kind == .closingParenthesis || kind == .closingBracket {
      nestings[nestings.count - 1] = .interpolation(start: opening, depth: depth - 1)
    }
    begin(kind, at: start)
  }

  /// The mark at the offset and its length
  private func mark() -> (TokenKind, Int)? {
    let second = byte(1)
    switch byte() {
    case UInt8(ascii: "+"): return (.plus, 1)
    case UInt8(ascii: "-"): return (.minus, 1)
    case UInt8(ascii: "*"): return (.star, 1)
    case UInt8(ascii: "/"): return (.slash, 1)
    case UInt8(ascii: "="): return second == UInt8(ascii: "=") ? (.equalEqual, 2) : (.equal, 1)
    case UInt8(ascii: "!"): return second == UInt8(ascii: "=") ? (.notEqual, 2) : (.exclamation, 1)
    case UInt8(ascii: "<"): return second == UInt8(ascii: "=") ? (.lessOrEqual, 2) : (.less, 1)
    case UInt8(ascii: ">"):
      return second == UInt8(ascii: "=") ? (.greaterOrEqual, 2) : (.greater, 1)
    case UInt8(ascii: "&"): return (.ampersands, second == UInt8(ascii: "&") ? 2 : 1)
    case UInt8(ascii: "|"): return second == UInt8(ascii: "|") ? (.bars, 2) : (.bar, 1)
    case UInt8(ascii: "."): return second == UInt8(ascii: ".") ? (.dotDot, 2) : (.dot, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: ";"): return (.semicolon, 1)
    case UInt8(ascii: "("): return (.openingParenthesis, 1)
    case UInt8(ascii: ")"): return (.closingParenthesis, 1)
    case UInt8(ascii: "["): return (.openingBracket, 1)
    case UInt8(ascii: "]"): return (.closingBracket, 1)
    case UInt8(ascii: "{"): return (.openingBrace, 1)
    case UInt8(ascii: "}"): return (.closingBrace, 1)
    default: return nil
    }
  }
}
