internal import OppModel
internal import OppSemantics
package import OppSyntax

/// A word of the text with the colour class that its meaning gives it
package struct SemanticToken: Hashable, Sendable {
  package let range: SourceRange
  package let type: SemanticTokenType
  package let modifiers: SemanticTokenModifiers
}

/// The classes of words; the order is that of the legend
package enum SemanticTokenType: UInt8, Hashable, Sendable, CaseIterable {
  case keyword
  case comment
  case string
  case number
  case unit
  case `operator`
  case punctuation
  case variable
  case parameter
  case property
  case function
  case type
  case `enum`
  case enumMember
  case `class`
  case `struct`
  case event

  /// The name in the protocol; `unit` and `punctuation` are of this server
  package var name: String {
    switch self {
    case .keyword: "keyword"
    case .comment: "comment"
    case .string: "string"
    case .number: "number"
    case .unit: "unit"
    case .operator: "operator"
    case .punctuation: "punctuation"
    case .variable: "variable"
    case .parameter: "parameter"
    case .property: "property"
    case .function: "function"
    case .type: "type"
    case .enum: "enum"
    case .enumMember: "enumMember"
    case .class: "class"
    case .struct: "struct"
    case .event: "event"
    }
  }
}

/// The modifiers of a word beside its class; the order of the bits is that of the legend
package struct SemanticTokenModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let declaration = SemanticTokenModifiers(rawValue: 1)
  package static let readonly = SemanticTokenModifiers(rawValue: 2)
  package static let defaultLibrary = SemanticTokenModifiers(rawValue: 4)
  package static let documentation = SemanticTokenModifiers(rawValue: 8)

  /// The names in the protocol, by the bit
  package static let names = ["declaration", "readonly", "defaultLibrary", "documentation"]
}

extension RuleSetSnapshot {
  /// Every word and comment of a file, in the order of the text, each on one line and none in another
  ///
  /// - Parameter range: only the words that lie in it, in part at least; nil for the whole file.
  package func semanticTokens(of file: Int, in range: Range<Int32>? = nil) -> [SemanticToken] {
    let tree = tree(at: file)
    let whole = tree.source.wholeRange
    let wanted = range ?? 0..<whole.end
    var next = tree.tokenIndex(at: wanted.lowerBound) ?? 0
    let uses = analysis.symbols.uses(
      in: SourceRange(
        file: whole.file, start: tree.tokenStarts[next], end: max(wanted.upperBound, 0)))
    var painter = TokenPainter(snapshot: self, tree: tree, uses: uses)
    while next < tree.tokenKinds.count, tree.tokenStarts[next] < wanted.upperBound {
      painter.paint(next)
      next += 1
    }
    guard range != nil else { return painter.tokens }
    // Of a word that is several tokens, those outside are left out.
    return painter.tokens.filter {
      $0.range.end > wanted.lowerBound && $0.range.start < wanted.upperBound
    }
  }
}

/// Gives words their classes, in the order of the text
///
/// Words and names are two lists in the order of the text, walked side by side, so that the whole costs O(*n*).
private struct TokenPainter {
  let snapshot: RuleSetSnapshot
  let index: SymbolIndex
  let tree: SyntaxTree
  var uses: ArraySlice<SymbolUse>
  var tokens: [SemanticToken] = []

  /// The class of each name that was met, but for the modifier of its declaration
  private var classes: [SymbolID: Class] = [:]

  /// The colour of a name, the same at all its places but for the modifier at the declaration
  private struct Class {
    let type: SemanticTokenType
    let modifiers: SemanticTokenModifiers
    let declared: SourceRange?
  }

  init(snapshot: RuleSetSnapshot, tree: SyntaxTree, uses: ArraySlice<SymbolUse>) {
    self.snapshot = snapshot
    index = snapshot.analysis.symbols
    self.tree = tree
    self.uses = uses
  }

