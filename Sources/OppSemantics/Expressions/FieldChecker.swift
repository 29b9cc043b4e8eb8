internal import OppModel
internal import OppSyntax

/// Checks fields: of sources, of rows, and the parts of values
///
/// ```
/// weather.temp             a field of a source, at the place that is its default
/// weather(home).temp       the same elsewhere
/// Sky.rain                 a case by its full name
/// today.year               a part of a value
/// agenda.title             the field of each row
/// first(agenda).title      the field of one row
/// ```
struct FieldChecker: CheckerPart {
  let checker: Checker

  /// `x.field`, by the kind of `x`
  func checkField(_ access: FieldAccessSyntax) -> Checked {
    guard let token = access.field else {
      _ = expressions.check(access.base)
      return .failure
    }
    let field = token.text
    prober.probe(field, of: nil)
    // Names of sources and enums are no values, so they are looked for before the base is checked.
    if let result = ownedField(access.base, field, at: token.range) { return result }
    if let problem = weatherOfDay(access.base, field) {
      report(problem, at: access.range)
      return .failure
    }
    // The meaning of `min(rows).temp` is clear only with its field.
    let base = local.taking(field: field) {
      unitResolver.resolving { expressions.check(access.base) }
    }
    switch base {
    case .value(let node, let type):
      prober.probe(field, of: .value(type))
      return part(field, of: node, type, at: token.range)
    case .rows(let rows):
      prober.probe(field, of: .rows(rows.table))
      let mapped = rowChecker.map(rows, to: field, at: token.range)
      guard case .rows(var rows) = mapped else { return mapped }
      rows.written = (access.base.range, access.range)
      return .rows(rows)
    case .ambiguous, .failure: return .failure
    }
  }

  /// The weather of `tomorrow` and `yesterday`, which are dates; nil for anything else
  ///
  ///     tomorrow.raining → any(forecast where begins.date == tomorrow and raining)
  ///     tomorrow.temp    → max((forecast where begins.date == tomorrow).temp)
  ///     yesterday.temp   → change(temp, last 1d)
  private func weatherOfDay(_ base: ExpressionSyntax, _ field: String) -> NameProblem? {
    guard case .name(let name) = base, let day = name.token?.text,
      day == "tomorrow" || day == "yesterday",
      !Self.parts(of: .date).contains(where: { $0.name == field }),
      nameTable.user.symbols[day] == nil, nameTable.user.fields[day] == nil,
      local.arguments[day] == nil, !isRowField(day),
      !local.rows.contains(where: { $0.name == day })
    else { return nil }
    if day == "yesterday" {
      guard let weather = builder.wellKnown.weather, nameTable[weather].fields[field] != nil else {
        return nil
      }
      return .fieldOfYesterday(field)
    }
    guard let table = builder.wellKnown.forecast, let index = nameTable[table].fields[field] else {
      return nil
    }
    let rows = "forecast where begins.date == tomorrow"
    switch builder.table(table).fields[index].type {
    case .bool: return .fieldOfTomorrow(field, suggestion: "any(\(rows) and \(field))")
    case .enumeration: return .fieldOfTomorrow(field, suggestion: "any(\(rows) and \(field) == …)")
    case .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date,
      .instant,
      .weekday, .month, .position, .place, .colour, .row, .list:
      return .fieldOfTomorrow(field, suggestion: "max((\(rows)).\(field))")
    }
  }

  // MARK: Sources and enums

