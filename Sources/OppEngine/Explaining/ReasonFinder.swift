internal import OppModel

/// The reasons why a reading is unknown at this second, found only on demand
///
/// It reads the evaluator in a projection to the present, in which instances that are not kept up to date have readings, too.
///
/// The reasons are those of its unknown operands, down to leaves; only if all operands are
/// known is the operator itself the reason. In words, for `temp > 20C` and `min(tasks.cost) > 1`:
///
///     weather.temp: no reading yet                           tasks: no reading yet
///     weather.temp: stale since 2026-06-21T01:10:01          tasks: no rows
///     weather.temp: the reading of 2026-06-21T01:30          tasks.cost: the row does not say
///       did not have it                                      tasks: the disk is full
struct ReasonFinder {
  /// The reasons so far, each once
  private(set) var found: [UnknownReason] = []

  /// The instances that were looked at
  private var seen: Set<InstanceID> = []

  /// More reasons than anybody reads
  private static let reasonLimit = 64

  /// Adds a reason, once
  private mutating func add(_ reason: UnknownReason) {
    if found.count < Self.reasonLimit, !found.contains(reason) { found.append(reason) }
  }

  /// Adds the reasons why an instance is unknown; none if it is known, or was visited already
  mutating func collect(_ instance: InstanceID, _ evaluator: inout Evaluator) {
    guard !evaluator.reading(of: instance).isKnown, seen.insert(instance).inserted else {
      return
    }
    let code = evaluator.code[evaluator.instances.template[instance]]
    switch code.traits.dependence {
    case .source:
      if !collectOperands(instance, &evaluator) { add(leafReason(instance, evaluator)) }
    case .row:
      var field: Int?
      if case .rowField(let own) = code.instruction { field = Int(own) }
      add(rowReason(evaluator.instances.row(of: instance), field, evaluator))
    case .place:
      if !collectOperands(instance, &evaluator) { add(placeReason(instance, &evaluator)) }
    // The branch that is not taken is no reason.
    case .joined(.choice):
      let condition = evaluator.instances.operand(0, of: instance)
      switch evaluator.reading(of: condition).truth {
      case .unknown: collect(condition, &evaluator)
      case .true: collect(evaluator.instances.operand(1, of: instance), &evaluator)
      case .false: collect(evaluator.instances.operand(2, of: instance), &evaluator)
      }
    case .past: collectMemory(instance, &evaluator)
    case .earlier: collectEarlier(code.instruction, &evaluator)
    case .rows: collectRows(instance, code.instruction, &evaluator)
    case .rowPart:
      if !collectOperands(instance, &evaluator),
        case .row(let id)? = rowOperand(instance, evaluator),
        case .rowPart(let field) = code.instruction
      {
        if let row = evaluator.facts.tables[id.table].rowOfKey[id.key] {
          add(rowReason(row, Int(field), evaluator))
        } else {
          add(.missingRow(id.table))
        }
      }
    case .strict, .operands, .tested, .lastKnown, .otherwise, .joined(.not), .joined(.and),
      .joined(.or):
      if case .window(let function, let span) = code.instruction {
        collectWindow(instance, function, span, &evaluator)
      } else if case .latch = code.instruction {
        collectLatch(instance, &evaluator)
      } else if !collectOperands(instance, &evaluator) {
        add(ownReason(instance, code.instruction, &evaluator))
      }
    }
  }

  /// The reason why an operator on known operands has no result
  private mutating func ownReason(
    _ instance: InstanceID, _ instruction: Instruction, _ evaluator: inout Evaluator
  ) -> UnknownReason {
    if case .sun(let field) = instruction { return .sunDoesNotCross(field) }
    if case .arithmetic(let operation) = instruction {
      let template = evaluator.instances.template[instance]
      let second = evaluator.operand(1, of: instance).first
      return arithmeticReason(operation, second, evaluator.program.templates[template].type)
    }
    if case .part = instruction { return .beyondCalendar }
    if case .began = instruction { return .neverTrue }
    if case .aggregateList(let kind) = instruction {
      let list = evaluator.operand(0, of: instance)
      guard kind.addsUp, case .list(let values)? = evaluator.pool.object(list), !values.isEmpty
      else { return .emptyList }
      return .tooLargeToAddUp(at: nil)
    }
    if case .aggregateOperands(let kind) = instruction {
      let isEmpty = evaluator.instances.operandCount(of: instance) == 0
      return kind.addsUp && !isEmpty ? .tooLargeToAddUp(at: nil) : .emptyList
    }
    return .notANumber
  }

  /// - Returns: whether any operand is unknown.
  @discardableResult
  private mutating func collectOperands(_ instance: InstanceID, _ evaluator: inout Evaluator)
    -> Bool
  {
    var isAny = false
    for index in 0..<evaluator.instances.operandCount(of: instance) {
      let operand = evaluator.instances.operand(index, of: instance)
      guard !evaluator.reading(of: operand).isKnown else { continue }
      isAny = true
      collect(operand, &evaluator)
    }
    return isAny
  }

