internal import OppEngine
internal import OppModel

/// The one pass over the affected instances: each after its operands, once a call
///
/// It is lent the engine for change even if it only reads, because a call would otherwise be handed a copy.
extension FetchDemand {
  /// The residual of an instance
  mutating func residual(_ instance: InstanceID, _ engine: inout Engine) -> Residual {
    guard affected.contains(instance) else {
      return .settled(until: engine.horizon(of: instance))
    }
    if let found = residuals[instance] { return found }
    // The step ends, and nothing that is found for it counts.
    if engine.countPreparation() { return .settled(until: Seconds.never) }
    var own = find(instance, &engine)
    if case .settled(let until) = own.waits {
      own = .settled(until: max(until, Seconds.add(engine.present.seconds, 1)))
    }
    residuals.insert(own, of: instance)
    return own
  }

  /// The residual of an affected instance, by its operator
  private mutating func find(_ instance: InstanceID, _ engine: inout Engine) -> Residual {
    var own = Gathered(engine.horizon(of: instance))
    switch engine.dependence(of: instance) {
    case .joined(.and): return junction(instance, deciding: .false, &engine)
    case .joined(.or): return junction(instance, deciding: .true, &engine)
    case .joined(.not): return negation(instance, &engine)
    case .joined(.choice): return choice(instance, &engine)
    case .rows: return aggregate(instance, &engine)
    case .past: return past(instance, &engine)
    case .source:
      gatherOperands(of: instance, into: &own, &engine)
      if own.isSettled { gather(leaf: instance, into: &own, engine) }
    case .row:
      if let table = engine.tableOfRow(instance) { gather(table: table, into: &own) }
    case .place:
      gatherOperands(of: instance, into: &own, &engine)
      if own.isSettled, let mark = places[instance] { gather(mark, into: &own) }
    case .rowPart:
      gatherOperands(of: instance, into: &own, &engine)
      if let table = engine.tableOfOperand(instance) { gather(table: table, into: &own) }
    case .otherwise:
      let first = engine.operand(0, of: instance)
      // The second operand counts only once the first is unknown for good.
      if !gather(first, into: &own, &engine) {
        own.isProvisional = true
      } else if !engine.isKnown(first) {
        gather(engine.operand(1, of: instance), into: &own, &engine)
      }
    case .tested:
      gatherOperands(of: instance, into: &own, &engine)
      own.isProvisional = true
    case .lastKnown:
      gatherOperands(of: instance, into: &own, &engine)
      if engine.wasKnown(instance) { own.settle() }
    case .strict:
      gatherOperands(of: instance, into: &own, &engine)
      if own.isHopeless { own.settle() }
    case .operands: gatherOperands(of: instance, into: &own, &engine)
    // Whatever is fetched now is looked back upon later.
    case .earlier: break
    }
    return own.residual(isKnown: engine.isKnown(instance))
  }

  // MARK: Conditions

  /// The residual of `and` if `deciding` is false, of `or` if it is true
  ///
  /// It is settled as long as a settled operand decides it. Else it is settled if all operands are, until the first of them changes.
  private mutating func junction(
    _ instance: InstanceID, deciding: Truth, _ engine: inout Engine
  ) -> Residual {
    var (decidedUntil, earliest) = (Seconds.past, Seconds.never)
    var fetch: Int?
    var (isOpen, isSeveral, isProvisional) = (false, false, false)
    // It follows if all operands do, and is decided by any.
    var (followsFrom, decidesFrom) = (Seconds.past, Seconds.never)
    for index in 0..<engine.operandCount(of: instance) {
      let operand = engine.operand(index, of: instance)
      let own = residual(operand, &engine)
      let truth = engine.truth(ofInstance: operand)
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
  private mutating func negation(_ instance: InstanceID, _ engine: inout Engine) -> Residual {
    let operand = engine.operand(0, of: instance)
    let own = residual(operand, &engine)
    guard case .settled(let until) = own.waits else { return .negated(own) }
    return .settled(until: min(until, engine.horizon(of: instance)))
  }

  /// The condition of the choice comes first, then the operand that it chooses
  private mutating func choice(_ instance: InstanceID, _ engine: inout Engine) -> Residual {
    let (first, second) = (
      engine.operand(1, of: instance), engine.operand(2, of: instance)
    )
    let operand = engine.operand(0, of: instance)
    let condition = residual(operand, &engine)
    if case .settled(let until) = condition.waits {
      let chosen: Residual
      switch engine.truth(ofInstance: operand) {
      case .true: chosen = residual(first, &engine)
      case .false: chosen = residual(second, &engine)
      case .unknown: return condition
      }
      guard case .settled(let other) = chosen.waits else { return chosen.chosen(until: until) }
      return .settled(until: min(until, other))
    }
    let (left, right) = (residual(first, &engine), residual(second, &engine))
    var waits = condition.waits
    for other in [left, right] where !other.isSettled {
      if case .fetch(let own) = waits, case .fetch(let fetch) = other.waits, own == fetch {
        continue
      }
      waits = .several
    }
    waits = waits.joined
    // Only conditions have formulas; anything else waits for what chooses it.
    if !engine.isCondition(instance) { waits = condition.waits }
    let (leftNow, rightNow) = (
      engine.truth(ofInstance: first), engine.truth(ofInstance: second)
    )
    return Residual(
      waits: waits, isProvisional: condition.isProvisional,
      trueFrom: min(
        max(condition.trueFrom, left.mayBe(.true, now: leftNow)),
        max(condition.falseFrom, right.mayBe(.true, now: rightNow))),
      falseFrom: Seconds.past)
  }

  /// The residual of a look-back, which the truth within its duration may settle regardless of the present
  private mutating func past(_ instance: InstanceID, _ engine: inout Engine) -> Residual {
    var own = Gathered(engine.horizon(of: instance))
    let operand = engine.operand(0, of: instance)
    gather(operand, into: &own, &engine)
    if !own.isSettled, let past = engine.past(of: instance) {
      own.until = past.until
      if past.isDecided { own.settle() }
    }
    return own.residual(isKnown: engine.isKnown(instance))
  }

  /// The table, and the fetches of the rows that are, or may be, members
  private mutating func aggregate(_ instance: InstanceID, _ engine: inout Engine) -> Residual {
    var own = Gathered(Seconds.never)
    guard let table = engine.tableOfRows(instance) else { return own.residual(isKnown: false) }
    gather(table: table, into: &own)
    for member in engine.members(of: instance) {
      var isMember = Truth.true
      if let predicate = member.predicate {
        let isSettled = gather(predicate, into: &own, &engine)
        isMember = isSettled ? engine.truth(ofInstance: predicate) : .unknown
      }
      guard let value = member.value, isMember != .false else { continue }
      gather(value, into: &own, &engine)
    }
    return own.residual(isKnown: engine.isKnown(instance))
  }
}
