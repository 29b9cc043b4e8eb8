internal import OppModel
internal import OppSyntax

/// Resolves names: cases, rows and their fields, parameters, and declarations
///
/// ```opp
/// opp "A" for each e in agenda
///   when sky == rain           // `rain`: a case, as a Sky is expected, though the weather has a field `rain`
///   and any(forecast where temp > 20C)     // `temp`: a field of the row, which hides that of the weather
///   and e.busy                 // `e`: the row by its name
///   and not all_day            // a field of the row `e`, as nothing else has the name
///   and warm                   // a let of the rule set, before any name of the prelude
/// ```
struct NameResolver: CheckerPart {
  let checker: Checker

  /// The meaning of a name as an expression
  func checkName(_ name: NameExpressionSyntax, hint: ValueType?) -> Checked {
    guard let token = name.token else { return .failure }
    return resolve(token.text, at: token.range, hint: hint)
  }

  /// The meaning of a name: a case of the type expected, a field of a row in `where`, a parameter, then a declaration of the
  /// rule set, then one of the prelude; a field of the row of `for each` is one of several meanings if there are others
  private func resolve(_ name: String, at range: SourceRange, hint: ValueType?) -> Checked {
    prober.probe(name, hint: hint)
    if let hint, hint.hasCases, let result = caseValue(name, of: hint) {
      recorder.record(case: name, of: hint.element ?? hint, at: range)
      return result
    }
    if let meaning = rowMeaning(of: name) {
      recordRow(meaning, named: name, at: range)
      return value(of: meaning)
    }
    if let argument = local.arguments[name] {
      recordArgument(name, at: range)
      return argument
    }
    let meaning = nameTable.meaning(of: name)
    if let shared = sharedField(name), case .field(let row, let field) = shared {
      guard let meaning, isBesideRows(meaning) else {
        recordRow(shared, named: name, at: range)
        return value(of: shared)
      }
      return ambiguityChecker.checkField(
        field, of: row, besides: meaning, named: name, at: range)
    }
    switch meaning {
    case .symbol(let symbol):
      recorder.record(symbol, at: range)
      return value(of: symbol, named: name, at: range)
    case .fields(let fields):
      if local.isInDefault, let position = positionOfPerson(name, at: range) { return position }
      return ambiguityChecker.checkFields(fields, named: name, at: range)
    case nil: return unresolved(name, at: range, hint: hint)
    }
  }

  /// The position of the person, which the plain name `position` always means in the default of a parameter
  private func positionOfPerson(_ name: String, at range: SourceRange) -> Checked? {
    guard let location = builder.wellKnown.location, let node = placeChecker.currentPosition(),
      builder.source(location.source).fields[location.position].name == name
    else { return nil }
    recorder.use(.sourceField(location.source, location.position), at: range)
    return .value(node, .position)
  }

  // MARK: Cases

  /// The constant of a case; nil if the type has no such case
  private func caseValue(_ name: String, of type: ValueType) -> Checked? {
    guard let index = nameTable.caseIndex(name, of: type) else { return nil }
    return .value(builder.constant(.scalar(index), type), type)
  }

  // MARK: Rows

  /// A row that is in scope, or a field of it
  private enum RowMeaning {
    case row(RowBinding)
    case field(RowBinding, Int)
  }

  /// A row by its name, or a field of the innermost row whose fields go first; `nil` if no row has the name
  private func rowMeaning(of name: String) -> RowMeaning? {
    for row in local.rows.reversed() {
      if row.name == name { return .row(row) }
      if row.fields == .first, let field = nameTable[row.table].fields[name] {
        return .field(row, field)
      }
    }
    return nil
  }

  /// A field of the row of `for each`, which its name means if nothing else has it; `nil` if the row has none
  private func sharedField(_ name: String) -> RowMeaning? {
    for row in local.rows.reversed() where row.fields == .last {
      if let field = nameTable[row.table].fields[name] { return .field(row, field) }
    }
    return nil
  }

