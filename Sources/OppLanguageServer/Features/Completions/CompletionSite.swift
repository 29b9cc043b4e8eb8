internal import OppSemantics
internal import OppSyntax

/// A place in the text by what can be written there
///
/// | text | site |
/// | --- | --- |
/// | `‸` at the margin | `declaration` |
/// | `opp "A" when ‸` | `operand` |
/// | `opp "A" when warm ‸` | `continuation` |
/// | `opp "A" when now.‸` | `member` |
/// | `opp "A" at most ‸` | `words(["once"])` |
/// | `set ‸` | `setting` |
enum CompletionSite {
  case nothing

  /// Outside of all declarations
  case declaration

  /// Behind a finished operand, or between the clauses of a declaration
  case continuation(of: SyntaxNode)

  /// Between the steps of a test
  case step

  /// One of a few words
  case words([String])
  case operand(Operand)

  /// Behind a dot
  case member

  /// In the quotes behind `expect`, whose text begins and ends there
  case oppName(SourceRange, isClosed: Bool)
  case type

  /// A table alone: after `record`, in `given no`
  case table

  /// The name of a field in the braces behind a table, less those that are there
  case valueField(table: String, given: [String])
  case keyField(SyntaxNode)
  case setting
  case settingValue(String)
  case connected
  case connector(of: String)

  /// An operand by what is around it
  struct Operand {
    /// The call whose argument it is
    var call: CallSyntax?

    /// Whether `period` may be meant: right of `in` and after `since` in a chart
    var takesPeriod = false

    /// Whether rows are wanted: after `for each … in`, in `any(…)`
    var wantsRows = false

    /// Whether it is a reading to be given in a test
    var isGiven = false

    /// Whether it begins an event of `on`
    var isEvent = false

    /// Whether the call is one of a connector
    var isOption = false

    /// Whether a duration must stand there although the checker does not say so
    var isDuration = false
  }

  /// - Parameter tree: a tree in which the name that is looked for stands at `offset`.
  init(of offset: Int32, in tree: SyntaxTree) {
    guard let index = tree.tokenIndex(at: offset) else {
      self = .declaration
      return
    }
    let token = tree.token(at: index)
    let path = tree.path(to: offset)
    if token.kind == .textSegment {
      self = Self.text(token, path)
    } else if token.kind == .name || token.kind == .keyword {
      self = Self.word(token, path)
    } else {
      self = .nothing
    }
  }

  /// The site within a text: only the name of an Opp behind `expect` has one
  private static func text(_ token: SyntaxToken, _ path: [SyntaxNode]) -> CompletionSite {
    guard path.dropLast().last?.kind == .expectAction, let text = path.last else { return .nothing }
    return .oppName(token.range, isClosed: text.token(.closingQuote) != nil)
  }

  /// The site of a name, by the words before it and by its node
  private static func word(_ token: SyntaxToken, _ path: [SyntaxNode]) -> CompletionSite {
    guard let parent = path.last else { return .declaration }
    if let words = wordsBehind(token, path) { return .words(words) }
    if parent.kind == .keyClause {
      return path.dropLast().last.map { .keyField($0) } ?? .nothing
    }
    if parent.kind == .fieldValue { return valueField(path) }
    if parent.kind == .nameExpression { return operand(path) }
    if parent.kind == .unexpected { return unexpected(path) }
    return plainSites[parent.kind] ?? .nothing
  }

  /// The sites of names that their parent alone decides
  private static let plainSites: [SyntaxKind: CompletionSite] = [
    .fieldAccess: .member, .namedType: .type, .recordClause: .table, .givenNoRow: .table,
    .setDeclaration: .setting, .connectDeclaration: .connected,
  ]

  /// The words that must follow the word before
  private static func wordsBehind(_ token: SyntaxToken, _ path: [SyntaxNode]) -> [String]? {
    guard let before = token.previousWord else { return nil }
    let isInOpp = path.contains { $0.kind == .oppDeclaration }
    let isInChart = path.contains { $0.kind == .chartDeclaration }
    switch before.text {
    case "at" where isOperand(at: before): return ["least", "most"]
    case "at" where isInOpp: return ["most"]
    case "most": return ["once"]
    case "for" where isInOpp && path.last?.kind == .unexpected: return ["each"]
    case "again": return ["every"]
    case "per" where isInChart: return ["hour", "day", "week", "month", "year"]
    case "per": return ["hour", "day", "week", "month"]
    case "within" where path.last?.kind == .nameExpression && path.dropLast().last?.kind == .within:
      return ["last", "next"]
    default: break
    }
    if before.kind == .closingQuote, path.last?.kind == .unexpected,
      beforeText(before)?.text == "expect"
    {
      return ["fires", "quiet", "unknown"]
    }
    let second = before.previousWord
    if before.kind == .number, let second {
      if second.text == "least" || second.text == "exactly" { return ["of"] }
      if second.text == "most" {
        return second.previousWord.map(isOperand(at:)) == true ? ["of"] : ["per"]
      }
    }
    if isInChart, second?.text == "per", before.kind == .name { return ["last"] }
    if before.text == "once", second?.text == "most" { return ["per"] }
    if second?.text == "connect", before.kind == .name { return ["to"] }
    return nil
  }

