internal import OppEngine
internal import OppModel

/// The goals of the problem: the needs of each Opp, list of `for each` and memory
extension FetchDemand {
  /// Adds them in the order of Opps, of tables, and of instances
  mutating func findRoots(_ deciding: Set<OppInstance>, _ engine: inout Engine) {
    let moments = engine.moments()
    affectRows(of: moments, &engine)
    var next = affected.opps.first
    while let opp = next {
      next = affected.opps.first(after: opp)
      need(opp, isMoment: moments.contains(opp), deciding, &engine)
    }
    for table in TableID.all(in: tables) where tables[table] != nil {
      for rule in engine.rules(ofRowsOf: table) { needRows(rule, table, &engine) }
    }
    needGaps(&engine)
    next = moments.first
    while let opp = next {
      next = moments.first(after: opp)
      needWords(opp, &engine)
    }
    needQuiet(&engine)
    for memory in affected.memories.sorted() { needMemory(memory, &engine) }
  }

  // MARK: Opps

  /// Adds the needs of an Opp whose condition or events depend on something missing or due
  private mutating func need(
    _ opp: OppID, isMoment: Bool, _ deciding: Set<OppInstance>, _ engine: inout Engine
  ) {
    let isIdle = engine.isIdle(opp)
    // The end of a firing is followed whether or not the Opp can fire.
    if engine.awaitsEnd(of: opp), isIdle || engine.hasEvents(opp) {
      decide(engine.condition(ofOpp: opp), .event, opp, &engine)
    }
    guard !isIdle else { return }
    if engine.awaitsRemoval(opp) || (isMoment && engine.isRemoved(opp)) {
      decide(engine.ownCondition(ofOpp: opp), .condition, opp, &engine)
    }
    needPending(opp, &engine)
    if let row = engine.rowIndex(ofOpp: opp), waitsForTable(row, engine) { return }
    if !engine.hasEvents(opp) {
      decide(engine.condition(ofOpp: opp), .condition, opp, &engine)
      return
    }
    for input in engine.eventInputs(ofOpp: opp) {
      switch input {
      case .condition(let instance): decide(instance, .event, opp, &engine)
      case .value(let instance): know(instance, .event, .opp(opp), &engine)
      }
    }
    let isNear = !deciding.isEmpty && deciding.contains(engine.oppInstance(opp))
    if isMoment || isNear || engine.isPending(opp) {
      decide(engine.condition(ofOpp: opp), .condition, opp, &engine)
    }
  }

  /// Requires the readings that an event of an Opp waits for, if its condition is decided at present and would not need them
  private mutating func needPending(_ opp: OppID, _ engine: inout Engine) {
    for part in engine.partsAwaited(by: opp) where affected.contains(part) {
      know(part, .condition, .opp(opp), &engine)
    }
  }

  /// Whether a row has left its table, or its table must be fetched first: there may be a thousand rows,
  /// and only the table shows which of them there still are
  ///
  /// While the table cannot be fetched, its Opps are followed: when the table is back, changes are found against the last
  /// known rows.
  private func waitsForTable(_ row: RowIndex, _ engine: borrowing Engine) -> Bool {
    if engine.isAway(row) { return true }
    return mark(ofTable: engine.table(of: row)) != nil
  }

  /// Requires a condition to be decided, unless no fetch can, or its outcome does not matter
  private mutating func decide(
    _ instance: InstanceID?, _ reason: Needs.Root.Reason, _ opp: OppID, _ engine: inout Engine
  ) {
    guard let instance, affected.contains(instance) else { return }
    let own = residual(instance, &engine)
    if reason == .condition, !own.isSettled,
      cannotMatter(own, opp, &engine) || comesTooLate(instance, own, opp, &engine)
    {
      return
    }
    decide(own, instance, reason, .opp(opp), &engine)
  }

  /// Requires a condition to be decided, or notes until when no fetch can
  private mutating func decide(
    _ own: Residual, _ instance: InstanceID, _ reason: Needs.Root.Reason, _ owner: Needs.Root.Owner,
    _ engine: inout Engine
  ) {
    if case .settled(let until) = own.waits { return noteSkip(until) }
    let node = node(of: instance, &engine)
    guard !needs.problem.isConstant(node) else { return }
    needs.decide(node, reason, owner)
  }

