internal import OppModel
internal import OppSyntax

/// Finds the meanings of names that the checker did not reach
///
/// The checker leaves an expression at the first mistake that makes the rest of it meaningless, and words such as the
/// `day` of `per day` are none of its business. Those names are looked up by their place in the tree alone.
///
/// ```opp
/// opp "A" when frobnicate(temp) > 20C at most once per day
/// ```
///
/// The checker stops at `frobnicate`, which is no function; its argument `temp` and the `day` are found here.
struct SymbolFallback {
  /// The declared names
  let names: NameTable
  /// The lets, for their parameters
  let definitions: Definitions

  /// The uses of all name tokens that are in none of `uses`
  ///
  /// - Requires: `uses` are in the order of their places.
  ///
  /// - Complexity: O(t log n) for t name tokens without a note, in trees of n nodes, and O(m) for all m tokens.
  func unnoted(_ uses: [SymbolUse], in trees: [SyntaxTree]) -> [SymbolUse] {
    var found: [SymbolUse] = []
    var next = 0
    // The notes and the tokens are in one order, so that one walk along both finds the tokens without a note.
    for tree in trees {
      let file = tree.source.index
      for index in tree.tokenKinds.indices where tree.tokenKinds[index] == .name {
        let start = tree.tokenStarts[index]
        while next < uses.count, (uses[next].range.file, uses[next].range.start) < (file, start) {
          next += 1
        }
        if next < uses.count, uses[next].range.file == file, uses[next].range.start == start {
          continue
        }
        let token = tree.token(at: index)
        if let id = meaning(of: token, in: tree.path(to: start)) {
          found.append(SymbolUse(range: token.range, id: id))
        }
      }
    }
    return found
  }

  /// The meaning of a name token by the node that it is a child of; nil for one that may mean anything
  ///
  /// - Parameter path: the nodes that hold the token, the root first.
  private func meaning(of token: SyntaxToken, in path: [SyntaxNode]) -> SymbolID? {
    guard let parent = path.last else { return nil }
    let name = token.text
    switch parent.kind {
    case .period: return .builtIn(.period, name)
    case .setDeclaration: return .builtIn(.setting, name)
    case .forEachClause, .filter, .mapping, .ordering: return .row(token.range)
    case .rowEvent: return row(named: name, in: path) ?? .builtIn(.row, name)
    case .namedType: return type(named: name)
    case .nameExpression: return value(named: name, in: path)
    case .fieldAccess: return field(name, of: parent.expression(0))
    case .argument: return argument(name, in: path)
    case .fieldValue: return fieldValue(token, in: path)
    case .keyClause: return path.dropLast().last?.token(.name).flatMap { column(name, of: $0.text) }
    case .recordClause, .givenRow, .givenNoRow: return names.symbol(named: name)?.id
    case .connectDeclaration:
      if ConnectionRole.services.contains(name) { return .builtIn(.service, name) }
      return names.symbol(named: name)?.id
    case .field: return declaredField(name, in: path)
    default: return nil
    }
  }

  // MARK: Parts of declarations

  /// The type of a name, built in or declared
  private func type(named name: String) -> SymbolID? {
    if case .enumeration(let id)? = names.user.symbols[name]?.symbol { return .enumeration(id) }
    if ValueType.builtIn(name) != nil { return .builtIn(.type, name) }
    return names.symbol(named: name)?.id
  }

  /// The field of which a second declaration stands here
  private func declaredField(_ name: String, in path: [SyntaxNode]) -> SymbolID? {
    let owner = path.last { $0.kind == .sourceDeclaration || $0.kind == .tableDeclaration }
    guard let owner = owner?.token(.name)?.text else { return nil }
    if case .source(let source)? = names.symbol(named: owner) {
      return names[source].fields[name].map { .sourceField(source, $0) }
    }
    return column(name, of: owner)
  }

  /// The field of a table by both names
  private func column(_ name: String, of table: String) -> SymbolID? {
    guard case .table(let table)? = names.symbol(named: table) else { return nil }
    return names[table].fields[name].map { .tableField(table, $0) }
  }

  /// The field before a colon, in `record`, `given` or `with`
  private func fieldValue(_ token: SyntaxToken, in path: [SyntaxNode]) -> SymbolID? {
    for node in path.reversed() {
      if node.kind == .payload { return .payload(token.range) }
      if node.kind == .recordClause || node.kind == .givenRow || node.kind == .givenNoRow {
        return node.token(.name).flatMap { column(token.text, of: $0.text) }
      }
    }
    return nil
  }

  // MARK: Expressions

