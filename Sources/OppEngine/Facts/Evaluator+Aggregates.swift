internal import OppModel

/// Aggregates over the rows of a table
extension Evaluator {
  /// The reading of an aggregate
  ///
  /// `any`, `none`, `at least` and `count` are counted, row by row as these change. All others are scanned, as is each
  /// of them in a projection.
  mutating func aggregate(_ instance: InstanceID, _ kind: Aggregate) -> Reading {
    guard let slot = instances.slot(of: instance) else { return .unknown }
    let table = aggregates[slot].query.table
    guard facts.tables[table].isKnown else {
      return facts.isAwaited(table: table) ? .undecided(until: Seconds.never) : .unknown
    }
    if facts.tables[table].isWaiting { return .undecided(until: Seconds.never) }
    if moment.isPresent {
      switch kind {
      case .any, .none, .atLeast, .count: return counted(kind, slot)
      case .sum, .minimum, .maximum, .average, .first, .collect:
        aggregates[slot].changed = []
      }
    }
    return scanned(kind, slot)
  }

  // MARK: Counting

  /// Looks at the rows that have changed only
  private mutating func counted(_ kind: Aggregate, _ slot: StateSlot) -> Reading {
    let changed =
      aggregates[slot].isStale
      ? facts.tables[aggregates[slot].query.table].ordered
      : aggregates[slot].changed
    aggregates[slot].isStale = false
    aggregates[slot].changed = []
    for row in changed {
      guard var entry = aggregates[slot].entries[row] else { continue }
      count(entry.counted, -1, slot)
      entry.counted =
        membership(entry, row, usesValue: kind != .count).membership
      count(entry.counted, 1, slot)
      aggregates[slot].entries[row] = entry
    }
    // No row is looked at for the result: one that is true decides `any`, one that is unknown leaves `count` unknown.
    let (yes, undecided) = (
      aggregates[slot].trueCount, aggregates[slot].undecidedCount
    )
    let unknown = aggregates[slot].unknownCount + undecided
    let least = kind.least
    let truth: Truth = yes >= least ? .true : yes + unknown >= least ? .unknown : .false
    if undecided > 0, kind == .count || truth == .unknown {
      return .undecided(until: Seconds.never)
    }
    switch kind {
    case .any, .atLeast: return Reading(truth, until: Seconds.never)
    case .none: return Reading(truth.negated, until: Seconds.never)
    case .count, .sum, .minimum, .maximum, .average, .first, .collect:
      return unknown > 0 ? .unknown : .scalar(Double(yes))
    }
  }

  /// Counts a row in, with a change of 1, or out, with -1
  private mutating func count(
    _ membership: AggregateState.Membership, _ change: Int, _ slot: StateSlot
  ) {
    switch membership {
    case .yes: aggregates[slot].trueCount += change
    case .unknown: aggregates[slot].unknownCount += change
    case .undecided: aggregates[slot].undecidedCount += change
    case .absent, .no: break
    }
  }

  /// The membership of a row, and until when it holds; with the row's value if that is a condition of its own
  private mutating func membership(_ entry: AggregateState.Entry, _ row: RowIndex, usesValue: Bool)
    -> (membership: AggregateState.Membership, until: Int64)
  {
    guard facts.rows[row].isPresent else { return (.absent, Seconds.never) }
    var truth = Truth.true
    var isUndecided = false
    var until = Seconds.never
    if let predicate = entry.predicate {
      let reading = reading(of: predicate)
      truth = reading.truth
      isUndecided = reading.isUndecided
      until = reading.until
    }
    if usesValue, let value = entry.value {
      let reading = reading(of: value)
      truth = min(truth, reading.truth)
      isUndecided = isUndecided || reading.isUndecided
      until = min(until, reading.until)
    }
    switch truth {
    case .true: return (.yes, until)
    case .false: return (.no, until)
    case .unknown: return (isUndecided ? .undecided : .unknown, until)
    }
  }

  // MARK: Scanning

  /// The rows that count, in the order of their keys, and whether there may be more
  private struct Members {
    var entries: [(row: RowIndex, entry: AggregateState.Entry)] = []
    var unknown = 0
    var undecided = 0
    var until = Seconds.never
  }

  /// Finds the rows of an aggregate that count
  ///
  /// - Complexity: linear in the rows that its table ever had.
  private mutating func members(_ slot: StateSlot, usesValue: Bool) -> Members {
    var members = Members()
    for row in facts.tables[aggregates[slot].query.table].ordered {
      guard let entry = aggregates[slot].entries[row] else { continue }
      work.preparations += 1
      if isOver() { break }
      let (membership, horizon) = membership(entry, row, usesValue: usesValue)
      members.until = min(members.until, horizon)
      switch membership {
      case .absent, .no: break
      case .unknown: members.unknown += 1
      case .undecided: members.undecided += 1
      case .yes: members.entries.append((row, entry))
      }
    }
    return members
  }

