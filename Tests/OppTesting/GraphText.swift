package import OppModel

/// A node and what is below it as one line of prefix notation, for tests that read graphs
///
/// `(and (== weather.sky clear) (in clock.time 12:00..13:00 timeOfDay))`. Constants are literals of
/// the language, in base units.
package struct GraphText {
  private let graph: ConditionGraph
  private let notation: ValueNotation

  package init(_ graph: ConditionGraph) {
    self.graph = graph
    self.notation = ValueNotation(schema: ValueSchema(graph))
  }

  /// A reported field of the weather that follows from others where it is unknown
  ///
  /// How it follows is for the tests of the weather to say; here it would hide all else.
  private func derivedField(_ condition: NodeID, _ reported: NodeID) -> String? {
    guard case .known(reported) = graph[condition].operation else { return nil }
    switch graph[reported].operation {
    case .reading, .rowField, .rowPart: return text(reported)
    default: return nil
    }
  }

  package func text(_ id: NodeID) -> String {
    let node = graph[id]
    switch node.operation {
    case .constant(let value): return notation.literal(value, type: node.type)
    case .clock(let field): return "clock.\(field)"
    case .period(let period, let isEnd): return "(\(period.name) \(isEnd ? "end" : "start"))"
    case .sunAngle(let angle, let place): return "(sun.\(angle) \(text(place)))"
    case .sun(let field, let place): return "(sun.\(field) \(text(place)))"
    case .reading(let request, let field): return reading(request, field)
    case .address(let operand): return call("address", [operand])
    case .nearest(let category, let from): return call("nearest", [category, from])
    case .rowField(let scope, let field):
      let table = graph.tables[Int(graph.scopes[Int(scope.index)].index)]
      return "#\(scope.index).\(table.fields[field].name)"
    case .row(let scope): return "#\(scope.index)"
    case .not(let operand): return call("not", [operand])
    case .and(let operands): return call("and", operands)
    case .or(let operands): return call("or", operands)
    case .conditional(let condition, let first, let second):
      if let field = derivedField(condition, first) { return "(derived \(field))" }
      return call("if", [condition, first, second])
    case .otherwise(let first, let second): return call("otherwise", [first, second])
    case .known(let operand): return call("known", [operand])
    case .lastKnown(let operand): return call("last-known", [operand])
    case .compare(let comparison, let left, let right):
      return call(comparison.sign, [left, right])
    case .inRange(let value, let low, let high, let kind):
      return "(in \(text(value)) \(text(low))..\(text(high)) \(kind))"
    case .element(let value, let list): return call("element", [value, list])
    case .arithmetic(let operation, let left, let right):
      return call("\(operation)", [left, right])
    case .unary(let function, let operand): return call("\(function)", [operand])
    case .part(let part, let operand): return call("\(part)-of", [operand])
    case .distance(let from, let to): return call("distance", [from, to])
    case .text(let pieces):
      let parts = pieces.map { piece in
        switch piece {
        case .literal(let text): ValueNotation.textLiteral(text)
        case .value(let node, nil): text(node)
        case .value(let node, let format?):
          "\(text(node)):\(format.decimals.map { ".\($0)" } ?? "")\(format.unit?.spelling ?? "")"
        }
      }
      return "(text \(parts.joined(separator: " ")))"
    case .apply(.placeName, let operands): return call("name-of", operands)
    case .apply(let function, let operands): return call("\(function)", operands)
    case .placePosition(let operand): return call("position-of", [operand])
    case .placeNamed(let operand, let name, let radius):
      let radius = radius.map { " within \(ValueNotation.jsonNumber($0))m" } ?? ""
      return "(place \(name.map(ValueNotation.textLiteral) ?? "-") \(text(operand))\(radius))"
    case .list(let elements): return call("list", elements)
    case .rowPart(let operand, let field):
      guard case .row(let table) = graph[operand].type else { return "(part ?)" }
      return "\(text(operand)).\(graph.tables[Int(table.index)].fields[field].name)"
    case .lasting(let operand, let seconds): return "(for \(text(operand)) \(seconds)s)"
    case .withinLast(let operand, let seconds): return "(within-last \(text(operand)) \(seconds)s)"
    case .withinNext(let operand, let seconds): return "(within-next \(text(operand)) \(seconds)s)"
    case .window(let function, let operand, let span):
      return "(\(function) \(text(operand)) \(self.span(span)))"
    case .began(let operand): return call("began", [operand])
    case .lastChange(let operand): return call("last-change", [operand])
    case .age(let operand): return call("age", [operand])
    case .occurrence(let start, let seconds): return "(occurrence \(text(start)) \(seconds)s)"
    case .latch(let condition, let end): return call("until", [condition, end])
    case .aggregate(.atLeast(let least), let query): return "(at-least \(least) \(rows(query)))"
    case .aggregate(let aggregate, let query): return "(\(aggregate) \(rows(query)))"
    case .aggregateList(.atLeast(let least), let list): return call("at-least \(least)", [list])
    case .aggregateList(let aggregate, let list): return call("\(aggregate)", [list])
    case .places(let list, _): return "(places \(text(list)))"
    case .gaps(let query):
      let daily = query.daily.map { " daily \($0.start)..\($0.end)" } ?? ""
      return "(gaps \(query.operands.map(text).joined(separator: " "))\(daily))"
    }
  }

  /// `agenda#0 where … : value`
  package func rows(_ query: RowQuery) -> String {
    var result = "\(graph.tables[Int(query.table.index)].name)#\(query.scope.index)"
    if let predicate = query.predicate { result += " where \(text(predicate))" }
    if let value = query.value { result += " : \(text(value))" }
    return result
  }

  private func reading(_ request: RequestID, _ field: Int) -> String {
    let request = graph.requests[Int(request.index)]
    let source = graph.sources[Int(request.source.index)]
    var arguments = ""
    if request.arguments.contains(where: { $0 != nil }) {
      let parts = request.arguments.map { $0.map(text) ?? "_" }
      arguments = "(\(parts.joined(separator: ", ")))"
    }
    return "\(source.name)\(arguments).\(source.fields[field].name)"
  }

  private func span(_ span: OppModel.Span) -> String {
    switch span {
    case .last(let seconds): "last \(seconds)s"
    case .next(let seconds): "next \(seconds)s"
    case .since(let node): "since \(text(node))"
    }
  }

  private func call(_ name: String, _ operands: [NodeID]) -> String {
    "(\(([name] + operands.map(text)).joined(separator: " ")))"
  }
}