  /// A field of a source, or a case of an enum by its full name; nil if the base is a value
  ///
  /// Rows and arguments of the same name go first: in `for each store in …` the name `store` is the row.
  private func ownedField(
    _ base: ExpressionSyntax, _ field: String, at range: SourceRange
  ) -> Checked? {
    if case .call(let call) = base {
      guard let token = call.name, case .source(let source)? = nameTable.symbol(named: token.text)
      else { return nil }
      recorder.record(.source(source), at: token.range)
      return namedField(field, of: source, arguments: call.arguments, at: range, call: call.range)
    }
    guard case .name(let view) = base, let token = view.token else { return nil }
    let name = token.text
    guard !local.rows.contains(where: { $0.name == name }), local.arguments[name] == nil,
      let symbol = nameTable.symbol(named: name)
    else { return nil }
    switch symbol {
    case .source(let source):
      // A field of a row hides the source of its name only if the source has no such field.
      if nameTable[source].fields[field] == nil, isRowField(name) { return nil }
      recorder.record(symbol, at: token.range)
      return namedField(field, of: source, arguments: [], at: range, call: base.range)
    case .enumeration(let id):
      recorder.record(symbol, at: token.range)
      prober.probe(field, of: .enumeration(id))
      guard let index = nameTable[id].cases[field] else { return nil }
      recorder.record(case: field, of: .enumeration(id), at: range)
      let type = ValueType.enumeration(id)
      return .value(builder.constant(.scalar(Double(index)), type), type)
    case .let, .place, .table: return nil
    }
  }

  /// `true` if a name is a field of a row that is open, as in `where`
  private func isRowField(_ name: String) -> Bool {
    local.rows.contains { $0.fields != .closed && nameTable[$0.table].fields[name] != nil }
  }

  /// A field of a source with arguments; mistakes are reported
  private func namedField(
    _ field: String, of source: SourceID, arguments: [ArgumentSyntax], at range: SourceRange,
    call: SourceRange
  ) -> Checked {
    let symbol = nameTable[source]
    let schema = builder.source(source)
    prober.probe(field, of: .source(source))
    if let index = symbol.fields[field], recorder.isOn {
      recorder.use(.sourceField(source, index), at: range)
    }
    guard let values = sourceArguments(arguments, of: source, at: call) else { return .failure }
    guard let index = symbol.fields[field] else {
      if symbol.isBroken { return .failure }
      let names = schema.fields.map { $0.name }
      if schema.name == "calendar", ["next", "upcoming", "first"].contains(field) {
        report(
          .stateAsField(
            field, owner: schema.name, suggestion: "first(agenda where begins > now)"),
          at: call.union(range))
        return .failure
      }
      if let meant = states.stateAsField(field, of: source) {
        report(
          .stateAsField(field, owner: schema.name, suggestion: meant), at: call.union(range))
        return .failure
      }
      let nearest = nameTable.nearest(to: field, in: names)
      if nearest == nil, let other = onlySource(with: field) {
        report(
          .stateAsField(field, owner: schema.name, suggestion: "\(other).\(field)"),
          at: call.union(range))
        return .failure
      }
      report(
        .unknownField(field, owner: "`\(schema.name)`", nearest: nearest, fields: names), at: range)
      return .failure
    }
    return sourceField(source, values, index)
  }

