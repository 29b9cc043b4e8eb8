internal import OppModel
internal import OppPlanning

/// The goals of the problem: the needs of each Opp, list of `for each` and memory
extension FetchDemand {
  /// Adds them in the order of Opps, of tables, and of instances
  mutating func findRoots(_ deciding: Set<OppInstance>, _ engine: inout Engine) {
    let moments = engine.monitor.findMoments(&engine.evaluator)
    affectRows(of: moments, &engine)
    needs.isCutShort = findDecisiveRoots(moments, deciding, &engine)
    if needs.isCutShort { return findOpenConditions(&engine) }
    var next = opps.first
    while let opp = next {
      next = opps.first(after: opp)
      need(opp, isMoment: moments.contains(opp), deciding, &engine)
    }
    for table in TableID.all(in: tables) where tables[table] != nil {
      for rule in engine.evaluator.facts.tables[table].rules
      where !engine.monitor.isDisabled(rule: rule, of: engine.graph) {
        needRows(rule, table, &engine.evaluator)
      }
    }
    needGaps(&engine)
    next = moments.first
    while let opp = next {
      next = moments.first(after: opp)
      needWords(opp, &engine)
    }
    needQuiet(&engine)
    for memory in memories.sorted() { needMemory(memory, &engine) }
  }

  // MARK: Opps

  /// Adds the needs of an Opp whose condition or events depend on something missing or due
  mutating func need(
    _ opp: OppID, isMoment: Bool, _ deciding: Set<OppInstance>, _ engine: inout Engine
  ) {
    let isIdle = engine.monitor.isIdle(opp, &engine.evaluator)
    // The end of a firing is followed whether or not the Opp can fire.
    if engine.monitor.awaitsEnd(of: opp),
      isIdle || !engine.monitor.opps[opp].events.isEmpty
    {
      decide(engine.monitor.opps[opp].whole, .event, opp, &engine)
    }
    guard !isIdle else { return }
    if engine.monitor.isPending(opp, as: .removal) || (isMoment && isRemoved(opp, &engine)) {
      decide(engine.monitor.opps[opp].condition, .condition, opp, &engine)
    }
    needPending(opp, &engine)
    if let row = engine.monitor.opps[opp].row, waitsForTable(row, engine.evaluator) { return }
    if engine.monitor.opps[opp].events.isEmpty {
      decide(engine.monitor.opps[opp].whole, .condition, opp, &engine)
      return
    }
    for event in engine.monitor.opps[opp].events.indices {
      need(engine.monitor.opps[opp].events[event].kind, opp, &engine)
    }
    let isNear =
      !deciding.isEmpty
      && deciding.contains(engine.monitor.oppInstance(opp, engine.evaluator.facts.rows))
    if isMoment || isNear || engine.monitor.isPending(opp) {
      decide(engine.monitor.opps[opp].whole, .condition, opp, &engine)
    }
  }

  /// Requires the readings that an event of an Opp waits for, if its condition is decided at present and would not need them
  private mutating func needPending(_ opp: OppID, _ engine: inout Engine) {
    for event in engine.monitor.pendingEvents where event.opp == opp {
      guard let condition = engine.monitor.opps[opp].condition(of: event.kind),
        engine.evaluator.truth(condition) != .unknown
      else { continue }
      for part in engine.monitor.openParts(of: event, &engine.evaluator)
      where affected.contains(part) {
        know(part, .condition, .opp(opp), &engine.evaluator)
      }
    }
  }

  /// Whether an Opp waits for its row to leave its list, and it has: that leaves only `when` to be decided
  private func isRemoved(_ opp: OppID, _ engine: inout Engine) -> Bool {
    engine.evaluator.truth(engine.monitor.opps[opp].membership) == .false
      && engine.monitor.opps[opp].events.contains { $0.isRemoval }
  }