  /// Whether nothing can make an Opp fire: it was not true when last known, and something that no fetch makes known
  /// keeps it from becoming so
  ///
  /// Whether it is false or unknown is then all the same, until time may change that. If the condition is untracked, it
  /// matters, because only a condition that is seen to be false can be seen to become true. It depends on the condition alone: a session that was
  /// restored does not know of everything that is missing elsewhere.
  private mutating func cannotMatter(_ own: Residual, _ opp: OppID, _ engine: inout Engine) -> Bool
  {
    guard own.trueFrom > Seconds.past, engine.mustBecomeTrue(opp) else { return false }
    horizon = min(horizon, max(own.trueFrom, Seconds.add(engine.present.seconds, 1)))
    return true
  }

  /// Whether a condition is false for every response by the time at which the first response is expected
  ///
  /// A reading that is due counts until then, and may itself make the condition false.
  private func comesTooLate(
    _ instance: InstanceID, _ own: Residual, _ opp: OppID, _ engine: inout Engine
  ) -> Bool {
    guard !isAnythingProvisional, !engine.hasEvents(opp) else { return false }
    var latency = leastLatency
    if case .fetch(let fetch) = own.waits { latency = latencies[fetch] }
    guard latency > 0 else { return false }
    return engine.isFalse(instance, in: latency)
  }

  /// Requires a reading to be known: its subjects must have been fetched, for every value of it
  private mutating func know(
    _ instance: InstanceID, _ reason: Needs.Root.Reason, _ owner: Needs.Root.Owner,
    _ engine: inout Engine
  ) {
    let waits = fetches(of: instance, &engine)
    if case .settled(let until) = waits { noteSkip(until) }
    if let list = list(waits) { needs.know(list, reason, owner) }
  }

  /// Notes until when a settled instance makes fetches needless
  private mutating func noteSkip(_ until: Int64) { horizon = min(horizon, until) }

  // MARK: Rows

  /// Requires the table of a `for each` for the rows that are not known yet
  private mutating func needRows(_ rule: Int, _ table: TableID, _ engine: inout Engine) {
    let prospects = engine.rowProspects(ofRule: rule)
    var parts: [Int] = []
    if prospects.hasMembership, let mark = mark(ofTable: table) {
      parts.append(atom(nil, needs.problem.fetches[fetchOfSubject[mark.subject]].itself))
    }
    // A part of the condition that is the same for all rows can show that no row matters.
    for part in prospects.parts {
      noted.append(engine.note(part, .contentAndHorizon))
      let isFalse = engine.truth(ofInstance: part) == .false
      let own = residual(part, &engine)
      guard !prospects.hasEvents else {
        // An event that remembers earlier seconds must be followed even then.
        if prospects.forgetsRows, isFalse, rulesOutRows(own, engine) { return }
        continue
      }
      parts.append(node(of: part, &engine))
      if case .settled(let until) = own.waits, isFalse { noteSkip(until) }
    }
    let node = needs.problem.junction(parts[...], deciding: .false)
    guard !needs.problem.isConstant(node) else { return }
    needs.decide(
      node, prospects.hasEvents ? .event : .condition,
      needs.owner([RuleID(rule)]))
  }

  /// Requires the gaps of a `for each` to be known, as each that is new has an Opp
  private mutating func needGaps(_ engine: inout Engine) {
    for (list, rules) in engine.gapLists() where affected.contains(list) {
      let owner = needs.owner(rules)
      know(list, .condition, owner, &engine)
    }
  }

  /// Whether a part of a condition that is false keeps the events of all rows silent for longer than the lead
  private mutating func rulesOutRows(_ own: Residual, _ engine: borrowing Engine) -> Bool {
    guard case .settled(let until) = own.waits else { return false }
    let end = Seconds.subtract(until, lead)
    guard end > engine.present.seconds else { return false }
    horizon = min(horizon, end)
    return true
  }

  // MARK: Texts