  /// Whether a word stands where an operand begins, behind one that joins conditions
  private static func isOperand(at word: SyntaxToken) -> Bool {
    guard let before = word.previousWord else { return false }
    return ["when", "and", "or", "not", "if", "then", "else", "(", "[", ",", "="].contains(
      before.text)
  }

  /// The word before a text that ends with a closing quote
  private static func beforeText(_ quote: SyntaxToken) -> SyntaxToken? {
    var token = quote.previousWord
    while let current = token, current.kind != .openingQuote { token = current.previousWord }
    return token?.previousWord
  }

  /// The site of a field in the braces of a row; in those of a payload anything may be written
  private static func valueField(_ path: [SyntaxNode]) -> CompletionSite {
    for node in path.reversed() {
      if node.kind == .payload { return .nothing }
      guard rowKinds.contains(node.kind) else { continue }
      let values = node.child(.valueList)?.children(.fieldValue) ?? []
      let given = values.compactMap { $0.token(.name)?.text }
      return node.token(.name).map { .valueField(table: $0.text, given: given) } ?? .nothing
    }
    return .nothing
  }

  /// The nodes that name a table and values of a row of it
  private static let rowKinds: Set<SyntaxKind> = [.recordClause, .givenRow, .givenNoRow]

  /// The site of a word that fits nowhere: a step of a test, or the continuation of a declaration
  private static func unexpected(_ path: [SyntaxNode]) -> CompletionSite {
    if path.contains(where: { $0.kind == .valueList }) { return valueField(path) }
    guard let declaration = path.last(where: { $0.kind.isDeclaration }) else {
      // Behind `let x = 3`, a word belongs to no declaration although it may go on with it.
      guard let before = path.last?.firstToken?.previousWord,
        let owner = before.tree.path(to: before.range.start).first(where: { $0.kind.isDeclaration })
      else { return .declaration }
      return .continuation(of: owner)
    }
    return declaration.kind == .testDeclaration ? .step : .continuation(of: declaration)
  }

  // MARK: Operands

  /// The site of a name that is an operand, with what its parent wants
  private static func operand(_ path: [SyntaxNode]) -> CompletionSite {
    var operand = Operand()
    guard let parent = path.dropLast().last else { return .operand(operand) }
    let isConnection = path.contains { $0.kind == .connectDeclaration }
    if parent.kind == .setDeclaration,
      !parent.tokens(.keyword).contains(where: { $0.text == "when" })
    {
      return .settingValue(parent.token(.name)?.text ?? "")
    }
    if parent.kind == .call, isConnection {
      let target = path.last { $0.kind == .connectDeclaration }?.token(.name)?.text
      return .connector(of: target ?? "")
    }
    operand.wantsRows = parent.kind == .forEachClause
    operand.takesPeriod =
      path.contains { $0.kind == .ofClause }
      && ["in", "since"].contains(path.last?.firstToken?.previousWord?.text)
    operand.isGiven =
      parent.kind == .givenReading && parent.optionalExpression(0)?.node == path.last
    operand.isEvent = parent.kind == .conditionEvent
    operand.isDuration = durationKinds.contains(parent.kind)
    if parent.kind == .argument, let node = path.last(where: { $0.kind == .call }),
      case .call(let call) = ExpressionSyntax(node: node)
    {
      operand.call = call
      operand.isOption = isConnection
      operand.wantsRows = !isConnection && rowFunctions.contains(call.name?.text ?? "")
    }
    return .operand(operand)
  }

  /// The nodes whose operand is a duration, whatever it says
  private static let durationKinds: Set<SyntaxKind> = [
    .freshnessClause, .everyEvent, .againClause, .snoozeClause, .expiresClause,
  ]

  /// The functions whose first argument is rows
  private static let rowFunctions: Set<String> = ["any", "none", "count", "first", "distinct"]
}
