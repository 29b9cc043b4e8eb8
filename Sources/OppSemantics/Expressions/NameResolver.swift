internal import OppModel
internal import OppSyntax

/// Resolves names: cases, rows and their fields, parameters, and what is declared
///
/// ```opp
/// opp "A" for each e in agenda
///   when sky == rain           // `rain`: a case, as a Sky is expected, though the weather has a field `rain`
///   and any(forecast where temp > 20C)     // `temp`: a field of the row, which hides that of the weather
///   and e.busy                 // `e`: the row by its name
///   and warm                   // a let of the rule set, before any name of the prelude
/// ```
struct NameResolver: CheckerPart {
  let checker: Checker

  /// The meaning of a name as an expression
  func checkName(_ name: NameExpressionSyntax, hint: ValueType?) -> Checked {
    guard let token = name.token else { return .failure }
    return resolve(token.text, at: token.range, hint: hint)
  }

  /// The meaning of a name: a case of the type expected, a field of a row, a parameter, then what the
  /// rule set declares, then the prelude
  private func resolve(_ name: String, at range: SourceRange, hint: ValueType?) -> Checked {
    prober.probe(name, hint: hint)
    if let hint, hint.hasCases, let result = caseValue(name, of: hint) {
      recorder.record(case: name, of: hint.element ?? hint, at: range)
      return result
    }
    if let result = rowName(name) {
      recordRow(name, at: range)
      return result
    }
    if let argument = local.arguments[name] {
      recordArgument(name, at: range)
      return argument
    }
    switch nameTable.meaning(of: name) {
    case .symbol(let symbol):
      recorder.record(symbol, at: range)
      return value(of: symbol, named: name, at: range)
    case .fields(let fields): return plainField(fields, named: name, at: range)
    case nil: return unresolved(name, at: range, hint: hint)
    }
  }

  // MARK: Cases

  /// The constant of a case; nil where the type has no such case
  private func caseValue(_ name: String, of type: ValueType) -> Checked? {
    guard let index = nameTable.caseIndex(name, of: type) else { return nil }
    return .value(builder.constant(.scalar(index), type), type)
  }

  // MARK: Rows

  /// A row by its name, or a field of the innermost row that has it
  private func rowName(_ name: String) -> Checked? {
    for row in local.rows.reversed() {
      if row.name == name {
        if let value = row.value { return .value(value.node, value.type) }
        let type = ValueType.row(row.table)
        return .value(builder.node(.row(row.scope), type), type)
      }
      if row.opensFields, let field = nameTable[row.table].fields[name] {
        return rowField(row.scope, row.table, field)
      }
    }
    return nil
  }

  /// A field of the row of a scope; a failure where the type of the field is not known
  func rowField(_ scope: ScopeID, _ table: TableID, _ field: Int) -> Checked {
    if nameTable[table].untypedFields.contains(field) { return .failure }
    return fieldOfRow(table, field) { .rowField(scope, field: $0) }
  }

  /// A field of a row that is reached by an operation
  func fieldOfRow(
    _ table: TableID, _ field: Int, by operation: (Int) -> Operation
  ) -> Checked {
    let fields = builder.table(table).fields
    let type = fields[field].type
    func node(_ field: Int) -> NodeID { builder.node(operation(field), fields[field].type) }
    if let list = builder.list(of: table), field > 0 {
      return .value(gapChecker.field(field, of: list, at: node(0)), type)
    }
    guard table == builder.wellKnown.forecast else { return .value(node(field), type) }
    return .value(weatherFields.weatherField(field, of: fields, node), type)
  }

  /// Notes a row by its name, or the field of the innermost row that has it
  private func recordRow(_ name: String, at range: SourceRange) {
    guard recorder.isOn else { return }
    for row in local.rows.reversed() {
      if row.name == name {
        return recorder.use(row.nameRange.map { .row($0) } ?? .builtIn(.row, name), at: range)
      }
      if row.opensFields, let field = nameTable[row.table].fields[name] {
        return recorder.use(.tableField(builder.declared(row.table), field), at: range)
      }
    }
  }

  /// Notes a parameter of the let that is being checked, or the row of a list that is wrong
  private func recordArgument(_ name: String, at range: SourceRange) {
    guard recorder.isOn else { return }
    if let index = definitions.openLets.last {
      recorder.use(.letParameter(index, name), at: range)
    } else if let row = local.brokenRow {
      recorder.use(.row(row), at: range)
    }
  }

  // MARK: Declared names

  /// The value of a declared name; reports a source, an enum or a let that needs arguments
  private func value(of symbol: Symbol, named name: String, at range: SourceRange) -> Checked {
    switch symbol {
    case .let(let index):
      if let parameters = definitions.lets[index].parameters {
        report(.needsArguments(name, parameters: parameters.map { $0.name }), at: range)
        return .failure
      }
      return letChecker.value(ofLet: index, at: range)
    case .place(let index): return placeChecker.value(ofPlace: index, at: range)
    case .table(let table): return .rows(rowChecker.allRows(of: table))
    case .source(let source):
      let fields = builder.source(source).fields.prefix(4).map { "`\(name).\($0.name)`" }
      report(
        .notValue(
          name, what: "a source",
          hint: fields.isEmpty ? nil : "use a field, such as \(fields.joined(separator: ", "))"),
        at: range)
      return .failure
    case .enumeration:
      report(.notValue(name, what: "an enum", hint: nil), at: range)
      return .failure
    }
  }

