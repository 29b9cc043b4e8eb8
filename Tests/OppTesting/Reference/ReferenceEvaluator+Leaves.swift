internal import OppEngine
internal import OppModel

/// The leaves: the clock, the sun, readings, places and rows (§7, §8, §9)
extension ReferenceEvaluator {
  func clockValue(_ field: ClockField, at second: Int64) -> Value {
    switch field {
    case .now: .scalar(Double(second))
    case .time: .scalar(Double(clock.secondOfDay(second)))
    case .today: .scalar(Double(clock.day(second)))
    case .weekday: .scalar(Double(CivilDate(days: clock.day(second)).weekday))
    case .month: .scalar(Double(CivilDate(days: clock.day(second)).month))
    }
  }

  /// A field of the reading that counts, by the arguments as they are at the second
  func readingValue(
    _ id: RequestID, field: Int, at second: Int64, _ rows: ChosenRows
  ) -> Value? {
    let request = graph.requests[Int(id.index)]
    guard let arguments = arguments(of: request, at: second, rows) else { return nil }
    let state = readings.state(of: request.source, arguments, at: second)
    switch state {
    case .unknown: return nil
    case .fields(let fields): return fields.indices.contains(field) ? fields[field] : nil
    case .schedule(let schedule):
      let name = graph.sources[Int(request.source.index)].fields[field].name
      return scheduleValue(schedule, name, at: second)
    }
  }

  /// The arguments of a request as they are at a second; nil where one is unknown
  private func arguments(of request: Request, at second: Int64, _ rows: ChosenRows) -> [Value?]? {
    var arguments: [Value?] = []
    for argument in request.arguments {
      guard let argument else {
        arguments.append(nil)
        continue
      }
      guard let value = value(argument, at: second, rows) else { return nil }
      arguments.append(value)
    }
    return arguments
  }

  /// "The time since the latest reading that had x, fresh or not; unknown if none ever did"
  func age(of operand: NodeID, at second: Int64, _ rows: ChosenRows) -> Value? {
    guard case .reading(let id, let field) = graph[operand].operation else { return nil }
    let request = graph.requests[Int(id.index)]
    guard let arguments = arguments(of: request, at: second, rows) else { return nil }
    let latest = readings.latest(of: request.source, arguments, field: field, at: second)
    return latest.map { .scalar(Double(second - $0)) }
  }

  /// §9: "free: until the next busy event; 0 while busy; at most 3650d"
  private func scheduleValue(_ schedule: Schedule, _ field: String, at second: Int64) -> Value? {
    let stretch = schedule.stretch(Instant(seconds: second))
    if field == "busy" { return .truth(stretch.isBusy) }
    if stretch.isBusy { return .scalar(0) }
    return .scalar(Double(min(stretch.to.seconds - second, 3650 * 86_400)))
  }

  func addressValue(_ text: Value, at second: Int64) -> Value? {
    guard case .text(let text) = text, let position = places.position(of: text, at: second) else {
      return nil
    }
    return .place(OppModel.Place(name: text, position: position, radius: nil))
  }

  /// The nearest place of a category; of equally near ones, the first
  func nearestValue(_ category: Value, from: Value, at second: Int64) -> Value? {
    guard case .text(let category) = category, let origin = from.asPosition else { return nil }
    var best: (length: Double, place: KnownPlace)?
    for place in places.places(of: category, at: second) {
      let length = length(from: origin, to: place.position)
      if best.map({ length < $0.length }) ?? true { best = (length, place) }
    }
    return best.map { best in
      .place(OppModel.Place(name: best.place.name, position: best.place.position, radius: nil))
    }
  }

  /// A geodesic, computed once for two positions
  func length(from: Position, to: Position) -> Double {
    if let known = lengths[[from, to]] { return known }
    let length = Geodesic.distance(from: from, to: to)
    lengths[[from, to]] = length
    return length
  }

  /// A field of the row of a scope: of one that left its table, as it last was (only its own Opp asks)
  func rowFieldOfScope(_ row: RowID?, field: Int, at second: Int64) -> Value? {
    guard let row, let fields = tables.lastRow(row, at: second) else { return nil }
    return fields.indices.contains(field) ? fields[field] : nil
  }

  /// A field of a row as it is in its table; unknown of a row that is not there
  func rowFieldValue(_ row: RowID?, field: Int, at second: Int64) -> Value? {
    guard let row, let fields = tables.rows(of: row.table, at: second)?[row.key] else { return nil }
    return fields.indices.contains(field) ? fields[field] : nil
  }
}

extension Value {
  /// The position of a position or a place
  var asPosition: Position? {
    switch self {
    case .position(let position): position
    case .place(let place): place.position
    default: nil
    }
  }
}
