internal import OppModel
internal import OppSyntax

/// Checks `at least 2 of LIST`, `at most 2 of LIST` and `exactly 2 of LIST`
///
/// ```
/// at least 2 of [a, b]                two conditions that are both needed: (and a b)
/// at most 1 of [a, b, c]              (not …), of at least 2
/// at least 2 of tasks.done            (at least 2 tasks#0 : #0.done)
/// ```
struct CountChecker: CheckerPart {
  let checker: Checker

  /// The greatest number that conditions are compared with
  private static let limit = 1_000_000

  /// A count of conditions; wrong conditions, and a wrong number, are reported
  func checkCounted(_ counted: CountedSyntax) -> Checked {
    let number = number(counted)
    guard let conditions = conditions(counted), let number else { return .failure }
    let node =
      switch counted.bound {
      case .atLeast: atLeast(number, of: conditions)
      case .atMost: builder.node(.not(atLeast(number + 1, of: conditions)), .bool)
      case .exactly: exactly(number, of: conditions)
      }
    return .value(node, .bool)
  }

  /// The conditions that are counted
  private enum Conditions {
    case written([NodeID])
    case list(NodeID)
    case rows(RowQuery)
  }

  /// The number, from 0; `nil` if it is none, which is reported
  private func number(_ counted: CountedSyntax) -> Int? {
    let context = "`\(counted.bound.spelling)`"
    guard let node = expressions.value(counted.number, as: .number, context: context) else {
      return nil
    }
    guard let scalar = builder.constantScalar(of: node), let whole = Int(exactly: scalar),
      whole >= 0, whole <= Self.limit
    else {
      report(
        .countNotWhole(words: counted.bound.spelling, limit: Self.limit), at: counted.number.range)
      return nil
    }
    return whole
  }

  /// The conditions that are counted; `nil` if they are no list of conditions, which is reported
  private func conditions(_ counted: CountedSyntax) -> Conditions? {
    let words = counted.bound.spelling
    switch unitResolver.resolving({ expressions.check(counted.list, hint: .list(.bool)) }) {
    case .rows(let rows) where rows.element == .bool:
      return rows.isDistinct ? .list(rowLists.values(of: rows)) : .rows(rows.query)
    case .rows(let rows):
      var suggestion: String?
      if rows.value == nil, let list = text(at: counted.list.range),
        let number = text(at: counted.number.range)
      {
        let sign = counted.bound == .atLeast ? ">=" : counted.bound == .atMost ? "<=" : "=="
        suggestion = "count\(list.hasPrefix("(") ? list : "(\(list))") \(sign) \(number)"
      }
      _ = callChecker.wrong(
        "\(words) … of", "a list of conditions", .list(rows.element), counted.list,
        suggestion: suggestion)
    case .value(let node, .list(.bool)):
      return builder.elements(of: node).map { .written($0) } ?? .list(node)
    case .value(_, let type):
      _ = callChecker.wrong("\(words) … of", "a list of conditions", type, counted.list)
    case .ambiguous, .failure: break
    }
    return nil
  }

  /// Whether a number of conditions or more are true
  private func atLeast(_ number: Int, of conditions: Conditions) -> NodeID {
    if number == 0 { return builder.constant(.truth(true), .bool) }
    switch conditions {
    case .written(let nodes): return builder.atLeast(number, of: nodes)
    case .list(let list): return builder.node(.aggregateList(.atLeast(number), list), .bool)
    case .rows(let query): return builder.node(.aggregate(.atLeast(number), query), .bool)
    }
  }

  /// Whether as many are true, and no more: neither fewer nor more, in one node that no `and` around it takes apart
  private func exactly(_ number: Int, of conditions: Conditions) -> NodeID {
    let more = atLeast(number + 1, of: conditions)
    if number == 0 { return builder.node(.not(more), .bool) }
    let fewer = builder.node(.not(atLeast(number, of: conditions)), .bool)
    return builder.node(.not(builder.node(.or([fewer, more]), .bool)), .bool)
  }
}
