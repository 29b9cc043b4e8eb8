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

  /// `min((rows).temp)` for `min(rows)`: the first field of the rows that fits; nil where none does
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
    // Times are kept by most tables, and rarely what is looked for.
    let measured = fitting.first { $0.type != .instant && $0.type != .text }
    guard let field = wanted ?? measured ?? fitting.first else { return nil }
    var base = list
    if expression.node.kind.takesRows { base = "(\(list))" }
    return "\(function.rawValue)(\(base).\(field.name))"
  }

  /// The type of an aggregate over elements; nil where it does not apply to them
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
    case .minimum, .maximum: element.hasOrder ? element : nil
    }
  }

  /// The arguments that an aggregate takes, as the end of a sentence
  private func accepted(_ aggregate: Aggregate) -> String {
    switch aggregate {
    case .any, .none, .atLeast: "rows or a list of conditions"
    case .count, .first, .collect: "rows or a list"
    case .sum: "a list of numbers or amounts, such as `trips.distance`"
    case .average: "a list of numbers or amounts, or a value and `last D`"
    case .minimum, .maximum: "a list of values in an order, or a value and `last D`"
    }
  }
}
