internal import OppModel

/// The one pass over the affected instances: each after its operands, once a call
///
/// It is lent the evaluator for change even if it only reads, because a call would otherwise be handed a copy.
extension FetchDemand {
  /// The residual of an instance
  mutating func residual(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Residual {
    guard affected.contains(instance) else {
      return .settled(until: evaluator.instances.readings[instance].until)
    }
    if let found = residuals[instance] { return found }
    evaluator.work.preparations += 1
    // The step ends, and nothing that is found for it counts.
    if evaluator.isOver() { return .settled(until: Seconds.never) }
    var own = find(instance, &evaluator)
    if case .settled(let until) = own.waits {
      own = .settled(until: max(until, Seconds.add(evaluator.now, 1)))
    }
    residuals.insert(own, of: instance)
    return own
  }

  /// The residual of an affected instance, by its operator
  private mutating func find(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Residual {
    let template = evaluator.instances.template[instance]
    var own = Gathered(evaluator.instances.readings[instance].until)
    switch evaluator.code[template].traits.dependence {
    case .joined(.and): return junction(instance, deciding: .false, &evaluator)
    case .joined(.or): return junction(instance, deciding: .true, &evaluator)
    case .joined(.not): return negation(instance, &evaluator)
    case .joined(.choice): return choice(instance, &evaluator)
    case .rows: return aggregate(instance, &evaluator)
    case .past: return past(instance, &evaluator)
    case .source:
      gatherOperands(of: instance, into: &own, &evaluator)
      if own.isSettled { gather(leaf: instance, into: &own, evaluator) }
    case .row:
      if let row = evaluator.instances.row(of: instance) {
        gather(table: evaluator.facts.rows[row].table, into: &own)
      }
    case .place:
      gatherOperands(of: instance, into: &own, &evaluator)
      if own.isSettled, let mark = places[instance] { gather(mark, into: &own) }
    case .rowPart:
      gatherOperands(of: instance, into: &own, &evaluator)
      if let operand = evaluator.program.operand(of: template),
        case .row(let table) = evaluator.program.templates[operand].type
      {
        gather(table: table, into: &own)
      }
    case .otherwise:
      let first = evaluator.instances.operand(0, of: instance)
      // The second operand counts only once the first is unknown for good.
      if !gather(first, into: &own, &evaluator) {
        own.isProvisional = true
      } else if !evaluator.instances.readings[first].isKnown {
        gather(evaluator.instances.operand(1, of: instance), into: &own, &evaluator)
      }
    case .tested:
      gatherOperands(of: instance, into: &own, &evaluator)
      own.isProvisional = true
    case .lastKnown:
      gatherOperands(of: instance, into: &own, &evaluator)
      if wasKnown(instance, evaluator) { own.settle() }
    case .strict:
      gatherOperands(of: instance, into: &own, &evaluator)
      if own.isHopeless { own.settle() }
    case .operands: gatherOperands(of: instance, into: &own, &evaluator)
    // Whatever is fetched now is looked back upon later.
    case .earlier: break
    }
    return own.residual(isKnown: evaluator.instances.readings[instance].isKnown)
  }

  // MARK: Conditions

  /// The residual of `and` if `deciding` is false, of `or` if it is true
  ///
  /// It is settled as long as a settled operand decides it. Else it is settled if all operands are, until the first of them changes.
  private mutating func junction(
    _ instance: InstanceID, deciding: Truth, _ evaluator: inout Evaluator
  ) -> Residual {
    var (decidedUntil, earliest) = (Seconds.past, Seconds.never)
    var fetch: Int?
    var (isOpen, isSeveral, isProvisional) = (false, false, false)
    // It follows if all operands do, and is decided by any.
    var (followsFrom, decidesFrom) = (Seconds.past, Seconds.never)
    for index in 0..<evaluator.instances.operandCount(of: instance) {
      let operand = evaluator.instances.operand(index, of: instance)
      let own = residual(operand, &evaluator)
      let truth = evaluator.instances.readings[operand].truth
      followsFrom = max(followsFrom, own.mayBe(deciding.negated, now: truth))
      switch own.waits {
      case .settled(let until):
        if truth == deciding {
          decidedUntil = max(decidedUntil, until)
        } else {
          earliest = min(earliest, until)
        }
        continue
      case .fetch(let only):
        if isOpen, fetch != only { isSeveral = true }
        fetch = only
      case .fetches, .several: isSeveral = true
      }
      isOpen = true
      isProvisional = isProvisional || own.isProvisional
      decidesFrom = min(decidesFrom, own.mayBe(deciding, now: truth))
    }
    if decidedUntil > Seconds.past { return .settled(until: decidedUntil) }
    guard isOpen else { return .settled(until: earliest) }
    decidesFrom = min(decidesFrom, earliest)
    var waits = Residual.Waits.several
    if !isSeveral, let fetch { waits = .fetch(fetch) }
    return Residual(
      waits: waits, isProvisional: isProvisional,
      trueFrom: deciding == .false ? followsFrom : decidesFrom,
      falseFrom: deciding == .false ? decidesFrom : followsFrom)
  }

  /// That of `not`
  private mutating func negation(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Residual {
    let operand = evaluator.instances.operand(0, of: instance)
    let own = residual(operand, &evaluator)
    guard case .settled(let until) = own.waits else { return .negated(own) }
    return .settled(until: min(until, evaluator.instances.readings[instance].until))
  }

  /// The condition of the choice comes first, then the operand that it chooses
  private mutating func choice(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Residual {
    let (first, second) = (
      evaluator.instances.operand(1, of: instance), evaluator.instances.operand(2, of: instance)
    )
    let operand = evaluator.instances.operand(0, of: instance)
    let condition = residual(operand, &evaluator)
    if case .settled(let until) = condition.waits {
      let chosen: Residual
      switch evaluator.instances.readings[operand].truth {
      case .true: chosen = residual(first, &evaluator)
      case .false: chosen = residual(second, &evaluator)
      case .unknown: return condition
      }
      guard case .settled(let other) = chosen.waits else { return chosen.chosen(until: until) }
      return .settled(until: min(until, other))
    }
    let (left, right) = (residual(first, &evaluator), residual(second, &evaluator))
    var waits = condition.waits
    for other in [left, right] where !other.isSettled {
      if case .fetch(let own) = waits, case .fetch(let fetch) = other.waits, own == fetch {
        continue
      }
      waits = .several
    }
    waits = waits.joined
    // Only conditions have formulas; anything else waits for what chooses it.
    if evaluator.program.templates[evaluator.instances.template[instance]].type != .bool {
      waits = condition.waits
    }
    let (leftNow, rightNow) = (
      evaluator.instances.readings[first].truth, evaluator.instances.readings[second].truth
    )
    return Residual(
      waits: waits, isProvisional: condition.isProvisional,
      trueFrom: min(
        max(condition.trueFrom, left.mayBe(.true, now: leftNow)),
        max(condition.falseFrom, right.mayBe(.true, now: rightNow))),
      falseFrom: Seconds.past)
  }

  /// The residual of a look-back, which the truth within its duration may settle regardless of the present
  private mutating func past(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Residual {
    let template = evaluator.instances.template[instance]
    let past = evaluator.code[template].instruction.past
    var own = Gathered(evaluator.instances.readings[instance].until)
    let operand = evaluator.instances.operand(0, of: instance)
    gather(operand, into: &own, &evaluator)
    if !own.isSettled, let past, let slot = evaluator.instances.slot(of: instance) {
      var memory = evaluator.states.truths[slot]
      memory.note(.unknown, at: evaluator.now)
      let reading = memory.extreme(
        past.deciding, past.seconds, at: evaluator.now, until: Seconds.never)
      own.until = reading.until
      if reading.isKnown { own.settle() }
    }
    return own.residual(isKnown: evaluator.instances.readings[instance].isKnown)
  }

  /// The table, and the fetches of the rows that are, or may be, members
  private mutating func aggregate(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Residual
  {
    var own = Gathered(Seconds.never)
    guard let slot = evaluator.instances.slot(of: instance) else {
      return own.residual(isKnown: false)
    }
    let table = evaluator.aggregates[slot].query.table
    gather(table: table, into: &own)
    for index in evaluator.facts.tables[table].ordered.indices {
      let row = evaluator.facts.tables[table].ordered[index]
      guard evaluator.facts.rows[row].isPresent,
        let entry = evaluator.aggregates[slot].entries[row]
      else { continue }
      var isMember = Truth.true
      if let predicate = entry.predicate {
        let isSettled = gather(predicate, into: &own, &evaluator)
        isMember = isSettled ? evaluator.instances.readings[predicate].truth : .unknown
      }
      guard let value = entry.value, isMember != .false else { continue }
      gather(value, into: &own, &evaluator)
    }
    return own.residual(isKnown: evaluator.instances.readings[instance].isKnown)
  }

  /// Whether an operator for the last known value has one, of any second
  func wasKnown(_ instance: InstanceID, _ evaluator: borrowing Evaluator) -> Bool {
    guard let slot = evaluator.instances.slot(of: instance) else { return false }
    return evaluator.states.lastKnown[slot].reading.isKnown
  }
}
