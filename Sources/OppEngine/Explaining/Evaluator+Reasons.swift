internal import OppModel

/// The reasons why something is unknown at this second, found only on demand
///
/// The reasons of something are those of its operands that are unknown, down to leaves; only where all operands are
/// known is the operator itself the reason. In words, for `temp > 20C` and `min(tasks.cost) > 1`:
///
///     weather.temp: no reading yet                           tasks: no reading yet
///     weather.temp: stale since 2026-06-21T01:10:01          tasks: no rows
///     weather.temp: the reading of 2026-06-21T01:30          tasks.cost: the row does not say
///       did not have it                                      tasks: the disk is full
extension Evaluator {
  /// The reasons of a node outside all scopes, in the order of the text; none where it is known
  mutating func reasons(of node: NodeID) -> [UnknownReason] {
    reasons(of: instance(of: node.index, in: Environment.none))
  }

  mutating func reasons(of instance: Int32) -> [UnknownReason] {
    var collected = Reasons()
    collect(instance, &collected)
    return collected.found
  }

  /// More reasons than anybody reads
  private static let reasonLimit = 64

  /// The reasons so far, each once, and the instances that were looked at
  private struct Reasons {
    var found: [UnknownReason] = []
    var seen: Set<Int32> = []
    var ahead: Ahead?

    mutating func add(_ reason: UnknownReason) {
      if found.count < Evaluator.reasonLimit, !found.contains(reason) { found.append(reason) }
    }
  }

  /// Adds the reasons why an instance is unknown; none where it is known, or was looked at already
  private mutating func collect(_ instance: Int32, _ reasons: inout Reasons) {
    if reasons.ahead == nil { reasons.ahead = Ahead(second: now) }
    guard !look(instance, &reasons.ahead).isKnown, reasons.seen.insert(instance).inserted else {
      return
    }
    let template = Int(instances.template[Int(instance)])
    let row = instances.slot[Int(instance)]
    switch program.templates[template].instruction {
    case .reading(let request, let field):
      if !collectOperands(instance, &reasons) {
        reasons.add(leafReason(instance, Int(request), Int(field)))
      }
    case .rowField(let field): reasons.add(rowReason(row, Int(field)))
    case .rowPresence, .row: reasons.add(rowReason(row, -1))
    case .sun(let field):
      if !collectOperands(instance, &reasons) { reasons.add(.sunDoesNotCross(field)) }
    case .address, .nearest:
      if !collectOperands(instance, &reasons) { reasons.add(placeReason(instance, &reasons.ahead)) }
    // The branch that is not taken is no reason.
    case .conditional:
      let condition = instances.operand(0, of: instance)
      switch look(condition, &reasons.ahead).truth {
      case .unknown: collect(condition, &reasons)
      case .true: collect(instances.operand(1, of: instance), &reasons)
      case .false: collect(instances.operand(2, of: instance), &reasons)
      }
    case .arithmetic(let operation):
      if !collectOperands(instance, &reasons) {
        reasons.add(arithmeticReason(operation, program.templates[template].type))
      }
    case .part: if !collectOperands(instance, &reasons) { reasons.add(.beyondCalendar) }
    case .lasting, .withinLast: collectMemory(instance, &reasons)
    case .began:
      if !collectOperands(instance, &reasons) { reasons.add(.neverTrue) }
    case .window(let function, let span):
      collectWindow(instance, function, span, &reasons)
    case .aggregate(let kind): collectRows(instance, kind, &reasons)
    case .aggregateList, .aggregateOperands:
      if !collectOperands(instance, &reasons) { reasons.add(.emptyList) }
    case .rowPart(let field):
      if !collectOperands(instance, &reasons), case .row(let id)? = rowOperand(instance) {
        let row = tables[Int(id.table.index)].rowOfKey[id.key] ?? -1
        reasons.add(row < 0 ? .missingRow(id.table) : rowReason(row, Int(field)))
      }
    default:
      if !collectOperands(instance, &reasons) { reasons.add(.notANumber) }
    }
  }

  /// - Returns: whether any operand is unknown.
  @discardableResult
  private mutating func collectOperands(_ instance: Int32, _ reasons: inout Reasons) -> Bool {
    var isAny = false
    for index in 0..<instances.operandCount(of: instance) {
      let operand = instances.operand(index, of: instance)
      guard !look(operand, &reasons.ahead).isKnown else { continue }
      isAny = true
      collect(operand, &reasons)
    }
    return isAny
  }

  /// The reason why an operation on known operands has no result
  private func arithmeticReason(_ operation: Arithmetic, _ type: ValueType) -> UnknownReason {
    if operation == .divide { return .dividedByZero }
    return type.scalarLimits.upperBound.isFinite ? .beyondCalendar : .notANumber
  }

  /// The row that operand 0 is
  private func rowOperand(_ instance: Int32) -> Value? {
    pool.object(instances.readings[Int(instances.operand(0, of: instance))])
  }

  // MARK: Leaves

  /// The reason why a field of a source is unknown, from the state of the subject that the leaf reads
  private func leafReason(_ instance: Int32, _ request: Int, _ field: Int) -> UnknownReason {
    let source = graph.requests[request].source
    if let subject = sources.subjectOfLeaf[instance] {
      let state = sources.subjects[Int(subject)]
      let since = Instant(seconds: state.instant)
      switch state.state {
      case .nothing: break
      case .stale:
        let freshness = graph.sources[Int(source.index)].freshness ?? 0
        return .stale(
          source, field: field, since: state.staleSince ?? since.advanced(by: freshness + 1))
      case .unavailable(let reason):
        return .unavailable(source, field: field, reason: reason)
      case .fresh:
        switch state.statuses.indices.contains(field) ? state.statuses[field] : .notYet {
        case .missing: return .missing(source, field: field, at: since)
        case .neverRead: return .neverRead(source, field: field)
        case .notYet, .known: return .noReading(source, field: field)
        }
      }
    }
    let name = graph.sources[Int(source.index)].name
    if let reason = losses[name] { return .unavailable(source, field: field, reason: reason) }
    return .noReading(source, field: field)
  }

