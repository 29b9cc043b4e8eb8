package import OppModel

/// The names of types in messages and listings
///
/// Holds the names of the enums and tables of a rule set, which a ``ValueType`` knows by index only.
package struct TypeNames: Sendable {
  /// The names of the enums, by their index
  private let enumerations: [String]
  /// The names of the tables, by their index
  private let tables: [String]

  /// Takes the names that a graph has now; types that are declared later have none here
  package init(_ graph: ConditionGraph) {
    enumerations = graph.enumerations.map { $0.name }
    tables = graph.tables.map { $0.name }
  }

  /// The name of a table; one that was made since is of gaps
  private func name(of table: TableID) -> String {
    let index = Int(table.index)
    return tables.indices.contains(index) ? tables[index] : Table.gaps.name
  }

  /// The name in the language: `Temperature`, `Sky`, `[Text]`
  package func name(of type: ValueType) -> String {
    switch type {
    case .bool: "Bool"
    case .number: "Number"
    case .percent: "Percent"
    case .text: "Text"
    case .duration: "Duration"
    case .length: "Length"
    case .speed: "Speed"
    case .temperature: "Temperature"
    case .temperatureDifference: "TemperatureDifference"
    case .pressure: "Pressure"
    case .angle: "Angle"
    case .elevation: "Elevation"
    case .measure(let measure): measure.name
    case .money(let currency): currency.code
    case .timeOfDay: "TimeOfDay"
    case .date: "Date"
    case .instant: "Instant"
    case .weekday: "Weekday"
    case .month: "Month"
    case .position: "Position"
    case .place: "Place"
    case .colour: "Colour"
    case .enumeration(let id): enumerations[Int(id.index)]
    case .row(let id): "row of \(name(of: id))"
    case .list(let element): "[\(name(of: element))]"
    }
  }

  /// A value of it in a sentence, with its article: `a temperature`
  ///
  ///     Temperature → a temperature     Sky → a case of `Sky`
  ///     [Text] → a list of texts        [agenda] → rows of `agenda`
  package func phrase(for type: ValueType) -> String {
    if let dimension = Dimension(type) { return dimension.phrase }
    return switch type {
    case .bool: "a condition"
    case .number: "a number"
    case .text: "a text"
    case .timeOfDay: "a time of day"
    case .date: "a date"
    case .instant: "an instant"
    case .weekday: "a weekday"
    case .month: "a month"
    case .position: "a position"
    case .place: "a place"
    case .colour: "a colour"
    case .enumeration: "a case of `\(name(of: type))`"
    case .row(let id): "a row of `\(name(of: id))`"
    case .list(.row(let id)): "rows of `\(name(of: id))`"
    case .list(let element): "a list of \(plural(of: element))"
    case .percent, .duration, .length, .speed, .temperature, .temperatureDifference, .pressure,
      .angle, .elevation, .measure, .money:
      name(of: type)
    }
  }

  /// Values of a type in a sentence, without an article
  private func plural(of type: ValueType) -> String {
    switch type {
    case .bool: "conditions"
    case .number: "numbers"
    case .percent: "percentages"
    case .text: "texts"
    case .duration: "durations"
    case .length: "lengths"
    case .speed: "speeds"
    case .temperature: "temperatures"
    case .temperatureDifference: "temperature differences"
    case .pressure: "pressures"
    case .angle: "angles"
    case .elevation: "elevations"
    case .measure(let measure): measure.plural
    case .money(let currency): "amounts of \(currency.code)"
    case .timeOfDay: "times of day"
    case .date: "dates"
    case .instant: "instants"
    case .weekday: "weekdays"
    case .month: "months"
    case .position: "positions"
    case .place: "places"
    case .colour: "colours"
    case .enumeration: "cases of `\(name(of: type))`"
    case .row(let id): "rows of `\(name(of: id))`"
    case .list: "lists"
    }
  }
}
