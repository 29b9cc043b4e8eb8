internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSyntax

/// Turns arrivals into those of the engine, and notes the ones that cannot be used
struct ArrivalReader {
  private let graph: ConditionGraph
  private let zone: Zone

  /// The second at which they arrive
  private let now: Instant
  private let values: ValueReader

  /// The calendar that came last as text; nil for none
  private(set) var calendar: KnownCalendar?

  private(set) var rejections: [Rejection] = []

  /// The pushed supplies that are lost, by name
  private(set) var losses: [(name: String, reason: String)] = []

  /// - Parameter calendar: that of the last reader.
  init(_ graph: ConditionGraph, _ zone: Zone, at now: Instant, calendar: KnownCalendar? = nil) {
    self.graph = graph
    self.calendar = calendar
    self.zone = zone
    self.now = now
    values = ValueReader(enumerations: graph.enumerations, zone: zone)
  }

  mutating func read(_ arrivals: [Arrival]) -> [OppEngine.Arrival] {
    arrivals.flatMap { read($0) }
  }

  mutating func read(_ arrival: Arrival) -> [OppEngine.Arrival] {
    switch arrival.content {
    case .reading(let reading): return sourceReading(reading).map { [.reading($0)] } ?? []
    case .rows(let change): return tableChange(change).map { [.rows($0)] } ?? []
    case .events(let events):
      var calendar = KnownCalendar(events.map { $0.occurrence }, graph, at: now)
      return arrivals(of: &calendar)
    case .calendar(let bytes, let zones):
      var read: KnownCalendar
      if let calendar, calendar.has(bytes, at: now) {
        read = calendar
      } else {
        read = KnownCalendar(bytes, graph, zone, at: now, zones: zones)
      }
      let arrivals = arrivals(of: &read)
      calendar = read
      return arrivals
    case .address(let text, let position):
      guard let position else { return [.address(text: text, position: nil)] }
      guard case .position(let found)? = values.value(position, .position) else {
        reject(SupplyList.addresses, "\(position) is no position")
        return []
      }
      return [.address(text: text, position: found)]
    case .places(let places, let category):
      return [.places(places.compactMap { known($0) }, category: category)]
    case .lost(let name, let reason):
      losses.append((name, reason))
      return []
    case .answer(let answer):
      return [
        .answer(
          GivenAnswer(
            opp: answer.opp, row: answer.row, answer: OppModel.Answer(answer.kind),
            until: answer.until?.instant, given: answer.at?.instant))
      ]
    }
  }

  private mutating func reject(_ source: String, _ reason: String) {
    rejections.append(Rejection(source: source, reason: reason))
  }

  // MARK: Readings

  private mutating func sourceReading(_ reading: Reading) -> SourceReading? {
    guard let id = graph.source(named: reading.source) else {
      let near = graph.nearestName(to: reading.source).map { "; did you mean `\($0)`?" } ?? ""
      reject(reading.source, "there is no such source\(near)")
      return nil
    }
    let source = graph[id]
    report(unknown: Array(reading.fields.keys), of: source.fields, "field", source.name)
    report(unknown: Array(reading.arguments.keys), of: source.parameters, "parameter", source.name)
    var arguments: [OppModel.Value?] = []
    for parameter in source.parameters {
      guard let value = reading.arguments[parameter.name] else {
        arguments.append(nil)
        continue
      }
      guard let read = values.argument(value, parameter.type) else {
        reject(source.name, message(on: value, parameter))
        return nil
      }
      arguments.append(read)
    }
    let fields = source.fields.map { field -> FieldReading in
      guard let value = reading.fields[field.name] else { return .missing }
      return self.value(value, field, source.name).map { .known($0) } ?? .missing
    }
    return SourceReading(
      source: id, arguments: arguments, instant: reading.at?.instant ?? now, fields: fields,
      freshness: reading.freshness.map { Int64(max(0, $0)) }, isLasting: false)
  }

  private mutating func report(
    unknown names: [String], of fields: [Field], _ kind: String, _ source: String
  ) {
    for name in names.sorted() where !fields.contains(where: { $0.name == name }) {
      let near = nearestSpelling(of: name, in: fields.map { $0.name })
      reject(
        source, "there is no \(kind) `\(name)`\(near.map { "; did you mean `\($0)`?" } ?? "")")
    }
  }

  /// The value of a field; nil, and a rejection, for one that is none of its type
  private mutating func value(
    _ value: Value, _ field: Field, _ source: String
  ) -> OppModel.Value? {
    if let read = values.value(value, field.type) { return read }
    reject(source, message(on: value, field))
    return nil
  }

  private func message(on value: Value, _ field: Field) -> String {
    "`\(field.name)` is `\(value)`, which is not \(values.expected(field.type))"
  }

  // MARK: Rows

  private mutating func tableChange(_ change: Arrival.RowChange) -> TableChange? {
    guard let id = graph.suppliedTable(named: change.table) else {
      let near = graph.nearestName(to: change.table).map { "; did you mean `\($0)`?" } ?? ""
      reject(change.table, "there is no such table\(near)")
      return nil
    }
    let table = graph[id]
    let rows = change.rows.compactMap { row(of: table, $0) }
    let removed = change.removed.compactMap { row(of: table, $0) }.map { table.keyValues(of: $0) }
    return TableChange(
      table: id, rows: rows, removedKeys: removed, isWhole: change.replacesAll)
  }

  /// The values of a row; nil for one without its key
  private mutating func row(of table: Table, _ fields: [String: Value]) -> [OppModel.Value?]? {
    report(unknown: Array(fields.keys), of: table.fields, "field", table.name)
    let row = table.fields.map { field in
      fields[field.name].flatMap { value($0, field, table.name) }
    }
    for index in table.key where row[index] == nil {
      reject(table.name, "a row has no `\(table.fields[index].name)`, which identifies it")
      return nil
    }
    return row
  }

  // MARK: The calendar and places

  private mutating func arrivals(of calendar: inout KnownCalendar) -> [OppEngine.Arrival] {
    for problem in calendar.problems { reject("calendar", problem) }
    return calendar.arrivals(at: now)
  }

  private mutating func known(_ place: Arrival.Place) -> KnownPlace? {
    guard let position = Position(latitude: place.latitude, longitude: place.longitude) else {
      reject(SupplyList.places, "`\(place.name)` has no position on the Earth")
      return nil
    }
    return KnownPlace(name: place.name, category: place.category, position: position)
  }
}

extension OppModel.Answer {
  fileprivate init(_ kind: Answer.Kind) {
    switch kind {
    case .done: self = .done
    case .dismissed: self = .dismissed
    case .snoozed: self = .snoozed
    }
  }
}
