internal import OppModel

/// What is computed over rows and lists (§5, "Tables and lists")
extension ReferenceEvaluator {
  /// The rows for which the predicate is not false, in the order of their keys
  private func members(
    of query: RowQuery, at second: Int64, _ rows: ChosenRows
  ) -> [(rows: ChosenRows, row: RowID, membership: Truth)]? {
    guard let table = tables.rows(of: query.table, at: second) else { return nil }
    var result: [(rows: ChosenRows, row: RowID, membership: Truth)] = []
    for key in table.keys.sorted(by: TableHistory.isOrdered) {
      let row = RowID(table: query.table, key: key)
      let chosen = rows.choosing(row, for: query.scope)
      let membership = query.predicate.map { truth($0, at: second, chosen) } ?? .true
      if membership != .false { result.append((chosen, row, membership)) }
    }
    return result
  }

  func aggregate(
    _ aggregate: Aggregate, _ query: RowQuery, at second: Int64, _ rows: ChosenRows
  ) -> Value? {
    guard let members = members(of: query, at: second, rows) else { return nil }
    let isCertain = members.allSatisfy { $0.membership == .true }
    func values() -> [Value?] {
      members.map { member in
        query.value.map { value($0, at: second, member.rows) } ?? .row(member.row)
      }
    }
    switch aggregate {
    case .any, .none:
      // "`any`/`none` are Kleene's or/nor over the rows"
      let truths = members.map { member in
        min(member.membership, query.value.map { truth($0, at: second, member.rows) } ?? .true)
      }
      let any = truths.max() ?? .false
      return (aggregate == .any ? any : any.negated).value
    case .atLeast(let least):
      return atLeast(
        least,
        of: members.map { member in
          min(
            member.membership, query.value.map { truth($0, at: second, member.rows) } ?? .true)
        })
    case .first:
      // "unknown as soon as one row's membership or one value they use is"
      guard isCertain, let first = members.first else { return nil }
      return query.value.map { value($0, at: second, first.rows) } ?? .row(first.row)
    case .count, .sum, .minimum, .maximum, .average, .collect:
      return isCertain ? self.aggregate(aggregate, of: values()) : nil
    }
  }

  /// "True once n are true, false once too few still can be, else unknown"
  private func atLeast(_ least: Int, of truths: [Truth]) -> Value? {
    if truths.count(where: { $0 == .true }) >= least { return .truth(true) }
    return truths.count(where: { $0 != .false }) < least ? .truth(false) : nil
  }

  /// An aggregate of values, one of which may be unknown
  func aggregate(_ aggregate: Aggregate, of values: [Value?]) -> Value? {
    if aggregate == .any || aggregate == .none {
      let any = values.map { Truth($0) }.max() ?? .false
      return (aggregate == .any ? any : any.negated).value
    }
    if case .atLeast(let least) = aggregate {
      return atLeast(least, of: values.map { Truth($0) })
    }
    if aggregate == .count { return .scalar(Double(values.count)) }
    if aggregate == .first { return values.first ?? nil }
    let known = values.compactMap(\.self)
    guard known.count == values.count else { return nil }
    if aggregate == .collect { return .list(known) }
    let scalars = known.compactMap { value -> Double? in
      guard case .scalar(let scalar) = value else { return nil }
      return scalar
    }
    // "Of no rows, `count` and `sum` are 0, … the others unknown"
    if aggregate == .sum { return ReferenceSum(of: scalars).total }
    guard !known.isEmpty else { return nil }
    switch aggregate {
    case .minimum: return known.min { TableHistory.isOrdered([$0], [$1]) }
    case .maximum: return known.max { TableHistory.isOrdered([$0], [$1]) }
    case .average: return ReferenceSum.mean(of: scalars)
    default: return nil
    }
  }
}
