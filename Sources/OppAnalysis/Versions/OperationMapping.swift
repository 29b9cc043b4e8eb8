internal import OppModel

/// The counterparts, in another graph, of all that an operation refers to
///
/// Both copies of a graph use it: ``Translation``, into a union with another rule set's declarations, and
/// ``GraphExcerpt``, into a smaller graph with the same ones. Operands alone are replaced by the
/// operation itself; operations that refer to more are in ``operation(_:_:)``.
///
/// - Requires: each id that is given was translated before, since operands precede the nodes made of them.
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
    if case .constant(let value) = old { return .constant(self.value(value, of: oldType)) }
    if case .reading(let request, let field) = old {
      return .reading(self.request(request), field: self.field(field, of: request))
    }
    if case .rowField(let scope, let field) = old {
      return .rowField(self.scope(scope), field: self.field(field, in: scope))
    }
    if case .row(let scope) = old { return .row(self.scope(scope)) }
    if case .rowPart(let row, let field) = old {
      return .rowPart(node(row), field: self.field(field, ofRow: row))
    }
    if case .aggregate(let aggregate, let query) = old {
      return .aggregate(
        aggregate,
        RowQuery(
          scope: scope(query.scope), table: table(query.table),
          predicate: query.predicate.map(node), value: query.value.map(node)))
    }
    if case .gaps(let query) = old { return .gaps(query.with(table: table(query.table), node)) }
    if case .places(let list, let table) = old {
      return .places(node(list), table: self.table(table))
    }
    return old.mapOperands(node)
  }
}
