internal import OppModel

/// The indices that what a graph refers to has in the union with another graph
struct Translation {
  /// A source or table of the union, and where the fields of the translated graph stand in it
  struct Schema<ID> {
    let id: ID
    var fields: [Int]
  }

  struct Enumeration {
    let id: EnumerationID

    /// The case of the union for each case
    let cases: [Int]
  }

  /// The graph that is translated
  let graph: ConditionGraph
  var enumerations: [Enumeration] = []
  var tables: [Schema<TableID>] = []
  var sources: [Schema<SourceID>] = []
  var scopes: [ScopeID] = []
  var requests: [RequestID?] = []

  /// By the nodes translated so far
  var nodes: [NodeID] = []

  init(of graph: ConditionGraph) {
    self.graph = graph
  }

  func node(_ old: NodeID) -> NodeID { nodes[Int(old.index)] }

  func scope(_ old: ScopeID) -> ScopeID { scopes[Int(old.index)] }

  func type(_ old: ValueType) -> ValueType {
    switch old {
    case .enumeration(let id): .enumeration(enumerations[Int(id.index)].id)
    case .row(let id): .row(tables[Int(id.index)].id)
    case .list(let element): .list(type(element))
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .timeOfDay, .date, .instant, .weekday, .month, .position,
      .place, .colour:
      old
    }
  }

  func field(_ old: Field) -> Field { Field(name: old.name, type: type(old.type)) }

  func value(_ old: Value, of oldType: ValueType) -> Value {
    switch (old, oldType) {
    case (.scalar(let number), .enumeration(let id)):
      let cases = enumerations[Int(id.index)].cases
      guard let index = Int(exactly: number), cases.indices.contains(index) else { return old }
      return .scalar(Double(cases[index]))
    case (.list(let elements), .list(let element)):
      return .list(elements.map { value($0, of: element) })
    case (.row(let row), _) where tables.indices.contains(Int(row.table.index)):
      return .row(RowID(table: tables[Int(row.table.index)].id, key: row.key))
    case (.truth, _), (.scalar, _), (.text, _), (.position, _), (.place, _), (.list, _), (.row, _):
      return old
    }
  }

  func values(_ old: [Value?], of parameters: [Field]) -> [Value?] {
    zip(old, parameters).map { old, parameter in old.map { value($0, of: parameter.type) } }
  }

  /// An operation over the translated operands, but for readings, whose requests are the union's
  func operation(_ old: Operation, _ oldType: ValueType) -> Operation {
    switch old {
    case .constant(let value): .constant(self.value(value, of: oldType))
    case .clock, .reading: old
    case .sun(let field, let place): .sun(field, place: node(place))
    case .address(let text): .address(node(text))
    case .nearest(let category, let from): .nearest(category: node(category), from: node(from))
    case .rowField(let scope, let field):
      .rowField(self.scope(scope), field: place(field, in: scope))
    case .row(let scope): .row(self.scope(scope))
    case .not(let operand): .not(node(operand))
    case .and(let operands): .and(operands.map(node))
    case .or(let operands): .or(operands.map(node))
    case .conditional(let condition, let first, let second):
      .conditional(if: node(condition), then: node(first), else: node(second))
    case .otherwise(let first, let second): .otherwise(node(first), node(second))
    case .known(let operand): .known(node(operand))
    case .lastKnown(let operand): .lastKnown(node(operand))
    case .compare(let comparison, let left, let right):
      .compare(comparison, node(left), node(right))
    case .inRange(let value, let low, let high, let kind):
      .inRange(node(value), low: node(low), high: node(high), kind: kind)
    case .element(let value, let list): .element(node(value), of: node(list))
    case .containsText(let text, let part): .containsText(node(text), node(part))
    case .arithmetic(let arithmetic, let left, let right):
      .arithmetic(arithmetic, node(left), node(right))
    case .unary(let function, let operand): .unary(function, node(operand))
    case .part(let part, let operand): .part(part, node(operand))
    case .distance(let from, let to): .distance(node(from), node(to))
    case .text(let pieces): .text(pieces.map(piece))
    case .textFunction(let function, let operand): .textFunction(function, node(operand))
    case .placeName(let operand): .placeName(node(operand))
    case .placePosition(let operand): .placePosition(node(operand))
    case .placeNamed(let operand, let name, let radius):
      .placeNamed(node(operand), name: name, radius: radius)
    case .list(let elements): .list(elements.map(node))
    case .rowPart(let row, let field): .rowPart(node(row), field: place(field, ofRow: row))
    case .lasting(let operand, let seconds): .lasting(node(operand), seconds: seconds)
    case .withinLast(let operand, let seconds): .withinLast(node(operand), seconds: seconds)
    case .withinNext(let operand, let seconds): .withinNext(node(operand), seconds: seconds)
    case .window(let function, let operand, let span):
      .window(function, node(operand), self.span(span))
    case .began(let operand): .began(node(operand))
    case .aggregate(let aggregate, let query): .aggregate(aggregate, self.query(query))
    case .aggregateList(let aggregate, let list): .aggregateList(aggregate, node(list))
    }
  }

  private func piece(_ old: TextPiece) -> TextPiece {
    switch old {
    case .literal: old
    case .value(let operand): .value(node(operand))
    }
  }

  private func span(_ old: Span) -> Span {
    switch old {
    case .last, .next: old
    case .since(let start): .since(node(start))
    }
  }

  func query(_ old: RowQuery) -> RowQuery {
    RowQuery(
      scope: scope(old.scope), table: tables[Int(old.table.index)].id,
      predicate: old.predicate.map(node), value: old.value.map(node))
  }

  private func place(_ field: Int, in scope: ScopeID) -> Int {
    tables[Int(graph.scopes[Int(scope.index)].index)].fields[field]
  }

  private func place(_ field: Int, ofRow row: NodeID) -> Int {
    guard case .row(let table) = graph[row].type else { return field }
    return tables[Int(table.index)].fields[field]
  }
}
