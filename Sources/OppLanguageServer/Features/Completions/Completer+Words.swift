internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Completer {
  mutating func addWords(_ words: [String], rank: Int) {
    for word in words {
      add(
        CompletionItem(
          label: word, kind: .keyword, detail: Manual.word(word)?.form ?? "",
          snippet: CompletionSnippets.clauses[word], rank: rank,
          key: CompletionKey.word(word).text))
    }
  }

  // MARK: Expressions

  /// Functions, and the words that begin an expression
  mutating func addExpressionWords(_ wanted: ValueType?, _ operand: CompletionSite.Operand) {
    let isCondition = wanted == .bool
    for entry in Manual.functions where entry.word != "env" {
      let isFitting = isCondition && ["any", "none", "known"].contains(entry.word)
      add(
        CompletionItem(
          label: entry.word, kind: .function, detail: entry.form,
          snippet: "\(entry.word)($0)", rank: isFitting ? 2 : 4,
          key: CompletionKey.builtIn(.function, entry.word).text))
    }
    if isCondition {
      addWords(["not", "near", "true", "false"], rank: 3)
      addWords(["at least", "at most", "exactly"], rank: 5)
    }
    if wanted == .position {
      add(
        CompletionItem(
          label: "any \"…\"", kind: .snippet, detail: "the nearest place of a kind",
          snippet: "any \"${1:grocery store}\"", text: "any \"grocery store\"", rank: 1,
          key: CompletionKey.word("any").text))
    }
    addWords(["if"], rank: 5)
    if let call = operand.call?.name?.text, Self.windowFunctions.contains(call) {
      addWords(["last", "next", "since"], rank: 1)
    }
  }

  private static let windowFunctions: Set<String> = [
    "average", "min", "max", "change", "total", "travelled", "increase", "times",
  ]

  mutating func addEvents() {
    addWords(["entering", "leaving", "every"], rank: 1)
    for event in ["event begins", "event ends"] {
      add(CompletionItem(label: event, kind: .keyword, rank: 2))
    }
    let analysis = analysis
    addNames { declaration in
      declaration.type == .timeOfDay && analysis.isPlain(declaration.id) ? 1 : nil
    }
  }

  // MARK: Declarations

  mutating func addDeclarations() {
    for (word, snippet) in CompletionSnippets.declarations {
      add(
        CompletionItem(
          label: word, kind: .keyword, detail: Manual.word(word)?.form ?? "", snippet: snippet,
          rank: 0, key: CompletionKey.word(word).text))
    }
    for rule in CompletionSnippets.rules {
      add(
        CompletionItem(
          label: rule.label, kind: .snippet, detail: rule.detail, snippet: rule.snippet,
          text: CompletionSnippets.plain(rule.snippet), rank: 1))
    }
  }

  /// Behind a finished operand: operators, the clauses that are not there yet, or the next declaration
  mutating func addContinuation(of node: SyntaxNode) {
    if around.isAtMargin { addDeclarations() }
    if !around.isFirstOfLine { addOperators(rank: 1) }
    if node.kind == .oppDeclaration {
      if let clause = node.child(.onClause), Self.takesStart(clause) {
        addWords(["from"], rank: 0)
      }
      addClauses(of: node, rank: around.isAtMargin ? 2 : 0)
      if node.child(.onClause) != nil { addWords(["changes"], rank: 2) }
      if node.child(.forEachClause) != nil { addWords(["added", "removed"], rank: 2) }
    }
    if node.kind == .chartDeclaration { addClauses(ofChart: node) }
    addWords(Self.continuations[node.kind] ?? [], rank: 0)
    if around.isFirstOfLine, !around.isAtMargin { addOperators(rank: 3) }
  }

  /// Whether the last event of `on` is `every D` without its `from`
  private static func takesStart(_ clause: SyntaxNode) -> Bool {
    var last: SyntaxNode?
    for case .node(let event) in clause.children { last = event }
    guard let last, case .every(let view)? = EventSyntax(node: last) else { return false }
    return view.start == nil
  }

  /// The words that go on with a declaration
  private static let continuations: [SyntaxKind: [String]] = [
    .sourceDeclaration: ["fresh", "cost"], .tableDeclaration: ["by", "fresh"],
    .placeDeclaration: ["within"], .testDeclaration: ["at", "given", "expect"],
    .connectDeclaration: ["to"],
  ]

  private mutating func addOperators(rank: Int) {
    addWords(
      ["and", "or", "in", "is", "for", "within", "where", "otherwise", "contains"], rank: rank)
    addWords(["then", "else", "as", "each", "by", "descending"], rank: rank + 2)
  }

  private mutating func addClauses(of node: SyntaxNode, rank: Int) {
    let clauses: [(SyntaxKind, String)] = [
      (.whenClause, "when"), (.nearClause, "near"), (.notifyClause, "notify"), (.onClause, "on"),
      (.atMostClause, "at most"), (.forEachClause, "for each"), (.colourClause, "colour"),
      (.recordClause, "record"), (.againClause, "again"), (.snoozeClause, "snooze"),
      (.expiresClause, "expires"), (.urgentClause, "urgent"), (.disabledClause, "disabled"),
    ]
    for (kind, word) in clauses where node.child(kind) == nil { addWords([word], rank: rank) }
    if let notify = node.child(.notifyClause), notify.child(.payload) == nil {
      addWords(["to", "with"], rank: rank + 1)
    }
  }

  private mutating func addClauses(ofChart node: SyntaxNode) {
    let clauses: [(SyntaxKind, String)] = [
      (.ofClause, "of"), (.perClause, "per"), (.forEachClause, "for each"),
    ]
    for (kind, word) in clauses where node.child(kind) == nil { addWords([word], rank: 0) }
  }

  // MARK: Settings and connections

  mutating func addSettings() {
    for entry in Manual.settings {
      add(
        CompletionItem(
          label: entry.word, kind: .setting, detail: entry.form,
          snippet: CompletionSnippets.settings[entry.word], rank: 0,
          key: CompletionKey.builtIn(.setting, entry.word).text))
    }
  }

  mutating func addSettingValues(_ name: String) {
    let values: [String] =
      switch name {
      case "clock": ["12h", "24h"]
      case "units": ["metric", "us", "uk"]
      case "quiet": ["22:00..07:00", "when"]
      case "zone": ["\"Europe/Paris\"", "\"America/Vancouver\"", "\"UTC\""]
      case "budget": ["2000 per 1d"]
      default: []
      }
    for value in values { add(CompletionItem(label: value, kind: .snippet, rank: 0)) }
  }

  mutating func addConnected() {
    for entry in Manual.services {
      add(
        CompletionItem(
          label: entry.word, kind: .source, detail: entry.text,
          snippet: "\(entry.word) to $0", rank: 1,
          key: CompletionKey.builtIn(.service, entry.word).text))
    }
    let snapshot = snapshot
    addNames { declaration in
      guard declaration.kind == .source || declaration.kind == .table else { return nil }
      // Clock and sun are known without a service.
      let isKnown = ["clock", "sun"].contains(declaration.name)
      return isKnown && snapshot.isPrelude(declaration.range.file) ? nil : 0
    }
  }

  mutating func addConnectors(for target: String) {
    for connector in analysis.connectors(for: target) {
      let name = connector.name
      let required = connector.options.filter { $0.isRequired }
      let arguments = required.enumerated().map { index, option in
        let stop = "${\(index + 1):\(option.name)}"
        if option.isSecret { return "\(option.name): env(\"\(stop)\")" }
        return option.type == .text ? "\(option.name): \"\(stop)\"" : "\(option.name): \(stop)"
      }
      add(
        CompletionItem(
          label: name, kind: .connector, detail: connector.summary,
          snippet: "\(name)(\(arguments.joined(separator: ", ")))", text: "\(name)()", rank: 0,
          key: CompletionKey.builtIn(.connector, name).text))
    }
  }

  // MARK: Units

  /// The number at the place with each unit of what is wanted
  mutating func addUnits(of type: ValueType?, isDuration: Bool) {
    let digits = around.prefix.prefix { $0.isNumber || $0 == "." || $0 == "_" }
    var wanted = type.flatMap { $0.isList ? nil : Dimension($0) }
    if isDuration { wanted = wanted ?? .duration }
    if type == .number { return }
    if case .money(let currency) = wanted {
      add(
        CompletionItem(
          label: digits + currency.code, kind: .unit, detail: Dimension.money(currency).phrase,
          rank: 0))
    }
    for unit in Unit.all where wanted == nil || unit.dimension == wanted {
      // Two spellings of a degree are one too many, and `m` alone says two things.
      if (unit.spelling.utf8.first ?? 0) >= 0x80
        || unit.spelling == "m" && unit.dimension == .duration
      {
        continue
      }
      add(
        CompletionItem(
          label: digits + unit.spelling, kind: .unit, detail: unit.dimension.phrase, rank: 0))
    }
  }
}
