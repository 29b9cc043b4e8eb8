internal import OppModel
internal import OppSyntax

/// Checks expressions that mean rows of a table: all of them, those of `where`, and a field of each
///
/// ```
/// agenda                               all rows: scope #0
/// agenda where busy                    predicate #0.busy
/// (agenda where busy).title            value #0.title
/// (agenda where busy) where all_day    predicate (and #0.busy #0.all_day), in the same scope
/// any(agenda as a where any(agenda where begins > a.begins))     #1 inside of #0
/// ```
struct RowChecker: CheckerPart {
  let checker: Checker

  /// All rows of a table, in a scope below those that are open
  func allRows(of table: TableID) -> CheckedRows {
    CheckedRows(
      table: table, scope: builder.scope(over: table, depth: local.rows.count), predicate: nil,
      value: nil, element: .row(table))
  }

  /// `LIST [as NAME] where c`
  ///
  /// - Parameter rowName: the name of the row if the filter gives none: that of `for each`.
  func checkFilter(_ filter: FilterSyntax, rowName: SyntaxToken? = nil) -> Checked {
    if let suggestion = rowsWithoutParentheses(filter) {
      report(.rowsWithoutParentheses(suggestion: suggestion), at: filter.range)
      return .failure
    }
    guard let list = checkedRows(filter.list, allowsValues: true, rowName: rowName),
      let row = opened(list, filter.rowName ?? rowName, after: filter.list, of: filter.node),
      let found = local.inside(row: row, { expressions.condition(filter.condition) })
    else { return .failure }
    return .rows(
      list.with(predicate: builder.conjunction([list.predicate, found].compactMap { $0 })))
  }

  /// `LIST [as NAME] each x`
  ///
  ///     trips each distance / 1km   →   trips#0 : (divide #0.distance 1000m)
  func checkMapping(_ mapping: MappingSyntax) -> Checked {
    guard let found = checkedRows(mapping.list, allowsValues: true) else { return .failure }
    let list = found.isDistinct ? rowLists.representatives(of: found) : found
    guard let row = opened(list, mapping.rowName, after: mapping.list, of: mapping.node),
      let (node, type) = local.inside(row: row, { expressions.anyValue(mapping.value) })
    else { return .failure }
    if case .row = type {
      report(.rowOfEach, at: mapping.value.range)
      return .failure
    }
    guard isFreeOfArcs(node, at: mapping.value.range) else { return .failure }
    return .rows(list.with(value: node, element: type))
  }

  /// `LIST [as NAME] by x [descending]`
  ///
  /// - Parameter rowName: the name of the row if the order gives none: that of `for each`.
  func checkOrdering(_ ordering: OrderingSyntax, rowName: SyntaxToken? = nil) -> Checked {
    guard let list = checkedRows(ordering.list, allowsValues: true, rowName: rowName),
      let row = opened(
        list, ordering.rowName ?? rowName, after: ordering.list, of: ordering.node),
      let (node, type) = local.inside(row: row, { expressions.anyValue(ordering.key) })
    else { return .failure }
    guard hasOrder(type) || type == .text || type == .bool else {
      let field = builder.table(list.table).fields.first { hasOrder($0.type) || $0.type == .text }
      let written = text(at: ordering.list.range)
      return callChecker.wrong(
        "by", "a number, a quantity, a time, a text or a condition", type, ordering.key,
        suggestion: field.flatMap { field in written.map { "\($0) by \(field.name)" } })
    }
    if builder.traits(of: node).contains(.drifts) {
      report(.driftingOrder, at: ordering.key.range)
      return .failure
    }
    var result = list
    result.standsForRows = list.value != nil
    result.order.append(RowOrder(key: node, isDescending: ordering.isDescending))
    return .rows(result)
  }

  /// The row of a list whose fields are open, or the name of its values; nil if these have none, which is reported
  ///
  /// - Parameter syntax: the list, in which values may have got a name already.
  private func opened(
    _ list: CheckedRows, _ name: SyntaxToken?, after syntax: ExpressionSyntax, of node: SyntaxNode
  ) -> RowBinding? {
    let name = name ?? earlierName(in: syntax)
    if list.value != nil, name == nil {
      let written = text(at: node.expression(0).range) ?? "LIST"
      report(.valuesWithoutName(list.element, suggestion: "\(written) as x"), at: node.range)
      return nil
    }
    if let token = node.token(.name) {
      recorder.record(.row(token.range), .row, token, node, type: list.element)
    }
    return RowBinding(
      scope: list.scope, table: list.table, name: name?.text, nameRange: name?.range,
      fields: list.value == nil ? .first : .closed, hasPast: false,
      value: list.value.map { ($0, list.element) })
  }

  /// The name that rows or values still have from a `where` or a `by` before
  ///
  ///     xs as x where x > 2 by x     in `by x`, `x` is that of `where`; after `each` there are other values
  private func earlierName(in list: ExpressionSyntax) -> SyntaxToken? {
    if case .filter(let filter) = list { return filter.rowName ?? earlierName(in: filter.list) }
    if case .ordering(let order) = list { return order.rowName ?? earlierName(in: order.list) }
    return nil
  }

