internal import OppModel

/// The counterparts, in another graph, of all that an operation refers to
///
/// Both copies of a graph use it: ``Translation``, into a union with another rule set's declarations, and
/// ``GraphExcerpt``, into a smaller graph with the same ones. A new operation is copied in ``operation(_:_:)`` alone.
///
/// - Requires: each id that is given was translated before, since operands precede what is made of them.
protocol OperationMapping {
  /// A node, which was translated before
  func node(_ old: NodeID) -> NodeID

  /// A request of a source
  func request(_ old: RequestID) -> RequestID

  /// The rows that `where` or `for each` ranges over
  func scope(_ old: ScopeID) -> ScopeID

  /// The table of a query
  func table(_ old: TableID) -> TableID

  /// A constant; of an enum, the index of the case may be another one
  func value(_ old: Value, of type: ValueType) -> Value

  /// A field of a request's source
  func field(_ old: Int, of request: RequestID) -> Int

  /// A field of the row that a scope ranges over
  func field(_ old: Int, in scope: ScopeID) -> Int

  /// A field of a row value
  func field(_ old: Int, ofRow row: NodeID) -> Int
}

/// A graph with the same declarations: only nodes and requests have other indices
extension OperationMapping {
  func scope(_ old: ScopeID) -> ScopeID { old }
  func table(_ old: TableID) -> TableID { old }
  func value(_ old: Value, of type: ValueType) -> Value { old }
  func field(_ old: Int, of request: RequestID) -> Int { old }
  func field(_ old: Int, in scope: ScopeID) -> Int { old }
  func field(_ old: Int, ofRow row: NodeID) -> Int { old }
}

extension OperationMapping {
  /// The operation of the other graph that does the same
  func operation(_ old: Operation, _ oldType: ValueType) -> Operation {
    switch old {
    case .constant(let value): .constant(self.value(value, of: oldType))
    case .clock: old
    case .reading(let request, let field):
      .reading(self.request(request), field: self.field(field, of: request))
    case .sun(let field, let place): .sun(field, place: node(place))
    case .address(let text): .address(node(text))
    case .nearest(let category, let from): .nearest(category: node(category), from: node(from))
    case .rowField(let scope, let field):
      .rowField(self.scope(scope), field: self.field(field, in: scope))
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
    case .rowPart(let row, let field): .rowPart(node(row), field: self.field(field, ofRow: row))
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

  /// A piece of a text: its value is an operand, its literal is copied
  private func piece(_ old: TextPiece) -> TextPiece {
    switch old {
    case .literal: old
    case .value(let operand): .value(node(operand))
    }
  }

  /// A span of time: only `since` has an operand
  private func span(_ old: Span) -> Span {
    switch old {
    case .last, .next: old
    case .since(let start): .since(node(start))
    }
  }

  /// A query over the rows of a table, with its predicate and value
  private func query(_ old: RowQuery) -> RowQuery {
    RowQuery(
      scope: scope(old.scope), table: table(old.table),
      predicate: old.predicate.map(node), value: old.value.map(node))
  }
}
