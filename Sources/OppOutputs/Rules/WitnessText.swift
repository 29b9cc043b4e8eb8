package import OppAnalysis
package import OppJSON
package import OppModel

/// The example of a proof, for people and for programs
///
/// ```
/// Wed 3 June 2026 at 12:00                                     day(of:)
/// weather.temp = 31°C                                          values(of:)
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
  package func day(of witness: Witness) -> String {
    let local = zone.local(at: witness.instant)
    let date = local.date
    let weekday = CaseNames.weekdays[date.weekday]
    let month = Self.months[date.month - 1]
    let second = local.secondOfDay
    let clock = String(readable.local(witness.instant).dropFirst(11).prefix(8))
    return
      "\(weekday.prefix(1).uppercased() + weekday.dropFirst()) \(date.day) \(month) \(date.year) at "
      + (second % 60 == 0 ? String(clock.prefix(5)) : clock)
  }

  /// `weather.temp = 25°C`, a line each; what is read but not named is unknown
  package func values(of witness: Witness) -> [String] {
    var lines = witness.readings.map { reading in
      "\(name(of: reading)) = \(literal(of: reading))"
    }
    lines += witness.rows.map { row(of: $0) }
    for address in witness.addresses {
      let position = readable.text(of: .position(address.position), type: .position)
      lines.append("\(ValueNotation.textLiteral(address.text)) is at \(position)")
    }
    return lines
  }

  /// `{"at":…,"values":{"weather.temp":21}}`, with `rows` and `places` where there are some
  package func add(_ witness: Witness, to json: inout JSONText) {
    json.object { object in
      object.member("at", string: witness.instant.rfc3339)
      // Readings by their names; a field that is not named is unknown.
      object.key("values")
      object.object { values in
        for reading in witness.readings {
          values.member(
            name(of: reading),
            raw: readable.json(of: reading.value, type: graph[reading.node].type))
        }
      }
      if !witness.rows.isEmpty {
        object.key("rows")
        object.array { rows in
          for row in witness.rows { rows.object { add(row, to: &$0) } }
        }
      }
      guard !witness.addresses.isEmpty else { return }
      object.key("places")
      object.object { places in
        for address in witness.addresses {
          places.member(
            address.text, raw: readable.json(of: .position(address.position), type: .position))
        }
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
