/// A word of one line, as the patterns of the phrasebook look at it
struct PhraseWord {
  /// The text as written
  let text: String

  /// The text in small letters, to compare it
  let small: String

  let kind: TokenKind

  /// The contextual word that it spells
  let contextual: ContextualWord?

  /// The bytes of the file
  let range: SourceRange

  /// `true` if the word is in parentheses or brackets, or names a value in braces, where no clause begins: a field may be named `at`
  private(set) var isEnclosed = false

  /// The words of a line of a file, which is cut by itself: no token continues over the end of a line
  static func words(of file: SourceFile, line: Int) -> [PhraseWord] {
    let bytes = file.lineRange(at: line)
    let source = SourceFile(path: file.path, bytes: Array(file.bytes[bytes]), index: file.index)
    let tokens = Lexer.tokens(of: source)
    let start = Int32(clamping: bytes.lowerBound)
    var words = tokens.words.dropLast().map { word in
      let index = Int(word.token)
      let (low, high) = (tokens.starts[index], tokens.starts[index + 1])
      let text = source.text(SourceRange(file: file.index, start: low, end: high))
      return PhraseWord(
        text: text, small: text.lowercased(), kind: word.kind, contextual: word.contextual,
        range: SourceRange(file: file.index, start: start + low, end: start + high))
    }
    markEnclosed(&words)
    return words
  }

  /// Marks the words in parentheses and brackets that are closed on the line, and the names of values in braces
  private static func markEnclosed(_ words: inout [PhraseWord]) {
    var openings: [Int] = []
    for index in words.indices {
      if index > 0, index + 1 < words.count, words[index + 1].kind == .colon,
        words[index - 1].kind == .openingBrace || words[index - 1].kind == .comma
      {
        words[index].isEnclosed = true
      }
      let kind = words[index].kind
      if kind == .openingParenthesis || kind == .openingBracket {
        openings.append(index)
      } else if kind == .closingParenthesis || kind == .closingBracket,
        let opening = openings.popLast(), openings.isEmpty
      {
        for inner in opening...index { words[inner].isEnclosed = true }
      }
    }
  }

  /// `true` if the word is between conditions, or elements of a list
  var joinsConditions: Bool {
    kind == .and || kind == .or || kind == .ampersands || kind == .bars || kind == .comma
  }

  /// `true` if the word begins a clause or a declaration
  var endsOperands: Bool { !isEnclosed && contextual?.endsOperands ?? false }
}