  /// The row of `for each` or of `as` that a name means
  private func row(named name: String, in path: [SyntaxNode]) -> SymbolID? {
    for node in path.reversed() {
      let naming = node.kind.takesRows ? node : node.child(.forEachClause)
      if let token = naming?.token(.name), token.text == name { return .row(token.range) }
    }
    return nil
  }

  /// The meaning of a name as an expression, in the order in which the checker looks names up
  private func value(named name: String, in path: [SyntaxNode]) -> SymbolID? {
    let isCalled = path.dropLast().last.map { $0.kind == .call && isCallee(path.last, of: $0) }
    if isCalled ?? false { return callable(name, in: path) }
    if let row = row(named: name, in: path) { return row }
    if let parameter = parameter(named: name, in: path) { return parameter }
    for level in names.levels {
      if let symbol = level.symbols[name]?.symbol { return symbol.id }
      if let field = level.fields[name]?.first { return .sourceField(field.source, field.field) }
    }
    if let field = rowField(name, in: path) { return field }
    if path.contains(where: { $0.kind == .givenReading }), name == "unknown" {
      return .builtIn(.word, name)
    }
    return caseOfAnyType(name)
  }

  /// The field of the row of `for each` around, if the table is named in its list
  private func rowField(_ name: String, in path: [SyntaxNode]) -> SymbolID? {
    guard let clause = path.lazy.compactMap({ $0.child(.forEachClause) }).first else { return nil }
    var list = clause.expression(0)
    while list.node.kind.takesRows { list = list.node.expression(0) }
    guard case .name(let view) = list, let table = view.token?.text else { return nil }
    return column(name, of: table)
  }

  /// `true` if a node is the first child of a call: `score` of `score(2km)`
  private func isCallee(_ node: SyntaxNode?, of call: SyntaxNode) -> Bool {
    call.optionalExpression(0)?.node == node
  }

  /// The case of the first enum that has one of a name, or a weekday, month or colour
  private func caseOfAnyType(_ name: String) -> SymbolID? {
    if case .enumeration(let id)? = names.caseOwners[name]?.first {
      return .enumerationCase(id, name)
    }
    let types: [ValueType] = [.weekday, .month, .colour]
    return types.contains { names.caseIndex(name, of: $0) != nil } ? .builtIn(.value, name) : nil
  }

  /// The parameter of the let around
  private func parameter(named name: String, in path: [SyntaxNode]) -> SymbolID? {
    guard let view = path.first(where: { $0.kind == .letDeclaration }),
      let token = view.token(.name), case .let(let index)? = names.symbol(named: token.text),
      definitions.lets[index].parameters?.contains(where: { $0.name == name }) ?? false
    else { return nil }
    return .letParameter(index, name)
  }

  /// The function, let or connector that is called
  private func callable(_ name: String, in path: [SyntaxNode]) -> SymbolID? {
    if path.contains(where: { $0.kind == .connectDeclaration }) {
      return .builtIn(name == "env" ? .function : .connector, name)
    }
    if let symbol = names.user.symbols[name]?.symbol { return symbol.id }
    if Function.named(name) != nil { return .builtIn(.function, name) }
    return names.prelude.symbols[name]?.symbol.id
  }

  /// The field behind a dot, if the name before it is that of a source, a table or an enum
  private func field(_ name: String, of base: ExpressionSyntax) -> SymbolID? {
    var owner: String?
    if case .name(let view) = base { owner = view.token?.text }
    if case .call(let view) = base { owner = view.name?.text }
    switch owner.flatMap({ names.symbol(named: $0) }) {
    case .source(let source)?:
      return names[source].fields[name].map { .sourceField(source, $0) }
    case .table(let table)?:
      return names[table].fields[name].map { .tableField(table, $0) }
    case .enumeration(let id)?:
      let cases = names[id].cases
      return cases[name] == nil ? nil : .enumerationCase(id, name)
    case .let, .place, nil: return nil
    }
  }

  /// The parameter that a named argument is for
  private func argument(_ name: String, in path: [SyntaxNode]) -> SymbolID? {
    guard let call = path.last(where: { $0.kind == .call }),
      let callee = call.child(.nameExpression)?.token(.name)?.text
    else { return nil }
    if path.contains(where: { $0.kind == .connectDeclaration }) { return .builtIn(.option, name) }
    switch names.symbol(named: callee) {
    case .let(let index)?: return .letParameter(index, name)
    case .source(let source)?: return .sourceParameter(source, name)
    case .place, .table, .enumeration, nil: return nil
    }
  }
}
