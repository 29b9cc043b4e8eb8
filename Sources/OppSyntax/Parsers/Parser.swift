/// Makes a tree of a file, and reports its mistakes
///
/// Parsing never fails: for any bytes, there is a tree that has all of them. The parser descends
/// recursively; each production of `grammar/opp.ebnf` is in the comment of the function that
/// implements it.
///
/// **One mistake, one message.** A problem of the kind "something is missing here" is reported only if
/// none was reported at the same word before (``lastProblemPosition``), so that an unreadable part
/// does not complain again on the way out. A word that fits nowhere is skipped, with all up to a word that is stronger:
/// the next clause, or a declaration at the start of a line.
///
/// Parsing takes two passes: the lexer cuts the whole file, then the productions take its words one by one. A
/// production looks at `current` and `peek`, takes words, and closes a node over all that it took:
///
/// ```swift
/// let mark = parser.mark                    // before the first child
/// parser.take(as: .keyword)                 // `place`
/// parser.parseName(of: .place)              // takes a name, or reports and adds a missing one
/// parser.close(.placeDeclaration, from: mark)
/// ```
///
/// It cannot be copied, and small looks at it are inlined always: a call that borrows it moves all of its fields to a
/// place of their own first, which took a tenth of the time of parsing.
package struct Parser: ~Copyable {
  /// The greatest depth to which expressions and types may nest
  package static let nestingLimit = 256

  /// The greatest number of problems of one file that are reported
  package static let problemLimit = 1_000

  /// The file
  let source: SourceFile
  /// The kinds of all tokens; a word gets its final kind when it is taken
  var tokenKinds: [TokenKind]
  /// The offsets of all tokens, and one more for the end
  let tokenStarts: [Int32]

  /// The tokens that are not trivia, the end of the file last
  let words: [Word]

  /// The index in `words` of the next word
  private(set) var position = 0

  /// The kind of the next word
  private(set) var current: TokenKind
  /// The nodes so far
  var builder: SyntaxTreeBuilder
  /// The problems of the lexer and of the parser so far, in no order
  var problems: [SyntaxProblem]

  /// The mark at which the value of an argument begins, which may be a range; none outside of arguments
  var rangeMark: Int?

  /// The position of the last problem reported
  ///
  /// It is -1 if the next word is a new matter, so that it may be reported too.
  var lastProblemPosition = -1

  /// `true` if the expression is that of `notify`, after which `to` names who is notified
  var isInNotify = false

  /// `true` if the expression is that of a field in braces, behind which the next field may begin
  var isInValues = false

  /// `true` if the expression is that of `on`
  var isInEvent = false

  /// `true` if the clauses are those of a chart, of which `of` is one
  var isInChart = false

  /// `true` if the Opp has `on`
  var hasEvent = false

  /// The position behind the condition of `when`, and whether `and` may follow it; nil if the Opp has none so far
  var condition: (end: Int, takesAnd: Bool)?

  /// The place of the Opp that was named last after `near`, without a radius; `nil` if there is none so far
  var nearPlace: SourceRange?

  /// The time of the last step of a test, as a text
  var stepTime: String?

  /// The position of the word behind `then` that is in place of `else`; -1 if there is none
  var otherElse = -1

  /// `true` if the clauses of the Opp were found in `if c then … else …`
  var isConditionalOpp = false

  /// The number of open constructs in which commas separate elements
  var commaDepth = 0

  /// `true` if a `:` behind the word of a clause was reported
  var hasReportedColon = false

  /// The names with `-` that were declared, which are reported there only
  var hyphenatedNames: Set<String> = []

  /// The other places of these names, which a fix renames as well
  var hyphenatedUses: [String: [SourceRange]] = [:]
  /// The reserved words that were declared as names, which are reported there only
  var refusedNames: Set<String> = []

  /// The other places of these names, which a fix renames as well
  var refusedUses: [String: [SourceRange]] = [:]

  /// The number of open nesting constructs
  private var depth = 0

  /// The tree of a file and the mistakes of its syntax, in the order of the text
  package static func parse(
    _ source: SourceFile
  ) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
    if let problem = source.encodingProblem { return unreadable(source, problem) }
    var parser = Parser(source)
    DeclarationGrammar.parseFile(&parser)
    if parser.refusedNames.isEmpty { return parser.finish() }
    // A name may be used before it is declared, so that the words that are refused must be known from the beginning.
    var second = Parser(source)
    second.refusedNames = parser.refusedNames
    DeclarationGrammar.parseFile(&second)
    return second.finish()
  }

  /// The tree of a file that holds one expression: ``FileSyntax/expression``
  package static func parseExpression(
    _ source: SourceFile
  ) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
    if let problem = source.encodingProblem { return unreadable(source, problem) }
    var parser = Parser(source)
    DeclarationGrammar.parseLoneExpression(&parser)
    return parser.finish()
  }

  /// Cuts the file into words, the first of which is the next one
  private init(_ source: SourceFile) {
    let tokens = Lexer.tokens(of: source)
    self.source = source
    self.tokenKinds = tokens.kinds
    self.tokenStarts = tokens.starts
    self.words = tokens.words
    self.current = tokens.words[0].kind
    self.problems = tokens.problems
    self.builder = SyntaxTreeBuilder(tokenCount: tokens.words.count)
  }

  /// The tree, and the first problems in the order of the text
  private consuming func finish() -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
    let tree = SyntaxTree(
      source: source, tokenKinds: tokenKinds, tokenStarts: tokenStarts, nodes: builder.nodes,
      elements: builder.elements)
    var reported = problems
    reported.sort { $0.range < $1.range }
    if reported.count > Parser.problemLimit {
      let place = reported[Parser.problemLimit].range
      reported.removeSubrange(Parser.problemLimit...)
      reported.append(SyntaxProblem(.tooMany, at: place))
    }
    return (tree, reported.map { diagnostic(of: $0) })
  }

  /// A problem in words; the fix of a name that cannot be one renames all of its uses
  private func diagnostic(of problem: SyntaxProblem) -> Diagnostic {
    var diagnostic = problem.diagnostic
    if case .hyphenInName(let name, let meant) = problem.kind, let uses = hyphenatedUses[name] {
      diagnostic.fix = renaming([problem.range] + uses, to: meant)
    }
    if case .missingName(_, .word(let name)) = problem.kind, refusedNames.contains(name) {
      let other = "my_\(name)"
      diagnostic.helps = ["choose another name, such as `\(other)`"]
      diagnostic.fix = renaming([problem.range] + (refusedUses[name] ?? []), to: other)
    }
    return diagnostic
  }

  private func renaming(_ places: [SourceRange], to name: String) -> Fix {
    Fix(
      edits: places.sorted { $0 < $1 }.map { Edit(range: $0, replacement: name) },
      applicability: .display)
  }

  /// The first errors of each file; a last one reports that there are more
  ///
  /// - Requires: they are in the order of their places.
  package static func bounded(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.count > problemLimit else { return diagnostics }
    var reported: [Diagnostic] = []
    var file: Int32?
    var count = 0
    for diagnostic in diagnostics {
      if diagnostic.range.file != file { count = 0 }
      file = diagnostic.range.file
      if diagnostic.severity == .error { count += 1 }
      if count <= problemLimit {
        reported.append(diagnostic)
      } else if count == problemLimit + 1, diagnostic.severity == .error {
        reported.append(SyntaxProblem(.tooMany, at: diagnostic.range).diagnostic)
      }
    }
    return reported
  }

  /// A tree with the whole file as one token that fits nowhere
  private static func unreadable(
    _ source: SourceFile, _ problem: SyntaxProblem
  ) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
    var builder = SyntaxTreeBuilder(tokenCount: 2)
    let end = Int32(clamping: source.bytes.count)
    builder.addToken(0)
    builder.close(.unexpected, from: 0)
    builder.addToken(1)
    builder.close(.file, from: 0)
    let tree = SyntaxTree(
      source: source, tokenKinds: [.unexpected, .endOfFile], tokenStarts: [0, end, end],
      nodes: builder.nodes, elements: builder.elements)
    return (tree, [problem.diagnostic])
  }

  // MARK: Looking at words

  /// A word ahead; the end of the file past the end
  @inline(__always)
  private func ahead(_ distance: Int) -> Word { words[min(position + distance, words.count - 1)] }

  /// The index among all tokens of a word ahead
  @inline(__always)
  private func tokenIndex(ahead distance: Int = 0) -> Int { Int(ahead(distance).token) }

  /// The kind of a word ahead
  @inline(__always)
  func peek(_ distance: Int) -> TokenKind { ahead(distance).kind }

  /// `true` if the next word is of a kind
  @inline(__always)
  func at(_ kind: TokenKind) -> Bool { current == kind }

  /// The kind of the word that was taken last, as it was taken; nil before the first
  var previous: TokenKind? {
    position > 0 ? tokenKinds[Int(words[position - 1].token)] : nil
  }

  /// The bytes of a word ahead
  @inline(__always)
  func bytes(ahead distance: Int = 0) -> ArraySlice<UInt8> {
    let index = tokenIndex(ahead: distance)
    return source.bytes[Int(tokenStarts[index])..<Int(tokenStarts[index + 1])]
  }

  /// The contextual word that the name ahead spells; nil for a name that spells none, and other words
  @inline(__always)
  func contextualWord(ahead distance: Int = 0) -> ContextualWord? { ahead(distance).contextual }

  /// `true` if the next word is a name that spells a contextual word
  @inline(__always)
  func at(_ word: ContextualWord) -> Bool { words[position].contextual == word }

  /// The range of a word ahead
  @inline(__always)
  func wordRange(ahead distance: Int = 0) -> SourceRange {
    let index = tokenIndex(ahead: distance)
    return range(ofTokens: Int32(index)..<Int32(index + 1))
  }

  /// The bytes of a half-open range of tokens, the trivia within it included
  @inline(__always)
  func range(ofTokens tokens: Range<Int32>) -> SourceRange {
    SourceRange(
      file: source.index, start: tokenStarts[Int(tokens.lowerBound)],
      end: tokenStarts[Int(tokens.upperBound)])
  }

  /// The range of everything parsed since a mark
  @inline(__always)
  func range(from mark: Int) -> SourceRange { range(ofTokens: builder.tokens(from: mark)) }

  /// The text of everything parsed since a mark
  func text(from mark: Int) -> String { source.text(range(from: mark)) }

  /// The empty range after the last word taken
  var endOfPrevious: SourceRange {
    range(ofTokens: builder.endToken..<builder.endToken)
  }

  /// Whether a line begins between the last word and the next
  @inline(__always) var startsLine: Bool { words[position].startsLine }

  /// `true` if the word ahead touches the one before it
  ///
  ///     -5     distance 1: true          - 5     distance 1: false
  @inline(__always)
  func touchesPrevious(ahead distance: Int) -> Bool {
    let index = position + distance
    return index > 0 && index < words.count && words[index - 1].token + 1 == words[index].token
  }

  // MARK: Taking words

  /// The beginning of a node that takes everything from here on
  var mark: Int { builder.mark }

  /// Takes the next word; the end of the file is never taken
  mutating func take() {
    guard position < words.count - 1 else { return }
    builder.addToken(words[position].token)
    position += 1
    current = words[position].kind
  }

  /// Takes the next word as one of a kind that its place gives it
  mutating func take(as kind: TokenKind) {
    tokenKinds[tokenIndex()] = kind
    take()
  }

  /// Takes the next word if it is of a kind
  @inline(__always)
  mutating func take(if kind: TokenKind) -> Bool {
    guard current == kind else { return false }
    take()
    return true
  }

  /// Takes the next word as a keyword if it is one
  @inline(__always)
  mutating func take(if word: ContextualWord) -> Bool {
    guard at(word) else { return false }
    take(as: .keyword)
    return true
  }

  /// Takes the end of the file, which closes the root
  mutating func takeEndOfFile() {
    builder.addToken(words[words.count - 1].token)
  }

  /// Closes a node from a mark on
  @inline(__always)
  mutating func close(_ kind: SyntaxKind, from mark: Int, isBroken: Bool = false) {
    if !builder.close(kind, from: mark, isBroken: isBroken) { giveUp() }
  }

  /// Puts a missing part here
  mutating func addMissing() {
    builder.close(.missing, from: mark)
  }

  // MARK: Nesting

  /// Parses something that nests, unless that would be too deep
  ///
  /// At the limit a missing part takes its place, and the rest is skipped: `((((…` of any length is one problem.
  mutating func nest(_ parse: (inout Parser) -> Void) {
    guard depth < Parser.nestingLimit else {
      addMissing()
      giveUp()
      return
    }
    depth += 1
    parse(&self)
    depth -= 1
  }

  /// `true` if the node that waits at a mark may become a child once more; reports it if not
  mutating func mayWrap(_ mark: Int) -> Bool {
    guard builder.height(at: mark) >= SyntaxTree.heightLimit - 1 else { return true }
    giveUp()
    return false
  }

  /// Reports that the nesting is too deep, and skips to the next declaration
  private mutating func giveUp() {
    if lastProblemPosition != position {
      report(.nestingTooDeep, at: wordRange())
    }
    let mark = mark
    while !at(.endOfFile), !(startsLine && looksLikeDeclaration) { take() }
    if builder.mark > mark { builder.close(.unexpected, from: mark) }
    lastProblemPosition = position
  }

  // MARK: Problems

  /// Records a problem, after which nothing is reported as missing at the same word
  mutating func report(_ kind: SyntaxProblem.Kind, at range: SourceRange) {
    lastProblemPosition = position
    // The lexer has recorded as many at most, so the first ones of both are here.
    guard problems.count <= 2 * Parser.problemLimit + 2 else { return }
    problems.append(SyntaxProblem(kind, at: range))
  }

  /// Reports that something is missing before the next word, unless a problem was reported there already
  ///
  /// The place is the next word, or, if that is on another line, the end of the last one.
  mutating func reportMissing(_ kind: (SyntaxProblem.Found) -> SyntaxProblem.Kind) {
    guard lastProblemPosition != position else { return }
    lastProblemPosition = position
    // The lexer has reported these.
    if at(.unexpected) { return }
    if wordRange().isEmpty, at(.closingInterpolation) || at(.closingQuote) { return }
    let isAway = position > 0 && (at(.endOfFile) || startsLine)
    report(kind(found), at: isAway ? endOfPrevious : wordRange())
  }

  /// Reports that the next word fits in nothing here, at the word, unless a problem was reported there already
  mutating func reportUnexpected(_ kind: (SyntaxProblem.Found) -> SyntaxProblem.Kind) {
    let isAtStart = startsLine && !at(.endOfFile) && lastProblemPosition != position
    reportMissing(kind)
    guard isAtStart, let last = problems.last, last.range == endOfPrevious else { return }
    problems[problems.count - 1] = SyntaxProblem(last.kind, at: wordRange())
  }

  /// The next word, as messages call it
  var found: SyntaxProblem.Found {
    switch current {
    case .endOfFile: .endOfFile
    case .openingQuote: .text
    case let kind where kind.isWord || kind.isLiteral:
      .word(String(decoding: bytes(), as: UTF8.self))
    default: .mark(String(decoding: bytes(), as: UTF8.self))
    }
  }
}