  /// Whether a row has left its table, or its table must be fetched first: there may be a thousand rows,
  /// and only the table shows which of them there still are
  ///
  /// While the table cannot be fetched, its Opps are followed: when the table is back, changes are found against the last
  /// known rows.
  private func waitsForTable(_ row: RowIndex, _ evaluator: borrowing Evaluator) -> Bool {
    if evaluator.facts.isAway(row) { return true }
    return mark(ofTable: evaluator.facts.rows[row].table) != nil
  }

  /// Requires a condition to be decided, unless no fetch can, or its outcome does not matter
  private mutating func decide(
    _ instance: InstanceID?, _ reason: Needs.Root.Reason, _ opp: OppID, _ engine: inout Engine
  ) {
    guard let instance, affected.contains(instance) else { return }
    let own = residual(instance, &engine.evaluator)
    if reason == .condition, !own.isSettled,
      cannotMatter(own, opp, &engine) || comesTooLate(instance, own, opp, &engine)
    {
      return
    }
    decide(own, instance, reason, .opp(opp), &engine.evaluator)
  }

  /// Requires a condition to be decided, or notes until when no fetch can
  private mutating func decide(
    _ own: Residual, _ instance: InstanceID, _ reason: Needs.Root.Reason, _ owner: Needs.Root.Owner,
    _ evaluator: inout Evaluator
  ) {
    if case .settled(let until) = own.waits { return noteSkip(until) }
    let node = node(of: instance, &evaluator)
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
    guard own.trueFrom > Seconds.past, engine.monitor.opps[opp].events.isEmpty,
      engine.monitor.opps[opp].lastKnown != .true, !engine.monitor.opps[opp].isUntracked
    else { return false }
    horizon = min(horizon, max(own.trueFrom, Seconds.add(engine.evaluator.now, 1)))
    return true
  }

  /// Whether a condition is false for every response by the time at which the first response is expected
  ///
  /// A reading that is due counts until then, and may itself make the condition false.
  private func comesTooLate(
    _ instance: InstanceID, _ own: Residual, _ opp: OppID, _ engine: inout Engine
  ) -> Bool {
    guard !isAnythingProvisional, engine.monitor.opps[opp].events.isEmpty else { return false }
    var latency = leastLatency
    if case .fetch(let fetch) = own.waits { latency = latencies[fetch] }
    guard latency > 0 else { return false }
    let second = Seconds.add(engine.evaluator.now, latency)
    return engine.evaluator.reading(of: instance, at: second).kind == .no
  }

  /// Requires a reading to be known: its subjects must have been fetched, for every value of it
  private mutating func know(
    _ instance: InstanceID, _ reason: Needs.Root.Reason, _ owner: Needs.Root.Owner,
    _ evaluator: inout Evaluator
  ) {
    let waits = fetches(of: instance, &evaluator)
    if case .settled(let until) = waits { noteSkip(until) }
    if let list = list(waits) { needs.know(list, reason, owner) }
  }

  /// Notes until when a settled instance makes fetches needless
  private mutating func noteSkip(_ until: Int64) { horizon = min(horizon, until) }

  /// Requires the inputs that must be known at every second for an event not to be overlooked
  private mutating func need(_ event: EventState.Kind, _ opp: OppID, _ engine: inout Engine) {
    switch event {
    case .becomes(let instance), .timeOfDay(let instance), .instant(let instance):
      decide(instance, .event, opp, &engine)
    case .rowAdded, .rowRemoved:
      decide(engine.monitor.opps[opp].membership, .event, opp, &engine)
    case .sun(_, let instance, _), .changes(let instance):
      know(instance, .event, .opp(opp), &engine.evaluator)
    case .every: break
    }
  }

  // MARK: Rows

