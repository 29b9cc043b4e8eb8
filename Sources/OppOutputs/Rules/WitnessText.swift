package import OppAnalysis
package import OppJSON
package import OppModel

/// The example of a proof, for people and for programs
///
/// ```
/// Wed 3 June 2026 at 12:00                                     day(of:)
/// weather.temp = 31°C                                          values(of:)
/// weather.temp = 20°C before Wed 3 June 2026 at 12:00          values(of:), if conditions look back
/// {"at":"2026-06-03T10:00:00Z","values":{"weather.temp":31}}   add(_:to:), in Europe/Berlin
/// ```
package struct WitnessText {
  /// The graph whose nodes the witness names
  package let graph: ConditionGraph

  /// The zone in which the day is shown
  package let zone: Zone

  package init(graph: ConditionGraph, zone: Zone) {
    self.graph = graph
    self.zone = zone
  }

  /// The words of values
  private var readable: ReadableValue { ReadableValue(graph: graph, zone: zone) }

  /// `Wed 3 June 2026 at 12:00`
  package func day(of witness: Witness) -> String { day(of: witness.instant) }

  /// `Wed 3 June 2026 at 12:00`
  private func day(of instant: Instant) -> String {
    let local = zone.local(at: instant)
    let date = local.date
    let weekday = CaseNames.weekdays[date.weekday]
    let month = Self.months[date.month - 1]
    let second = local.secondOfDay
    let clock = String(readable.local(instant).dropFirst(11).prefix(8))
    return
      "\(weekday.prefix(1).uppercased() + weekday.dropFirst()) \(date.day) \(month) \(date.year) at "
      + (second % 60 == 0 ? String(clock.prefix(5)) : clock)
  }

  /// `weather.temp = 25°C`, a line each; a field that is read but not named is unknown
  package func values(of witness: Witness) -> [String] {
    var lines = witness.readings.map { reading in
      "\(name(of: reading)) = \(literal(of: reading))"
    }
    lines += changed(witness).map { reading in
      "\(name(of: reading)) = \(literal(of: reading)) before \(day(of: witness.begins))"
    }
    if witness.looksBack { lines.append("all of it read since \(day(of: witness.firstReading))") }
    lines += witness.rows.map { row(of: $0) }
    for place in witness.places {
      let position = readable.text(of: .position(place.position), type: .position)
      lines.append("any \(ValueNotation.textLiteral(place.category)) is at \(position)")
    }
    for address in witness.addresses {
      let position = readable.text(of: .position(address.position), type: .position)
      lines.append("\(ValueNotation.textLiteral(address.text)) is at \(position)")
    }
    return lines
  }

  /// The earlier readings that were others than those of the second
  private func changed(_ witness: Witness) -> [Witness.Reading] {
    witness.earlier.filter { !witness.readings.contains($0) }
  }

  /// `{"at":…,"values":{"weather.temp":21}}`, with `rows` and `places` if there are some
  ///
  /// For conditions that look back, `since` is the first second of these values, and `earlier` has the values before it.
  package func add(_ witness: Witness, to json: inout JSONText) {
    json.object { object in
      object.member("at", string: witness.instant.rfc3339)
      // Readings by their names; a field that is not named is unknown.
      add(witness.readings, to: &object)
      if witness.looksBack { object.member("since", string: witness.begins.rfc3339) }
      if !witness.earlier.isEmpty {
        object.key("earlier")
        object.object { earlier in
          earlier.member("since", string: witness.earlierBegins.rfc3339)
          add(witness.earlier, to: &earlier)
        }
      }
      if !witness.rows.isEmpty {
        object.key("rows")
        object.array { rows in
          for row in witness.rows { rows.object { add(row, to: &$0) } }
        }
      }
      let addresses = witness.addresses.map { (name: $0.text, position: $0.position) }
      add(addresses, "places", to: &object)
      let categories = witness.places.map { (name: $0.category, position: $0.position) }
      add(categories, "nearest", to: &object)
    }
  }

  /// `"values":{"weather.temp":21}`
  private func add(_ readings: [Witness.Reading], to json: inout JSONText) {
    json.key("values")
    json.object { values in
      for reading in readings {
        values.member(
          name(of: reading),
          raw: readable.json(of: reading.value, type: graph[reading.node].type))
      }
    }
  }

  /// `"places":{"Main Street 12":{"lat":50,"lon":8}}`; nothing for none
  private func add(
    _ positions: [(name: String, position: Position)], _ key: String, to json: inout JSONText
  ) {
    guard !positions.isEmpty else { return }
    json.key(key)
    json.object { places in
      for place in positions {
        places.member(
          place.name, raw: readable.json(of: .position(place.position), type: .position))
      }
    }
  }

  /// `"table":"chores","values":{"id":"dishes","done":false}`; null for an unknown field
  private func add(_ row: Witness.Row, to json: inout JSONText) {
    let table = graph.tables[Int(row.table.index)]
    json.member("table", string: table.name)
    json.key("values")
    json.object { values in
      for (field, value) in zip(table.fields, row.values) {
        values.member(field.name, raw: readable.json(of: value, type: field.type))
      }
    }
  }

  /// `chores { id: "dishes", done: false }`; a field that is not named is unknown
  package func row(of row: Witness.Row) -> String {
    let table = graph.tables[Int(row.table.index)]
    let fields = zip(table.fields, row.values).compactMap { field, value in
      value.map { "\(field.name): \(readable.text(of: $0, type: field.type))" }
    }
    return "\(table.name) { \(fields.joined(separator: ", ")) }"
  }

  /// A literal of the language
  package func literal(of reading: Witness.Reading) -> String {
    readable.text(of: reading.value, type: graph[reading.node].type)
  }

  /// `weather.temp`, `resort("Beech Mountain").new_snow`
  package func name(of reading: Witness.Reading) -> String {
    let request = graph.requests[Int(reading.request.index)]
    let source = graph.sources[Int(request.source.index)]
    let arguments = request.arguments.compactMap { argument -> String? in
      guard let argument, case .constant(let value) = graph[argument].operation else { return nil }
      return readable.text(of: value, type: graph[argument].type)
    }
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    return "\(source.name)\(list).\(source.fields[reading.field].name)"
  }

  /// In the order of the year; the language has no names of months in full
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
