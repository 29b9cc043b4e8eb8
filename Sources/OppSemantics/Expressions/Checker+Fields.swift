internal import OppModel
internal import OppSyntax

extension Checker {
  func checkField(_ access: FieldAccessSyntax) -> Checked {
    guard let token = access.field else {
      _ = check(access.base)
      return .failure
    }
    let field = token.text
    probe(field, of: nil)
    if let result = ownedField(access.base, field, at: token.range) { return result }
    if let suggestion = weatherOfTomorrow(access.base, field) {
      report(.fieldOfTomorrow(field, suggestion: suggestion), at: access.base.range)
      return .failure
    }
    // The meaning of `min(rows).temp` is clear only with its field.
    let outer = fieldOfAggregate
    fieldOfAggregate = field
    defer { fieldOfAggregate = outer }
    switch resolvingUnits({ check(access.base) }) {
    case .value(let node, let type):
      probe(field, of: .value(type))
      return part(field, of: node, type, at: token.range)
    case .rows(let rows):
      probe(field, of: .rows(rows.table))
      return map(rows, to: field, at: token.range)
    case .ambiguous, .failure: return .failure
    }
  }

  /// The text to write for `tomorrow.sky`; nil for anything else
  private func weatherOfTomorrow(_ base: ExpressionSyntax, _ field: String) -> String? {
    guard case .name(let name) = base, name.token?.text == "tomorrow", isUnknown(name: "tomorrow"),
      let table = forecastTable, let index = tables[Int(table.index)].fields[field]
    else { return nil }
    let rows = "forecast where begins.date == today + 1d"
    switch builder.table(table).fields[index].type {
    case .bool: return "any(\(rows) and \(field))"
    case .enumeration: return "any(\(rows) and \(field) == …)"
    case .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .timeOfDay, .date, .instant, .weekday, .month, .position,
      .place, .colour, .row, .list:
      return "max((\(rows)).\(field))"
    }
  }

  // MARK: Sources and enums

  /// A field of a source, or a case of an enum by its full name; nil where the base is a value
  private func ownedField(
    _ base: ExpressionSyntax, _ field: String, at range: SourceRange
  ) -> Checked? {
    switch base {
    case .name(let view):
      guard let token = view.token else { return nil }
      let name = token.text
      guard !rows.contains(where: { $0.name == name }), arguments[name] == nil,
        let symbol = symbol(named: name)
      else { return nil }
      switch symbol {
      case .source(let source):
        // A field of a row hides the source of its name only where the source has no such field.
        if sources[Int(source.index)].fields[field] == nil, isRowField(name) { return nil }
        record(symbol, at: token.range)
        return namedField(field, of: source, arguments: [], at: range, call: base.range)
      case .enumeration(let id):
        record(symbol, at: token.range)
        probe(field, of: .enumeration(id))
        guard let index = enumerations[Int(id.index)].cases[field] else { return nil }
        record(case: field, of: .enumeration(id), at: range)
        let type = ValueType.enumeration(id)
        return .value(builder.constant(.scalar(Double(index)), type), type)
      case .let, .place, .table: return nil
      }
    case .call(let call):
      guard let token = call.name, case .source(let source)? = symbol(named: token.text) else {
        return nil
      }
      record(.source(source), at: token.range)
      return namedField(field, of: source, arguments: call.arguments, at: range, call: call.range)
    default: return nil
    }
  }

  func symbol(named name: String) -> Symbol? {
    user.symbols[name]?.symbol ?? prelude.symbols[name]?.symbol
  }

  private func isRowField(_ name: String) -> Bool {
    rows.contains { $0.opensFields && tables[Int($0.table.index)].fields[name] != nil }
  }

  private func namedField(
    _ field: String, of source: SourceID, arguments: [ArgumentSyntax], at range: SourceRange,
    call: SourceRange
  ) -> Checked {
    let symbol = sources[Int(source.index)]
    let schema = builder.source(source)
    probe(field, of: .source(source))
    if let index = symbol.fields[field], records.isOn {
      records.use(.sourceField(source, index), at: range)
    }
    guard let values = sourceArguments(arguments, of: source, at: call) else { return .failure }
    guard let index = symbol.fields[field] else {
      if symbol.isBroken { return .failure }
      let names = schema.fields.map { $0.name }
      report(
        .unknownField(
          field, owner: "`\(schema.name)`", nearest: nearest(to: field, in: names),
          fields: names),
        at: range)
      return .failure
    }
    return sourceField(source, values, index)
  }