  /// Requires the table of a `for each` for the rows that are not known yet
  private mutating func needRows(_ rule: Int, _ table: TableID, _ evaluator: inout Evaluator) {
    let compiled = evaluator.program.rules[rule]
    var parts: [Int] = []
    if compiled.membership != nil, let mark = mark(ofTable: table) {
      parts.append(atom(nil, needs.problem.fetches[fetchOfSubject[mark.subject]].itself))
    }
    // A part of the condition that is the same for all rows can show that no row matters.
    for part in rowlessParts(of: compiled, &evaluator) {
      let reading = evaluator.instances.readings[part]
      noted.append(NotedReading(instance: part, reading: reading, aspect: .contentAndHorizon))
      let own = residual(part, &evaluator)
      guard compiled.events.isEmpty else {
        // An event that remembers earlier seconds must be followed even then.
        if compiled.events.allSatisfy({ $0.isForgotten }),
          rulesOutRows(own, reading, &evaluator)
        {
          return
        }
        continue
      }
      parts.append(node(of: part, &evaluator))
      if case .settled(let until) = own.waits, reading.truth == .false { noteSkip(until) }
    }
    let node = needs.problem.junction(parts[...], deciding: .false)
    guard !needs.problem.isConstant(node) else { return }
    needs.decide(
      node, compiled.events.isEmpty ? .condition : .event,
      needs.owner([RuleID(rule)]))
  }

  /// Requires the gaps of a `for each` to be known, as each that is new has an Opp
  private mutating func needGaps(_ engine: inout Engine) {
    for (index, node) in engine.evaluator.graph.nodes.enumerated() {
      guard case .gaps(let query) = node.operation,
        engine.evaluator.graph.tables[query.table].isKept
      else { continue }
      let list = InstanceID(index: Int32(truncatingIfNeeded: index))
      guard affected.contains(list) else { continue }
      let rules = engine.evaluator.facts.tables[query.table].rules
        .filter { !engine.monitor.isDisabled(rule: $0, of: engine.graph) }.map { RuleID($0) }
      guard !rules.isEmpty else { continue }
      let owner = needs.owner(rules)
      know(list, .condition, owner, &engine.evaluator)
    }
  }

  /// Whether a part of a condition keeps the events of all rows silent for longer than the lead
  private mutating func rulesOutRows(
    _ own: Residual, _ reading: Reading, _ evaluator: inout Evaluator
  ) -> Bool {
    guard reading.truth == .false, case .settled(let until) = own.waits else { return false }
    let end = Seconds.subtract(until, lead)
    guard end > evaluator.now else { return false }
    horizon = min(horizon, end)
    return true
  }

  /// The parts of the condition of a `for each` Opp that are the same for all rows
  private func rowlessParts(of compiled: RuleProgram, _ evaluator: inout Evaluator) -> [InstanceID]
  {
    guard let condition = compiled.condition else { return [] }
    var parts = [condition]
    if case .and = evaluator.code[condition].instruction {
      parts = Array(evaluator.program.operands(of: condition))
    }
    return parts.filter { evaluator.program.templates[$0].scopes.isEmpty }
      .map { InstanceID($0) }
  }

  // MARK: Texts

  /// Requires the inputs of the text and the records of an Opp that is about to fire, if they can be fetched
  private mutating func needWords(_ opp: OppID, _ engine: inout Engine) {
    let rule = engine.monitor.opps[opp].rule
    let quiet = engine.monitor.hold.condition(ofRule: rule)
    guard quiet != nil || !engine.evaluator.program.rules[rule].lazies.isEmpty,
      isTrue(engine.monitor.opps[opp].whole, &engine.evaluator)
        || (!engine.monitor.opps[opp].events.isEmpty
          && isTrue(engine.monitor.opps[opp].condition, &engine.evaluator))
        || engine.monitor.isPending(opp, as: .words)
    else { return }
    decide(quiet, .text, opp, &engine)
    var open = Residual.Waits.settled(until: Seconds.never)
    for lazy in engine.evaluator.program.rules[rule].lazies {
      let environment = engine.monitor.opps[opp].environment
      let instance = engine.evaluator.instance(of: lazy, in: environment)
      let words = fetches(ofWords: instance, &engine.evaluator)
      open = union(open, words)
    }
    if let list = list(open) { needs.know(list, .text, .opp(opp)) }
  }

