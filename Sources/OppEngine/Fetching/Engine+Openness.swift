internal import OppModel

/// The subjects that must be fetched before an instance is known for good
///
/// An instance is *open* while subjects below it are missing or due and could change its reading, else
/// it is *settled*: no fetch can change it, even where it is unknown. A missing subject alone cannot change
/// a reading that is known without it, except through operators that test whether something is known.
///
///     c and d        // c is false, t is missing: settled. c is true: open until t is there
///     x > y          // s responded without x: settled and unknown, whatever y is
///     x otherwise y  // s is missing: open until s is there, for y counts only without x
///     known(x)       // s is missing: open, although it is false already
///
/// Each instance is computed once a call of needs, after its operands.
extension Engine {
  /// The subjects that are open below an instance; settled where nothing missing or due lies below it
  mutating func openness(_ instance: Int32, _ work: inout DemandBuilder) -> Openness {
    guard work.isAffected(instance) else { return .settled }
    let known = work.marks[Int(instance)].open
    if known.start >= 0 { return known }
    var open = ownOpenness(instance, &work)
    if !open.isOpen || (!open.isProvisional && instances.readings[Int(instance)].isKnown) {
      open = .settled
    }
    work.marks[Int(instance)].open = open
    return open
  }

  /// The open subjects of an affected instance, by its operator
  private mutating func ownOpenness(_ instance: Int32, _ work: inout DemandBuilder) -> Openness {
    let template = Int(instances.template[Int(instance)])
    let instruction = code[template].instruction
    switch instruction {
    case .reading(_, let field): return readingOpenness(instance, Int(field), &work)
    case .rowField, .row, .rowPresence: return rowOpenness(instance, &work)
    case .address, .nearest:
      let operands = operandsOpenness(instance, &work)
      guard !operands.isOpen, let mark = work.placeMarks[instance] else { return operands }
      return work.list(mark.subject, isProvisional: mark.isDue)
    case .rowPart:
      let operand = openness(instances.operand(0, of: instance), &work)
      let type = program.templates[template].operands.first.map { program.templates[Int($0)].type }
      guard case .row(let table)? = type else { return operand }
      let rows = tableOpenness(Int(table.index), &work)
      return work.joined(operand, rows)
    case .membership, .and: return junctionOpenness(instance, deciding: .false, &work)
    case .or: return junctionOpenness(instance, deciding: .true, &work)
    case .conditional: return choiceOpenness(instance, &work)
    case .otherwise:
      var first = openness(instances.operand(0, of: instance), &work)
      // The second operand counts only once the first is unknown for good.
      first.isProvisional = true
      return first.isOpen ? first : openness(instances.operand(1, of: instance), &work)
    case .known, .text, .began, .window(_, .last), .window(_, .since):
      var open = operandsOpenness(instance, &work)
      open.isProvisional = true
      return open
    case .lastKnown:
      let slot = Int(instances.slot[Int(instance)])
      let wasKnown =
        lastKnownMemories.indices.contains(slot) && lastKnownMemories[slot].reading.isKnown
      return wasKnown ? .settled : openness(instances.operand(0, of: instance), &work)
    case .lasting(let duration): return lastingOpenness(instance, .false, duration, &work)
    case .withinLast(let duration): return lastingOpenness(instance, .true, duration, &work)
    case .aggregate: return aggregateOpenness(instance, &work)
    case .compare, .arithmetic, .inRange, .containsText, .distance, .unary, .part, .textFunction,
      .placeName, .placePosition, .placeNamed, .sun:
      return hasHopelessOperand(instance, &work) ? .settled : operandsOpenness(instance, &work)
    case .constant, .clock, .not, .elementOfOperands, .element, .list, .withinNext, .window,
      .aggregateList, .aggregateOperands:
      return operandsOpenness(instance, &work)
    }
  }

  /// The subjects that are open below any operand
  private mutating func operandsOpenness(
    _ instance: Int32, _ work: inout DemandBuilder
  ) -> Openness {
    var result = Openness.settled
    for index in 0..<instances.operandCount(of: instance) {
      let operand = instances.operand(index, of: instance)
      guard work.isAffected(operand) else { continue }
      let open = openness(operand, &work)
      if open.isOpen { result = work.joined(result, open) }
    }
    return result
  }