  /// A field of a source by its plain name; reports a name that two sources have
  ///
  ///     temp → weather.temp     speed, of `location` and of a source of the rule set → the latter: its level is first
  private func plainField(
    _ fields: [(source: SourceID, field: Int)], named name: String, at range: SourceRange
  ) -> Checked {
    guard fields.count == 1, let only = fields.first else {
      // Sources that have one name, which is reported at the second, are one choice.
      var choices: [String] = []
      for field in fields {
        let choice = builder.source(field.source).name + "." + name
        if !choices.contains(choice) { choices.append(choice) }
      }
      report(.ambiguous(name, choices: choices), at: range)
      return .failure
    }
    recorder.use(.sourceField(only.source, only.field), at: range)
    return fieldChecker.sourceField(only.source, [], only.field)
  }

  // MARK: Names that mean nothing

  /// Whether a name means nothing here; false where something broken may have declared it
  func isUnknown(name: String) -> Bool {
    if recorder.records.surroundings == nil { prober.probe(name, hint: nil) }
    let start = attempt()
    defer { undo(start) }
    if !nameTable.types(withCase: name).isEmpty { return false }
    if local.rows.contains(where: { $0.name == name }) || local.arguments[name] != nil {
      return false
    }
    if rowName(name) != nil { return false }
    return !nameTable.declares(name)
  }

  /// The last meaning of a name that is declared nowhere: a case of the only type that has it; else it is reported
  ///
  /// Of several messages the most certain one is chosen:
  ///
  /// ```
  /// sky == rian         no case of Sky: did you mean `rain`?
  /// mon                 a case of the only type that has one of that name: the Weekday
  /// count               of a source with parameters: write `stock(store: …, item: …).count`
  /// begins              a field of a table: use its rows
  /// tepm                did you mean `temp`?
  /// ```
  private func unresolved(_ name: String, at range: SourceRange, hint: ValueType?) -> Checked {
    if let hint, hint.hasCases, hint.element == nil {
      if case .enumeration(let id) = hint, nameTable[id].isBroken { return .failure }
      report(
        .unknownCase(
          name, type: hint, nearest: nameTable.nearest(to: name, in: nameTable.cases(of: hint)),
          cases: firstNames(of: hint)),
        at: range)
      return .failure
    }
    var owners = nameTable.types(withCase: name)
    if local.hasBrokenRows, !owners.isEmpty { return .failure }
    // `when done`, for `when task.done`: a case is no condition.
    let isField = !owners.isEmpty && hint == .bool && isFieldOfUser(name)
    if isField { owners = [] }
    if owners.count == 1, let result = caseValue(name, of: owners[0]) {
      recorder.record(case: name, of: owners[0], at: range)
      return result
    }
    if owners.count > 1 {
      report(.ambiguousCase(name, types: owners), at: range)
      return .failure
    }
    if name == ChartChecker.periodName {
      report(.periodOutside(isInChart: local.period != nil), at: range)
      return .failure
    }
    for (index, source) in nameTable.sources.enumerated() where source.fields[name] != nil {
      let parameters = source.parameters.filter { $0.standard == nil }.map { $0.name }
      let owner = builder.source(SourceID(index: Int32(index))).name
      report(.needsSource(name, source: owner, parameters: parameters), at: range)
      return .failure
    }
    let nearest = isField ? nil : nameTable.nearest(to: name, in: namesInScope())
    if local.hasBrokenRows, nearest == nil { return .failure }
    if nearest == nil {
      for (index, table) in nameTable.tables.enumerated() where table.fields[name] != nil {
        let owner = builder.table(TableID(index: Int32(index))).name
        report(.fieldOfTable(name, table: owner), at: range)
        return .failure
      }
    }
    if hint == .position {
      let known = definitions.places.map { $0.name } + ["position"]
      report(.unknownPlace(name, nearest: nameTable.nearest(to: name, in: known)), at: range)
    } else {
      report(.unknownName(name, nearest: nearest), at: range)
    }
    return .failure
  }

  /// Whether a table of the rule set has a field of a name
  private func isFieldOfUser(_ name: String) -> Bool {
    nameTable.tables.enumerated().contains { index, table in
      table.fields[name] != nil
        && builder.table(TableID(index: Int32(index))).firings == nil
    }
  }

  /// The first name of each case of an enum
  private func firstNames(of type: ValueType) -> [String] {
    guard case .enumeration(let id) = type else { return [] }
    return builder.enumeration(id).cases.compactMap { $0.first }
  }

  /// Every name that would have been found here, in one order
  func namesInScope() -> [String] {
    var names: [String] = []
    for row in local.rows {
      if let name = row.name { names.append(name) }
      if row.opensFields { names += builder.table(row.table).fields.map { $0.name } }
    }
    names += local.arguments.keys.sorted()
    return names + nameTable.declaredNames
  }
}