  /// Requires the condition of `set quiet` to be decided while firings wait for it
  private mutating func needQuiet(_ engine: inout Engine) {
    guard let quiet = engine.monitor.hold.condition, !engine.monitor.hold.isEmpty,
      affected.contains(quiet)
    else { return }
    let own = residual(quiet, &engine.evaluator)
    decide(own, quiet, .text, needs.owner(engine.monitor.hold.rules), &engine.evaluator)
  }

  /// Whether a condition is true and no fetch changes that; one that an Opp does not have is
  private mutating func isTrue(_ instance: InstanceID?, _ evaluator: inout Evaluator) -> Bool {
    guard let instance else { return true }
    guard evaluator.instances.readings[instance].truth == .true else { return false }
    return residual(instance, &evaluator).isSettled
  }

  /// The fetches below an instance that is evaluated when a text needs it
  private mutating func fetches(
    ofWords instance: InstanceID, _ evaluator: inout Evaluator
  ) -> Residual.Waits {
    let template = evaluator.instances.template[instance]
    if evaluator.code[template].isMaintained { return fetches(of: instance, &evaluator) }
    var result = Residual.Waits.settled(until: Seconds.never)
    for index in 0..<evaluator.instances.operandCount(of: instance) {
      let operand = evaluator.instances.operand(index, of: instance)
      let own = fetches(ofWords: operand, &evaluator)
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
    var operand = engine.evaluator.instances.operand(0, of: memory)
    if case .latch = engine.evaluator.code[engine.evaluator.instances.template[memory]].instruction
    {
      operand = memory
    }
    guard affected.contains(operand) else { return }
    let template = engine.evaluator.instances.template[memory]
    let rules = rules(remembering: template, &engine)
    guard !rules.isEmpty, !isGone(memory, template, engine.evaluator) else { return }
    if case .lastKnown = engine.evaluator.code[template].instruction,
      wasKnown(memory, engine.evaluator)
    {
      return
    }
    let owner = needs.owner(rules)
    let below = engine.evaluator.instances.template[operand]
    guard engine.evaluator.program.templates[below].type == .bool else {
      return know(operand, .memory, owner, &engine.evaluator)
    }
    let own = residual(operand, &engine.evaluator)
    decide(own, operand, .memory, owner, &engine.evaluator)
  }

  /// Whether an instance is of a row that has left its table, and nothing that is fetched could bring it back
  private func isGone(
    _ instance: InstanceID, _ template: TemplateID, _ evaluator: borrowing Evaluator
  ) -> Bool {
    let scopes = evaluator.program.templates[template].scopes
    for row in evaluator.instances.rows(of: instance, in: scopes) {
      guard evaluator.facts.isAway(row) else { continue }
      if mark(ofTable: evaluator.facts.rows[row].table) == nil { return true }
    }
    return false
  }

  /// The rules that are not disabled and have a memory somewhere below them
  private mutating func rules(remembering template: TemplateID, _ engine: inout Engine) -> [RuleID]
  {
    let known = rulesOfMemories ?? Self.rulesOfMemories(engine.evaluator.program)
    rulesOfMemories = known
    return (known[template] ?? []).filter {
      !engine.monitor.isDisabled(rule: $0.place, of: engine.graph)
    }
  }

  /// The rules by the templates that remember something below them; found once for a rule set
  private static func rulesOfMemories(_ program: Program) -> [TemplateID: [RuleID]] {
    var result: [TemplateID: [RuleID]] = [:]
    var seen: [RuleID?] = Array(repeating: nil, count: program.templates.count)
    for (index, rule) in program.rules.enumerated() {
      let own = RuleID(index)
      var pending = rule.anchors + rule.lazies
      while let next = pending.popLast() {
        guard seen[next] != own else { continue }
        seen[next] = own
        let template = program.templates[next]
        if template.instruction.traits.contains(.samples) { result[next, default: []].append(own) }
        pending.append(contentsOf: program.operands(of: template))
      }
    }
    return result
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
