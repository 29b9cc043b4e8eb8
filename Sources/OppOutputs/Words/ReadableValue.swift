package import OppModel

/// Values and instants as `eval` and `why` show them to people: exact, and as the language writes them
///
/// ```
/// .duration 5400          1h30min                        .instant      2026-06-21T12:00:00+02:00
/// .temperature 3.3        3.3°C                          .position     @36.081088,-79.822019
/// ```
package struct ReadableValue {
  package let zone: Zone

  /// The tables of the graph, for the keys of rows
  private let tables: [Table]

  /// The literals of the language
  private let notation: ValueNotation

  package init(graph: ConditionGraph, zone: Zone) {
    self.zone = zone
    tables = graph.tables
    notation = ValueNotation(schema: ValueSchema(graph))
  }

  /// A literal of the language; instants by the wall clock with their offset
  package func text(of value: Value, type: ValueType) -> String {
    switch (type, value) {
    case (.duration, .scalar(let seconds)): duration(seconds) ?? notation.literal(value, type: type)
    case (.instant, .scalar(let seconds)):
      Int64(exactly: seconds).map { zone.rfc3339(Instant(seconds: $0)) }
        ?? notation.literal(value, type: type)
    case (.place, .place(let place)): "\(place.name) (\(notation.literal(value, type: type)))"
    default: notation.literal(value, type: type)
    }
  }

  /// A value as JSON; null if it is unknown
  package func json(of value: Value?, type: ValueType) -> String {
    notation.json(value, type: type)
  }

  /// The key of a row, as people write it
  package func text(of row: RowID) -> String {
    let table = tables[Int(row.table.index)]
    return zip(row.key, table.key).map { text(of: $0, type: table.fields[$1].type) }
      .joined(separator: ", ")
  }

  /// The key of a row, as a JSON array
  package func json(of row: RowID) -> String {
    let table = tables[Int(row.table.index)]
    let keys = zip(row.key, table.key).map { json(of: $0, type: table.fields[$1].type) }
    return "[\(keys.joined(separator: ","))]"
  }

  /// `2026-06-21 12:00:00` by the wall clock
  package func local(_ instant: Instant) -> String { zone.readable(instant) }

  /// `12:00:00` if the day is that of `other`, else with the date
  package func local(_ instant: Instant, after other: Instant) -> String {
    let text = local(instant)
    return zone.local(at: instant).date == zone.local(at: other).date
      ? String(text.drop { $0 != " " }.dropFirst()) : text
  }

  /// The same without seconds that are 0: `12:00`, or `2026-06-21 12:00` on another day
  package func brief(_ instant: Instant, after other: Instant?) -> String {
    let text = other.map { local(instant, after: $0) } ?? local(instant)
    // A local time that occurs twice has its offset behind the seconds.
    let isWhole =
      text.hasSuffix(":00") && zone.local(at: instant).text(separator: " ").hasSuffix(text)
    return isWhole ? String(text.dropLast(3)) : text
  }

  /// An instant in a sentence: `12:10 on 4 June 2013`, or `12:10` on the day of `other`
  package func inWords(_ instant: Instant, after other: Instant? = nil) -> String {
    let date = zone.local(at: instant).date
    let time = brief(instant, after: instant)
    if let other, zone.local(at: other).date == date { return time }
    let (year, month, day) = date.parts
    return "\(time) on \(day) \(CaseNames.wholeMonths[month - 1]) \(year)"
  }

  /// `1h30min`, `45min`, `2d`; `nil` for parts of a second
  private func duration(_ seconds: Double) -> String? {
    Int64(exactly: seconds).map { Self.duration($0) }
  }

  /// A whole number of seconds as the language writes it: `1h30min`
  static func duration(_ seconds: Int64) -> String {
    if seconds == 0 { return "0s" }
    var rest = seconds.magnitude
    var parts: [(UInt64, String)] = []
    // 5400: one hour, 30 minutes; a unit with nothing in it is left out.
    for (length, unit) in [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")] as [(UInt64, String)]
    {
      if rest >= length { parts.append((rest / length, unit)) }
      rest %= length
    }
    return (seconds < 0 ? "-" : "") + parts.map { "\($0.0)\($0.1)" }.joined()
  }
}

extension Zone {
  /// `2026-06-21 12:00:00` by the wall clock
  ///
  /// Of a local time that occurs twice the second has its offset, `01:30:00-05:00`.
  package func readable(_ instant: Instant) -> String {
    let local = local(at: instant)
    let isFirst = self.instant(of: local) == instant
    guard !isFirst else { return local.text(separator: " ") }
    return String(rfc3339(instant).map { $0 == "T" ? " " : $0 })
  }
}
