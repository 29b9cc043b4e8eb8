internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `unused-declaration`
///
/// ```
/// found     place home = …, source tank { litres: Number }, connect weather to …, with no Opp that reads it
///           let hot(limit: …, by: …) = temp > limit             the parameter `by`
/// silent    source tank { litres, price: Number }, of which only litres is read
///           any rule set without an Opp: it is there for others
/// ```
enum UnusedDeclaration {
  static let rule = LintRule(
    name: "unused-declaration", category: .names, severity: .warning, precision: .high,
    page: LintPage(
      headline: "nothing uses `wilted`",
      why: """
        A declaration that nothing reads is left over, or the name in its place is another one. All files of the rule
        set count, texts and tests among them. A rule set without any Opp is one of shared declarations, and is left
        alone; switch the rule off for such files in others.
        """,
      bad: """
        let wilted = temp > 33C
        opp "Tubs" on 19:30 when temp > 24C notify "Two cans."
        """,
      good: """
        let thirsty = temp > 24C
        opp "Tubs" on 19:30 when thirsty notify "Two cans."
        """,
      related: ["unused-row", "recorded-never-read", "hidden-name"])
  ) { subject, findings in
    // Names are compared as words: a name that is used anywhere counts as used everywhere.
    guard hasUsers(subject) else { return }
    let used = usedNames(subject)
    func report(_ name: SyntaxToken?, unless isUsed: Bool) {
      guard let name, !isUsed else { return }
      findings.report(name.range, "nothing uses `\(name.text)`")
    }
    for declaration in subject.declarations {
      switch declaration {
      case .let(let view):
        report(view.name, unless: used.contains(view.name?.text ?? ""))
        guard let parameters = view.parameters?.parameters else { continue }
        // A parameter is used within its own `let` alone.
        let inside = view.value.node.namesOfExpressions
        for name in parameters.flatMap({ $0.names }) {
          report(name, unless: inside.contains(name.text))
        }
      case .place(let view): report(view.name, unless: used.contains(view.name?.text ?? ""))
      case .enumeration(let view): report(view.name, unless: used.contains(view.name?.text ?? ""))
      case .table(let view): report(view.name, unless: used.contains(view.name?.text ?? ""))
      case .source(let view):
        let names = [view.name].compactMap { $0 } + view.fields.flatMap { $0.names }
        report(view.name, unless: names.contains { used.contains($0.text) })
      case .chart(let view):
        let name = view.forEach?.name
        report(name, unless: view.node.namesOfExpressions.contains(name?.text ?? ""))
      case .connection, .setting, .test, .opp: break
      }
    }
    // The names of rows: `as e` without an `e` behind `where`.
    for node in [SyntaxKind.filter, .mapping, .ordering].flatMap(subject.nodes) {
      guard let name = node.node.token(.name) else { continue }
      report(name, unless: node.node.expression(1).node.namesOfExpressions.contains(name.text))
    }
    reportConnections(used, subject, &findings)
  }

  /// Reports the connections of sources that no rule reads
  private static func reportConnections(
    _ used: Set<String>, _ subject: LintSubject, _ findings: inout Findings
  ) {
    var read = readOwners(subject)
    // Connections that serve no source or table of the rules.
    read.formUnion(["location", "notifications", "addresses", "places"])
    // One connection of a calendar or of a weather service serves the source and the table.
    for (source, table) in [("calendar", "agenda"), ("weather", "forecast")] {
      if read.contains(table) { read.insert(source) }
      if read.contains(source) { read.insert(table) }
    }
    for case .connection(let view) in subject.declarations {
      for name in view.names where !read.contains(name.text) && !used.contains(name.text) {
        findings.report(
          name.range, "no rule reads `\(name.text)`: nothing uses its connection",
          severity: .note)
      }
    }
  }
}

extension UnusedDeclaration {
  /// `true` if the rule set has an Opp or a chart, be it one with errors
  private static func hasUsers(_ subject: LintSubject) -> Bool {
    subject.analysis.trees.dropLast().contains { tree in
      tree.file.declarations.contains { declaration in
        switch declaration {
        case .opp, .chart: true
        case .place, .let, .enumeration, .source, .table, .setting, .connection, .test: false
        }
      }
    }
  }

  /// The kinds of nodes that use the name they hold
  static let kindsOfNames: [SyntaxKind] = [
    .nameExpression, .fieldAccess, .namedType, .recordClause, .givenRow, .givenNoRow,
  ]

  /// The declared names that stand in expressions, as types, and in `record` and `given`
  private static func usedNames(_ subject: LintSubject) -> Set<String> {
    var found: Set<String> = []
    for uses in subject.allUses where !uses.names.isEmpty { found.formUnion(uses.names) }
    // Names in declarations with errors are used all the same.
    let sound = Set(subject.allDeclarations.map { $0.range })
    for tree in subject.analysis.trees.dropLast() {
      for declaration in tree.file.declarations where !sound.contains(declaration.range) {
        collect(declaration.node, &found)
      }
    }
    return found
  }

  /// Adds the names that a node and all below it use
  private static func collect(_ node: SyntaxNode, _ names: inout Set<String>) {
    if kindsOfNames.contains(node.kind), let token = node.token(.name) { names.insert(token.text) }
    for case .node(let child) in node.children { collect(child, &names) }
  }

  /// The names that the rule set declares, and those of the fields of its sources
  static func declaredNames(_ subject: LintSubject) -> Set<String> {
    var found: Set<String> = []
    for declaration in subject.allDeclarations {
      switch declaration {
      case .let(let view): if let name = view.name { found.insert(name.text) }
      case .place(let view): if let name = view.name { found.insert(name.text) }
      case .enumeration(let view): if let name = view.name { found.insert(name.text) }
      case .table(let view): if let name = view.name { found.insert(name.text) }
      case .connection(let view): found.formUnion(view.names.map { $0.text })
      case .source(let view):
        if let name = view.name { found.insert(name.text) }
        for field in view.fields { found.formUnion(field.names.map { $0.text }) }
      case .setting, .test, .chart, .opp: break
      }
    }
    return found
  }

  /// The sources and tables that nodes of the graph read
  ///
  /// From the graph, so that a source counts that only a `let` or the prelude reads.
  private static func readOwners(_ subject: LintSubject) -> Set<String> {
    let graph = subject.graph
    var (requests, tables): (Set<RequestID>, Set<TableID>) = ([], [])
    for node in graph.nodes {
      if case .reading(let request, _) = node.operation { requests.insert(request) }
      if case .aggregate(_, let query) = node.operation { tables.insert(query.table) }
    }
    for rule in graph.rules {
      if let rows = rule.rows { tables.insert(rows.table) }
      if let record = rule.record { tables.insert(record.table) }
    }
    for case .some(let rows) in graph.charts.map({ $0.rows }) { tables.insert(rows.table) }
    let sources = requests.map { graph.requests[Int($0.index)].source }
    return Set(sources.map { graph.sources[Int($0.index)].name })
      .union(tables.map { graph.tables[Int($0.index)].name })
  }
}

extension SyntaxNode {
  /// The names that stand as expressions in a node
  fileprivate var namesOfExpressions: Set<String> {
    var found: Set<String> = []
    if kind == .nameExpression, let token = token(.name) { found.insert(token.text) }
    for case .node(let child) in children { found.formUnion(child.namesOfExpressions) }
    return found
  }
}