  /// Whether an operand is unknown for good, and the instance with it
  private mutating func hasHopelessOperand(_ instance: Int32, _ work: inout DemandBuilder) -> Bool {
    for index in 0..<instances.operandCount(of: instance) {
      let operand = instances.operand(index, of: instance)
      guard !instances.readings[Int(operand)].isKnown else { continue }
      if !openness(operand, &work).isOpen { return true }
    }
    return false
  }

  // MARK: Leaves

  /// The subject of a field: that of its arguments first, for without them it is not known which reading it is
  ///
  /// A field that the reading before did not have is not fetched again for itself.
  private mutating func readingOpenness(
    _ instance: Int32, _ field: Int, _ work: inout DemandBuilder
  ) -> Openness {
    let arguments = operandsOpenness(instance, &work)
    guard !arguments.isOpen, let subject = sources.subjectOfLeaf[instance],
      let mark = work.mark(ofSource: subject)
    else { return arguments }
    if mark.isDue, sources.subjects[Int(subject)].lacks(field) { return .settled }
    return work.list(mark.subject, isProvisional: mark.isDue)
  }

  /// The table of a field of a row
  private func rowOpenness(_ instance: Int32, _ work: inout DemandBuilder) -> Openness {
    let row = instances.slot[Int(instance)]
    guard row >= 0 else { return .settled }
    return tableOpenness(Int(rows[Int(row)].table), &work)
  }

  /// The table, where it is missing or due
  func tableOpenness(_ table: Int, _ work: inout DemandBuilder) -> Openness {
    guard let mark = work.mark(ofTable: table) else { return .settled }
    return work.list(mark.subject, isProvisional: mark.isDue)
  }

  // MARK: Conditions

  /// That of `and`, where `deciding` is false, or `or`, where it is true
  private mutating func junctionOpenness(
    _ instance: Int32, deciding: Truth, _ work: inout DemandBuilder
  ) -> Openness {
    for index in 0..<instances.operandCount(of: instance) {
      let operand = instances.operand(index, of: instance)
      guard instances.readings[Int(operand)].truth == deciding else { continue }
      if !openness(operand, &work).isOpen { return .settled }
    }
    return operandsOpenness(instance, &work)
  }

  /// The condition of the choice comes first, then the operand that was chosen
  private mutating func choiceOpenness(_ instance: Int32, _ work: inout DemandBuilder) -> Openness {
    let condition = instances.operand(0, of: instance)
    let open = openness(condition, &work)
    if open.isOpen { return open }
    switch instances.readings[Int(condition)].truth {
    case .true: return openness(instances.operand(1, of: instance), &work)
    case .false: return openness(instances.operand(2, of: instance), &work)
    case .unknown: return .settled
    }
  }

  /// The past truth within the duration may settle it, whatever holds now
  private mutating func lastingOpenness(
    _ instance: Int32, _ wanted: Truth, _ duration: Int64, _ work: inout DemandBuilder
  ) -> Openness {
    let open = openness(instances.operand(0, of: instance), &work)
    let slot = Int(instances.slot[Int(instance)])
    guard open.isOpen, truthMemories.indices.contains(slot) else { return open }
    var memory = truthMemories[slot]
    memory.note(.unknown, at: now)
    let reading = memory.extreme(wanted, duration, at: now, until: Seconds.never)
    return reading.isKnown ? .settled : open
  }

  // MARK: Rows

  /// The table, and the subjects of the rows that are, or may be, members
  private mutating func aggregateOpenness(
    _ instance: Int32, _ work: inout DemandBuilder
  ) -> Openness {
    let slot = Int(instances.slot[Int(instance)])
    guard aggregates.indices.contains(slot) else { return .settled }
    let table = Int(aggregates[slot].query.table.index)
    var result = tableOpenness(table, &work)
    for row in tables[table].ordered where rows[Int(row)].isPresent {
      guard let entry = aggregates[slot].entries[row] else { continue }
      var isMember = Truth.true
      if entry.predicate >= 0 {
        let open = openness(entry.predicate, &work)
        if open.isOpen { result = work.joined(result, open) }
        isMember = open.isOpen ? .unknown : instances.readings[Int(entry.predicate)].truth
      }
      guard entry.value >= 0, isMember != .false else { continue }
      let open = openness(entry.value, &work)
      if open.isOpen { result = work.joined(result, open) }
    }
    return result
  }
}