  /// `true` if a meaning stands beside a field of a row: functions, sources and enums are no values, and do not
  func isBesideRows(_ meaning: NameTable.Meaning) -> Bool {
    switch meaning {
    case .symbol(.let(let index)): definitions.lets[index].parameters == nil
    case .symbol(.place), .symbol(.table), .fields: true
    case .symbol(.source), .symbol(.enumeration): false
    }
  }

  /// The value of a row, or of a field of it
  private func value(of meaning: RowMeaning) -> Checked {
    switch meaning {
    case .row(let row):
      if let value = row.value { return .value(value.node, value.type) }
      let type = ValueType.row(row.table)
      return .value(builder.node(.row(row.scope), type), type)
    case .field(let row, let field): return rowField(row.scope, row.table, field)
    }
  }

  /// A field of the row of a scope; a failure if the type of the field is not known
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
    if let list = builder.keptList(of: table), field > 0 {
      return .value(KeptGaps(checker: checker).field(field, of: list, beginning: node(0)), type)
    }
    guard table == builder.wellKnown.forecast else { return .value(node(field), type) }
    return .value(weatherFields.weatherField(field, of: fields, node), type)
  }

  /// Notes a row by its name, or a field of it
  private func recordRow(_ meaning: RowMeaning, named name: String, at range: SourceRange) {
    guard recorder.isOn else { return }
    switch meaning {
    case .row(let row):
      recorder.use(row.nameRange.map { .row($0) } ?? .builtIn(.row, name), at: range)
    case .field(let row, let field):
      recorder.use(.tableField(builder.declared(row.table), field), at: range)
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
  func value(of symbol: Symbol, named name: String, at range: SourceRange) -> Checked {
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
      report(.notValue(name, what: "a source", hint: adviceForSource(source, name)), at: range)
      return .failure
    case .enumeration:
      report(.notValue(name, what: "an enum", hint: nil), at: range)
      return .failure
    }
  }

  /// The advice on a source that stands where a value is wanted
  ///
  ///     weather → use a field, such as `weather.sky`, …     sun → it is the weekday where a weekday is expected: …
  private func adviceForSource(_ source: SourceID, _ name: String) -> String? {
    let fields = builder.source(source).fields.prefix(4).map { "`\(name).\($0.name)`" }
    let advice = fields.isEmpty ? nil : "use a field, such as \(fields.joined(separator: ", "))"
    if name == "calendar", let agenda = builder.wellKnown.agenda?.table {
      let events = "its events are the rows of `\(builder.table(agenda).name)`"
      return advice.map { "\(events); or \($0)" } ?? events
    }
    guard let type = nameTable.types(withCase: name).first else { return advice }
    let kind = reports.typeNames.phrase(for: type)
    let shared =
      "the source shares the name `\(name)` with \(kind), which is meant only where one is expected"
      + (type == .weekday ? ", as in `weekday == \(name)`" : "")
    return advice.map { "\(shared); or \($0)" } ?? shared
  }

  // MARK: Names that mean nothing

  /// `true` if a name means nothing here; false if something broken may have declared it
  func isUnknown(name: String) -> Bool {
    if recorder.records.surroundings == nil { prober.probe(name, hint: nil) }
    let start = attempt()
    defer { undo(start) }
    if !nameTable.types(withCase: name).isEmpty { return false }
    if local.rows.contains(where: { $0.name == name }) || local.arguments[name] != nil {
      return false
    }
    if rowMeaning(of: name) != nil || sharedField(name) != nil { return false }
    return !nameTable.declares(name) && nameTable.lostFields[name] == nil
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
    if let lost = nameTable.lostFields[name] {
      reportLost(name, with: lost, at: range)
      return .failure
    }
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
    } else if let row = meantRow(name, nearest: nearest, at: range) {
      switch row {
      case .named(let meant): report(.unknownName(name, nearest: meant), at: range)
      case .of(let table, let field):
        report(
          .unknownRow(name, table: table, field: field, place: local.placeOfRows), at: range)
      }
    } else if nearest == nil, EverydayWords.hint(for: name) == nil,
      let braces = bracesOfText(around: range)
    {
      report(.unknownInText(name), at: braces)
    } else if nearest == nil, hint == .text, !Self.wordsOfNothing.contains(name.lowercased()),
      EverydayWords.hint(for: name) == nil
    {
      report(.unknownBesideText(name), at: range)
    } else {
      report(.unknownName(name, nearest: nearest), at: range)
    }
    return .failure
  }

  /// The words that other languages have for no text
  private static let wordsOfNothing = [
    "empty", "blank", "null", "nil", "none", "nothing", "missing",
  ]

  /// The row that an unknown name before a field is meant to be: that in scope which has the field, or one of a table which has it
  private enum MeantRow {
    case named(String)
    case of(table: String, field: String)
  }

  /// The row that is meant by a name before a field; `nil` if none, or several, are likely
  ///
  ///     task.done → a row of `tasks`     t.done → a row of the one table with a field `done`
  ///     task.done behind `for each t in tasks` → `t`
  private func meantRow(_ name: String, nearest: String?, at range: SourceRange) -> MeantRow? {
    guard let field = fieldBehind(range) else { return nil }
    func isSingular(of table: TableID) -> Bool {
      let plural = builder.table(table).name
      return plural == name + "s" || plural == name + "es"
    }
    let isShort = name.utf8.count < 3 || nearest == nil
    let inScope = local.rows.filter { nameTable[$0.table].fields[field] != nil }
    if let row = inScope.last, let meant = row.name, isShort || isSingular(of: row.table) {
      return .named(meant)
    }
    let tables = nameTable.tables.indices.map { TableID(index: Int32($0)) }.filter { table in
      guard nameTable[table].fields[field] != nil,
        case .symbol(.table(table))? = nameTable.meaning(of: builder.table(table).name)
      else { return false }
      return true
    }
    if let table = tables.first(where: isSingular) {
      return .of(table: builder.table(table).name, field: field)
    }
    guard isShort, tables.count == 1 else { return nil }
    return .of(table: builder.table(tables[0]).name, field: field)
  }

  /// The name of a field behind a range: `done` behind `task` of `task.done`
  private func fieldBehind(_ range: SourceRange) -> String? {
    guard reports.files.indices.contains(Int(range.file)) else { return nil }
    let rest = reports.files[Int(range.file)].bytes[Int(range.end)...]
    guard rest.first == UInt8(ascii: ".") else { return nil }
    return String(
      decoding: rest.dropFirst().prefix { $0 == 0x5F || $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self)
  }

  /// The range of `{c}` around a name that touches both of its braces; `nil` if they are not there
  private func bracesOfText(around range: SourceRange) -> SourceRange? {
    let braces = SourceRange(file: range.file, start: range.start - 1, end: range.end + 1)
    guard range.start > 0, let text = text(at: braces), text.hasPrefix("{"), text.hasSuffix("}")
    else { return nil }
    return braces
  }

  /// Reports a name that was lost with a source of the prelude, which the rule set replaces
  func reportLost(_ name: String, with source: SourceID, at range: SourceRange) {
    let owner = builder.source(source).name
    let lost = builder.source(source).fields.map { $0.name }.filter {
      nameTable.lostFields[$0] == source
    }
    report(
      .lost(
        name, source: owner, others: lost.filter { $0 != name },
        declared: nameTable.user.symbols[owner]?.range),
      at: range)
  }

  /// `true` if a table of the rule set has a field of a name
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
      if row.fields != .closed { names += builder.table(row.table).fields.map { $0.name } }
    }
    names += local.arguments.keys.sorted()
    return names + nameTable.declaredNames
  }
}
