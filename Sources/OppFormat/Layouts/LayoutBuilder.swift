internal import OppSyntax

/// Turns a declaration into a layout
///
/// Words are written in the order of the text and nothing is left out: each ``word(_:)`` first writes
/// the comments between the word before and itself, and then takes a comment that follows it
/// on its line. The space between two words comes from ``needsSpace(_:_:)`` unless a step says
/// otherwise, so each kind of node states only where its lines may break.
///
/// Used for all declarations of a file in their order: ``layout(of:)`` once each, and ``skip(to:)`` for parts that
/// is copied. The position only grows, so every token is written at most once.
struct LayoutBuilder {
  /// The tokens of the file, shared with ``FileLayout``
  let tokens: TokenTable
  /// The layout of the current declaration so far
  private(set) var steps: [LayoutStep] = []

  /// The first token that is not written yet
  private(set) var position = 0

  /// The kind of the word written last; nil before the first of a declaration
  private var previousKind: TokenKind?
  /// `true` if a step, or ``glue()``, has decided already on the space before the next word
  private var isSeparated = true

  init(tokens: TokenTable) {
    self.tokens = tokens
  }

  /// The layout of one declaration; the comments before it must be taken already
  mutating func layout(of declaration: SyntaxNode) -> [LayoutStep] {
    steps.removeAll(keepingCapacity: true)
    previousKind = nil
    isSeparated = true
    writeDeclaration(declaration)
    return steps
  }

  /// Continues after tokens that are written by other means
  mutating func skip(to index: Int) {
    position = max(position, index)
  }

  // MARK: - Words

  /// Writes one word, with the comments around it
  mutating func word(_ token: SyntaxToken) {
    words(from: Int(token.index), through: Int(token.index))
  }

  /// Writes tokens and the text between them as they are: a text and its interpolations
  mutating func whole(_ node: SyntaxNode) {
    guard let first = node.firstToken, let last = node.lastToken else { return }
    words(from: Int(first.index), through: Int(last.index))
  }

  /// Writes the bytes from one token to another as one step, with the comments before and behind
  ///
  /// Both are indices of tokens, included in the range.
  private mutating func words(from first: Int, through last: Int) {
    writeComments(before: first)
    if !isSeparated, let previousKind, needsSpace(previousKind, tokens.kinds[first]) {
      steps.append(.space)
    }
    let start = tokens.starts[first]
    let end = tokens.starts[last + 1]
    steps.append(.text(start: start, end: end, width: tokens.width(start, end)))
    previousKind = tokens.kinds[last]
    isSeparated = false
    position = last + 1
    takeTrailingComment()
  }

  /// `true` if a space is between two words, unless a step decides otherwise
  ///
  /// ```
  /// a, b    x: 1    (a)    [1, 2]    event.begins    8C..17C    a + b    - 5
  /// ```
  private func needsSpace(_ left: TokenKind, _ right: TokenKind) -> Bool {
    switch right {
    case .comma, .colon, .closingParenthesis, .closingBracket, .dot, .dotDot: return false
    default: break
    }
    switch left {
    case .openingParenthesis, .openingBracket, .dot, .dotDot: return false
    default: return true
    }
  }

  // MARK: - Comments

  /// Writes the comments on lines of their own before a token
  mutating func writeComments(before index: Int, keepingBlanks: Bool = false) {
    // The empty line before the first comment is that of the newline that is already written.
    var isFirst = true
    while position < index {
      if tokens.isComment(position) {
        let isBlank = keepingBlanks && !isFirst && tokens.lineFeedCount(before: position) > 1
        insertComment(position, blank: isBlank)
        isFirst = false
      }
      position += 1
    }
    if keepingBlanks, !isFirst, tokens.lineFeedCount(before: index) > 1 {
      steps.append(.newline(blank: true))
    }
  }

  /// A comment goes before the groups that begin with the word after it, so as not to break these
  private mutating func insertComment(_ index: Int, blank: Bool) {
    var place = steps.count
    while place > 0, steps[place - 1] == .open { place -= 1 }
    let comment = LayoutStep.comment(
      start: tokens.starts[index], end: tokens.commentEnd(index), blank: blank)
    steps.insert(comment, at: place)
  }

  /// Writes the comment that follows on the line of the word written last, if there is one
  private mutating func takeTrailingComment() {
    guard let comment = tokens.trailingComment(position) else { return }
    steps.append(
      .trailingComment(start: tokens.starts[comment], end: tokens.commentEnd(comment)))
    position = comment + 1
  }

  /// `true` if there are comments between the word written last and a token
  func hasComments(before token: SyntaxToken?) -> Bool {
    guard let token else { return false }
    if case .trailingComment = steps.last { return true }
    var index = position
    while index < Int(token.index) {
      if tokens.isComment(index) { return true }
      index += 1
    }
    return false
  }

  // MARK: - Breaks

  mutating func open() { steps.append(.open) }
  mutating func close() { steps.append(.close) }
  mutating func indent() { steps.append(.indent) }
  mutating func indentIfBroken() { steps.append(.indentIfBroken) }
  mutating func outdent() { steps.append(.outdent) }
  mutating func forceBreak() { steps.append(.forceBreak) }

  /// No space before the word that comes
  mutating func glue() { isSeparated = true }

  /// Spaces or a line end, as the group has it
  mutating func line(width: Int32 = 1) {
    steps.append(.line(width: width))
    isSeparated = true
  }

  /// A line end before a node, after the empty line that the writer left there, at most one
  mutating func newline(before node: SyntaxNode, keepingBlanks: Bool = true) {
    guard let first = node.firstToken else { return }
    let startsBlank = tokens.lineFeedCount(after: position) > 1
    steps.append(.newline(blank: keepingBlanks && startsBlank))
    writeComments(before: Int(first.index), keepingBlanks: keepingBlanks)
    isSeparated = true
  }

  /// A line end before a node if the text up to the next break does not fit
  ///
  /// The steps up to ``outdent()`` are indented if the line ends here.
  mutating func fillLine(before node: SyntaxNode) {
    let isCommented = hasComments(before: node.firstToken)
    open()
    indent()
    if isCommented { forceBreak() }
    line()
    outdent()
    close()
    indentIfBroken()
  }
}