  /// The name of the one source of the rules without parameters that has a field; `nil` if several have it
  private func onlySource(with field: String) -> String? {
    var found: [String] = []
    for (name, entry) in nameTable.user.symbols {
      guard case .source(let source) = entry.symbol, nameTable[source].parameters.isEmpty,
        nameTable[source].fields[field] != nil
      else { continue }
      found.append(name)
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The arguments of a source's parameters, nil for each default; `nil` if they are wrong
  ///
  /// An argument that is the default gives nil as well, so that `weather(position).temp` is the node of `temp`.
  private func sourceArguments(
    _ arguments: [ArgumentSyntax], of source: SourceID, at range: SourceRange
  ) -> [NodeID?]? {
    let parameters = nameTable[source].parameters
    let name = builder.source(source).name
    let given = callChecker.match(arguments, to: parameters, of: name) {
      .sourceParameter(source, $0)
    }
    guard let given else { return nil }
    let standards = standards(of: source)
    var values: [NodeID?] = []
    var isComplete = true
    for (index, parameter) in parameters.enumerated() {
      guard let argument = given[index] else {
        if parameter.standard == nil {
          report(.missingArgument(function: name, parameter: parameter.name), at: range)
          isComplete = false
        }
        values.append(nil)
        continue
      }
      guard let type = parameter.type,
        let node = expressions.value(
          argument, as: type, context: "the parameter `\(parameter.name)`"),
        isFreeOfArcs(node, at: argument.range)
      else {
        isComplete = false
        continue
      }
      values.append(node == standards[index] ? nil : node)
    }
    return isComplete ? values : nil
  }

  /// The node of a field of a source; that at the defaults of its parameters is found once
  func sourceField(_ source: SourceID, _ arguments: [NodeID?], _ field: Int) -> Checked {
    // The left side of `given raining = …` is the reported field, and not the one that follows from the sky.
    guard arguments.isEmpty, !local.namesReportedFields else {
      return newSourceField(source, arguments, field)
    }
    if let node = definitions.node(ofField: field, of: source) {
      return .value(node, builder.type(of: node))
    }
    let result = newSourceField(source, [], field)
    if case .value(let node, _) = result { definitions.keep(node, ofField: field, of: source) }
    return result
  }

  /// The operation that a field of the prelude's source `sun` is at a place; nil for any other name
  private func sunOperation(named name: String) -> ((NodeID) -> Operation)? {
    if let field = SunField(named: name) { return { .sun(field, place: $0) } }
    return SunAngle.allCases.first { $0.name == name }.map { angle in
      { .sunAngle(angle, place: $0) }
    }
  }

  /// The node of a field of a source
  ///
  ///     time → clock.time     sunset → (sun.sunset (last-known location.position))     raining → (derived …)
  private func newSourceField(
    _ source: SourceID, _ arguments: [NodeID?], _ field: Int
  ) -> Checked {
    let symbol = nameTable[source]
    if symbol.untypedFields.contains(field) { return .failure }
    let schema = builder.source(source)
    let type = schema.fields[field].type
    let name = schema.fields[field].name
    // The clock and the sun are calculated, not fetched, so they are no readings.
    if source == builder.wellKnown.clock, let clock = ClockField(named: name) {
      return .value(builder.node(.clock(clock), type), type)
    }
    if source == builder.wellKnown.sun, let operation = sunOperation(named: name) {
      guard let place = arguments.first.flatMap({ $0 }) ?? placeChecker.lastKnownPosition() else {
        return .failure
      }
      return .value(builder.node(operation(place), type), type)
    }
    let padded =
      arguments.isEmpty
      ? Array(repeating: NodeID?.none, count: symbol.parameters.count) : arguments
    let request = builder.request(source, padded)
    func reading(_ field: Int) -> NodeID {
      builder.node(.reading(request, field: field), schema.fields[field].type)
    }
    guard source == builder.wellKnown.weather else { return .value(reading(field), type) }
    return .value(weatherFields.weatherField(field, of: schema.fields, reading), type)
  }

  /// The nodes of the defaults of a source's parameters
  ///
  /// Found once a source. One that needs its own source meets an empty list meanwhile, and ends there.
  func standards(of source: SourceID) -> [NodeID?] {
    if let known = definitions.defaults(of: source) { return known }
    definitions.begin(defaultsOf: source)
    let nodes = local.inDefault {
      nameTable[source].parameters.map { parameter -> NodeID? in
        guard let type = parameter.type, let standard = parameter.standard else { return nil }
        return expressions.value(standard, as: type, context: "the parameter `\(parameter.name)`")
      }
    }
    definitions.keep(nodes, ofDefaultsOf: source)
    return nodes
  }

  // MARK: Parts of values

  /// A field of a row or a part of a value; an unknown field or part is reported
  private func part(
    _ field: String, of node: NodeID, _ type: ValueType, at range: SourceRange
  ) -> Checked {
    if case .row(let table) = type {
      guard let index = nameTable[table].fields[field] else {
        return unknownField(field, of: table, at: range)
      }
      recorder.use(.tableField(table, index), at: range)
      if case .row(let scope) = builder.operation(of: node) {
        return nameResolver.rowField(scope, table, index)
      }
      if nameTable[table].untypedFields.contains(index) { return .failure }
      return nameResolver.fieldOfRow(table, index) { .rowPart(node, field: $0) }
    }
    if let (operation, result) = Self.part(field, of: type, node) {
      recorder.record(.part, field, at: range)
      return .value(builder.node(operation, result), result)
    }
    let names = Self.parts(of: type).map { $0.name }
    if names.isEmpty {
      report(.noParts(type), at: range)
    } else {
      report(
        .unknownField(
          field, owner: reports.typeNames.phrase(for: type),
          nearest: nameTable.nearest(to: field, in: names), fields: names),
        at: range)
    }
    return .failure
  }

  /// The operation of a part of a type, and its type; `nil` if it has no such part
  ///
  ///     today.year → Number     now.time → TimeOfDay     home.position → Position
  private static func part(
    _ field: String, of type: ValueType, _ node: NodeID
  ) -> (Operation, ValueType)? {
    switch (type, field) {
    case (.date, "year"): (.part(.year, node), .number)
    case (.date, "month"): (.part(.month, node), .month)
    case (.date, "day"): (.part(.day, node), .number)
    case (.date, "weekday"): (.part(.weekday, node), .weekday)
    case (.date, "week"): (.part(.week, node), .number)
    case (.date, "week_start"): (.part(.weekStart, node), .date)
    case (.date, "month_start"): (.part(.monthStart, node), .date)
    case (.date, "month_end"): (.part(.monthEnd, node), .date)
    case (.date, "year_start"): (.part(.yearStart, node), .date)
    case (.timeOfDay, "hour"): (.part(.hour, node), .number)
    case (.timeOfDay, "minute"): (.part(.minute, node), .number)
    case (.timeOfDay, "second"): (.part(.second, node), .number)
    case (.instant, "date"): (.part(.date, node), .date)
    case (.instant, "time"): (.part(.time, node), .timeOfDay)
    case (.place, "name"): (.apply(.placeName, [node]), .text)
    case (.place, "position"): (.placePosition(node), .position)
    default: nil
    }
  }

  /// The parts of a type, in the order of the reference
  static func parts(of type: ValueType) -> [(name: String, type: ValueType)] {
    switch type {
    case .date:
      [
        ("year", .number), ("month", .month), ("day", .number), ("weekday", .weekday),
        ("week", .number), ("week_start", .date), ("month_start", .date), ("month_end", .date),
        ("year_start", .date),
      ]
    case .timeOfDay: [("hour", .number), ("minute", .number), ("second", .number)]
    case .instant: [("date", .date), ("time", .timeOfDay)]
    case .place: [("name", .text), ("position", .position)]
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .weekday, .month,
      .position,
      .colour, .enumeration, .row, .list:
      []
    }
  }

  /// Reports a field that a table does not have, unless some of the table could not be parsed
  func unknownField(_ field: String, of table: TableID, at range: SourceRange) -> Checked {
    if nameTable[table].isBroken { return .failure }
    let schema = builder.table(table)
    let names = schema.fields.map { $0.name }
    report(
      .unknownField(
        field, owner: "a row of `\(schema.name)`", nearest: nameTable.nearest(to: field, in: names),
        fields: names),
      at: range)
    return .failure
  }
}

extension ClockField {
  /// The field of the prelude's source `clock` of a name
  init?(named name: String) {
    switch name {
    case "now": self = .now
    case "time": self = .time
    case "today": self = .today
    case "weekday": self = .weekday
    case "month": self = .month
    default: return nil
    }
  }
}

extension SunField {
  /// The field of the prelude's source `sun` of a name
  init?(named name: String) {
    switch name {
    case "sunrise": self = .sunrise
    case "sunset": self = .sunset
    case "dawn": self = .dawn
    case "dusk": self = .dusk
    case "solar_noon": self = .solarNoon
    case "daylight": self = .daylight
    default: return nil
    }
  }
}
