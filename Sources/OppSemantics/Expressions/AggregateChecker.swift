internal import OppModel
internal import OppSyntax

/// Checks functions of all rows, or of all elements of a list
///
/// ```
/// any(agenda where busy)      (any agenda#0 where #0.busy)
/// sum(chores.cost)            (sum chores#1 : #1.cost)
/// count(["a", "b"])           (count ["a", "b"])              a list that is written out
/// ```
struct AggregateChecker: CheckerPart {
  let checker: Checker

  /// `any`, `none`, `count`, `sum`, `min`, `max`, `average`, `first` of rows or of a list
  func checkAggregate(_ function: Function, _ expression: ExpressionSyntax) -> Checked {
    guard let aggregate = function.aggregate else { return .failure }
    // Rows of a table, a list, or one value, which is an error: `any(free)`.
    switch unitResolver.resolving({ expressions.check(expression) }) {
    case .rows(let rows):
      let isOfRows = rows.value == nil || rows.standsForRows
      if aggregate == .count, rows.element == .bool, !isOfRows { return reportCount(expression) }
      guard let type = resultType(aggregate, rows.element, isOfRows: isOfRows) else {
        return callChecker.wrong(
          function.rawValue, accepted(aggregate), .list(rows.element), expression,
          suggestion: fieldSuggestion(aggregate, rows, expression))
      }
      return .value(node(aggregate, of: rows, type), type)
    case .value(let node, .list(let element)):
      if aggregate == .count, element == .bool {
        return reportCount(expression)
      }
      guard let type = resultType(aggregate, element, isOfRows: false) else {
        return callChecker.wrong(function.rawValue, accepted(aggregate), .list(element), expression)
      }
      return .value(average(.aggregateList(aggregate, node), aggregate, type), type)
    case .value(_, let type):
      return callChecker.wrong(function.rawValue, accepted(aggregate), type, expression)
    case .ambiguous, .failure: return .failure
    }
  }

  // MARK: All

  /// `all(LIST)` of conditions: none of them is false
  ///
  /// ```
  /// all(tasks each done)                 (none tasks#0 : (not #0.done))
  /// all(tasks where urgent each done)    (none tasks#0 where #0.urgent : (not #0.done))
  /// all([charging, wifi])                (and device.charging device.wifi)
  /// ```
  func checkAll(_ expression: ExpressionSyntax) -> Checked {
    let accepted = "a list of conditions, such as `tasks each done`"
    switch unitResolver.resolving({ expressions.check(expression, hint: .list(.bool)) }) {
    case .rows(let rows):
      guard rows.element == .bool, !rows.standsForRows, let value = rows.value else {
        return callChecker.wrong(
          Function.all.rawValue, accepted, .list(rows.element), expression,
          suggestion: conditionOfEach(rows, expression))
      }
      let query = RowQuery(
        scope: rows.scope, table: rows.table, predicate: rows.predicate,
        value: builder.node(.not(value), .bool))
      return .value(builder.node(.aggregate(.none, query), .bool), .bool)
    case .value(let list, .list(.bool)):
      let isFalse = builder.constant(.truth(false), .bool)
      guard let elements = builder.elements(of: list) else {
        return .value(
          builder.node(.not(builder.node(.element(isFalse, of: list), .bool)), .bool), .bool)
      }
      return .value(
        builder.conjunction(elements) ?? builder.constant(.truth(true), .bool), .bool)
    case .value(_, let type):
      return callChecker.wrong(Function.all.rawValue, accepted, type, expression)
    case .ambiguous, .failure: return .failure
    }
  }

  /// The text to write if `all` has rows: the condition of the last `where`, or a field, of each; nil for other rows
  ///
  ///     all(tasks where done) → all(tasks each done)     all(tasks) → all(tasks each done)
  private func conditionOfEach(_ rows: CheckedRows, _ expression: ExpressionSyntax) -> String? {
    if case .parenthesized(let inner) = expression { return conditionOfEach(rows, inner.inner) }
    if case .filter(let filter) = expression {
      guard let list = text(at: filter.list.range), let condition = text(at: filter.condition.range)
      else { return nil }
      let name = filter.rowName.map { " as \($0.text)" } ?? ""
      return "all(\(list)\(name) each \(condition))"
    }
    guard rows.value == nil, let list = text(at: expression.range),
      let field = builder.table(rows.table).fields.first(where: { $0.type == .bool })
    else { return nil }
    return "all(\(list) each \(field.name))"
  }

  // MARK: Several values

