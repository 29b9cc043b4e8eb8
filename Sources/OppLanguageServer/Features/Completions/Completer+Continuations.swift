internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Completer {
  /// Behind a finished operand: operators, the clauses that are not there yet, or the next declaration
  mutating func addContinuation(
    of node: SyntaxNode, in tree: SyntaxTree, _ around: Surroundings
  ) {
    if self.around.isAtMargin { addDeclarations() }
    let clause = clause(before: self.around.probeOffset, in: tree)
    if let clause { addWords(Self.endings(of: clause), rank: 0) }
    let isFirst = self.around.isFirstOfLine
    if !isFirst { addOperators(behind: clause, around, in: tree, rank: 1) }
    if node.kind == .oppDeclaration { addClauses(of: node, rank: self.around.isAtMargin ? 2 : 0) }
    if node.kind == .chartDeclaration { addClauses(ofChart: node) }
    addWords(Self.continuations[node.kind] ?? [], rank: 0)
    if isFirst, !self.around.isAtMargin { addOperators(behind: clause, around, in: tree, rank: 3) }
  }

  /// The clause of an Opp or a chart that the word before a place belongs to
  private func clause(before offset: Int32, in tree: SyntaxTree) -> SyntaxNode? {
    guard let before = tree.word(at: offset)?.previousWord else { return nil }
    return tree.path(to: before.range.start).last { $0.kind.isClause }
  }

  /// The words that may follow the last word of a clause: `at most once per day ‸` → `in all`
  private static func endings(of clause: SyntaxNode) -> [String] {
    switch ClauseSyntax(node: clause) {
    case .on(let view): endings(of: view)
    case .near(let view):
      view.window != nil ? [] : view.radius == nil ? ["within", "for"] : ["for", "within last"]
    case .notify(let view):
      (view.recipient == nil && view.payload == nil ? ["to"] : [])
        + (view.payload == nil ? ["with"] : [])
    case .atMost(let view): view.isInAll ? [] : ["in all"]
    case .again(let view): view.span == nil ? ["for"] : []
    case .forEach, .when, .record, .colour, .snooze, .expires, .urgent, .disabled, nil: []
    }
  }

  /// The words that may follow the last event of `on`
  private static func endings(of clause: OnClauseSyntax) -> [String] {
    switch clause.events.last {
    case .every(let view)?: view.start == nil ? ["from", "or"] : ["or"]
    case .changes(let view)?:
      (view.from == nil && view.to == nil ? ["from"] : []) + (view.to == nil ? ["to"] : []) + ["or"]
    case .entering(let view)?, .leaving(let view)?: view.radius == nil ? ["within", "or"] : ["or"]
    case .condition?: ["changes", "or"]
    case .row?: ["or"]
    case nil: []
    }
  }

  /// The words that go on with a declaration
  private static let continuations: [SyntaxKind: [String]] = [
    .sourceDeclaration: ["fresh", "cost"], .tableDeclaration: ["by", "fresh"],
    .placeDeclaration: ["within"], .testDeclaration: ["at", "given", "expect"],
    .connectDeclaration: ["to"],
  ]

  // MARK: Operators

  /// Adds the operators that the operand before takes
  private mutating func addOperators(
    behind clause: SyntaxNode?, _ around: Surroundings, in tree: SyntaxTree, rank: Int
  ) {
    let open = openWord(in: tree)
    if open == "if" { addWords(["then"], rank: rank) }
    if open == "then" { addWords(["else"], rank: rank) }
    guard takesOperators(clause, tree) else { return }
    guard let whole = around.before.last, let operand = around.before.first else {
      // Nothing is known of it.
      return addWords(
        ["and", "or", "in", "is", "for", "within", "where", "otherwise", "contains"],
        rank: rank + 1)
    }
    if whole == .bool || operand == .bool {
      addWords(["and", "or", "for", "within", "until", "otherwise"], rank: rank)
      return
    }
    if whole.isList, !operand.isList { addWords(["descending"], rank: rank) }
    addWords(operators(behind: operand), rank: rank)
  }

  /// The operators whose left side is of a type
  private func operators(behind type: ValueType) -> [String] {
    if type.isList {
      return ["where", "as", "by", "each"] + (type.isRows ? [] : ["contains", "otherwise"])
    }
    return (type == .text ? ["contains", "starts with", "ends with"] : []) + [
      "in", "is", "otherwise",
    ]
  }

  /// `true` if an expression may go on behind the last word: not behind a limit, a colour or a step of a test
  private func takesOperators(_ clause: SyntaxNode?, _ tree: SyntaxTree) -> Bool {
    if case .on(let view)? = clause.flatMap(ClauseSyntax.init) {
      guard case .condition? = view.events.last else { return false }
    }
    guard let clause else {
      let node = tree.path(to: around.probeOffset).first { $0.kind.isDeclaration }
      let before = tree.word(at: around.probeOffset)?.previousWord
      let owner = before.flatMap { word in
        tree.path(to: word.range.start).first { $0.kind.isDeclaration }
      }
      return [.letDeclaration, .testDeclaration, .setDeclaration].contains((node ?? owner)?.kind)
    }
    return [.whenClause, .onClause, .forEachClause, .ofClause].contains(clause.kind)
  }

  /// The last `if` or `then` before the place that has no `then` or `else`, or `nil` if there is none
  private func openWord(in tree: SyntaxTree) -> String? {
    // The brackets that are closed before the place, and the conditionals that have their `else`.
    var (brackets, conditionals) = (0, 0)
    var word = tree.word(at: around.probeOffset)?.previousWord
    while let token = word, brackets >= 0 {
      switch token.text {
      case ")", "]", "}": brackets += 1
      case "(", "[", "{": brackets -= 1
      case "else" where brackets == 0: conditionals += 1
      case "then" where brackets == 0 && conditionals == 0: return "then"
      case "if" where brackets == 0 && conditionals == 0: return "if"
      case "if" where brackets == 0: conditionals -= 1
      default: break
      }
      word = token.previousWord
    }
    return nil
  }

  // MARK: Clauses

  private mutating func addClauses(of node: SyntaxNode, rank: Int) {
    let clauses: [(SyntaxKind, String)] = [
      (.whenClause, "when"), (.nearClause, "near"), (.notifyClause, "notify"), (.onClause, "on"),
      (.atMostClause, "at most"), (.forEachClause, "for each"), (.colourClause, "colour"),
      (.recordClause, "record"), (.againClause, "again"), (.snoozeClause, "snooze"),
      (.expiresClause, "expires"), (.urgentClause, "urgent"), (.disabledClause, "disabled"),
    ]
    for (kind, word) in clauses where node.child(kind) == nil { addWords([word], rank: rank) }
  }

  private mutating func addClauses(ofChart node: SyntaxNode) {
    let clauses: [(SyntaxKind, String)] = [
      (.ofClause, "of"), (.perClause, "per"), (.forEachClause, "for each"),
    ]
    for (kind, word) in clauses where node.child(kind) == nil { addWords([word], rank: 0) }
  }
}
