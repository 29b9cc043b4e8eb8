internal import OppSemantics
internal import OppSyntax

/// A place in the text by the kind of text that can be written there
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

  /// In the quotes of the name of an Opp, whose text begins and ends there
  case oppName(SourceRange, isClosed: Bool)

  /// In the quotes of a recipient of `notify … to`
  case recipient(SourceRange, isClosed: Bool)

  /// In the quotes of a value of a connector's option, or of a key in its braces
  case optionText(Operand, isKey: Bool, target: String, SourceRange, isClosed: Bool)

  /// The type of a field, or of a parameter, which may be rows of a table
  case type(ofParameter: Bool)

  /// A table alone: after `record`, in `given no`
  case table

  /// The name of a field in the braces behind a table, less those that are there
  case valueField(table: String, given: [String])
  case keyField(SyntaxNode)
  case setting
  case settingValue(String)
  case connected
  case connector(of: String)

  /// An operand by its context
  struct Operand {
    /// The call whose argument it is
    var call: CallSyntax?

    /// The index of the argument
    var argument = 0

    /// `true` if `period` may be meant: right of `in` and after `since` in a chart
    var takesPeriod = false

    /// `true` if a list is wanted: after `for each … in`
    var wantsList = false

    /// `true` right of `in` in a condition: a list, or the beginning of a range
    var isMembership = false

    /// `true` if it is one side of a comparison: the expected type is that of the other side
    var isCompared = false

    /// The text of the side of the comparison before it
    var other: String?

    /// `true` if only a constant may stand there
    var isConstant = false

    /// `true` behind `by` and `each`: a value of the row
    var isOfRow = false

    /// `true` behind `by`: a value that has an order
    var isKey = false

    /// `true` if it is a reading to be given in a test
    var isGiven = false

    /// `true` if it is the value of one that is given, a constant
    var isGivenValue = false

    /// `true` behind `notify … to`
    var isRecipient = false

    /// `true` if it begins an event of `on`
    var isEvent = false

    /// `true` if the call is one of a connector
    var isOption = false

    /// `true` if a constant duration must stand there
    var isDuration = false

    /// `true` if `if` may begin it, which it may not beside `==` and the like
    var takesConditional = false
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

  /// The site within a text: the name of an Opp or of a person
  private static func text(_ token: SyntaxToken, _ path: [SyntaxNode]) -> CompletionSite {
    guard let text = path.last, let parent = path.dropLast().last else { return .nothing }
    let isClosed = text.token(.closingQuote) != nil
    if parent.kind == .recipient { return .recipient(token.range, isClosed: isClosed) }
    if let connection = path.last(where: { $0.kind == .connectDeclaration }),
      let operand = argument(path)
    {
      let isKey = parent.kind == .entry && parent.child(.text) == text
      return .optionText(
        operand, isKey: isKey, target: connection.token(.name)?.text ?? "", token.range,
        isClosed: isClosed)
    }
    let isOfFirings =
      parent.kind == .argument
      && path.last { $0.kind == .call }.flatMap { CallSyntax($0) }?.name?.text == "firings"
    return isOfFirings || parent.kind == .expectAction || parent.kind == .givenAnswer
      ? .oppName(token.range, isClosed: isClosed) : .nothing
  }

  /// The site of a name, by the words before it and by its node
  private static func word(_ token: SyntaxToken, _ path: [SyntaxNode]) -> CompletionSite {
    guard let parent = path.last else { return .declaration }
    if let words = wordsBehind(token, path) { return .words(words) }
    if parent.kind == .keyClause {
      return path.dropLast().last.map { .keyField($0) } ?? .nothing
    }
    if parent.kind == .fieldValue { return valueField(path) }
    if parent.kind == .namedType {
      return .type(ofParameter: path.contains { $0.kind == .parameter })
    }
    if parent.kind == .nameExpression { return operand(path) }
    if parent.kind == .unexpected { return unexpected(path) }
    return plainSites[parent.kind] ?? .nothing
  }

  /// The sites of names that their parent alone decides
  private static let plainSites: [SyntaxKind: CompletionSite] = [
    .fieldAccess: .member, .recordClause: .table, .givenNoRow: .table,
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
    if before.text == "fires", before.kind == .keyword {
      return ["with", "at", "given", "expect"]
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

  /// `true` if a word stands where an operand begins, behind one that joins conditions
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

  /// The site of a name that is an operand, with the type that its parent wants
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
    operand.wantsList = parent.kind == .forEachClause
    operand.takesPeriod =
      path.contains { $0.kind == .ofClause }
      && ["in", "since"].contains(path.last?.firstToken?.previousWord?.text)
    let isFirst = parent.optionalExpression(0)?.node == path.last
    operand.isGiven = parent.kind == .givenReading && isFirst
    operand.isGivenValue = givenKinds.contains(parent.kind) && !operand.isGiven
    operand.isRecipient = parent.kind == .recipient
    operand.isOfRow = (parent.kind == .ordering || parent.kind == .mapping) && !isFirst
    operand.isKey = parent.kind == .ordering && !isFirst
    operand.isCompared = comparedKinds.contains(parent.kind)
    operand.isEvent = parent.kind == .conditionEvent
    operand.isDuration =
      durationKinds.contains(parent.kind) || isFirst == false && heldKinds.contains(parent.kind)
      || parent.kind == .span && parent.firstToken?.kind != .since
    operand.takesConditional = conditionalKinds.contains(parent.kind)
    if case .comparison(let comparison) = ExpressionSyntax(node: parent), !isFirst {
      operand.isMembership = [.in, .notIn].contains(comparison.operator)
    }
    operand.isConstant = parent.kind == .changesEvent && !isFirst
    operand.other = path.last { $0.kind == .comparison || $0.kind == .changesEvent }
      .flatMap { $0.optionalExpression(0) }.flatMap { $0.node == path.last ? nil : $0.node.line }
    if !operand.isCompared, parent.kind != .list { operand.other = nil }
    if parent.kind == .argument, let argument = argument(path) {
      operand.call = argument.call
      operand.argument = argument.argument
      operand.isOption = isConnection
    }
    return .operand(operand)
  }

  /// The argument of a call that a path leads into, or `nil` if it leads into none
  private static func argument(_ path: [SyntaxNode]) -> Operand? {
    guard let node = path.last(where: { $0.kind == .call }), let call = CallSyntax(node),
      let index = call.arguments.firstIndex(where: { path.contains($0.node) })
    else { return nil }
    return Operand(call: call, argument: index)
  }

  /// The nodes whose operands have one type
  private static let comparedKinds: Set<SyntaxKind> = [.comparison, .range, .changesEvent]

  /// The nodes that hold the values of a test
  private static let givenKinds: Set<SyntaxKind> = [.givenReading, .givenAnswer]

  /// The nodes whose operand is always a duration
  private static let durationKinds: Set<SyntaxKind> = [
    .freshnessClause, .everyEvent, .againClause, .snoozeClause, .expiresClause, .nearWindow,
    .period,
  ]

  /// The nodes whose operand behind the condition is a duration
  private static let heldKinds: Set<SyntaxKind> = [.lasting, .within]

  /// The nodes whose operands are whole expressions
  private static let conditionalKinds: Set<SyntaxKind> = [
    .whenClause, .letDeclaration, .parenthesized, .argument, .notifyClause, .recipient, .list,
    .interpolation, .fieldValue, .conditional, .ofClause, .filter, .mapping, .ordering,
  ]
}

extension CallSyntax {
  /// The call that a node is, or `nil` if it is none
  init?(_ node: SyntaxNode) {
    guard case .call(let call) = ExpressionSyntax(node: node) else { return nil }
    self = call
  }
}