  /// `min(a, b, …)`, `max(a, b, …)` of values that fit each other as elements of a list
  ///
  ///     max(temp, feels_like)   →   (max (list weather.temp weather.feels_like))
  func checkValues(
    _ function: Function, _ values: [ExpressionSyntax], of range: SourceRange
  ) -> Checked {
    let list = unitResolver.resolving {
      let results = expressions.results(of: values, hint: nil)
      if results.contains(where: { $0.isAmbiguous }) { return .ambiguous }
      for (result, value) in zip(results, values) {
        if let type = result.type, case .list = type {
          let suggestion = text(at: value.range).map { "\(function.rawValue)(\($0))" }
          return callChecker.wrong(
            function.rawValue, "values beside each other", type, value, suggestion: suggestion)
        }
      }
      return expressions.checkedList(
        results, at: values.map { $0.range }, of: range, argumentsOf: function)
    }
    guard case .value(let node, .list(let element)) = list, let aggregate = function.aggregate
    else { return .failure }
    guard let type = resultType(aggregate, element, isOfRows: false) else {
      return callChecker.wrong(function.rawValue, accepted(aggregate), element, values[0])
    }
    return .value(builder.node(.aggregateList(aggregate, node), type), type)
  }

  /// The node of an aggregate; the average of money is rounded to its minor unit
  private func average(
    _ operation: Operation, _ aggregate: Aggregate, _ type: ValueType
  ) -> NodeID {
    guard aggregate == .average, case .money = type else { return builder.node(operation, type) }
    return builder.wholeMinorUnits(builder.node(operation, .number), type)
  }

  /// An aggregate of rows: of their order `first` alone takes note, and of values that count once all but `any` and `none`
  private func node(_ aggregate: Aggregate, of rows: CheckedRows, _ type: ValueType) -> NodeID {
    switch aggregate {
    case .first: return rowLists.first(of: rows)
    case .any, .none:
      let query = RowQuery(
        scope: rows.scope, table: rows.table, predicate: rows.predicate,
        value: rows.standsForRows ? nil : rows.value)
      return builder.node(.aggregate(aggregate, query), type)
    case .atLeast, .count, .sum, .minimum, .maximum, .average, .collect:
      guard rows.isDistinct else {
        return average(.aggregate(aggregate, rows.query), aggregate, type)
      }
      let values = rowLists.valuesInAnyOrder(of: rows)
      return average(.aggregateList(aggregate, values), aggregate, type)
    }
  }

  /// Reports a count of conditions, in place of which those that are true may be counted
  ///
  ///     count([raining, snowing]) > 1   →   at least 2 of [raining, snowing]
  private func reportCount(_ expression: ExpressionSyntax) -> Checked {
    let list = text(at: expression.range) ?? "LIST"
    let operand = expression.isOperand ? list : "(\(list))"
    report(
      .countOfConditions(
        suggestion: "\(local.countedWords ?? "at least 2") of \(operand)",
        isWhole: local.countedWords != nil), at: expression.range)
    return .failure
  }

  /// `min((rows).temp)` for `min(rows)`: the first field of the rows that fits; `nil` if none does
  ///
  ///     min(agenda where busy)          →   min((agenda where busy).begins)
  ///     min(forecast).temp              →   min(forecast.temp), by the field behind the call
  private func fieldSuggestion(
    _ aggregate: Aggregate, _ rows: CheckedRows, _ expression: ExpressionSyntax
  ) -> String? {
    guard rows.value == nil, let list = text(at: expression.range),
      let function = Function.allCases.first(where: { $0.aggregate == aggregate })
    else { return nil }
    let fields = builder.table(rows.table).fields
    let wanted = local.fieldOfAggregate.flatMap { name in fields.first { $0.name == name } }
    let fitting = fields.filter { resultType(aggregate, $0.type, isOfRows: false) != nil }
    // Most tables keep times, which are rarely the field that is looked for.
    let measured = fitting.first { $0.type != .instant && $0.type != .text }
    guard let field = wanted ?? measured ?? fitting.first else { return nil }
    var base = list
    if expression.node.kind.takesRows { base = "(\(list))" }
    return "\(function.rawValue)(\(base).\(field.name))"
  }

  /// The type of an aggregate over elements; `nil` if it does not apply to them
  ///
  ///     sum of Duration → Duration     average of Temperature → Temperature     sum of Temperature → nil
  private func resultType(
    _ aggregate: Aggregate, _ element: ValueType, isOfRows: Bool
  ) -> ValueType? {
    switch aggregate {
    case .any, .none, .atLeast: isOfRows || element == .bool ? .bool : nil
    case .count: .number
    case .first: element
    case .collect: .list(element)
    case .sum: element.isAmount ? element : nil
    case .average: element.isAmount || element == .temperature ? element : nil
    case .minimum, .maximum: hasOrder(element) ? element : nil
    }
  }

  /// The arguments that an aggregate takes, as the end of a sentence
  private func accepted(_ aggregate: Aggregate) -> String {
    switch aggregate {
    case .any, .none, .atLeast: "rows or a list of conditions"
    case .count, .first, .collect: "rows or a list"
    case .sum: "a list of numbers or amounts, such as `trips.distance`"
    case .average: "a list of numbers or amounts, or a value and `last D`"
    case .minimum, .maximum: "values in an order, or a value and `last D`"
    }
  }
}
