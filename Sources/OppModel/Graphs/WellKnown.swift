/// The sources and tables of which the engine knows more than their declarations say
///
/// Each is found once, by its name and by the fields that its role needs. A rule set may declare a source of the same
/// name: with these fields it takes the role over, and without them it is a source like any other.
package struct WellKnown: Hashable, Sendable {
  /// The sources that are known without being read
  package private(set) var clock: SourceID?
  package private(set) var sun: SourceID?

  /// The source and the table some of whose fields follow from others; always those of the prelude
  package private(set) var weather: SourceID?
  package private(set) var forecast: TableID?

  /// The source of the person's position; nil if no source has its fields
  package private(set) var location: Location?

  /// The source of the person's schedule; nil if no source has its fields
  package private(set) var calendar: Calendar?

  /// The table of the schedule's events; nil if no table has its fields
  package private(set) var agenda: Agenda?

  /// The source of the person's position
  package struct Location: Hashable, Sendable {
    package let source: SourceID

    /// The field that is the position
    package let position: Int
  }

  /// The source of the person's schedule, which is known ahead
  package struct Calendar: Hashable, Sendable {
    package let source: SourceID

    /// The fields for the time until the next busy event, and for being in one
    package let free: Int?
    package let busy: Int?
  }

  /// The table of the events of the schedule, which is known ahead
  package struct Agenda: Hashable, Sendable {
    package let table: TableID

    /// The fields for when an event begins and ends; one of them at least
    package let begins: Int?
    package let ends: Int?
  }

  package init() {}

  /// Looks at a source that a graph has; those of the prelude come first
  mutating func consider(_ source: Source, _ id: SourceID) {
    func field(_ name: String, _ type: ValueType) -> Int? {
      source.fields.firstIndex { $0.name == name && $0.type == type }
    }
    switch source.name {
    case "clock": clock = clock ?? id
    case "sun": sun = sun ?? id
    case "weather": weather = weather ?? id
    case "location" where source.parameters.isEmpty:
      if let position = field("position", .position) {
        location = Location(source: id, position: position)
      }
    case "calendar" where source.parameters.isEmpty:
      let (free, busy) = (field("free", .duration), field("busy", .bool))
      if free != nil || busy != nil { calendar = Calendar(source: id, free: free, busy: busy) }
    default: break
    }
  }

  /// Looks at a table that a graph has; those of the prelude come first
  mutating func consider(_ table: Table, _ id: TableID) {
    func field(_ name: String) -> Int? {
      table.fields.firstIndex { $0.name == name && $0.type == .instant }
    }
    switch table.name {
    case "forecast": forecast = forecast ?? id
    case "agenda":
      let (begins, ends) = (field("begins"), field("ends"))
      if begins != nil || ends != nil { agenda = Agenda(table: id, begins: begins, ends: ends) }
    default: break
    }
  }
}

extension ConditionGraph {
  /// Adds a source, which may be well known
  package mutating func add(_ source: Source) -> SourceID {
    let id = SourceID(index: Int32(truncatingIfNeeded: sources.count))
    sources.append(source)
    wellKnown.consider(source, id)
    return id
  }

  /// Adds a table, which may be well known
  package mutating func add(_ table: Table) -> TableID {
    let id = TableID(index: Int32(truncatingIfNeeded: tables.count))
    tables.append(table)
    wellKnown.consider(table, id)
    return id
  }

  /// Finds the well-known sources and tables in a graph whose sources and tables were put together by hand
  ///
  /// - Complexity: O(*n*) in the sources, the tables and their fields.
  package mutating func findWellKnown() {
    wellKnown = WellKnown()
    for (index, source) in sources.enumerated() {
      wellKnown.consider(source, SourceID(index: Int32(truncatingIfNeeded: index)))
    }
    for (index, table) in tables.enumerated() {
      wellKnown.consider(table, TableID(index: Int32(truncatingIfNeeded: index)))
    }
  }

  package subscript(source: SourceID) -> Source {
    _read { yield sources[Int(source.index)] }
  }
  package subscript(table: TableID) -> Table {
    _read { yield tables[Int(table.index)] }
  }
  package subscript(request: RequestID) -> Request { requests[Int(request.index)] }
}
