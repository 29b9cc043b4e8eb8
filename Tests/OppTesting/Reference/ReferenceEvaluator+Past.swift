internal import OppModel

/// The operators that look at other seconds (§5, §7)
extension ReferenceEvaluator {
  /// Fills the column of an operator that looks at other seconds; false for any other
  func fillFromPast(_ column: Column, _ node: Node, _ rows: ChosenRows) -> Bool {
    switch node.operation {
    case .lastKnown(let operand):
      fillLastKnown(column, remembered(operand, by: node, rows))
    case .lasting(let operand, let seconds):
      fillLeast(column, remembered(operand, by: node, rows), seconds)
    case .withinLast(let operand, let seconds):
      fillGreatest(column, remembered(operand, by: node, rows), seconds)
    case .withinNext(let operand, let seconds):
      fillGreatestAhead(column, operand, seconds, rows)
    case .began(let operand):
      fillBegan(column, remembered(operand, by: node, rows))
    case .lastChange(let operand):
      fillLastChange(column, remembered(operand, by: node, rows)) {
        isForgotten(by: node, at: $0, rows)
      }
    case .latch(let condition, let end):
      fillLatch(column, remembered(condition, by: node, rows), remembered(end, by: node, rows))
    case .window(let function, let operand, let span):
      fillWindow(column, function, operand, span, node, rows)
    case .constant, .clock, .period, .sun, .sunAngle, .reading, .address, .nearest, .rowField, .row,
      .rowPart,
      .not, .and, .or, .conditional, .otherwise, .known, .compare, .inRange, .element, .arithmetic,
      .unary, .part, .distance, .apply, .text, .placePosition, .placeNamed, .list, .age,
      .occurrence, .aggregate, .aggregateList, .gaps, .places:
      return false
    }
    return true
  }

  /// "What looks back at a row takes no note of the seconds after the one at which it left its table, until
  /// it is there again"
  func remembered(_ operand: NodeID, by node: Node, _ rows: ChosenRows) -> Column {
    let below = column(operand, rows)
    let chosen = node.scopes.compactMap { rows.lasting[$0] }
    guard !chosen.isEmpty else { return below }
    let count = Int(below.end - below.begin)
    let result = Column(begin: below.begin, count: count, type: graph[operand].type, pool: pool)
    for second in below.begin..<below.end {
      result.append(isForgotten(by: node, at: second, rows) ? nil : below[second])
    }
    return result
  }

  /// Whether a row of a node has left its table before a second, and is not there again
  func isForgotten(by node: Node, at second: Int64, _ rows: ChosenRows) -> Bool {
    node.scopes.contains { scope in
      rows.lasting[scope].map {
        tables.isAway($0, at: second) && !tables.isThere($0, at: second - 1)
      } ?? false
    }
  }

  /// "The last known value, however old"
  private func fillLastKnown(_ column: Column, _ below: Column) {
    var last: Value?
    for second in column.begin..<end {
      if !below.isUnchanged(at: second) { last = below[second] ?? last }
      column.append(last)
    }
  }

  /// `c for D` at t: "the least value of c over the seconds t-D … t, both included"
  private func fillLeast(_ column: Column, _ below: Column, _ seconds: Int64) {
    var lastFalse = Int64.min
    // Before memory begins, everything is unknown.
    var lastUnknown = column.begin - 1
    for second in column.begin..<end {
      switch below.truth(at: second) {
      case .false: lastFalse = second
      case .unknown: lastUnknown = second
      case .true: break
      }
      let first = second - seconds
      let least: Truth =
        lastFalse >= first ? .false : lastUnknown >= first ? .unknown : .true
      column.append(least.value)
    }
  }

  /// `c within last D` at t: "the greatest over t-D … t"
  private func fillGreatest(_ column: Column, _ below: Column, _ seconds: Int64) {
    var lastTrue = Int64.min
    var lastUnknown = column.begin - 1
    for second in column.begin..<end {
      switch below.truth(at: second) {
      case .true: lastTrue = second
      case .unknown: lastUnknown = second
      case .false: break
      }
      let first = second - seconds
      let greatest: Truth =
        lastTrue >= first ? .true : lastUnknown >= first ? .unknown : .false
      column.append(greatest.value)
    }
  }

  /// `c within next D` at t: the greatest over t … t+D, of what is known ahead at t
  private func fillGreatestAhead(
    _ column: Column, _ operand: NodeID, _ seconds: Int64, _ rows: ChosenRows
  ) {
    let turns = arrivalSeconds(below: operand)
    var nextTrue: [Int64] = []
    var nextUnknown: [Int64] = []
    for second in column.begin..<end {
      if second == column.begin || turns.contains(second) {
        let below = ahead(of: second, to: end + seconds).column(operand, rows)
        nextTrue = next(.true, in: below)
        nextUnknown = next(.unknown, in: below)
      }
      let last = second + seconds
      let index = Int(second - column.begin)
      let greatest: Truth =
        nextTrue[index] <= last ? .true : nextUnknown[index] <= last ? .unknown : .false
      column.append(greatest.value)
    }
  }

  /// For each second the first one from it on that has a truth
  private func next(_ truth: Truth, in column: Column) -> [Int64] {
    var result = Array(repeating: Int64.max, count: column.cells.count)
    var next = Int64.max
    for index in result.indices.reversed() {
      let second = column.begin + Int64(index)
      if column.truth(at: second) == truth { next = second }
      result[index] = next
    }
    return result
  }

  /// `c until d`: "at each second it is `not d and (c or what it was the second before)` in Kleene's logic; before memory
  /// it was unknown"
  private func fillLatch(_ column: Column, _ condition: Column, _ end: Column) {
    var latched = Truth.unknown
    for second in column.begin..<self.end {
      if condition.truth(at: second) > latched { latched = condition.truth(at: second) }
      if end.truth(at: second).negated < latched { latched = end.truth(at: second).negated }
      column.append(latched.value)
    }
  }

  /// "The Instant at which x became what it is; before the first change, the second at which it was first known; unknown
  /// while x is unknown"; "a change is from the last known value to another", and "a row that was away begins anew"
  private func fillLastChange(_ column: Column, _ below: Column, forgetting: (Int64) -> Bool) {
    var last: (value: Value, since: Int64)?
    for second in column.begin..<end {
      if forgetting(second) { last = nil }
      guard let value = below[second] else {
        column.append(nil)
        continue
      }
      if last?.value != value { last = (value, second) }
      column.append(last.map { .scalar(Double($0.since)) })
    }
  }

  /// "`began(c)` is the first second of c's present or latest stretch of truth"
  private func fillBegan(_ column: Column, _ below: Column) {
    var began: Int64?
    for second in column.begin..<end {
      if below.truth(at: second) == .true && below.truth(at: second - 1) != .true {
        began = second
      }
      column.append(began.map { .scalar(Double($0)) })
    }
  }
}
