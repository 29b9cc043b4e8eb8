package import OppModel

extension UnknownReason {
  /// The reason in words, such as `weather.temp: no reading yet`
  package func message(in graph: ConditionGraph, zone: Zone) -> String {
    switch self {
    case .noReading(let source, let field): name(source, field, graph) + ": no reading yet"
    case .stale(let source, let field, let since):
      name(source, field, graph) + ": stale since " + written(since, zone)
    case .missing(let source, let field, let at):
      name(source, field, graph) + ": the reading of " + written(at, zone) + " did not have it"
    case .neverRead(let source, let field): name(source, field, graph) + ": never read"
    case .unavailable(let source, let field, let reason):
      name(source, field, graph) + ": " + reason
    case .unknownTable(let table, let reason):
      name(table, graph) + ": " + (reason ?? "no reading yet")
    case .rowWithoutField(let table, let field):
      name(table, graph) + "." + fieldName(table, field, graph) + ": the row does not say"
    case .missingRow(let table): name(table, graph) + ": the row is not there"
    case .noRows(let table): name(table, graph) + ": no rows"
    case .emptyList: "the list is empty"
    case .noSuchAddress(let text): "no such address: " + text
    case .addressNotFoundYet(let text): "the address has not been looked up yet: " + text
    case .placesNotFoundYet(let category):
      "nothing is known yet of places of the category " + category
    case .notLookedUp(let subject, let reason): Self.lookedUp(subject) + ": " + reason
    case .noPlace(let category): "no place is known of the category " + category
    case .sunDoesNotCross(let field): Self.sunWords(field)
    case .dividedByZero: "divided by zero"
    case .fractionOfADay: "a date is moved by whole days only"
    case .notANumber: "there is no finite result"
    case .beyondCalendar: "the result is not in the years 1 to 9999"
    case .beforeMemory: "it depends on a time before the recording begins"
    case .unknownAt(let instant): "it was unknown at " + written(instant, zone)
    case .rowWasAway(let table, let instant):
      "it depends on " + written(instant, zone) + ", when the row was not in `" + name(table, graph)
        + "`"
    case .notCountedAt(let instant): "it was unknown or below 0 at " + written(instant, zone)
    case .tooLargeToAddUp(let instant):
      instant.map { "at " + written($0, zone) + " it was too large to be added up" }
        ?? "a number is too large to be added up"
    case .neverTrue: "it has not been true yet"
    case .notBegun: "its start is still to come"
    }
  }

  /// `the address Nowhere`, `places of the category cafe`
  private static func lookedUp(_ subject: FetchKey) -> String {
    switch subject {
    case .address(let text): "the address " + text
    case .places(let category): "places of the category " + category
    case .source, .table: "it"
    }
  }

  /// The absence of a quantity of the sun, in words
  private static func sunWords(_ field: SunField) -> String {
    switch field {
    case .sunrise: "the sun does not rise here today"
    case .sunset: "the sun does not set here today"
    case .dawn: "there is no dawn here today"
    case .dusk: "there is no dusk here today"
    case .solarNoon: "there is no solar noon here today"
    case .daylight: "it is not known whether the sun is up here"
    }
  }

  /// `weather.temp`; `?` for a source that the graph does not have
  private func name(_ source: SourceID, _ field: Int, _ graph: ConditionGraph) -> String {
    guard graph.sources.has(source) else { return "?" }
    let declared = graph.sources[source]
    guard declared.fields.indices.contains(field) else { return declared.name }
    return declared.name + "." + declared.fields[field].name
  }

  /// `tasks`; `?` for a table that the graph does not have
  private func name(_ table: TableID, _ graph: ConditionGraph) -> String {
    graph.tables.has(table) ? graph.tables[table].name : "?"
  }

  /// `cost`; `?` for a field that the table does not have
  private func fieldName(_ table: TableID, _ field: Int, _ graph: ConditionGraph) -> String {
    guard graph.tables.has(table), graph.tables[table].fields.indices.contains(field) else {
      return "?"
    }
    return graph.tables[table].fields[field].name
  }

  /// `2026-06-21T12:00` by the wall clock, with seconds unless they are 0
  private func written(_ instant: Instant, _ zone: Zone) -> String {
    let local = zone.local(at: instant)
    let text = local.iso8601
    return local.second == 0 ? String(text.unicodeScalars.dropLast(3)) : text
  }
}
