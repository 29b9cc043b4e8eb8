internal import OppModel

/// Makes examples of a model, until the engine confirms one
///
/// For each of a model's seconds, each possible past and, with several addresses, both spreads of them:
///
/// ```
/// CandidateSeconds → ModelValues at the second → PastReadings → Witness → Confirmation
/// ```
struct WitnessBuilder: Sendable {
  /// The graph of the question
  let graph: ConditionGraph

  /// The theories of the network, which have the values left
  let theories: Theories
  let zone: Zone
  let reference: Instant

  /// The literals that the engine is to confirm
  let literals: [(NodeID, Truthfulness)]
  let attempt: Attempt

  /// A year: no example goes farther back than this
  private static let pastLimit: Int64 = 400 * 86_400

  /// The greatest number of rows that are made for `count`
  private static let copyLimit: Int64 = 100

  /// The first example that the engine confirms; `nil` if it confirms none
  ///
  /// - Parameter tries: the number of examples that the engine may still try.
  func witness(
    of assignment: Assignment, _ constraints: [LinearConstraint], tries: inout Int
  ) -> Witness? {
    let candidates = CandidateSeconds(theories: theories, zone: zone, reference: reference)
      .seconds(for: assignment)
    let seconds = sunlitSeconds(assignment, constraints, near: candidates) + candidates
    let past = PastReadings(graph: graph, theories: theories, attempt: attempt, zone: zone)
    guard past.length <= Self.pastLimit else { return nil }
    for isTogether in [false, true] {
      let addresses = AddressBook(theories.network, in: graph, isTogether: isTogether)
      // With fewer than two addresses, together is the same as apart.
      if isTogether, addresses.addresses.count < 2 { return nil }
      for instant in seconds {
        guard
          let values = ModelValues(
            assignment, constraints, graph: graph, theories: theories, addresses: addresses,
            at: PresentSecond(instant, zone: zone))
        else { continue }
        for stretch in past.stretches(before: instant, assignment, values) {
          tries -= 1
          guard tries >= 0 else { return nil }
          let witness = witness(values, at: instant, stretch, addresses)
          if confirmation.confirms(witness) { return witness }
        }
      }
    }
    return nil
  }

  /// The number of days on which a time of day is sought that agrees with the sun
  private static let sunlitDayLimit = 3

  /// Seconds of the first days whose time agrees with the sun of the day; none if no condition reads its times
  ///
  /// `time in sunset - 1h..sunset` is true at no round time that is known before the day and the place are.
  private func sunlitSeconds(
    _ assignment: Assignment, _ constraints: [LinearConstraint], near candidates: [Instant]
  ) -> [Instant] {
    let readsSun = theories.network.columns.contains { column in
      if case .sun = graph[theories.network.variables[column.variable].node].operation {
        return true
      }
      return false
    }
    guard readsSun else { return [] }
    let addresses = AddressBook(theories.network, in: graph, isTogether: false)
    var dates: [CivilDate] = []
    for candidate in candidates where dates.count < Self.sunlitDayLimit {
      let date = zone.local(at: candidate).date
      if !dates.contains(date) { dates.append(date) }
    }
    return dates.compactMap { date in
      let noon = zone.instant(of: LocalDateTime(date: date, secondOfDay: 43_200))
      let values = ModelValues(
        assignment, constraints, graph: graph, theories: theories, addresses: addresses,
        at: PresentSecond(noon, zone: zone), isTimeOpen: true)
      return values?.secondOfDay.map {
        zone.instant(of: LocalDateTime(date: date, secondOfDay: $0))
      }
    }
  }

  /// The check of an example by the engine
  private var confirmation: Confirmation {
    Confirmation(graph: graph, zone: zone, literals: literals)
  }

  /// The example of values at a second: the readings, the rows that conditions read, and the past
  private func witness(
    _ values: ModelValues, at instant: Instant, _ stretch: PastReadings.Stretch,
    _ addresses: AddressBook
  ) -> Witness {
    var readings: [Witness.Reading] = []
    var rows: [RowKey: [Int: Value]] = [:]
    // 1. Readings, and the fields of rows by row.
    for (index, variable) in theories.network.variables.enumerated() {
      let operation = graph[variable.node].operation
      let row = variable.rows.first ?? 0
      if case .reading(let request, let field) = operation, let value = values.leaves[index] {
        readings.append(
          Witness.Reading(node: variable.node, request: request, field: field, value: value))
      }
      if case .rowField(let scope, let field) = operation {
        rows[RowKey(scope: scope, row: row), default: [:]][field] = values.leaves[index]
      }
      if case .row(let scope) = operation, rows[RowKey(scope: scope, row: row)] == nil {
        rows[RowKey(scope: scope, row: row)] = [:]
      }
    }
    // 2. Invented rows of which no field is read are there all the same.
    for aggregate in theories.network.aggregates {
      let key = RowKey(scope: aggregate.query.scope, row: aggregate.row)
      if rows[key] == nil { rows[key] = [:] }
    }
    // 3. Earlier readings if they differ.
    let earlier = stretch.readings.map { $0.beside(readings) }
    return Witness(
      instant: instant, readings: readings, begins: stretch.begins, earlier: earlier ?? [],
      earlierBegins: stretch.earlierBegins,
      rows: rows.keys.sorted { ($0.row, $0.scope.index) < ($1.row, $1.scope.index) }.flatMap {
        key in
        copies(of: key, values).map { copy in
          row(key, rows[key] ?? [:], copy: copy, at: instant)
        }
      },
      addresses: addresses.addresses, places: values.places)
  }

  /// The copies of a row that are needed: of an invented one, as many as the aggregate counts
  private func copies(of key: RowKey, _ values: ModelValues) -> Range<Int> {
    guard key.row > 0 else { return 0..<1 }
    guard let aggregate = theories.network.aggregates.first(where: { $0.row == key.row }),
      values.counts(aggregate)
    else { return 0..<0 }
    guard let column = aggregate.count, let count = values.columns[column] else { return 0..<1 }
    return 0..<Int(min(max(count.floor, 0), Self.copyLimit))
  }

  /// A row of the network: 0 is that of `for each`, others were invented for aggregates
  private struct RowKey: Hashable {
    let scope: ScopeID
    let row: Int32
  }

  /// A row with its key, which it has even if no condition reads it
  private func row(
    _ key: RowKey, _ values: [Int: Value], copy: Int, at instant: Instant
  ) -> Witness.Row {
    let number = Int64(key.row) * Self.copyLimit + Int64(copy)
    let id = graph.scopes[Int(key.scope.index)]
    let table = graph.tables[Int(id.index)]
    let fields = table.fields.enumerated().map { index, field -> Value? in
      // Only keys need a value that no condition reads; it differs from row to row.
      if let value = values[index] { return value }
      guard table.key.contains(index) else { return nil }
      switch field.type {
      case .text: return .text("row \(number + 1)")
      case .instant: return .scalar(Double(instant.seconds + number))
      case .bool: return .truth(true)
      case .position: return PositionChoice.anywhere.map(Value.position)
      case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
        .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date, .weekday, .month,
        .place, .colour,
        .enumeration, .row, .list:
        return .scalar(Double(number + 1))
      }
    }
    return Witness.Row(table: id, scope: key.row == 0 ? key.scope : nil, values: fields)
  }
}