  /// Looks at every row in order: for aggregates that are not counted, and in projections
  ///
  /// Each result holds until the first row may join or leave, or changes its value.
  private mutating func scanned(_ kind: Aggregate, _ slot: StateSlot) -> Reading {
    let second = moment.second
    let isCondition = kind.isCondition
    let members = members(slot, usesValue: isCondition)
    var until = members.until
    // They are decided by as many members that are true as they need, whatever others are.
    if isCondition {
      let possible = members.entries.count + members.unknown + members.undecided
      let truth: Truth =
        members.entries.count >= kind.least ? .true : possible >= kind.least ? .unknown : .false
      if truth == .unknown, members.undecided > 0 { return .undecided(until: until) }
      return Reading(kind == .none ? truth.negated : truth, until: until)
    }
    if members.undecided > 0 { return .undecided(until: until) }
    if members.unknown > 0 { return .unknown(until: until) }
    if kind == .count { return .scalar(Double(members.entries.count), until: until) }
    var readings: [Reading] = []
    // The value of each member, as of this second; one that is unknown makes the result unknown.
    for member in members.entries {
      var reading = Reading.object(facts.rows[member.row].object)
      if let value = member.entry.value {
        reading = self.reading(of: value)
        if reading.drifts { reading.first = scalar(of: value, at: second) }
      }
      until = min(until, reading.until)
      if reading.isUndecided { return .undecided(until: until) }
      guard reading.isKnown else { return .unknown(until: until) }
      readings.append(reading)
      if kind == .first { break }
    }
    if kind == .first { return readings.first?.bounded(by: until) ?? .unknown(until: until) }
    return combined(kind, readings, until)
  }

  /// The result over the readings of the members, and its rate if they drift
  ///
  /// The least of values that all fall by 1 s a second falls as they do. Where the rates differ, or change, one value may
  /// overtake another at any second, and the result is found again at the next.
  private mutating func combined(_ kind: Aggregate, _ readings: [Reading], _ until: Int64)
    -> Reading
  {
    let second = moment.second
    var values: [Value] = []
    for reading in readings {
      guard let value = pool.value(reading) else { return .unknown(until: until) }
      values.append(value)
    }
    guard let result = Aggregation.combine(kind, values) else { return .unknown(until: until) }
    let rates = readings.map { $0.drift }
    let isCurved = readings.contains { $0.kind == .curved }
    if kind == .collect, isCurved || rates.contains(where: { $0 != 0 }) {
      return pool.reading(result, until: Seconds.add(second, 1))
    }
    guard let least = rates.min(), let greatest = rates.max(),
      isCurved || least != 0 || greatest != 0, case .scalar(let scalar) = result
    else { return pool.reading(result, until: until) }
    let rate = rates.reduce(0, +)
    switch kind {
    case .sum: return .changing(scalar, perSecond: rate, isCurved: isCurved, until: until)
    case .average:
      return .changing(
        scalar, perSecond: rate / Double(rates.count), isCurved: isCurved, until: until)
    case .any, .none, .atLeast, .count, .minimum, .maximum, .first, .collect:
      // Rows that drift alike keep their order; others may overtake each other at any second, as curves may.
      let isParallel = least == greatest && (!isCurved || readings.count == 1)
      return .changing(
        scalar, perSecond: least, isCurved: isCurved,
        until: isParallel ? until : Seconds.add(second, 1))
    }
  }

  /// An aggregate that drifts, at a second for which its rows stay members
  mutating func aggregateScalar(_ instance: InstanceID, _ kind: Aggregate, at second: Int64)
    -> Double
  {
    guard let slot = instances.slot(of: instance) else { return .nan }
    var values: [Value] = []
    for member in members(slot, usesValue: false).entries {
      guard let value = member.entry.value else { continue }
      values.append(.scalar(scalar(of: value, at: second)))
      if kind == .first { break }
    }
    guard case .scalar(let result)? = Aggregation.combine(kind, values) else { return .nan }
    return result
  }
}

extension Aggregate {
  /// `true` if it is an aggregate of conditions, decided in three-valued logic by how many of them are true
  var isCondition: Bool {
    switch self {
    case .any, .none, .atLeast: true
    case .count, .sum, .minimum, .maximum, .average, .first, .collect: false
    }
  }

  /// `true` if it adds numbers up
  var addsUp: Bool {
    switch self {
    case .sum, .average: true
    case .any, .none, .atLeast, .count, .minimum, .maximum, .first, .collect: false
    }
  }

  /// The number of true conditions that decide it
  var least: Int {
    if case .atLeast(let count) = self { count } else { 1 }
  }
}