  /// The arguments of a source's parameters, nil for each default; nil where they are wrong
  private func sourceArguments(
    _ arguments: [ArgumentSyntax], of source: SourceID, at range: SourceRange
  ) -> [NodeID?]? {
    let parameters = sources[Int(source.index)].parameters
    let name = builder.source(source).name
    let given = match(arguments, to: parameters, of: name) { .sourceParameter(source, $0) }
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
        let node = value(argument, as: type, context: "the parameter `\(parameter.name)`")
      else {
        isComplete = false
        continue
      }
      values.append(node == standards[index] ? nil : node)
    }
    return isComplete ? values : nil
  }

  /// The node of a field of a source
  func sourceField(_ source: SourceID, _ arguments: [NodeID?], _ field: Int) -> Checked {
    let symbol = sources[Int(source.index)]
    if symbol.untypedFields.contains(field) { return .failure }
    let schema = builder.source(source)
    let type = schema.fields[field].type
    let name = schema.fields[field].name
    if source == clockSource, let clock = ClockField(named: name) {
      return .value(builder.node(.clock(clock), type), type)
    }
    if source == sunSource, let sun = SunField(named: name) {
      guard let place = arguments.first.flatMap({ $0 }) ?? lastKnownPosition() else {
        return .failure
      }
      return .value(builder.node(.sun(sun, place: place), type), type)
    }
    let padded =
      arguments.isEmpty
      ? Array(repeating: NodeID?.none, count: symbol.parameters.count) : arguments
    let request = builder.request(source, padded)
    func reading(_ field: Int) -> NodeID {
      builder.node(.reading(request, field: field), schema.fields[field].type)
    }
    guard source == weatherSource else { return .value(reading(field), type) }
    return .value(weatherField(field, of: schema.fields, reading), type)
  }

  /// The nodes of the defaults of a source's parameters
  func standards(of source: SourceID) -> [NodeID?] {
    let index = Int(source.index)
    if let known = sources[index].standards { return known }
    // Set first, so that a default that needs its own source ends.
    sources[index].standards = []
    let (outerRows, outerArguments) = (rows, arguments)
    (rows, arguments) = ([], [:])
    let nodes = sources[index].parameters.map { parameter -> NodeID? in
      guard let type = parameter.type, let standard = parameter.standard else { return nil }
      return value(standard, as: type, context: "the parameter `\(parameter.name)`")
    }
    (rows, arguments) = (outerRows, outerArguments)
    sources[index].standards = nodes
    memoized.append(.standards(source))
    return nodes
  }

  // MARK: Parts of values

  private func part(
    _ field: String, of node: NodeID, _ type: ValueType, at range: SourceRange
  ) -> Checked {
    if case .row(let table) = type {
      guard let index = tables[Int(table.index)].fields[field] else {
        return unknownField(field, of: table, at: range)
      }
      if records.isOn { records.use(.tableField(table, index), at: range) }
      if case .row(let scope) = builder.operation(of: node) {
        return rowField(scope, table, index)
      }
      if tables[Int(table.index)].untypedFields.contains(index) { return .failure }
      return fieldOfRow(table, index) { .rowPart(node, field: $0) }
    }
    if let (operation, result) = Self.part(field, of: type, node) {
      record(.part, field, at: range)
      return .value(builder.node(operation, result), result)
    }
    let names = Self.parts(of: type).map { $0.name }
    if names.isEmpty {
      report(.noParts(type), at: range)
    } else {
      report(
        .unknownField(
          field, owner: typeNames.phrase(for: type),
          nearest: nearest(to: field, in: names), fields: names),
        at: range)
    }
    return .failure
  }

  private static func part(
    _ field: String, of type: ValueType, _ node: NodeID
  ) -> (Operation, ValueType)? {
    switch (type, field) {
    case (.date, "year"): (.part(.year, node), .number)
    case (.date, "month"): (.part(.month, node), .month)
    case (.date, "day"): (.part(.day, node), .number)
    case (.date, "weekday"): (.part(.weekday, node), .weekday)
    case (.timeOfDay, "hour"): (.part(.hour, node), .number)
    case (.timeOfDay, "minute"): (.part(.minute, node), .number)
    case (.instant, "date"): (.part(.date, node), .date)
    case (.instant, "time"): (.part(.time, node), .timeOfDay)
    case (.place, "name"): (.placeName(node), .text)
    case (.place, "position"): (.placePosition(node), .position)
    default: nil
    }
  }

  /// The parts of a type, in the order of the reference
  static func parts(of type: ValueType) -> [(name: String, type: ValueType)] {
    switch type {
    case .date:
      [("year", .number), ("month", .month), ("day", .number), ("weekday", .weekday)]
    case .timeOfDay: [("hour", .number), ("minute", .number)]
    case .instant: [("date", .date), ("time", .timeOfDay)]
    case .place: [("name", .text), ("position", .position)]
    default: []
    }
  }

  func unknownField(_ field: String, of table: TableID, at range: SourceRange) -> Checked {
    if tables[Int(table.index)].isBroken { return .failure }
    let schema = builder.table(table)
    let names = schema.fields.map { $0.name }
    report(
      .unknownField(
        field, owner: "a row of `\(schema.name)`", nearest: nearest(to: field, in: names),
        fields: names),
      at: range)
    return .failure
  }
}

extension ClockField {
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