extension GraphText {
  /// A rule, one clause a line
  package func text(_ rule: Rule) -> String {
    var lines = ["opp \(ValueNotation.textLiteral(rule.name))"]
    if let rows = rule.rows { lines.append("for each \(self.rows(rows))") }
    for event in rule.events { lines.append("on \(text(event))") }
    if let condition = rule.condition { lines.append("when \(text(condition))") }
    if let message = rule.text { lines.append("notify \(text(message))") }
    if let recipient = rule.recipient { lines.append("to \(text(recipient))") }
    for item in rule.payload { lines.append("with \(item.name): \(text(item.node))") }
    if let record = rule.record {
      let table = graph.tables[Int(record.table.index)]
      let values = zip(table.fields, record.values).map { "\($0.name): \($1.map(text) ?? "-")" }
      lines.append("record \(table.name) { \(values.joined(separator: ", ")) }")
    }
    if let colour = rule.colour { lines.append("colour \(text(colour))") }
    if let limit = rule.limit {
      let all = limit.isInAll ? " in all" : ""
      lines.append("at most \(limit.count) per \(limit.period)\(all)")
    }
    if let repetition = rule.repetition { lines.append("again every \(repetition)s") }
    if rule.snooze != 3600 { lines.append("snooze \(rule.snooze)s") }
    if let expires = rule.expires { lines.append("expires \(expires)s") }
    if rule.isUrgent { lines.append("urgent") }
    if rule.isDisabled { lines.append("disabled") }
    return lines.joined(separator: "\n")
  }

  private func text(_ event: Event) -> String {
    switch event {
    case .becomes(let node): "becomes \(text(node))"
    case .timeOfDay(let node): "time \(text(node))"
    case .sun(let field, let place, let offset): "sun.\(field) \(text(place)) \(offset)s"
    case .instant(let node): "instant \(text(node))"
    case .every(let seconds): "every \(seconds)s"
    case .changes(let node): "changes \(text(node))"
    case .rowAdded: "row added"
    case .rowRemoved: "row removed"
    }
  }
}
