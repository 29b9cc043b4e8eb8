internal import OppModel

/// Implications that hold at every second, carried over to operations over time and to counts of rows
///
/// If `x` is never truer than `y`, neither is an operation over time on `x` truer than the same one on `y`:
///
/// ```
/// temp > 25C for 2h  ≤  temp > 20C for 1h            the hold of the implied condition is not longer
/// temp > 25C within last 1h  ≤  temp > 20C within last 2h
/// total(temp > 25C, last 1h)  ≤  total(temp > 20C, last 2h)
/// count(tasks where prio > 5)  ≤  count(tasks where prio > 3)
/// ```
///
/// Whether `x` implies `y` is a question of its own, without the operations around them.
extension Attempt {
  /// The greatest number of operations, and of counts, that are compared with each other
  private static let comparisonLimit = 8

  /// Adds the orders between operations over time, and between counts of rows, that follow from their conditions
  func addMonotony(to network: inout Network) {
    let operations = self.operations(in: network)
    for first in operations {
      for second in operations where first.isNarrower(than: second) {
        relate(first, second, &network)
      }
    }
    let counts = network.aggregates.filter { $0.count != nil && $0.query.value == nil }
      .prefix(Self.comparisonLimit)
    for first in counts {
      for second in counts where first.row != second.row && isSubset(first, second) {
        guard let left = first.count, let right = second.count else { continue }
        network.facts.append(
          Network.Fact(
            constraint: .lessOrEqual(LinearForm(column: left), LinearForm(column: right))))
      }
    }
  }

  /// An operation that looks at a condition over time, as a variable of a network
  private struct OverTime {
    /// The index of its variable
    let index: Int

    /// The rows that its scopes stand for
    let rows: [Int32]
    let condition: NodeID
    let kind: Kind

    /// The length of the time
    let seconds: Int64

    enum Kind: Hashable {
      case lasting
      case withinLast
      case withinNext
      /// `total` of a condition, with the column of its value
      case total(Int)
    }

    /// `true` if this operation is never truer than another one if the same is so of their conditions
    func isNarrower(than other: OverTime) -> Bool {
      guard index != other.index, condition != other.condition, rows == other.rows else {
        return false
      }
      switch (kind, other.kind) {
      case (.lasting, .lasting): return seconds >= other.seconds
      case (.withinLast, .withinLast), (.withinNext, .withinNext), (.total, .total):
        return seconds <= other.seconds
      case (.lasting, _), (.withinLast, _), (.withinNext, _), (.total, _): return false
      }
    }
  }

  /// The first operations over time of a network
  private func operations(in network: Network) -> [OverTime] {
    var result: [OverTime] = []
    for (index, variable) in network.variables.enumerated() {
      guard result.count < Self.comparisonLimit else { break }
      let operation = graph[variable.node].operation
      func add(_ condition: NodeID, _ kind: OverTime.Kind, _ seconds: Int64) {
        result.append(
          OverTime(
            index: index, rows: variable.rows, condition: condition, kind: kind, seconds: seconds))
      }
      if case .lasting(let condition, let seconds) = operation { add(condition, .lasting, seconds) }
      if case .withinLast(let condition, let seconds) = operation {
        add(condition, .withinLast, seconds)
      }
      if case .withinNext(let condition, let seconds) = operation {
        add(condition, .withinNext, seconds)
      }
      if case .window(.total, let condition, .last(let seconds)) = operation,
        graph[condition].type == .bool,
        let column = network.columns.firstIndex(where: { $0.variable == index })
      {
        add(condition, .total(column), seconds)
      }
    }
    return result
  }

  /// Adds the consequences of the conditions of two operations, the first of which is the narrower one
  private func relate(_ first: OverTime, _ second: OverTime, _ network: inout Network) {
    guard implies(first.condition, second.condition) else { return }
    if case .total(let left) = first.kind, case .total(let right) = second.kind {
      network.facts.append(
        Network.Fact(
          constraint: .lessOrEqual(LinearForm(column: left), LinearForm(column: right))))
      return
    }
    // Never truer in all three values, or only when the first is true.
    if nested.refutes([(first.condition, .isNotFalse), (second.condition, .isFalse)]) {
      network.orders.append(Network.Order(lower: first.index, upper: second.index))
    } else {
      network.implications.append(
        Network.Implication(left: first.index, when: .true, right: second.index, then: .true))
    }
  }

  /// `true` if each row that counts for one aggregate counts for another
  private func isSubset(_ first: Network.RowAggregate, _ second: Network.RowAggregate) -> Bool {
    guard first.query.table == second.query.table, first.choices == second.choices,
      first.query.scope == second.query.scope
    else { return false }
    guard let wide = second.query.predicate else { return true }
    guard let narrow = first.query.predicate else { return false }
    return narrow == wide || implies(narrow, wide)
  }

  /// `true` if one condition is proved to be true whenever another is; not tried if the second reads something else
  private func implies(_ first: NodeID, _ second: NodeID) -> Bool {
    leaves(below: second).isSubset(of: leaves(below: first))
      && nested.refutes([(first, .isTrue), (second, .isNotTrue)])
  }

  /// The readings, the fields of rows, and the fields of the clock and the sun below a node
  private func leaves(below root: NodeID) -> Set<NodeID> {
    var result: Set<NodeID> = []
    var seen: Set<NodeID> = [root]
    var stack = [root]
    while let next = stack.popLast() {
      switch graph[next].operation.role {
      case .data, .present, .sun: result.insert(next)
      case .constant, .comparison, .text, .knowledge, .computed: break
      }
      graph.forEachOperand(of: graph[next].operation) { operand in
        if seen.insert(operand).inserted { stack.append(operand) }
      }
    }
    return result
  }
}
