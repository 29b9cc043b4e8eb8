internal import OppModel

/// The laws that the prelude promises of its own fields
///
/// They are those of its lines `Always: …`; a test holds the two together.
///
/// ```
/// weather.humidity, weather.clouds, device.battery       0 to 100 percent
/// weather.wind, weather.rain, location.speed …           never below 0
/// calendar.free                                          0 to 3650 days, in seconds
/// ```
///
/// A source of a rule set that is named `weather` may have any values, and a table that is named `agenda` any rows, so
/// both are recognised by more than a name.
enum PreludeLaws {
  /// The values that a field of the prelude may have; `nil` if nothing is promised
  ///
  /// - Returns: the law, so that a proof can name it, and the values in base units.
  static func domain(
    of node: NodeID, in graph: ConditionGraph
  ) -> (Axiom.Law, IntervalSet)? {
    guard case .reading(let request, let field) = graph[node].operation,
      let source = source(of: request, in: graph), source.fields.indices.contains(field)
    else { return nil }
    switch (source.name, source.fields[field].name) {
    case ("weather", "humidity"), ("weather", "clouds"), ("device", "battery"):
      return (.percentage, .closed(0, 100))
    case ("weather", "wind"), ("weather", "gust"), ("weather", "rain"), ("weather", "snow"),
      ("weather", "visibility"), ("weather", "pressure"), ("weather", "uv"),
      ("location", "accuracy"),
      ("location", "speed"), ("resort", "new_snow"), ("resort", "base"), ("resort", "lifts_open"),
      ("stock", "count"):
      return (.notNegative, .above(.zero, including: true))
    case ("calendar", "free"):
      return (.freeLimit, .closed(0, 3650 * 86_400))
    default: return nil
    }
  }

  /// The source of a request if it is one of the prelude's, not one of that name of the rule set
  ///
  /// The prelude's declarations come first, so theirs is the first source of the name.
  static func source(of request: RequestID, in graph: ConditionGraph) -> Source? {
    let index = Int(graph.requests[Int(request.index)].source.index)
    let source = graph.sources[index]
    guard graph.sources.firstIndex(where: { $0.name == source.name }) == index,
      fields[source.name] == source.fields.count
    else { return nil }
    return source
  }

  /// The table of a scope if it is one of the prelude's, not one of that name of the rule set
  ///
  /// A row of a table of the rule set may end before it begins.
  static func table(of scope: ScopeID, in graph: ConditionGraph) -> Table? {
    let id = graph.scopes[Int(scope.index)]
    let table = graph[id]
    // The prelude's declarations come first.
    guard graph.tables.firstIndex(where: { $0.name == table.name }) == Int(id.index),
      tableFields[table.name] == table.fields.count
    else { return nil }
    return table
  }

  /// The number of fields of the prelude's tables with a promise, by which they are recognised
  private static let tableFields = ["agenda": 7, "forecast": 8, "happenings": 7]

  /// The number of fields of the prelude's sources, by which they are recognised
  private static let fields = [
    "weather": 15, "device": 3, "location": 3, "resort": 3, "stock": 3, "calendar": 2,
  ]
}
