internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Completer {
  // MARK: Declared names

  /// Adds the declared names that have a rank, the rule set's before those of the prelude
  ///
  /// A field whose plain name is ambiguous has its source before it; anything else of such a name is left out.
  ///
  /// - Parameter shared: the names that a row has as well.
  mutating func addNames(
    sharedWithRows shared: Set<String> = [], _ rank: (SymbolDeclaration) -> Int?
  ) {
    var found: [(rank: Int, declaration: SymbolDeclaration, owner: String?)] = []
    for declaration in analysis.declarations {
      guard let rank = rank(declaration) else { continue }
      let name = declaration.name
      let isField = declaration.kind == .field
      guard shared.contains(name) || isField && analysis.isShared(name) else {
        found.append((rank, declaration, nil))
        continue
      }
      if isField { found.append((rank, declaration, declaration.container)) }
    }
    for (rank, declaration, owner) in found where !snapshot.isPrelude(declaration.range.file) {
      add(item(of: declaration, owner: owner, rank: rank))
    }
    for (rank, declaration, owner) in found where snapshot.isPrelude(declaration.range.file) {
      add(item(of: declaration, owner: owner, rank: rank))
    }
  }

  /// A declared name as an item; its key finds its documentation by its place
  private func item(
    of declaration: SymbolDeclaration, owner: String?, rank: Int
  ) -> CompletionItem {
    let kind: CompletionItem.Kind
    var snippet: String?
    switch declaration.kind {
    case .place: kind = .place
    case .let, .row: kind = .variable
    case .function:
      kind = .function
      snippet = "\(declaration.name)($0)"
    case .parameter: kind = .parameter
    case .source: kind = .source
    case .field, .payload: kind = .field
    case .table: kind = .table
    case .enumeration: kind = .type
    case .enumerationCase: kind = .enumCase
    case .opp: kind = .opp
    }
    return CompletionItem(
      label: (owner.map { $0 + "." } ?? "") + declaration.name, kind: kind,
      detail: snapshot.form(of: declaration), snippet: snippet,
      rank: rank,
      key: CompletionKey.name(file: declaration.range.file, offset: declaration.range.start).text)
  }

  // MARK: Fields

  /// Adds the fields behind a dot
  mutating func addMembers(_ around: Surroundings) {
    guard let owner = around.owner else { return }
    for member in analysis.members(of: owner) { add(item(of: member, rank: 0)) }
  }

  /// A field or a part as an item: `.title` of a row, `.month` of a date
  func item(of member: Member, owner: String? = nil, rank: Int) -> CompletionItem {
    var key: String?
    if let id = member.id, let declaration = analysis.declaration(of: id) {
      key =
        CompletionKey.name(file: declaration.range.file, offset: declaration.range.start).text
    } else if member.id == nil {
      key = CompletionKey.builtIn(.part, member.name).text
    }
    return CompletionItem(
      label: (owner.map { $0 + "." } ?? "") + member.name,
      kind: member.isCase ? .enumCase : .field,
      detail: snapshot.name(of: member.type), rank: rank, key: key)
  }

  /// Adds the fields of a table that are not given yet, each with its colon
  mutating func addValueFields(of table: String, besides given: [String]) {
    guard let id = analysis.table(named: table) else { return }
    for member in analysis.members(of: .rows(id)) where !given.contains(member.name) {
      var item = item(of: member, rank: 0)
      item.text = "\(member.name): "
      add(item)
    }
  }

  /// Adds the fields of a declared table, for its `key`
  mutating func addKeyFields(of node: SyntaxNode) {
    for field in node.child(.fieldList)?.children(.field) ?? [] {
      for name in field.tokens(.name) {
        add(CompletionItem(label: name.text, kind: .field, rank: 0))
      }
    }
  }

  // MARK: Cases

  /// Adds the cases of the wanted type; right of `in` only those that may begin a range
  ///
  /// - Parameter isGiven: whether a test gives it; `unanswered` cannot be given.
  mutating func addCases(_ expectation: Expectation, isGiven: Bool) {
    guard let type = expectation.type else { return }
    if case .members = expectation.kind {
      add(CompletionItem(label: "[…]", kind: .snippet, snippet: "[$0]", text: "[", rank: 2))
      guard expectation.hasOrderedCases else { return }
    }
    for name in analysis.caseNames(of: type) where !isGiven || name != "unanswered" {
      add(
        CompletionItem(
          label: name, kind: .enumCase, detail: snapshot.name(of: type),
          rank: expectation.kind == .members(of: type) ? 2 : type.isList ? 1 : 0))
    }
  }

  /// Adds the types of the language, then the enums and tables that are declared
  ///
  /// - Parameter withTables: whether rows of a table are a type there.
  mutating func addTypes(withTables: Bool) {
    for entry in Manual.types {
      add(
        CompletionItem(
          label: entry.word, kind: .type, detail: entry.text, rank: 1,
          key: CompletionKey.builtIn(.type, entry.word).text))
    }
    addNames { $0.kind == .enumeration || withTables && $0.kind == .table ? 0 : nil }
  }
}