  /// The reason why an operation on known operands has no result
  private func arithmeticReason(
    _ operation: Arithmetic, _ second: Double, _ type: ValueType
  ) -> UnknownReason {
    if operation == .divide { return .dividedByZero }
    if operation == .dateAdvance || operation == .dateRetreat,
      second.truncatingRemainder(dividingBy: 86_400) != 0
    {
      return .fractionOfADay
    }
    return type.scalarLimits.upperBound.isFinite ? .beyondCalendar : .notANumber
  }

  /// The row that operand 0 is
  private func rowOperand(_ instance: InstanceID, _ evaluator: borrowing Evaluator) -> Value? {
    evaluator.pool.object(
      evaluator.instances.readings[evaluator.instances.operand(0, of: instance)])
  }

  // MARK: Leaves

  /// The reason why a field of a source is unknown, from the state of the subject that the leaf reads
  private func leafReason(_ instance: InstanceID, _ evaluator: borrowing Evaluator) -> UnknownReason
  {
    let template = evaluator.instances.template[instance]
    guard case .reading(let request, let place) = evaluator.code[template].instruction else {
      return .notANumber
    }
    let (source, field) = (evaluator.graph.requests[request].source, Int(place))
    if let subject = evaluator.facts.sources.subjectOfLeaf[instance] {
      let state = evaluator.facts.sources.subjects[subject]
      let since = Instant(seconds: state.instant)
      switch state.state {
      case .nothing: break
      case .stale:
        let freshness = evaluator.graph.sources[source].freshness ?? 0
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
    let name = evaluator.graph.sources[source].name
    if let reason = evaluator.facts.losses[name] {
      return .unavailable(source, field: field, reason: reason)
    }
    return .noReading(source, field: field)
  }

  /// The reason why a field of a row, or with nil the row itself, is unknown
  private func rowReason(
    _ row: RowIndex?, _ field: Int?, _ evaluator: borrowing Evaluator
  ) -> UnknownReason {
    guard let row else { return .notANumber }
    let table = evaluator.facts.rows[row].table
    guard evaluator.facts.tables[table].isKnown else {
      return tableReason(table, evaluator)
    }
    guard evaluator.facts.rows[row].isPresent, let field else { return .missingRow(table) }
    return .rowWithoutField(table, field: field)
  }

  /// The reason why a table is unknown: it was lost, is too old, or never came
  private func tableReason(_ table: TableID, _ evaluator: borrowing Evaluator) -> UnknownReason {
    if let loss = evaluator.facts.tables[table].loss { return .unknownTable(table, reason: loss) }
    // A failure from before it was known is over.
    let wasKnown = evaluator.facts.tables[table].turns.contains { $0.isKnown }
    let name = evaluator.graph.tables[table].name
    return .unknownTable(
      table,
      reason: wasKnown ? "its last response is too old" : evaluator.facts.losses[name])
  }

  /// The reason why an address or the nearest place is unknown
  private mutating func placeReason(_ instance: InstanceID, _ evaluator: inout Evaluator)
    -> UnknownReason
  {
    let operand = evaluator.operand(0, of: instance)
    let text = evaluator.pool.text(operand) ?? "?"
    let template = evaluator.instances.template[instance]
    guard case .nearest = evaluator.program.templates[template].instruction else {
      if evaluator.facts.places.isRefused(text) { return .noSuchAddress(text) }
      return lookupReason(.address(text), evaluator) ?? .addressNotFoundYet(text)
    }
    if evaluator.facts.places.has(text) { return .noPlace(category: text) }
    return lookupReason(.places(category: text), evaluator) ?? .placesNotFoundYet(category: text)
  }

  /// The reason why a lookup failed; `nil` if it was not tried
  private func lookupReason(_ subject: FetchKey, _ evaluator: borrowing Evaluator) -> UnknownReason?
  {
    var name = "places"
    if case .address = subject { name = "addresses" }
    let loss = evaluator.facts.losses[name]
    return (evaluator.facts.places.failures[subject] ?? loss).map {
      .notLookedUp(subject, reason: $0)
    }
  }

  // MARK: Other seconds and rows

  /// Adds the reasons of `for` and `within last`: the operand's, or else a second at which that was unknown
  private mutating func collectMemory(_ instance: InstanceID, _ evaluator: inout Evaluator) {
    guard !collectOperands(instance, &evaluator) else { return }
    guard let slot = evaluator.instances.slot(of: instance) else { return }
    let last = evaluator.states.truths[slot].lastUnknown
    add(
      last < evaluator.begins.seconds
        ? .beforeMemory : unknownReason(of: instance, at: last, &evaluator))
  }

  /// The reason why an instance was unknown at a second: the row that came after it, or that it was
  private func unknownReason(
    of instance: InstanceID, at second: Int64, _ evaluator: inout Evaluator
  ) -> UnknownReason {
    let scopes = evaluator.program.templates[evaluator.instances.template[instance]].scopes
    for row in evaluator.instances.rows(of: instance, in: scopes)
    where evaluator.facts.rows[row].presentSince == Seconds.add(second, 1) {
      return .rowWasAway(evaluator.facts.rows[row].table, at: Instant(seconds: second))
    }
    return .unknownAt(Instant(seconds: second))
  }

  /// Adds the reasons of a latch: those of its operands, or else the second since which it has been unknown
  private mutating func collectLatch(_ instance: InstanceID, _ evaluator: inout Evaluator) {
    guard !collectOperands(instance, &evaluator),
      let slot = evaluator.instances.slot(of: instance)
    else { return }
    let last = evaluator.states.truths[slot].lastKnown
    let begins = evaluator.begins.seconds
    add(last < begins ? .beforeMemory : .unknownAt(Instant(seconds: last).advanced(by: 1)))
  }

  /// Adds the reason of `ago`: the second that it looks at
  private mutating func collectEarlier(_ instruction: Instruction, _ evaluator: inout Evaluator) {
    guard case .window(_, .last(let duration)) = instruction else { return }
    let then = Seconds.subtract(evaluator.now, duration)
    add(then < evaluator.begins.seconds ? .beforeMemory : .unknownAt(Instant(seconds: then)))
  }

  /// Adds the reasons of a window: the operand's, or else its first second at which that was unknown
  ///
  /// `change(temp, last 30min)` at 00:10, with memory from 00:00 on, depends on a time before memory begins.
  private mutating func collectWindow(
    _ instance: InstanceID, _ function: WindowFunction, _ span: WindowSpan,
    _ evaluator: inout Evaluator
  ) {
    guard !collectOperands(instance, &evaluator) else { return }
    switch span {
    case .last(let duration)
    where Seconds.subtract(evaluator.now, duration) < evaluator.begins.seconds:
      add(.beforeMemory)
    case .since:
      let start = evaluator.operand(1, of: instance)
      let second = Seconds.whole(start.first.rounded(.up))
      add(
        second > evaluator.now
          ? .notBegun
          : second < evaluator.begins.seconds
            ? .beforeMemory
            : unknownSecond(ofWindow: instance, from: second, to: evaluator.now, &evaluator))
    case .last(let duration):
      let start = Seconds.subtract(evaluator.now, duration)
      add(unknownSecond(ofWindow: instance, from: start, to: evaluator.now, &evaluator))
    case .next(let duration):
      let end = Seconds.add(evaluator.now, duration)
      add(unknownSecond(ofWindow: instance, from: evaluator.now, to: end, &evaluator))
    }
  }

  /// The first second of a window at which its operand is unknown
  ///
  /// `total(busy, last 30min)` at 01:00, if `busy` was known at 00:30 and is missing from 00:40 to 00:50: 00:40.
  private func unknownSecond(
    ofWindow instance: InstanceID, from start: Int64, to end: Int64, _ evaluator: inout Evaluator
  ) -> UnknownReason {
    guard let slot = evaluator.instances.slot(of: instance) else {
      return .unknownAt(Instant(seconds: start))
    }
    if let second = evaluator.windowStore.firstTooLarge(ofWindow: slot, from: start, to: end) {
      return .tooLargeToAddUp(at: Instant(seconds: second))
    }
    let gap = evaluator.windowStore.firstUnknown(ofWindow: slot, from: start, to: end)
    let second = Instant(seconds: gap ?? start)
    switch evaluator.windowStore.windows[slot].function {
    case .increase: return .notCountedAt(second)
    case .average, .minimum, .maximum, .change, .total, .travelled, .times, .changes, .ago:
      return unknownReason(of: instance, at: second.seconds, &evaluator)
    }
  }

  /// Adds the reasons of an aggregate: the table's, or those of its rows, or that there is none
  private mutating func collectRows(
    _ instance: InstanceID, _ instruction: Instruction, _ evaluator: inout Evaluator
  ) {
    guard let slot = evaluator.instances.slot(of: instance) else { return }
    let table = evaluator.aggregates[slot].query.table
    guard evaluator.facts.tables[table].isKnown else {
      add(tableReason(table, evaluator))
      return
    }
    var (hasUnknown, hasMember) = (false, false)
    for row in evaluator.facts.tables[table].ordered
    where evaluator.facts.rows[row].isPresent {
      guard let entry = evaluator.aggregates[slot].entries[row] else { continue }
      if let predicate = entry.predicate {
        let isMember = evaluator.reading(of: predicate).truth
        if isMember == .unknown { hasUnknown = true }
        collect(predicate, &evaluator)
        guard isMember == .true else { continue }
      }
      hasMember = true
      guard let value = entry.value, !evaluator.reading(of: value).isKnown else { continue }
      hasUnknown = true
      collect(value, &evaluator)
    }
    guard !hasUnknown else { return }
    if case .aggregate(let kind) = instruction, kind.addsUp, hasMember {
      add(.tooLargeToAddUp(at: nil))
    } else {
      add(hasMember ? .notANumber : .noRows(table))
    }
  }
}
