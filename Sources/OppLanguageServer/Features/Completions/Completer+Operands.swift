internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Completer {
  /// Adds the items that may be an operand, the best ranks for values of the wanted type
  mutating func addOperand(_ operand: CompletionSite.Operand, _ around: Surroundings) {
    addArgumentNames(operand)
    if operand.isOption { return addOptionValues(around.expected, of: operand) }
    let expectation = expectation(of: operand, around)
    if expectation.kind == .span { return addWords(["last", "since", "next"], rank: 0) }
    addCases(expectation, isGiven: operand.isGivenValue)
    if operand.isGivenValue { return addGivenValues(expectation) }
    if case .constant = expectation.kind { return addConstants(expectation) }
    addScope(around, expectation, operand)
    if operand.isRecipient { addPersons() }
    if operand.isEvent { addEvents(around) }
    if operand.takesPeriod { addWords(["period"], rank: 0) }
    if operand.isGiven { addWords(["no"], rank: 4) }
    if !operand.isOfRow || !typed.isEmpty {
      addNames(expectation, operand, sharedWithRows: namesSharedWithRows(around))
    }
    if operand.isGiven { return }
    addExpressionWords(expectation)
    if operand.takesConditional { addWords(["if"], rank: 5) }
  }

  // MARK: Expectations

  /// The values that may stand at an operand, by its syntax, the checker and the manual of the function
  private func expectation(
    of operand: CompletionSite.Operand, _ around: Surroundings
  ) -> Expectation {
    let kind = kind(of: operand, around.expected)
    var found = Expectation(kind: kind, hasLetters: !typed.isEmpty)
    found.hasOrderedCases = found.type.map { snapshot.hasOrderedCases($0) } ?? false
    return found
  }

  private func kind(
    of operand: CompletionSite.Operand, _ expected: ValueType?
  ) -> Expectation.Kind {
    if operand.wantsList { return .list(ofRows: true) }
    if operand.isMembership {
      if case .list(let element)? = expected { return .members(of: element) }
      return expected.map { .members(of: $0) } ?? .anything
    }
    if operand.isRecipient { return .value(.text) }
    if operand.isGiven { return .anything }
    if operand.isEvent { return .event }
    if operand.isConstant, let expected { return .constant(expected) }
    if operand.isDuration { return .constant(.duration) }
    if let kind = kind(ofArgument: operand) { return kind }
    guard let expected else { return .anything }
    return expected == .bool && !operand.isCompared && !operand.isGivenValue
      ? .condition : .value(expected)
  }

  /// The names of the parameters that the manual gives a function of the language at the place of an argument
  ///
  ///     average(‸) → values, x      average(temp, ‸) → last D      ago(temp, ‸) → D      score(‸) → none
  private func parameterWords(of operand: CompletionSite.Operand) -> [String] {
    guard let call = operand.call, !operand.isOption, let name = call.name?.text,
      analysis.declarations.last(where: { $0.name == name && $0.kind == .function }) == nil
    else { return [] }
    return Manual.parameters(ofFunction: name).compactMap { parameters in
      parameters.indices.contains(operand.argument) ? parameters[operand.argument] : nil
    }
  }

  /// The names of parameters that are lists
  private static let listWords: Set<String> = ["rows", "values", "rows.field", "conditions"]

  /// The kind that the names of a function's parameters tell, or `nil` if the checker knows more
  private func kind(ofArgument operand: CompletionSite.Operand) -> Expectation.Kind? {
    let words = parameterWords(of: operand)
    guard let first = words.first else { return nil }
    if words.allSatisfy({ $0.hasPrefix("last") }) { return .span }
    let result = operand.call?.name.map { FunctionResult(of: $0.text) }
    let allowsOne = words.contains { !Self.listWords.contains($0) }
    if result == .amount || result == .extreme, operand.argument == 0 {
      let allowsList = words.contains { Self.listWords.contains($0) }
      return .amounts(
        Expectation.Amounts(one: allowsOne, list: allowsList, ordered: result == .extreme))
    }
    if !allowsOne { return .list(ofRows: false) }
    switch first {
    case "c": return .condition
    case "D": return .constant(.duration)
    case "text": return .value(.text)
    case "reading": return .reading
    case "FROM..TO": return .value(.instant)
    default: return Self.listWords.contains(first) ? .anything : nil
    }
  }

  // MARK: Names in scope

  /// The rows in scope with their fields, and the parameters of a let
  private mutating func addScope(
    _ around: Surroundings, _ expectation: Expectation, _ operand: CompletionSite.Operand
  ) {
    for (depth, row) in around.rows.enumerated() {
      // Of the innermost row behind `where`, `by` and `each` any field may be meant.
      if row.opensFields { addFields(of: row, isInnermost: depth == 0, expectation, operand) }
      if let name = row.name { addNamedRow(name, row, expectation, operand) }
    }
    for parameter in around.parameters {
      guard let rank = expectation.rank(of: parameter.type) else { continue }
      add(
        CompletionItem(
          label: parameter.name, kind: .parameter,
          detail: parameter.type.map { snapshot.name(of: $0) } ?? "", rank: rank == 0 ? 0 : 1))
    }
  }

  private mutating func addFields(
    of row: Surroundings.Row, isInnermost: Bool, _ expectation: Expectation,
    _ operand: CompletionSite.Operand
  ) {
    for member in analysis.members(of: .rows(row.table)) where member.name != operand.other {
      if let name = row.name, "\(name).\(member.name)" == operand.other { continue }
      if operand.isKey, !isKey(member.type) { continue }
      guard let rank = expectation.rank(of: member.type) else { continue }
      // A plain name that something else has would be ambiguous.
      let owner = row.sharesNames && analysis.isBesideRows(member.name) ? row.name : nil
      if owner != nil, hasQualifiedFields(expectation) { continue }
      add(item(of: member, owner: owner, rank: isInnermost || rank == 0 ? 0 : 1))
    }
  }

  /// `true` if the fields of a named row are offered with its name: `b.due`
  private func hasQualifiedFields(_ expectation: Expectation) -> Bool {
    expectation.type != nil || expectation.kind == .event
  }

  /// The names that both a field of the row of `for each` and something else have
  private func namesSharedWithRows(_ around: Surroundings) -> Set<String> {
    var names: Set<String> = []
    for row in around.rows where row.sharesNames {
      for member in analysis.members(of: .rows(row.table)) where analysis.isBesideRows(member.name)
      {
        names.insert(member.name)
      }
    }
    return names
  }

  /// `true` if rows may be ordered by values of a type
  private func isKey(_ type: ValueType) -> Bool {
    type.isCalculable || type == .text || type == .bool || snapshot.hasOrderedCases(type)
  }

  /// Adds a row by its name, and its fields of the wanted type: `b` and `b.due`
  private mutating func addNamedRow(
    _ name: String, _ row: Surroundings.Row, _ expectation: Expectation,
    _ operand: CompletionSite.Operand
  ) {
    if hasQualifiedFields(expectation) {
      for member in analysis.members(of: .rows(row.table)) {
        let label = "\(name).\(member.name)"
        guard let rank = expectation.rank(of: member.type), rank < Expectation.Rank.beginning,
          label != operand.other
        else { continue }
        add(
          CompletionItem(
            label: label, kind: .field, detail: snapshot.name(of: member.type), rank: 0))
      }
    }
    if expectation.admitsOwners {
      add(
        CompletionItem(
          label: name, kind: .variable, detail: snapshot.name(of: .row(row.table)), rank: 1))
    }
  }

  /// Adds the declared names that may be or begin an operand
  private mutating func addNames(
    _ expectation: Expectation, _ operand: CompletionSite.Operand,
    sharedWithRows shared: Set<String>
  ) {
    if expectation.kind != .anything { addColumns(expectation) }
    let state = self
    addNames(sharedWithRows: shared) { declaration in
      let isOther =
        declaration.name == operand.other
        || declaration.container.map { "\($0).\(declaration.name)" } == operand.other
      if isOther && operand.other != nil || declaration.name == state.ownName { return nil }
      return operand.isGiven
        ? state.rankAsGiven(declaration) : state.rank(of: declaration, expectation)
    }
  }

  /// The rank of a declared name, or `nil` if it cannot be an operand
  ///
  /// For `when sky == ‸`, where a case of an enum is wanted: the cases, a let of that type and a field of it 0 and 1,
  /// a source that has one 3, those of the prelude one more.
  private func rank(of declaration: SymbolDeclaration, _ expectation: Expectation) -> Int? {
    let ofPrelude = snapshot.isPrelude(declaration.range.file) ? 1 : 0
    if expectation.kind == .reading, !isReading(declaration) { return nil }
    switch declaration.kind {
    case .place: return expectation.rank(of: .place)
    case .let:
      guard let rank = expectation.rank(of: analysis.letType(declaration.id)) else { return nil }
      return rank + (rank == 0 ? ofPrelude : 2 * ofPrelude)
    case .function:
      guard expectation.rank(of: analysis.letType(declaration.id)) != nil else { return nil }
      return 3 + 2 * ofPrelude
    case .source:
      guard expectation.admitsOwners, hasField(of: declaration, expectation) else { return nil }
      return 3 + ofPrelude
    case .table: return rank(ofTable: declaration, expectation).map { $0 + ofPrelude }
    case .field:
      guard analysis.isPlain(declaration.id), let rank = expectation.rank(of: declaration.type)
      else { return nil }
      return (rank == 0 ? 1 : rank) + ofPrelude
    case .enumeration: return rank(ofEnum: declaration, expectation)
    case .parameter, .enumerationCase, .opp, .row, .payload: return nil
    }
  }

  /// `true` for a source that is read, and for its fields: the clock and the sun are computed
  private func isReading(_ declaration: SymbolDeclaration) -> Bool {
    guard declaration.kind == .source || declaration.kind == .field else { return false }
    let source = declaration.kind == .source ? declaration.name : declaration.container ?? ""
    return !(snapshot.isPrelude(declaration.range.file) && ["clock", "sun"].contains(source))
  }

  /// The rank of a reading or table that a test may give
  private func rankAsGiven(_ declaration: SymbolDeclaration) -> Int? {
    let isOfPrelude = snapshot.isPrelude(declaration.range.file)
    switch declaration.kind {
    case .source, .field:
      guard isReading(declaration) else { return nil }
      if declaration.kind == .source { return 3 + (isOfPrelude ? 1 : 0) }
      return analysis.isPlain(declaration.id) ? 1 : nil
    case .table: return isOfFirings(declaration) ? nil : 3
    case .place, .let, .function, .parameter, .enumeration, .enumerationCase, .opp, .row, .payload:
      return nil
    }
  }

  /// The rank of a table whose rows are a list
  ///
  /// In an Opp the firings of all are left out: they would be its own, too.
  private func rank(ofTable declaration: SymbolDeclaration, _ expectation: Expectation) -> Int? {
    if isOfFirings(declaration), !expectation.hasLetters { return nil }
    switch expectation.kind {
    case .list: return 0
    case .anything: return Expectation.Rank.part
    case .condition, .event, .amounts, .members:
      return expectation.hasLetters ? Expectation.Rank.part : nil
    case .value(let type): return type.isList ? Expectation.Rank.beginning : nil
    case .constant, .span, .reading: return nil
    }
  }

  /// Adds the fields of tables whose values make the wanted list: `forecast.sky` for `sky in ‸`
  private mutating func addColumns(_ expectation: Expectation) {
    switch expectation.kind {
    case .members, .amounts: break
    case .anything, .condition, .value, .constant, .list, .event, .span, .reading: return
    }
    let tables = analysis.graph.tables
    for declaration in analysis.declarations where declaration.kind == .field {
      guard case .tableField(let id, _) = declaration.id, let table = declaration.container,
        tables[Int(id.index)].firings == nil,
        expectation.rank(of: declaration.type.map { .list($0) }) == Expectation.Rank.wanted
      else { continue }
      add(
        CompletionItem(
          label: "\(table).\(declaration.name)", kind: .field,
          detail: declaration.type.map { snapshot.name(of: .list($0)) } ?? "",
          rank: 2 + (snapshot.isPrelude(declaration.range.file) ? 1 : 0)))
    }
  }

  /// `Sky` in `Sky.clear`
  private func rank(ofEnum declaration: SymbolDeclaration, _ expectation: Expectation) -> Int? {
    guard case .enumeration(let id) = declaration.id else { return nil }
    guard expectation.hasLetters else { return nil }
    switch expectation.kind {
    case .anything, .condition: return 6
    case .value(let type): return type == .enumeration(id) ? 6 : nil
    case .constant, .members, .list, .event, .amounts, .span, .reading: return nil
    }
  }

  /// `true` if a source has a field that may stand there
  private func hasField(of declaration: SymbolDeclaration, _ expectation: Expectation) -> Bool {
    guard case .source(let id) = declaration.id else { return false }
    return analysis.members(of: .source(id)).contains { expectation.rank(of: $0.type) != nil }
  }

  /// `true` if a table holds firings, to which rules and tests add no rows
  func isOfFirings(_ declaration: SymbolDeclaration) -> Bool {
    guard case .table(let id) = declaration.id,
      analysis.graph.tables.indices.contains(Int(id.index))
    else { return false }
    return analysis.graph.tables[Int(id.index)].firings != nil
  }

  // MARK: Constants

  /// Adds the values that a test may give a reading: cases are there already
  private mutating func addGivenValues(_ expectation: Expectation) {
    addWords(["unknown"], rank: 1)
    if expectation.type == .bool { addWords(["true", "false"], rank: 0) }
    addNames { $0.kind == .place ? expectation.rank(of: .place) : nil }
    addConstantLets(expectation)
  }

  /// Adds a few durations, and the lets that are constant
  private mutating func addConstants(_ expectation: Expectation) {
    addConstantLets(expectation)
    guard expectation.type == .duration, typed.isEmpty else { return }
    for text in ["10min", "30min", "1h", "1d"] {
      add(CompletionItem(label: text, kind: .unit, detail: "Duration", rank: 1))
    }
  }

  private mutating func addConstantLets(_ expectation: Expectation) {
    let graph = analysis.graph
    let constants = analysis.lets.filter { binding in
      if case .constant = graph[binding.node].operation { true } else { false }
    }
    let names = Set(constants.map { $0.name })
    let state = self
    addNames { declaration in
      guard declaration.kind == .let, names.contains(declaration.name) else { return nil }
      return state.rank(of: declaration, expectation)
    }
  }
}
