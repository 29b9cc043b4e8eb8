internal import OppModel
internal import OppSyntax

/// Makes lists of rows in an order, and rows of such lists
///
/// An order is a function of lists: the values of all rows, in the order of their keys, and of each row the value that it is
/// ordered by. So only a function that asks for the order depends on these.
///
/// ```
/// (tasks by due).title        (ordered (collect tasks#0 : #0.title) (collect tasks#0 : #0.due) false)
/// first(tasks by due)         (first tasks#0 where (element #0 (firstFew (ordered …) 1)))
/// distinct(trips each mode)   (distinct (collect trips#0 : #0.mode))
/// ```
struct RowLists: CheckerPart {
  let checker: Checker

  /// The greatest number of rows that `first` can be asked for
  private static let limit = 1_000_000

  // MARK: Lists

  /// The values of rows, or the rows themselves, in their order
  func values(of rows: CheckedRows) -> NodeID { list(rows, rows.value, rows.element, rows.order) }

  /// The values of rows, for functions that do not look at their order
  func valuesInAnyOrder(of rows: CheckedRows) -> NodeID { list(rows, rows.value, rows.element, []) }

  /// The rows themselves, in their order, without a value of each
  private func rowsInOrder(_ rows: CheckedRows) -> NodeID {
    var all = rows
    all.isDistinct = false
    return list(all, nil, .row(rows.table), rows.order)
  }

  /// A list of the value of each row, ordered
  private func list(
    _ rows: CheckedRows, _ value: NodeID?, _ element: ValueType, _ order: [RowOrder]
  ) -> NodeID {
    var node = collected(rows, value, element)
    if !order.isEmpty {
      var operands = [node]
      for order in order {
        operands.append(collected(rows, order.key, builder.type(of: order.key)))
        operands.append(builder.constant(.truth(order.isDescending), .bool))
      }
      node = builder.node(.apply(.ordered, operands), .list(element))
    }
    return rows.isDistinct ? builder.node(.apply(.distinct, [node]), .list(element)) : node
  }

  /// A list of the value of each row, in the order of the keys
  private func collected(_ rows: CheckedRows, _ value: NodeID?, _ element: ValueType) -> NodeID {
    let query = RowQuery(
      scope: rows.scope, table: rows.table, predicate: rows.predicate, value: value)
    return builder.node(.aggregate(.collect, query), .list(element))
  }

  // MARK: Some of the rows

  /// The first of rows in their order
  func first(of rows: CheckedRows) -> NodeID {
    let found = rows.order.isEmpty ? rows : among(rowsInOrder(rows), 1, of: rows)
    return builder.node(.aggregate(.first, found.query), rows.element)
  }

  /// `first(LIST, 3)`
  func checkFirst(_ expression: ExpressionSyntax, count: ExpressionSyntax) -> Checked {
    let number = number(count)
    let result = unitResolver.resolving { expressions.check(expression) }
    switch result {
    case .rows(let rows):
      guard let number else { return .failure }
      if rows.isDistinct { return firstFew(values(of: rows), number, .list(rows.element)) }
      var found = among(rowsInOrder(rows), number, of: rows)
      found.order = rows.order.isEmpty ? [] : found.order
      return .rows(found)
    case .value(let node, .list(let element)):
      return number.map { firstFew(node, $0, .list(element)) } ?? .failure
    case .value(_, let type): return callChecker.wrong("first", "rows or a list", type, expression)
    case .ambiguous, .failure: return .failure
    }
  }

  /// The first elements of a list
  private func firstFew(_ list: NodeID, _ count: Int, _ type: ValueType) -> Checked {
    let count = builder.constant(.scalar(Double(count)), .number)
    return .value(builder.node(.apply(.firstFew, [list, count]), type), type)
  }

  /// The number of rows that are asked for; `nil` if that is no constant whole number, which is reported
  private func number(_ expression: ExpressionSyntax) -> Int? {
    guard let node = expressions.value(expression, as: .number, context: "`first`") else {
      return nil
    }
    guard let scalar = builder.constantScalar(of: node), let whole = Int(exactly: scalar),
      whole >= 1, whole <= Self.limit
    else {
      report(.firstOutOfRange(limit: Self.limit), at: expression.range)
      return nil
    }
    return whole
  }

  /// The rows that are among the first of a list of them, in the order of that
  private func among(_ list: NodeID, _ count: Int, of rows: CheckedRows) -> CheckedRows {
    let number = builder.constant(.scalar(Double(count)), .number)
    let type = ValueType.list(.row(rows.table))
    return chosen(builder.node(.apply(.firstFew, [list, number]), type), of: rows)
  }

  /// The rows that are in a list, in the order of that
  private func chosen(_ list: NodeID, of rows: CheckedRows) -> CheckedRows {
    let row = builder.node(.row(rows.scope), .row(rows.table))
    var result = rows.with(predicate: builder.node(.element(row, of: list), .bool))
    let place = builder.node(.apply(.placeInList, [list, row]), .number)
    result.order = [RowOrder(key: place, isDescending: false)]
    result.isDistinct = false
    return result
  }

  // MARK: Distinct values

  /// `distinct(LIST)`; rows themselves are distinct as they are
  func checkDistinct(_ expression: ExpressionSyntax) -> Checked {
    switch unitResolver.resolving({ expressions.check(expression) }) {
    case .rows(var rows):
      rows.isDistinct = rows.value != nil
      return .rows(rows)
    case .value(let node, .list(let element)):
      return .value(builder.node(.apply(.distinct, [node]), .list(element)), .list(element))
    case .value(_, let type):
      return callChecker.wrong("distinct", "a list of values", type, expression)
    case .ambiguous, .failure: return .failure
    }
  }

  /// The first row with each value, for rows whose values count once
  func representatives(of rows: CheckedRows) -> CheckedRows {
    guard let value = rows.value else { return rows }
    var all = rows
    all.isDistinct = false
    let values = list(all, value, rows.element, rows.order)
    let found = builder.node(
      .apply(.distinctRows, [rowsInOrder(rows), values]), .list(.row(rows.table)))
    var result = chosen(found, of: rows)
    if rows.order.isEmpty { result.order = [] }
    return result
  }
}
