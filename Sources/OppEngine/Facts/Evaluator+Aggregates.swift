internal import OppModel

/// Aggregates over the rows of a table
extension Evaluator {
  /// Makes the state of an aggregate, with the rows that its table has by now
  mutating func prepareAggregate(_ instance: Int32, _ environment: Int32) {
    let template = Int(instances.template[Int(instance)])
    guard template < graph.nodes.count,
      case .aggregate(_, let query) = graph.nodes[template].operation,
      tables.indices.contains(Int(query.table.index))
    else { return }
    let index = Int32(truncatingIfNeeded: aggregates.count)
    instances.slot[Int(instance)] = index
    aggregates.append(
      AggregateState(instance: instance, query: query, environment: environment))
    tables[Int(query.table.index)].aggregates.append(index)
    for row in tables[Int(query.table.index)].ordered { add(row, to: Int(index)) }
  }

  /// Adds a row to an aggregate
  ///
  /// `count(tasks where cost > 2)` gets for each row an instance of `cost > 2`, with the row itself noted in the link
  /// to the aggregate: a change of that instance is one of that row.
  mutating func add(_ row: Int32, to index: Int) {
    let aggregate = aggregates[index]
    guard aggregate.entries[row] == nil else { return }
    let inner = instances.environment(
      aggregate.environment, scope: aggregate.query.scope, row: row)
    var parts: [Int32] = []
    for part in [aggregate.query.predicate, aggregate.query.value] {
      guard let part else {
        parts.append(-1)
        continue
      }
      let instance = self.instance(of: part.index, in: inner)
      instances.addDependent(aggregate.instance, row: row, of: instance)
      parts.append(instance)
    }
    aggregates[index].entries[row] = AggregateState.Entry(predicate: parts[0], value: parts[1])
    aggregates[index].changed.append(row)
    markDirty(aggregate.instance)
  }

  /// The reading of an aggregate
  ///
  /// `any`, `none` and `count` are counted, row by row as these change. All others are scanned, as is every one at a
  /// second ahead.
  mutating func aggregate(
    _ kind: Aggregate, _ instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let slot = Int(instances.slot[Int(instance)])
    guard aggregates.indices.contains(slot) else { return .unknown }
    let table = Int(aggregates[slot].query.table.index)
    guard tables[table].isKnown else {
      return isAwaited(table: table) ? .undecided(until: Seconds.never) : .unknown
    }
    if ahead == nil {
      switch kind {
      case .any, .none, .count: return counted(kind, slot)
      case .sum, .minimum, .maximum, .average, .first, .collect: aggregates[slot].changed = []
      }
    }
    return scanned(kind, slot, at: second, &ahead)
  }

  // MARK: Counting

  /// Looks at the rows that have changed only
  private mutating func counted(_ kind: Aggregate, _ slot: Int) -> Reading {
    let changed =
      aggregates[slot].isStale
      ? tables[Int(aggregates[slot].query.table.index)].ordered : aggregates[slot].changed
    aggregates[slot].isStale = false
    aggregates[slot].changed = []
    var nothing: Ahead?
    for row in changed {
      guard var entry = aggregates[slot].entries[row] else { continue }
      count(entry.counted, -1, slot)
      entry.counted = membership(entry, row, usesValue: kind != .count, &nothing).membership
      count(entry.counted, 1, slot)
      aggregates[slot].entries[row] = entry
    }
    // No row is looked at for the result: one that is true decides `any`, one that is unknown leaves `count` unknown.
    let (yes, undecided) = (aggregates[slot].trueCount, aggregates[slot].undecidedCount)
    let unknown = aggregates[slot].unknownCount + undecided
    let truth: Truth = yes > 0 ? .true : unknown > 0 ? .unknown : .false
    if undecided > 0, kind == .count || truth == .unknown {
      return .undecided(until: Seconds.never)
    }
    switch kind {
    case .any: return Reading(truth, until: Seconds.never)
    case .none: return Reading(truth.negated, until: Seconds.never)
    default: return unknown > 0 ? .unknown : .scalar(Double(yes))
    }
  }

  /// Counts a row in, with a change of 1, or out, with -1
  private mutating func count(_ membership: AggregateState.Membership, _ change: Int, _ slot: Int) {
    switch membership {
    case .yes: aggregates[slot].trueCount += change
    case .unknown: aggregates[slot].unknownCount += change
    case .undecided: aggregates[slot].undecidedCount += change
    case .absent, .no: break
    }
  }