  /// The reason why a field of a row, or with -1 the row itself, is unknown
  private func rowReason(_ row: Int32, _ field: Int) -> UnknownReason {
    guard row >= 0 else { return .notANumber }
    let table = TableID(index: rows[Int(row)].table)
    guard tables[Int(table.index)].isKnown else { return tableReason(table) }
    return rows[Int(row)].isPresent ? .rowWithoutField(table, field: field) : .missingRow(table)
  }

  /// The reason why a table is unknown: it was lost, is too old, or never came
  private func tableReason(_ table: TableID) -> UnknownReason {
    let index = Int(table.index)
    let wasKnown = tables[index].turns.contains { $0.isKnown }
    let reason = tables[index].loss ?? losses[graph.tables[index].name]
    return .unknownTable(table, reason: reason ?? (wasKnown ? "its last response is too old" : nil))
  }

  /// The reason why an address or the nearest place is unknown
  private mutating func placeReason(_ instance: Int32, _ ahead: inout Ahead?) -> UnknownReason {
    let operand = look(instances.operand(0, of: instance), &ahead)
    let text = pool.text(operand) ?? "?"
    let template = Int(instances.template[Int(instance)])
    guard case .nearest = program.templates[template].instruction else {
      if places.isRefused(text) { return .noSuchAddress(text) }
      return lookupReason(.address(text)) ?? .addressNotFoundYet(text)
    }
    if places.has(text) { return .noPlace(category: text) }
    return lookupReason(.places(category: text)) ?? .placesNotFoundYet(category: text)
  }

  /// The reason why a lookup failed; nil where it was not tried
  private func lookupReason(_ subject: FetchKey) -> UnknownReason? {
    var name = "places"
    if case .address = subject { name = "addresses" }
    return (places.failures[subject] ?? losses[name]).map { .notLookedUp(subject, reason: $0) }
  }

  // MARK: Other seconds and rows

  /// Adds the reasons of `for` and `within last`: the operand's, or else a second at which that was unknown
  private mutating func collectMemory(_ instance: Int32, _ reasons: inout Reasons) {
    guard !collectOperands(instance, &reasons) else { return }
    let slot = Int(instances.slot[Int(instance)])
    guard truthMemories.indices.contains(slot) else { return }
    let last = truthMemories[slot].lastUnknown
    reasons.add(last < begins.seconds ? .beforeMemory : .unknownAt(Instant(seconds: last)))
  }

  /// Adds the reasons of a window: the operand's, or else its first second at which that was unknown
  ///
  /// `change(temp, last 30min)` at 00:10, with memory from 00:00 on, depends on a time before memory begins.
  private mutating func collectWindow(
    _ instance: Int32, _ function: WindowFunction, _ span: WindowSpan, _ reasons: inout Reasons
  ) {
    guard !collectOperands(instance, &reasons) else { return }
    switch span {
    case .last(let duration) where Seconds.subtract(now, duration) < begins.seconds:
      reasons.add(.beforeMemory)
    case .since:
      let start = look(instances.operand(1, of: instance), &reasons.ahead)
      let second = Seconds.whole(start.first.rounded(.up))
      reasons.add(
        second > now
          ? .notBegun
          : second < begins.seconds
            ? .beforeMemory : unknownSecond(ofWindow: instance, from: second, to: now))
    case .last(let duration):
      let start = Seconds.subtract(now, duration)
      reasons.add(unknownSecond(ofWindow: instance, from: start, to: now))
    case .next(let duration):
      let end = Seconds.add(now, duration)
      reasons.add(unknownSecond(ofWindow: instance, from: now, to: end))
    }
  }

  /// The first second of a window at which its operand is unknown
  ///
  /// `total(busy, last 30min)` at 01:00, of what was known at 00:30 and is missing from 00:40 to 00:50: 00:40.
  private func unknownSecond(
    ofWindow instance: Int32, from start: Int64, to end: Int64
  ) -> UnknownReason {
    let slot = Int(instances.slot[Int(instance)])
    let gap =
      windows.indices.contains(slot) ? windows[slot].firstUnknown(from: start, to: end) : nil
    return .unknownAt(Instant(seconds: gap ?? start))
  }

  /// Adds the reasons of an aggregate: the table's, or those of its rows, or that there is none
  private mutating func collectRows(
    _ instance: Int32, _ kind: Aggregate, _ reasons: inout Reasons
  ) {
    let slot = Int(instances.slot[Int(instance)])
    guard aggregates.indices.contains(slot) else { return }
    let table = aggregates[slot].query.table
    guard tables[Int(table.index)].isKnown else {
      reasons.add(tableReason(table))
      return
    }
    var (hasUnknown, hasMember) = (false, false)
    for row in tables[Int(table.index)].ordered where rows[Int(row)].isPresent {
      guard let entry = aggregates[slot].entries[row] else { continue }
      if entry.predicate >= 0 {
        let isMember = look(entry.predicate, &reasons.ahead).truth
        if isMember == .unknown { hasUnknown = true }
        collect(entry.predicate, &reasons)
        guard isMember == .true else { continue }
      }
      hasMember = true
      guard entry.value >= 0, !look(entry.value, &reasons.ahead).isKnown else { continue }
      hasUnknown = true
      collect(entry.value, &reasons)
    }
    if !hasUnknown { reasons.add(hasMember ? .notANumber : .noRows(table)) }
  }
}
