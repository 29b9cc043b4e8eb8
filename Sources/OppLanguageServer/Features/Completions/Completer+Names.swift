internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Completer {
  // MARK: Operands

  /// Adds all that may be an operand, the best ranks for those of the wanted type
  mutating func addOperand(_ operand: CompletionSite.Operand, _ around: Surroundings) {
    var wanted = around.expected
    if operand.isDuration { wanted = wanted ?? .duration }
    addArgumentNames(operand)
    if operand.isOption {
      addOptionValues(wanted)
      return
    }
    if let wanted { addCases(of: wanted) }
    addScope(around, wanted)
    if operand.isEvent { addEvents() }
    if operand.takesPeriod { addWords(["period"], rank: 0) }
    if operand.isGiven { addWords(["no"], rank: 4) }
    let state = self
    addNames { state.rank(of: $0, wanted, operand) }
    guard !operand.isGiven else { return }
    addExpressionWords(wanted, operand)
  }

  /// The rows in scope with their fields, and the parameters of a let
  private mutating func addScope(_ around: Surroundings, _ wanted: ValueType?) {
    for row in around.rows {
      if let name = row.name {
        add(
          CompletionItem(
            label: name, kind: .variable, detail: snapshot.name(of: .row(row.table)), rank: 1))
      }
      guard row.opensFields else { continue }
      for member in analysis.members(of: .rows(row.table)) {
        add(item(of: member, rank: fits(member.type, wanted) ? 0 : 1))
      }
    }
    for parameter in around.parameters {
      add(
        CompletionItem(
          label: parameter.name, kind: .parameter,
          detail: parameter.type.map { snapshot.name(of: $0) } ?? "",
          rank: fits(parameter.type, wanted) ? 0 : 1))
    }
  }

  /// The rank of a declared name; nil where it cannot be an operand
  ///
  /// For `when sky == ‸`, where a case of an enum is wanted: the cases 0, a let of that type 0, other fields and
  /// sources 3, those of the prelude one more, and its lets last.
  private func rank(
    of declaration: SymbolDeclaration, _ wanted: ValueType?, _ operand: CompletionSite.Operand
  ) -> Int? {
    let ofPrelude = snapshot.isPrelude(declaration.range.file) ? 1 : 0
    switch declaration.kind {
    case .place:
      if operand.isGiven || operand.wantsRows { return nil }
      return fits(.place, wanted) ? 0 : 5
    case .let:
      if operand.isGiven { return nil }
      let type = analysis.letType(declaration.id)
      if operand.wantsRows { return type?.isRows ?? false ? 0 : 5 }
      return fits(type, wanted) ? ofPrelude : 3 + 2 * ofPrelude
    case .function: return operand.isGiven ? nil : 3 + 2 * ofPrelude
    case .source: return 3 + ofPrelude
    case .table:
      if operand.wantsRows { return 0 + ofPrelude }
      return operand.isGiven ? 3 : 4
    case .field:
      guard analysis.isPlain(declaration.id) else { return nil }
      if operand.isGiven {
        return ["clock", "sun"].contains(declaration.container) && ofPrelude == 1 ? nil : 1
      }
      return fits(declaration.type, wanted) ? 1 + ofPrelude : 3 + ofPrelude
    case .enumeration: return operand.isGiven ? nil : 6
    case .parameter, .enumerationCase, .opp, .row, .payload: return nil
    }
  }

  /// Whether a value of a type may stand where another is wanted
  func fits(_ type: ValueType?, _ wanted: ValueType?) -> Bool {
    guard let type, let wanted else { return false }
    return type == wanted || wanted == .position && type == .place
  }

  // MARK: Declared names

  /// Adds the declared names that have a rank, the rule set's before those of the prelude
  mutating func addNames(_ rank: (SymbolDeclaration) -> Int?) {
    var found: [(rank: Int, declaration: SymbolDeclaration)] = []
    for declaration in analysis.declarations {
      if let rank = rank(declaration) { found.append((rank, declaration)) }
    }
    for (rank, declaration) in found where !snapshot.isPrelude(declaration.range.file) {
      add(item(of: declaration, rank: rank))
    }
    for (rank, declaration) in found where snapshot.isPrelude(declaration.range.file) {
      add(item(of: declaration, rank: rank))
    }
  }

  /// A declared name as an item; its key finds its documentation by its place
  private func item(of declaration: SymbolDeclaration, rank: Int) -> CompletionItem {
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
      label: declaration.name, kind: kind, detail: snapshot.form(of: declaration), snippet: snippet,
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
  private func item(of member: Member, rank: Int) -> CompletionItem {
    var key: String?
    if let id = member.id, let declaration = analysis.declaration(of: id) {
      key =
        CompletionKey.name(file: declaration.range.file, offset: declaration.range.start).text
    } else if member.id == nil {
      key = CompletionKey.builtIn(.part, member.name).text
    }
    return CompletionItem(
      label: member.name, kind: member.isCase ? .enumCase : .field,
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

  /// Adds the cases of an enum, also of a list of them
  mutating func addCases(of type: ValueType) {
    let isList = type.isList
    for name in analysis.caseNames(of: type) {
      add(
        CompletionItem(
          label: name, kind: .enumCase, detail: snapshot.name(of: type), rank: isList ? 1 : 0))
    }
  }

  /// Adds the types of the language, then the enums and tables that are declared
  mutating func addTypes() {
    for entry in Manual.types {
      add(
        CompletionItem(
          label: entry.word, kind: .type, detail: entry.text, rank: 1,
          key: CompletionKey.builtIn(.type, entry.word).text))
    }
    addNames { $0.kind == .enumeration || $0.kind == .table ? 0 : nil }
  }

  // MARK: Arguments

  /// The names of the parameters that are not given yet
  private mutating func addArgumentNames(_ operand: CompletionSite.Operand) {
    guard let call = operand.call, let callee = call.name?.text else { return }
    let given = call.arguments.compactMap { $0.name?.text }
    if operand.isOption {
      for option in analysis.connector(named: callee)?.options ?? []
      where !given.contains(option.name) {
        let value = option.isSecret ? "env(\"${1:NAME}\")" : option.type == .text ? "\"$1\"" : "$1"
        add(
          CompletionItem(
            label: "\(option.name):", kind: .parameter, detail: option.phrase,
            snippet: "\(option.name): \(value)", text: "\(option.name): ", rank: 0))
      }
      return
    }
    for declaration in analysis.declarations
    where declaration.kind == .parameter && declaration.container == callee {
      guard !given.contains(declaration.name) else { continue }
      add(
        CompletionItem(
          label: "\(declaration.name):", kind: .parameter, detail: snapshot.form(of: declaration),
          text: "\(declaration.name): ", rank: 2))
    }
  }

  /// Adds the values of an option of a connector: places where a position is wanted, and `env(…)` for everything
  private mutating func addOptionValues(_ wanted: ValueType?) {
    if wanted == .position { addNames { $0.kind == .place ? 1 : nil } }
    add(
      CompletionItem(
        label: "env", kind: .function, snippet: "env(\"${1:NAME}\")", rank: 3,
        key: CompletionKey.builtIn(.function, "env").text))
  }
}

extension ValueType {
  var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// Whether it is rows of a table
  var isRows: Bool {
    if case .list(.row) = self { true } else { false }
  }
}