  /// The text to write for `any tasks where done`; nil for anything else
  ///
  ///     any chores where done → any(chores where done)     any chore where done → any(chores as chore where done)
  private func rowsWithoutParentheses(_ filter: FilterSyntax) -> String? {
    guard case .nearestPlace(let prefix) = filter.list, case .name(let name) = prefix.operand,
      let word = name.token?.text, let condition = text(at: filter.condition.range)
    else { return nil }
    if case .table? = nameTable.symbol(named: word) { return "any(\(word) where \(condition))" }
    // `any t where …`: the table is not named, so it is the one whose name is nearest.
    let names = builder.graph.tables.filter { !$0.isComputed }.map { $0.name }
    let table =
      names.contains("\(word)s") ? "\(word)s" : nameTable.nearest(to: word, in: names) ?? "TABLE"
    return "any(\(table) as \(word) where \(condition))"
  }

  /// The rows that an expression means; `nil` if it means none, which is reported
  ///
  /// Where values are allowed, those of a list stand for rows.
  ///
  /// - Parameter rowName: the name of their row in the list's own `where`.
  func checkedRows(
    _ expression: ExpressionSyntax, allowsValues: Bool, rowName: SyntaxToken? = nil
  ) -> CheckedRows? {
    switch unitResolver.resolving({ checkList(expression, rowName: rowName) }) {
    case .rows(let rows):
      if allowsValues || rows.value == nil { return rows }
      report(.notRows(.list(rows.element), suggestion: nil), at: expression.range)
      return nil
    case .value(let list, .list(let element)) where allowsValues:
      return valueRows.rows(of: list, element)
    case .value(_, let type):
      report(.notRows(type, suggestion: filterSuggestion(expression)), at: expression.range)
      return nil
    case .ambiguous, .failure: return nil
    }
  }

  /// `count(tasks where …)` for `count(tasks) where …`; nil for anything else
  ///
  ///     count(agenda) where busy   →   count(agenda where …)
  private func filterSuggestion(_ expression: ExpressionSyntax) -> String? {
    guard case .call(let call) = expression, let name = call.name?.text, call.arguments.count == 1,
      Function.named(name) != nil, let list = text(at: call.arguments[0].range)
    else { return nil }
    return "\(name)(\(list) where …)"
  }

  /// The list of `for each NAME in LIST`, where the name is that of the row in its `where` as well
  private func checkList(_ expression: ExpressionSyntax, rowName: SyntaxToken?) -> Checked {
    if let rowName, case .filter(let filter) = expression {
      return checkFilter(filter, rowName: rowName)
    }
    if let rowName, case .ordering(let ordering) = expression {
      return checkOrdering(ordering, rowName: rowName)
    }
    return expressions.check(expression)
  }

  /// `rows.field`
  ///
  ///     agenda.title → rows with the value #0.title     agenda.count → write `count(agenda)`
  func map(_ rows: CheckedRows, to field: String, at range: SourceRange) -> Checked {
    guard rows.value == nil else {
      let isPart = FieldChecker.parts(of: rows.element).contains { $0.name == field }
      if isPart,
        expressions.reportRowsForRow(rows) || expressions.reportConditionOfRows(rows)
      {
        return .failure
      }
      report(.noParts(.list(rows.element)), at: range)
      return .failure
    }
    guard let index = nameTable[rows.table].fields[field] else {
      if ["count", "length", "size"].contains(field), rows.predicate == nil {
        let name = builder.table(rows.table).name
        report(.countAsField(field, suggestion: "count(\(name))"), at: range)
        return .failure
      }
      return fieldChecker.unknownField(field, of: rows.table, at: range)
    }
    recorder.use(.tableField(builder.declared(rows.table), index), at: range)
    guard case .value(let node, let type) = nameResolver.rowField(rows.scope, rows.table, index)
    else {
      return .failure
    }
    return .rows(rows.with(value: node, element: type))
  }

  /// The values of rows as a list
  ///
  ///     friends.name   →   (collect friends#2 : #2.name)
  func collected(_ rows: CheckedRows) -> NodeID { rowLists.values(of: rows) }

  /// Whether a value equals that of any row
  ///
  ///     "milk" in chores.name   →   (any chores#1 : (== "milk" #1.name))
  func membership(_ value: NodeID, in rows: CheckedRows) -> NodeID {
    let element =
      rows.value ?? builder.node(.row(rows.scope), .row(rows.table))
    let equal = builder.node(.compare(.equal, value, element), .bool)
    let query = RowQuery(
      scope: rows.scope, table: rows.table, predicate: rows.predicate, value: equal)
    return builder.node(.aggregate(.any, query), .bool)
  }

  /// `true` if a node uses a row of an open `where`, which has no past
  ///
  ///     agenda where began(busy) < now     a row of `where` is one of the present: nothing is known of its past
  func usesRowWithoutPast(_ node: NodeID) -> Bool {
    let scopes = builder.scopes(of: node)
    return local.rows.contains { !$0.hasPast && scopes.contains($0.scope) }
  }
}
