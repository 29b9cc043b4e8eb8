internal import OppModel

/// Rows of tables
///
/// `any(L where p)` is true if there is a row with `p`: one is invented for it. A predicate that is false of all
/// rows is false of that one, so each `any` and `none` over the table is evaluated for every invented row:
///
/// ```
///   any(L where p) and none(L where q)      row 1: p(1), and not q(1)
/// ```
///
/// A row that was invented for one aggregate is put to every other one over the same table:
///
/// ```
///   relation        implication or order in the network
///   own row         any(L where p) true       →  p(row 1) true
///   other row       row 1 there, and q(row 1) ≤  any(L where q)
///   count           count(L where q) >= 1 false  →  not (row 1 there, and q(row 1))
/// ```
extension NetworkBuilder {
  /// The greatest number of aggregates of a question that get a row
  private static let limit = 12

  /// Notes an aggregate for which a row is to be invented: `any`, `none` and `count`
  ///
  /// Of `none` the variable for `any` is its negation, of `count` the atom `count >= 1`.
  mutating func addAggregate(of node: NodeID, _ index: Int) {
    // Beyond the limit aggregates are free: fewer proofs, never a wrong one.
    guard case .aggregate(let aggregate, let query) = graph[node].operation,
      network.aggregates.count < Self.limit
    else { return }
    let isAny: Int
    switch aggregate {
    case .any: isAny = index
    case .none: isAny = addVariable(like: node, .not(index), nil)
    case .count:
      guard let column = columns[index] else { return }
      isAny = addVariable(
        like: node, .strict([index]), .numbers(column: column, .above(.one, including: true)))
    case .atLeast, .sum, .minimum, .maximum, .average, .first, .collect: return
    }
    network.aggregates.append(
      Network.RowAggregate(
        query: query, isAny: isAny, count: aggregate == .count ? columns[index] : nil,
        choices: choices, row: Int32(network.aggregates.count + 1)))
  }

  /// Asks every aggregate of every invented row; rows within rows come last
  mutating func instantiateRows() {
    var next = 0
    // Predicates may hold aggregates over other tables, so the list grows while it is walked.
    while next < network.aggregates.count {
      let own = network.aggregates[next]
      if let holds = counted(own, own.row) {
        network.implications.append(
          Network.Implication(left: own.isAny, when: .true, right: holds, then: .true))
      }
      for (index, other) in network.aggregates[..<next].enumerated()
      where other.query.table == own.query.table && other.choices == own.choices {
        relate(network.aggregates[index], toRowOf: own)
        relate(own, toRowOf: network.aggregates[index])
      }
      next += 1
    }
  }

  /// Whether a row counts for an aggregate; nil if every row does
  ///
  /// The variables of the predicate and of a value that is a Bool, with the scope bound to the row.
  private mutating func counted(_ aggregate: Network.RowAggregate, _ row: Int32) -> Int? {
    var choices = aggregate.choices
    choices[aggregate.query.scope] = row
    var parts: [Int] = []
    if let predicate = aggregate.query.predicate {
      parts.append(variable(of: predicate, choices: choices))
    }
    if let value = aggregate.query.value, graph[value].type == .bool {
      parts.append(variable(of: value, choices: choices))
    }
    guard let first = parts.first else { return nil }
    guard parts.count > 1 else { return first }
    return addVariable(like: network.variables[aggregate.isAny].node, .and(parts), nil)
  }

  /// A row that is there and counts makes the other aggregate true
  private mutating func relate(
    _ aggregate: Network.RowAggregate, toRowOf other: Network.RowAggregate
  ) {
    let node = network.variables[aggregate.isAny].node
    var parts = [other.isAny]
    if let counts = counted(aggregate, other.row) { parts.append(counts) }
    let isThere = parts.count > 1 ? addVariable(like: node, .and(parts), nil) : parts[0]
    // A count is unknown if any row is, so only its being false says something of one row.
    if aggregate.count == nil {
      network.orders.append(Network.Order(lower: isThere, upper: aggregate.isAny))
    } else {
      network.implications.append(
        Network.Implication(left: aggregate.isAny, when: .false, right: isThere, then: .false))
    }
  }
}
