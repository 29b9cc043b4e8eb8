internal import OppModel

extension RandomNodes {
  /// The values of a random list as rows, with each value or a condition of it
  mutating func valueQuery(_ depth: Int, value: Bool) -> RowQuery {
    let isWrittenOut = random.oneIn(3)
    let parts = isWrittenOut ? (0..<2).map { _ in scalar(.number, depth - 1) } : []
    let list = isWrittenOut ? places(of: parts) : numbers(depth)
    let rows = node(.places(list, table: Self.values), .list(.number))
    let place = node(.rowField(Self.valueScope, field: 0), .number)
    let count = node(.aggregateList(.count, rows), .number)
    let isThere = node(.compare(.less, place, count), .bool)
    var own = node(.apply(.elementAt, [rows, place]), .number)
    if isWrittenOut {
      let isFirst = node(.compare(.less, place, constant(1, .number)), .bool)
      own = node(.conditional(if: isFirst, then: parts[0], else: parts[1]), .number)
    }
    let isGreat = node(
      .compare(random.pick([.less, .greaterOrEqual]), own, literal(.number)), .bool)
    return RowQuery(
      scope: Self.valueScope, table: Self.values,
      predicate: random.oneIn(3) ? isThere : node(.and([isThere, isGreat]), .bool),
      value: value ? own : nil)
  }

  /// A list of numbers
  private mutating func numbers(_ depth: Int) -> NodeID {
    if random.oneIn(3) {
      let values = (0..<random.number(in: 0...4)).map { _ in
        Value.scalar(Double(random.number(in: 0...8)))
      }
      return node(.constant(.list(values)), .list(.number))
    }
    let list = node(.aggregate(.collect, choreQuery(depth - 1, value: 3)), .list(.number))
    return random.oneIn(2) ? node(.apply(.distinct, [list]), .list(.number)) : list
  }

  /// The places of a list that is written out
  private mutating func places(of parts: [NodeID]) -> NodeID {
    node(.constant(.list(parts.indices.map { .scalar(Double($0)) })), .list(.number))
  }
}
