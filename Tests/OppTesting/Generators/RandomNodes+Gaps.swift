internal import OppModel

extension RandomNodes {
  /// Random gaps that chores and events leave, as rows, with a value of each or a condition of its length
  mutating func gapQuery(_ depth: Int, value: Bool) -> RowQuery {
    let list = gaps(depth)
    let place = node(.rowField(Self.gapScope, field: 0), .number)
    let count = node(.aggregateList(.count, list), .number)
    let half = node(.arithmetic(.divide, count, constant(2, .number)), .number)
    let isThere = node(.compare(.less, place, half), .bool)
    let first = node(.arithmetic(.multiply, place, constant(2, .number)), .number)
    let second = node(.arithmetic(.add, first, constant(1, .number)), .number)
    let begins = node(.apply(.elementAt, [list, first]), .instant)
    let ends = node(.apply(.elementAt, [list, second]), .instant)
    let length = node(.arithmetic(.subtract, ends, begins), .duration)
    let isLong = node(
      .compare(
        random.pick([.less, .greaterOrEqual]), length,
        constant(Double(random.number(in: 0...8) * 900), .duration)), .bool)
    return RowQuery(
      scope: Self.gapScope, table: Self.gaps,
      predicate: random.oneIn(3) ? isThere : node(.and([isThere, isLong]), .bool),
      value: value ? length : nil)
  }

  /// A list of the ends of gaps
  private mutating func gaps(_ depth: Int) -> NodeID {
    let from = scalar(.instant, 0, steady: true)
    let length = constant(Double(random.number(in: -1...72) * 3600), .duration)
    let to =
      random.oneIn(6)
      ? scalar(.instant, 0, steady: true) : node(.arithmetic(.add, from, length), .instant)
    let chores = choreQuery(depth - 1, value: 2)
    let due = node(.rowField(chores.scope, field: 2), .instant)
    let later = node(
      .arithmetic(
        .add, due, constant(Double(random.number(in: 0...6) * 1800), .duration)), .instant)
    var lists = [
      node(.aggregate(.collect, chores), .list(.instant)),
      node(
        .aggregate(
          .collect,
          RowQuery(
            scope: chores.scope, table: chores.table, predicate: chores.predicate, value: later)),
        .list(.instant)),
    ]
    if random.oneIn(2) {
      for field in 0...1 {
        let end = node(.rowField(Self.agendaScope, field: field), .instant)
        let query = RowQuery(
          scope: Self.agendaScope, table: Self.agenda, predicate: nil, value: end)
        lists.append(node(.aggregate(.collect, query), .list(.instant)))
      }
    }
    let hours = (0..<2).map { _ in Int64(random.number(in: 0...95) * 900) }
    let daily = random.oneIn(2) ? DailyHours(start: hours[0], end: hours[1]) : nil
    return node(
      .gaps(GapQuery(from: from, to: to, lists: lists, daily: daily, table: Self.gaps)),
      .list(.instant))
  }
}