  mutating func paint(_ index: Int) {
    let token = tree.token(at: index)
    let range = token.range
    while let use = uses.first, use.range.start < range.start { uses.removeFirst() }
    switch token.kind {
    case .whitespace, .endOfFile: return
    case .comment: add(range, .comment)
    case .documentation: add(range, .comment, .documentation)
    case .name, .textSegment: paintName(range, token.kind)
    case .keyword: add(range, .keyword)
    case .number, .timeOfDay, .date, .instant, .pin, .colour, .format: add(range, .number)
    case .quantity: paintQuantity(token)
    case .openingQuote, .closingQuote: add(range, .string)
    case .minus: add(range, isSign(index) ? .number : .operator)
    case .plus, .star, .slash, .equalEqual, .notEqual, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .equal, .dotDot, .ampersands, .bars, .exclamation:
      add(range, .operator)
    case .openingInterpolation, .closingInterpolation, .formatColon, .dot, .comma, .colon, .bar,
      .openingParenthesis, .closingParenthesis, .openingBracket, .closingBracket, .openingBrace,
      .closingBrace, .semicolon, .unexpected:
      paintLines(range)
    case .and, .or, .not, .is, .in, .if, .then, .else, .true, .false, .near, .within, .for, .last,
      .next, .since, .each, .where, .as, .otherwise, .any:
      add(range, .keyword)
    }
  }

  /// Adds a word; an empty one, such as a quote that is missing, is left out
  private mutating func add(
    _ range: SourceRange, _ type: SemanticTokenType, _ modifiers: SemanticTokenModifiers = []
  ) {
    if !range.isEmpty {
      tokens.append(SemanticToken(range: range, type: type, modifiers: modifiers))
    }
  }

  /// A token of no class may hold line ends if the file is no text
  private mutating func paintLines(_ range: SourceRange) {
    let source = tree.source
    var line = source.lineIndex(at: range.start)
    while line < source.lineCount {
      let bounds = source.lineRange(at: line)
      let start = max(range.start, Int32(clamping: bounds.lowerBound))
      let end = min(range.end, Int32(clamping: bounds.upperBound))
      if start >= range.end { return }
      if start < end {
        add(SourceRange(file: range.file, start: start, end: end), .punctuation)
      }
      line += 1
    }
  }

  /// A number and its unit, part by part: `1h30m`
  ///
  /// `1` and `30` are numbers, `h` and `m` units.
  private mutating func paintQuantity(_ token: SyntaxToken) {
    for part in token.quantityParts { add(part.range, part.isUnit ? .unit : .number) }
  }

  /// `true` if a minus belongs to the number behind it
  private func isSign(_ index: Int) -> Bool {
    guard index + 1 < tree.tokenKinds.count else { return false }
    let follower = tree.tokenKinds[index + 1]
    guard follower == .number || follower == .quantity else { return false }
    return tree.path(to: tree.tokenStarts[index]).last?.kind == .literal
  }

  // MARK: Names

  /// Paints a name by its meaning; one without a meaning as a variable, the characters of a text as a string
  private mutating func paintName(_ range: SourceRange, _ kind: TokenKind) {
    guard let use = uses.first, use.range == range else {
      return add(range, kind == .name ? .variable : .string)
    }
    let found = classes[use.id] ?? makeClass(of: use.id)
    let isDeclaration = found.declared == range
    add(range, found.type, isDeclaration ? found.modifiers.union(.declaration) : found.modifiers)
  }

  /// Decides the class of a name when it is first met
  private mutating func makeClass(of id: SymbolID) -> Class {
    let declaration = index.declaration(of: id)
    var modifiers: SemanticTokenModifiers = []
    if let declaration, snapshot.isPrelude(declaration.range.file) {
      modifiers.insert(.defaultLibrary)
    }
    if snapshot.analysis.isSteady(id) { modifiers.insert(.readonly) }
    if case .builtIn = id { modifiers.insert(.defaultLibrary) }
    let found = Class(
      type: Self.type(of: id, isFunction: declaration?.kind == .function), modifiers: modifiers,
      declared: declaration?.range)
    classes[id] = found
    return found
  }

  /// The class of a name by the kind of its declaration
  private static func type(of id: SymbolID, isFunction: Bool) -> SemanticTokenType {
    switch id {
    case .place, .row: .variable
    case .let: isFunction ? .function : .variable
    case .letParameter, .sourceParameter: .parameter
    case .source: .class
    case .sourceField, .tableField, .payload: .property
    case .table: .struct
    case .enumeration: .enum
    case .enumerationCase: .enumMember
    case .opp: .event
    case .builtIn(let kind, _):
      switch kind {
      case .function, .connector: .function
      case .type: .type
      case .value: .enumMember
      case .part, .setting: .property
      case .option, .placeholder: .parameter
      case .service: .class
      case .period, .word: .keyword
      case .row: .variable
      }
    }
  }
}
