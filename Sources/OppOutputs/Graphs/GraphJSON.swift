internal import OppJSON
package import OppModel
internal import OppSemantics

/// The condition graph as JSON, one node a line
///
/// ```json
/// {"format":"opp-graph","version":1,
/// "settings":{…},"enums":[…],"sources":[…],"tables":[…],"requests":[…],"scopes":[…],
/// "nodes":[
/// {"id":0,"operation":"reading","type":"Temperature","request":0,"field":"temp"},
/// {"id":1,"operation":"constant","type":"Temperature","value":30},
/// {"id":2,"operation":"compare","type":"Bool","comparison":">","operands":[0,1]}
/// ],
/// "rules":[
/// {"name":"Hot","events":[],"condition":2,…}
/// ]}
/// ```
///
/// Nodes are in dependency order, and refer to others by `id`. Keys have a fixed order; those that say
/// nothing (no scopes, no limit) are left out.
///
/// An id is the index in its list: node 2 is the third line of `nodes`, `"scopes":[0]` the first of `scopes`.
package struct GraphJSON {
  package let graph: ConditionGraph

  /// The names of types, such as `[Weekday]`
  private let names: TypeNames

  /// The JSON of values: quantities in base units, cases of enums by their names
  private let notation: ValueNotation

  package init(graph: ConditionGraph) {
    self.graph = graph
    names = TypeNames(graph)
    notation = ValueNotation(schema: ValueSchema(graph))
  }

  /// The whole document, in lines
  ///
  /// One entry a line, so that two graphs can be compared line by line.
  package var lines: [String] {
    var lines = [#"{"format":"opp-graph","version":1,"#]
    lines.append(#""settings":"# + settings + ",")
    lines += section("enums", graph.enumerations.map(object))
    lines += section("sources", graph.sources.map(object))
    lines += section("tables", graph.tables.map(object))
    lines += section("requests", graph.requests.map(object))
    lines += section("scopes", graph.scopes.map(scope))
    lines += section("nodes", graph.nodes.indices.map(node))
    lines += section("rules", graph.rules.map(object), isLast: graph.charts.isEmpty)
    if !graph.charts.isEmpty {
      lines += section("charts", graph.charts.map(object), isLast: true)
    }
    return lines
  }

  /// A list of entries, one a line: `"enums":[`, the entries with commas between, `],`
  ///
  /// An empty one is `"enums":[],` on one line. The last one also closes the document.
  private func section(_ name: String, _ entries: [String], isLast: Bool = false) -> [String] {
    if entries.isEmpty { return ["\"\(name)\":[]" + (isLast ? "}" : ",")] }
    let body = entries.enumerated().map { $1 + ($0 == entries.count - 1 ? "" : ",") }
    return ["\"\(name)\":["] + body + [isLast ? "]}" : "],"]
  }

  /// `{"zone":"Europe/Berlin","clock":"24h","quiet":[79200,25200]}`; quiet hours in seconds of the day, a condition as its node
  private var settings: String {
    JSONText.object { json in
      if let zone = graph.settings.zone { json.member("zone", string: zone) }
      if !graph.settings.addresses.isEmpty { json.member("me", strings: graph.settings.addresses) }
      json.member("clock", string: graph.settings.usesTwelveHourClock ? "12h" : "24h")
      if graph.settings.units != .metric {
        json.member("units", string: graph.settings.units.name)
      }
      if let quiet = graph.settings.quietHours {
        json.member("quiet", raw: "[\(quiet.start),\(quiet.end)]")
      } else if let quiet = graph.settings.quiet {
        json.member("quiet", raw: "\(quiet.index)")
      }
    }
  }

  /// `{"name":"Sky","cases":[["clear","sunny"],["clouds","cloudy"]]}`: all names of a case, the first one its own
  private func object(_ enumeration: Enumeration) -> String {
    JSONText.object { json in
      json.member("name", string: enumeration.name)
      json.key("cases")
      json.array { array in
        for names in enumeration.cases {
          array.array { inner in names.forEach { inner.string($0) } }
        }
      }
      if enumeration.isOrdered { json.member("ordered", raw: "true") }
    }
  }

  /// `{"name":"calendar","parameters":[],"fresh":3600,"cost":1,"fields":[{"name":"free","type":"Duration"},…]}`
  private func object(_ source: Source) -> String {
    JSONText.object { json in
      json.member("name", string: source.name)
      add("parameters", source.parameters, &json)
      if let freshness = source.freshness { json.member("fresh", raw: "\(freshness)") }
      json.member("cost", raw: ValueNotation.jsonNumber(source.cost))
      add("fields", source.fields, &json)
    }
  }

  /// `{"name":"chores","by":["id"],"fields":[{"name":"id","type":"Text"},{"name":"done","type":"Bool"}]}`
  private func object(_ table: Table) -> String {
    JSONText.object { json in
      json.member("name", string: table.name)
      json.member("by", strings: table.key.map { table.fields[$0].name })
      if let freshness = table.freshness { json.member("fresh", raw: "\(freshness)") }
      add("fields", table.fields, &json)
    }
  }

  /// `{"source":"weather","arguments":[null]}`: the nodes of the arguments, null for a default
  private func object(_ request: Request) -> String {
    JSONText.object { json in
      json.member("source", string: graph.sources[Int(request.source.index)].name)
      json.key("arguments")
      json.array { array in
        for argument in request.arguments { array.raw(argument.map { "\($0.index)" } ?? "null") }
      }
    }
  }

  /// `{"table":"chores"}`
  private func scope(over table: TableID) -> String {
    JSONText.object { json in json.member("table", string: name(of: table)) }
  }

  /// Adds a list of fields, each with its name and type
  private func add(_ key: String, _ fields: [Field], _ json: inout JSONText) {
    json.key(key)
    json.array { array in
      for field in fields {
        array.object { object in
          object.member("name", string: field.name)
          object.member("type", string: names.name(of: field.type))
        }
      }
    }
  }

  /// The name of a table by its index in the graph
  private func name(of table: TableID) -> String { graph.tables[Int(table.index)].name }
}

// MARK: - Nodes

extension GraphJSON {
  /// A node with its own keys, then the nodes and scopes that it refers to
  ///
  /// ```json
  /// {"id":13,"operation":"reading","type":"Position","request":0,"field":"position"}
  /// {"id":14,"operation":"row field","type":"Bool","scope":0,"field":"done","scopes":[0]}
  /// {"id":16,"operation":"any","type":"Bool","query":{"table":"chores","scope":0,"predicate":15}}
  /// {"id":22,"operation":"text","type":"Text","pieces":["Go ",21]}
  /// {"id":30,"operation":"in range","type":"Bool","kind":"cyclic","operands":[29,4,6]}
  /// ```
  private func node(_ index: Int) -> String {
    let node = graph.nodes[index]
    return JSONText.object { json in
      json.member("id", raw: "\(index)")
      describe(node, &json)
      let operands = operands(of: node.operation)
      if !operands.isEmpty {
        json.member("operands", raw: "[\(operands.map { "\($0.index)" }.joined(separator: ","))]")
      }
      if !node.scopes.isEmpty {
        json.member("scopes", raw: "[\(node.scopes.map { "\($0.index)" }.joined(separator: ","))]")
      }
    }
  }

  /// The operands that are written as a list; those of a text and of a query have keys of their own
  private func operands(of operation: Operation) -> [NodeID] {
    switch operation {
    case .text, .aggregate, .reading: return []
    default:
      var operands: [NodeID] = []
      graph.forEachOperand(of: operation) { operands.append($0) }
      return operands
    }
  }

  /// Adds the operation, the type, and the parts of the operation besides its operands
  private func describe(_ node: Node, _ json: inout JSONText) {
    let words = node.operation.words
    json.member("operation", string: words.name)
    json.member("type", string: names.name(of: node.type))
    if let (key, word) = words.detail { json.member(key, string: word) }
    if let seconds = words.seconds { json.member("seconds", raw: "\(seconds)") }
    // Operations that have nothing but operands need no more.
    switch node.operation {
    case .constant(let value):
      json.member("value", raw: notation.json(value, type: node.type))
    case .reading(let request, let field):
      let source = graph.sources[Int(graph.requests[Int(request.index)].source.index)]
      json.member("request", raw: "\(request.index)")
      json.member("field", string: source.fields[field].name)
    case .rowField(let scope, let field):
      let table = graph.tables[Int(graph.scopes[Int(scope.index)].index)]
      json.member("scope", raw: "\(scope.index)")
      json.member("field", string: table.fields[field].name)
    case .row(let scope): json.member("scope", raw: "\(scope.index)")
    case .rowPart(let row, let field):
      if case .row(let table) = graph[row].type {
        json.member("field", string: graph.tables[Int(table.index)].fields[field].name)
      }
    case .placeNamed(_, let name, let radius):
      if let name { json.member("name", string: name) }
      if let radius { json.member("radius", raw: ValueNotation.jsonNumber(radius)) }
    case .text(let pieces): add(pieces, &json)
    case .aggregate(_, let query):
      json.key("query")
      json.object { add(query, &$0) }
    default: break
    }
  }

  /// Adds the pieces of a text: literals as strings, values as the ids of their nodes, or with their formats
  private func add(_ pieces: [TextPiece], _ json: inout JSONText) {
    json.key("pieces")
    json.array { array in
      for piece in pieces {
        switch piece {
        case .literal(let text): array.string(text)
        case .value(let node, nil): array.raw("\(node.index)")
        case .value(let node, let format?):
          array.object { object in
            object.member("value", raw: "\(node.index)")
            if let decimals = format.decimals { object.member("decimals", raw: "\(decimals)") }
            if let unit = format.unit { object.member("unit", string: unit.spelling) }
          }
        }
      }
    }
  }

  /// Adds the keys of a query; `predicate` and `value` only if it has one
  private func add(_ query: RowQuery, _ json: inout JSONText) {
    json.member("table", string: name(of: query.table))
    json.member("scope", raw: "\(query.scope.index)")
    if let predicate = query.predicate { json.member("predicate", raw: "\(predicate.index)") }
    if let value = query.value { json.member("value", raw: "\(value.index)") }
  }
}

// MARK: - Rules

extension GraphJSON {
  /// An Opp with the ids of its nodes
  ///
  /// ```json
  /// {"name":"A","events":[],"condition":20,"text":22,"to":23,"at_most":{"count":2,"per":"day"},"snooze":3600,…}
  /// {"name":"B","events":[{"event":"sun","field":"sunset","place":25,"offset":-1800}],"condition":31,…}
  /// {"name":"R","events":[{"event":"time","node":34}],"record":{"table":"chores","values":[23,35]},"snooze":3600}
  /// ```
  private func object(_ rule: Rule) -> String {
    JSONText.object { json in
      json.member("name", string: rule.name)
      if let rows = rule.rows {
        json.key("rows")
        json.object { add(rows, &$0) }
      }
      // The occasions at which it fires, then its words and actions, then its limits.
      json.key("events")
      json.array { array in
        for event in rule.events { array.object { add(event, &$0) } }
      }
      add("condition", rule.condition, &json)
      add("text", rule.text, &json)
      add("to", rule.recipient, &json)
      if !rule.payload.isEmpty {
        json.key("with")
        json.object { object in
          for entry in rule.payload { object.member(entry.name, raw: "\(entry.node.index)") }
        }
      }
      if let record = rule.record { add(record, &json) }
      if let colour = graph.constantColour(of: rule) {
        json.member("colour", string: Colour.text(colour))
      } else {
        add("colour", rule.colour, &json)
      }
      if let limit = rule.limit {
        json.key("at_most")
        json.object { object in
          object.member("count", raw: "\(limit.count)")
          object.member("per", raw: period(limit.period))
          if limit.isInAll { object.member("in_all", raw: "true") }
        }
      }
      if let repetition = rule.repetition { json.member("again_every", raw: "\(repetition)") }
      if let span = rule.repetitionSpan { json.member("again_for", raw: "\(span)") }
      json.member("snooze", raw: "\(rule.snooze)")
      if let expires = rule.expires { json.member("expires", raw: "\(expires)") }
      if rule.isUrgent { json.member("urgent", raw: "true") }
      if rule.isDisabled { json.member("disabled", raw: "true") }
    }
  }

  /// A chart with the ids of its nodes, if there are any in a rule set
  ///
  /// ```json
  /// {"name":"Kilometres","rows":{"table":"trips","scope":0,"predicate":31,"value":29},"value":36,"per":"week","last":52}
  /// ```
  private func object(_ chart: Chart) -> String {
    JSONText.object { json in
      json.member("name", string: chart.name)
      if let rows = chart.rows {
        json.key("rows")
        json.object { add(rows, &$0) }
      }
      json.member("value", raw: "\(chart.value.index)")
      add("value_at_end", chart.valueAtEnd, &json)
      json.member("per", string: chart.period.name)
      json.member("last", raw: "\(chart.count)")
    }
  }

  /// Adds the id of a node if there is one
  private func add(_ key: String, _ node: NodeID?, _ json: inout JSONText) {
    if let node { json.member(key, raw: "\(node.index)") }
  }

  /// Adds the record: a value for each field of the table in its order, null for one that is left out
  private func add(_ record: RecordAction, _ json: inout JSONText) {
    json.key("record")
    json.object { object in
      object.member("table", string: name(of: record.table))
      object.key("values")
      object.array { array in
        for value in record.values { array.raw(value.map { "\($0.index)" } ?? "null") }
      }
    }
  }

  /// The period of `at most`: a word, a number of seconds, or null for `at most once` without a period
  private func period(_ period: RateLimit.Period) -> String {
    switch period {
    case .hour: "\"hour\""
    case .day: "\"day\""
    case .week: "\"week\""
    case .month: "\"month\""
    case .seconds(let seconds): "\(seconds)"
    case .ever: "null"
    }
  }

  /// Adds the kind of an event, and the node that it reads; `offset` is in seconds, negative before the sun's
  private func add(_ event: Event, _ json: inout JSONText) {
    switch event {
    case .becomes(let node): addEvent("becomes", node, &json)
    case .timeOfDay(let node): addEvent("time", node, &json)
    case .instant(let node): addEvent("instant", node, &json)
    case .changes(let node): addEvent("changes", node, &json)
    case .sun(let field, let place, let offset):
      addEvent("sun", nil, &json)
      json.member("field", string: field.name)
      json.member("place", raw: "\(place.index)")
      json.member("offset", raw: "\(offset)")
    case .every(let seconds):
      addEvent("every", nil, &json)
      json.member("seconds", raw: "\(seconds)")
    case .rowAdded: addEvent("row added", nil, &json)
    case .rowRemoved: addEvent("row removed", nil, &json)
    }
  }

  /// Adds the name of an event, and its node if it has one
  private func addEvent(_ name: String, _ node: NodeID?, _ json: inout JSONText) {
    json.member("event", string: name)
    add("node", node, &json)
  }
}