  /// Requires the inputs of the text and the records of an Opp that is about to fire, if they can be fetched
  private mutating func needWords(_ opp: OppID, _ engine: inout Engine) {
    let rule = engine.rule(ofOpp: opp)
    let quiet = engine.quietCondition(ofRule: rule)
    guard quiet != nil || engine.hasWords(ofRule: rule),
      isTrue(engine.condition(ofOpp: opp), &engine)
        || (engine.hasEvents(opp)
          && isTrue(engine.ownCondition(ofOpp: opp), &engine))
        || engine.awaitsWords(opp)
    else { return }
    decide(quiet, .text, opp, &engine)
    var open = Residual.Waits.settled(until: Seconds.never)
    for instance in engine.words(ofOpp: opp) {
      let words = fetches(ofWords: instance, &engine)
      open = union(open, words)
    }
    if let list = list(open) { needs.know(list, .text, .opp(opp)) }
  }

  /// Requires the condition of `set quiet` to be decided while firings wait for it
  private mutating func needQuiet(_ engine: inout Engine) {
    guard let quiet = engine.awaitedQuiet, affected.contains(quiet.condition) else { return }
    let own = residual(quiet.condition, &engine)
    decide(own, quiet.condition, .text, needs.owner(quiet.rules), &engine)
  }

  /// Whether a condition is true and no fetch changes that; one that an Opp does not have is
  private mutating func isTrue(_ instance: InstanceID?, _ engine: inout Engine) -> Bool {
    guard let instance else { return true }
    guard engine.truth(ofInstance: instance) == .true else { return false }
    return residual(instance, &engine).isSettled
  }

  /// The fetches below an instance that is evaluated when a text needs it
  private mutating func fetches(
    ofWords instance: InstanceID, _ engine: inout Engine
  ) -> Residual.Waits {
    if engine.isMaintained(instance) { return fetches(of: instance, &engine) }
    var result = Residual.Waits.settled(until: Seconds.never)
    for index in 0..<engine.operandCount(of: instance) {
      let operand = engine.operand(index, of: instance)
      let own = fetches(ofWords: operand, &engine)
      result = union(result, own)
    }
    return result
  }

  // MARK: Memories

  /// Requires the operand of an operator that looks back, so that it is not unknown when it will be looked back upon
  ///
  /// `c for 10min and d` needs c even while d is false, for once d is true, the last ten minutes count. A latch remembers
  /// its own truth, and needs that.
  private mutating func needMemory(_ memory: InstanceID, _ engine: inout Engine) {
    let operand = engine.remembered(by: memory)
    guard affected.contains(operand) else { return }
    let known = rulesByMemory ?? engine.rulesByMemory()
    rulesByMemory = known
    let rules = engine.rules(remembering: memory, known)
    guard !rules.isEmpty, !isGone(memory, engine), !engine.wasKnown(memory) else { return }
    let owner = needs.owner(rules)
    guard engine.isCondition(operand) else { return know(operand, .memory, owner, &engine) }
    let own = residual(operand, &engine)
    decide(own, operand, .memory, owner, &engine)
  }

  /// Whether an instance is of a row that has left its table, and nothing that is fetched could bring it back
  private func isGone(_ instance: InstanceID, _ engine: borrowing Engine) -> Bool {
    for row in engine.rows(of: instance) where engine.isAway(row) {
      if mark(ofTable: engine.table(of: row)) == nil { return true }
    }
    return false
  }
}

// MARK: Adding

extension Needs {
  /// Adds a formula to decide; an atom alone needs all its fetches
  mutating func decide(_ node: Int, _ reason: Root.Reason, _ owner: Root.Owner) {
    let weight = weight(of: owner)
    if let fetches = problem.fetches(ofAtomAt: node) {
      problem.require(fetches, weight: weight)
    } else {
      problem.decide(node, weight: weight)
    }
    roots.append(Root(goal: .decided(node), reason: reason, owner: owner))
  }

  /// Adds fetches that must be made
  mutating func know(_ fetches: ListRange, _ reason: Root.Reason, _ owner: Root.Owner) {
    problem.require(fetches, weight: weight(of: owner))
    roots.append(Root(goal: .known(fetches), reason: reason, owner: owner))
  }

  /// Rules as an owner
  mutating func owner(_ rules: [RuleID]) -> Root.Owner {
    let start = self.rules.count
    self.rules.append(contentsOf: rules)
    return .rules(start..<self.rules.count)
  }

  /// The number of rules that need a goal
  private func weight(of owner: Root.Owner) -> Double {
    switch owner {
    case .opp: 1
    case .rules(let range): Double(range.count)
    }
  }
}