  /// Whether a row is a member, and until when; with its value where that is a condition of its own
  private mutating func membership(
    _ entry: AggregateState.Entry, _ row: Int32, usesValue: Bool, _ ahead: inout Ahead?
  ) -> (membership: AggregateState.Membership, until: Int64) {
    guard rows[Int(row)].isPresent else { return (.absent, Seconds.never) }
    var truth = Truth.true
    var isUndecided = false
    var until = Seconds.never
    if entry.predicate >= 0 {
      let reading = look(entry.predicate, &ahead)
      truth = reading.truth
      isUndecided = reading.isUndecided
      until = reading.until
    }
    if usesValue, entry.value >= 0 {
      let reading = look(entry.value, &ahead)
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
    var entries: [(row: Int32, entry: AggregateState.Entry)] = []
    var hasUnknown = false
    var hasUndecided = false
    var until = Seconds.never
  }

  /// Finds the rows of an aggregate that count
  ///
  /// - Complexity: linear in the rows that its table ever had.
  private mutating func members(
    _ slot: Int, usesValue: Bool, _ ahead: inout Ahead?
  ) -> Members {
    var members = Members()
    for row in tables[Int(aggregates[slot].query.table.index)].ordered {
      guard let entry = aggregates[slot].entries[row] else { continue }
      let (membership, horizon) = membership(entry, row, usesValue: usesValue, &ahead)
      members.until = min(members.until, horizon)
      switch membership {
      case .absent, .no: break
      case .unknown: members.hasUnknown = true
      case .undecided: members.hasUndecided = true
      case .yes: members.entries.append((row, entry))
      }
    }
    return members
  }

  /// Looks at every row in order: where the counts do not suffice, and for seconds ahead
  ///
  /// Each result holds until the first row may join or leave, or changes its value.
  private mutating func scanned(
    _ kind: Aggregate, _ slot: Int, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let isCondition = kind == .any || kind == .none
    let members = members(slot, usesValue: isCondition, &ahead)
    var until = members.until
    // `any` and `none` are decided by one member that is true, whatever others are.
    if isCondition {
      let truth: Truth =
        !members.entries.isEmpty
        ? .true : members.hasUnknown || members.hasUndecided ? .unknown : .false
      if truth == .unknown, members.hasUndecided { return .undecided(until: until) }
      return Reading(kind == .any ? truth : truth.negated, until: until)
    }
    if members.hasUndecided { return .undecided(until: until) }
    if members.hasUnknown { return .unknown(until: until) }
    if kind == .count { return .scalar(Double(members.entries.count), until: until) }
    var readings: [Reading] = []
    // The value of each member, as of this second; one that is unknown makes the result unknown.
    for member in members.entries {
      var reading =
        member.entry.value >= 0
        ? look(member.entry.value, &ahead) : Reading.object(rows[Int(member.row)].object)
      if reading.kind == .deferred { reading = computed(member.entry.value) }
      if reading.drifts { reading.first = scalar(of: member.entry.value, at: second, &ahead) }
      until = min(until, reading.until)
      if reading.isUndecided { return .undecided(until: until) }
      guard reading.isKnown else { return .unknown(until: until) }
      readings.append(reading)
      if kind == .first { break }
    }
    if kind == .first { return readings.first?.bounded(by: until) ?? .unknown(until: until) }
    return combined(kind, readings, at: second, until)
  }

  /// The result over the readings of the members, and its rate where they drift
  ///
  /// The least of values that all fall by 1 s a second falls as they do. Where the rates differ, one value may overtake
  /// another at any second, and the result is found again at the next.
  private mutating func combined(
    _ kind: Aggregate, _ readings: [Reading], at second: Int64, _ until: Int64
  ) -> Reading {
    var values: [Value] = []
    for reading in readings {
      guard let value = pool.value(reading) else { return .unknown(until: until) }
      values.append(value)
    }
    guard let result = Aggregation.combine(kind, values) else { return .unknown(until: until) }
    let rates = readings.map { $0.drift }
    if kind == .collect, rates.contains(where: { $0 != 0 }) {
      return pool.reading(result, until: Seconds.add(second, 1))
    }
    guard let least = rates.min(), let greatest = rates.max(), least != 0 || greatest != 0,
      case .scalar(let scalar) = result
    else { return pool.reading(result, until: until) }
    let rate = rates.reduce(0, +)
    switch kind {
    case .sum: return .drifting(scalar, perSecond: rate, until: until)
    case .average:
      return .drifting(scalar, perSecond: rate / Double(rates.count), until: until)
    default:
      // Rows that drift alike keep their order; others may overtake each other at any second.
      let isParallel = least == greatest
      return .drifting(
        scalar, perSecond: least, until: isParallel ? until : Seconds.add(second, 1))
    }
  }

  /// An aggregate that drifts, at a second for which its rows stay members
  mutating func aggregateScalar(
    _ kind: Aggregate, _ instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> Double {
    let slot = Int(instances.slot[Int(instance)])
    guard aggregates.indices.contains(slot) else { return .nan }
    var values: [Value] = []
    for member in members(slot, usesValue: false, &ahead).entries where member.entry.value >= 0 {
      values.append(.scalar(scalar(of: member.entry.value, at: second, &ahead)))
      if kind == .first { break }
    }
    guard case .scalar(let result)? = Aggregation.combine(kind, values) else { return .nan }
    return result
  }

}
