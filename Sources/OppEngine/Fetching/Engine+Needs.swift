package import OppModel

/// The undecided conditions of the second that is open, and the fetches that could decide them
///
/// A session calls ``openSubjects(due:withheld:)`` and ``needsOfOpenSubjects(deciding:lead:latency:)`` between the rounds
/// of a second, makes some of the fetches, brings in their responses, and calls them again until nothing is needed.
///
/// ```
/// opp "x" when c and d            c of the source s, d of t; nothing has been fetched      x: s and t
///                                 s responded with c true                                  x: t
///                                 s responded with c false                                 nothing
/// opp "x" when c for 10min and d  t responded with d false    the memory of c: s, for d may become true later
/// opp "x" on c when d             the event must be followed at each second                x: s
///                                 … and an event is near (`deciding`)                      x: s, and t
/// ```
extension Engine {
  /// Finds what is undecided and must be decided, and which of it could be fetched
  ///
  /// - Parameters:
  ///   - due: subjects to fetch again although they still count; arguments as the engine has them.
  ///   - withheld: subjects that cannot be fetched now: what depends on them keeps its present value.
  ///   - deciding: Opps with events whose conditions must be decided, as an event of theirs is near.
  ///   - lead: the number of seconds in advance at which a table is fetched whose rows bring events.
  ///   - latency: the number of seconds until a response is expected, zero where it comes at once.
  package mutating func needs(
    due: Set<FetchKey> = [], withheld: Set<FetchKey> = [], deciding: Set<OppInstance> = [],
    lead: Int64 = 0, latency: (FetchKey) -> Int64 = { _ in 0 }
  ) -> Needs {
    _ = openSubjects(due: due, withheld: withheld)
    return needsOfOpenSubjects(deciding: deciding, lead: lead, latency: latency)
  }

  /// The first half of ``needs(due:withheld:deciding:lead:latency:)``: the subjects that are missing or due
  ///
  /// It costs next to nothing, so that what turns out not to be fetchable can be withheld before needs are found.
  mutating func openSubjects(due: Set<FetchKey>, withheld: Set<FetchKey>) -> [FetchKey] {
    var work = needsWork
    needsWork = DemandBuilder()
    areNeedsOutdated = true
    work.begin(
      instances: instances.count, subjects: sources.subjects.count, tables: tables.count,
      opps: opps.count)
    work.isAnythingWithheld = !withheld.isEmpty
    findSubjects(due, withheld, &work)
    let subjects = work.needs.subjects
    needsWork = work
    return subjects
  }

  /// The second half: what depends on those subjects
  ///
  /// - Requires: nothing has been brought in since the subjects were found.
  mutating func needsOfOpenSubjects(
    deciding: Set<OppInstance>, lead: Int64, latency: (FetchKey) -> Int64
  ) -> Needs {
    var work = needsWork
    needsWork = DemandBuilder()
    work.lead = lead
    work.latencies = work.needs.subjects.map(latency)
    if !work.needs.subjects.isEmpty {
      spread(&work)
      findRoots(deciding, &work)
    }
    if work.horizon < Seconds.never { work.needs.horizon = Instant(seconds: work.horizon) }
    let needs = work.needs
    work.last = Needs.Extent(needs)
    work.needs = Needs()
    needsWork = work
    areNeedsOutdated = false
    return needs
  }

  /// The truth of an atom at the present second
  package func truth(of atom: Needs.Atom) -> Truth {
    instances.readings.indices.contains(Int(atom.instance))
      ? instances.readings[Int(atom.instance)].truth : .unknown
  }

  /// The instances of an Opp; several where it is `for each`
  package func instances(ofRule rule: Int) -> [OppInstance] {
    opps.indices.filter { opps[$0].rule == rule }.map { oppInstance(Int32(truncatingIfNeeded: $0)) }
  }

  // MARK: From leaves to roots

  /// Marks everything that depends on what is missing or due
  mutating func spread(_ work: inout DemandBuilder) {
    while let instance = work.pending.popLast() {
      var next = instances.firstObserver(of: instance)
      while next >= 0 {
        let (observer, following) = instances.observer(next)
        next = following
        switch observer {
        case .opp(let opp), .oppAtEvents(let opp): work.add(opp: opp)
        case .watch: break
        }
      }
      next = instances.firstDependent(of: instance)
      while next >= 0 {
        let (dependent, following) = instances.dependent(next)
        next = following
        work.affect(dependent.instance)
        let template = Int(instances.template[Int(dependent.instance)])
        guard code[template].instruction.samples, dependent.row < 0,
          instances.operand(0, of: dependent.instance) == instance
        else { continue }
        work.add(memory: dependent.instance)
      }
      for comparison in instances.comparisons(of: instance) { work.affect(comparison) }
    }
  }

  /// Adds what each Opp, `for each` list and memory needs, in the order of Opps, of tables, and of instances
  private mutating func findRoots(_ deciding: Set<OppInstance>, _ work: inout DemandBuilder) {
    let moments = findMoments()
    let momentous = Set(moments)
    affectRows(of: moments, &work)
    for opp in work.opps.sorted() where !isIdle(Int(opp)) {
      if waitsForRemoval(opp) || (momentous.contains(opp) && isRemoved(opp)) {
        decide(opps[Int(opp)].condition, .condition, opp, &work)
      }
      if opps[Int(opp)].row >= 0, waitsForRows(opps[Int(opp)].row, work) {
        continue
      }
      if opps[Int(opp)].events.isEmpty {
        decide(opps[Int(opp)].whole, .condition, opp, &work)
        continue
      }
      for event in opps[Int(opp)].events { need(event.kind, opp, &work) }
      guard momentous.contains(opp) || isDeciding(opp, deciding) || isPending(opp) else { continue }
      decide(opps[Int(opp)].whole, .condition, opp, &work)
    }
    for table in tables.indices where work.mark(ofTable: table) != nil {
      for rule in tables[table].rules where !isDisabled(rule: rule) { needRows(rule, table, &work) }
    }
    for opp in moments { needWords(opp, &work) }
    for memory in work.memories.sorted() { needMemory(memory, &work) }
  }

  /// Whether an Opp waits for its row to leave its list, and it has: that leaves only `when` to be decided
  private func isRemoved(_ opp: Int32) -> Bool {
    truth(opps[Int(opp)].membership) == .false
      && opps[Int(opp)].events.contains { $0.isRemoval }
  }

  /// Whether an event of an Opp is near, by what the caller says
  private func isDeciding(_ opp: Int32, _ deciding: Set<OppInstance>) -> Bool {
    !deciding.isEmpty && deciding.contains(oppInstance(opp))
  }

  /// Whether a row has left its table, or its table must be fetched first: there may be a thousand rows,
  /// and only the table shows which of them there still are
  private func waitsForRows(_ row: Int32, _ work: DemandBuilder) -> Bool {
    work.mark(ofTable: Int(rows[Int(row)].table)) != nil || !rows[Int(row)].isPresent
  }

  /// Whether a row has left its table, and nothing that is fetched could bring it back
  private func isGone(_ row: Int32, _ work: DemandBuilder) -> Bool {
    !rows[Int(row)].isPresent && work.mark(ofTable: Int(rows[Int(row)].table)) == nil
  }

  // MARK: Roots

  /// Requires a condition to be decided, unless no fetch can, or its outcome does not matter
  private mutating func decide(
    _ instance: Int32?, _ reason: Needs.Root.Reason, _ opp: Int32, _ work: inout DemandBuilder
  ) {
    guard let instance, work.isAffected(instance) else { return }
    let node = formula(instance, &work)
    guard !work.isConstant(node) else {
      noteSkip(instance, &work)
      return
    }
    if reason == .condition,
      cannotMatter(instance, opp, &work) || comesTooLate(instance, opp, &work)
    {
      return
    }
    let row = opps[Int(opp)].row
    work.add(
      .decided(node), reason,
      rules: CollectionOfOne(Int32(truncatingIfNeeded: opps[Int(opp)].rule)),
      row: row >= 0 ? rowID(row) : nil)
  }

  /// Whether a condition is false, whatever a response says, by the time at which the first is expected
  ///
  /// A reading that is due counts until then, and may itself make the condition false.
  private mutating func comesTooLate(
    _ instance: Int32, _ opp: Int32, _ work: inout DemandBuilder
  ) -> Bool {
    guard opps[Int(opp)].events.isEmpty, !work.isAnythingProvisional,
      let least = work.latencies.min()
    else { return false }
    var latency = least
    if case .one(let subject) = sole(instance, &work) { latency = work.latencies[Int(subject)] }
    guard latency > 0 else { return false }
    return reading(of: instance, ahead: Seconds.add(now, latency)).kind == .no
  }

  /// Requires a reading to be known: its subjects must have been fetched, whatever it comes to
  private mutating func know(
    _ instance: Int32, _ reason: Needs.Root.Reason, rules: [Int32], row: RowID?,
    _ work: inout DemandBuilder
  ) {
    let open = openness(instance, &work)
    guard open.isOpen else {
      noteSkip(instance, &work)
      return
    }
    work.add(.known(open.range), reason, rules: rules, row: row)
  }

  /// Notes until when a settled instance makes due fetches needless
  private mutating func noteSkip(_ instance: Int32, _ work: inout DemandBuilder) {
    guard work.isAnythingProvisional else { return }
    work.horizon = min(work.horizon, settledUntil(instance, &work))
  }

  /// Requires the inputs that must be known at every second for an event not to be overlooked
  private mutating func need(
    _ event: EventState.Kind, _ opp: Int32, _ work: inout DemandBuilder
  ) {
    switch event {
    case .becomes(let instance), .timeOfDay(let instance), .instant(let instance):
      decide(instance, .event, opp, &work)
    case .rowAdded, .rowRemoved: decide(opps[Int(opp)].membership, .event, opp, &work)
    case .sun(_, let instance, _), .changes(let instance):
      let (rule, row) = (opps[Int(opp)].rule, opps[Int(opp)].row)
      know(
        instance, .event, rules: [Int32(truncatingIfNeeded: rule)],
        row: row >= 0 ? rowID(row) : nil, &work)
    case .every: break
    }
  }

  /// Requires the table of a `for each` for the rows that are not known yet
  private mutating func needRows(_ rule: Int, _ table: Int, _ work: inout DemandBuilder) {
    let compiled = program.rules[rule]
    let open = tableOpenness(table, &work)
    var parts: [Int] = []
    if let membership = compiled.membership {
      let rows = work.atom(-1, template: Int(membership), isNode: false, open)
      parts.append(rows)
    }
    // A part of the condition that is the same for all rows can show that no row matters.
    for part in rowlessParts(of: compiled) {
      work.note(part, instances.readings[Int(part)], .contentAndHorizon)
      guard compiled.events.isEmpty else {
        // An event that remembers earlier seconds must be followed even then.
        if compiled.events.allSatisfy({ $0.isForgotten }), rulesOutRows(part, &work) { return }
        continue
      }
      parts.append(formula(part, &work))
      if work.isConstant(parts[parts.count - 1]), truth(part) == .false { noteSkip(part, &work) }
    }
    let node = work.junction(parts, deciding: .false)
    guard !work.isConstant(node) else { return }
    let reason: Needs.Root.Reason = compiled.events.isEmpty ? .condition : .event
    work.add(
      .decided(node), reason, rules: CollectionOfOne(Int32(truncatingIfNeeded: rule)), row: nil)
  }

  /// Whether a part of a condition keeps the events of all rows silent for longer than the lead
  private mutating func rulesOutRows(_ part: Int32, _ work: inout DemandBuilder) -> Bool {
    guard truth(part) == .false, sole(part, &work) == .none else { return false }
    let end = Seconds.subtract(settledUntil(part, &work), work.lead)
    guard end > now else { return false }
    work.horizon = min(work.horizon, end)
    return true
  }

  /// The parts of the condition of a `for each` Opp that are the same for all rows
  private func rowlessParts(of compiled: RuleProgram) -> [Int32] {
    guard let condition = compiled.condition else { return [] }
    return conjuncts(of: condition).filter { program.templates[Int($0)].scopes.isEmpty }
  }

  /// The templates that `and` joins, or the condition itself
  private func conjuncts(of condition: Int32) -> [Int32] {
    if case .and = code[Int(condition)].instruction {
      return program.templates[Int(condition)].operands
    }
    return [condition]
  }

  // MARK: Memories

  /// Requires the operand of an operator that looks back, so that it is not unknown when it will be looked back upon
  ///
  /// `c for 10min and d` needs c even while d is false, for once d is true, the last ten minutes count.
  private mutating func needMemory(_ memory: Int32, _ work: inout DemandBuilder) {
    let template = instances.template[Int(memory)]
    let rules = rules(remembering: template)
    guard !rules.isEmpty else { return }
    for scope in program.templates[Int(template)].scopes {
      let row = instances.row(of: scope, in: instances.environment[Int(memory)])
      if row >= 0, isGone(row, work) { return }
    }
    if case .lastKnown = code[Int(template)].instruction {
      let slot = Int(instances.slot[Int(memory)])
      if lastKnownMemories.indices.contains(slot), lastKnownMemories[slot].reading.isKnown {
        return
      }
    }
    let operand = instances.operand(0, of: memory)
    guard program.templates[Int(instances.template[Int(operand)])].type == .bool else {
      know(operand, .memory, rules: rules, row: nil, &work)
      return
    }
    let node = formula(operand, &work)
    guard !work.isConstant(node) else {
      noteSkip(operand, &work)
      return
    }
    work.add(.decided(node), .memory, rules: rules, row: nil)
  }

  /// The rules that are not disabled and have a memory somewhere below them
  private mutating func rules(remembering template: Int32) -> [Int32] {
    if rulesOfMemories == nil { rulesOfMemories = findRulesOfMemories() }
    return (rulesOfMemories?[template] ?? []).filter { !isDisabled(rule: Int($0)) }
  }

  /// The rules by the templates that remember something below them; found once for a rule set
  private func findRulesOfMemories() -> [Int32: [Int32]] {
    var result: [Int32: [Int32]] = [:]
    var seen = Array(repeating: Int32(-1), count: program.templates.count)
    for (index, rule) in program.rules.enumerated() {
      let own = Int32(truncatingIfNeeded: index)
      var pending = rule.anchors + rule.lazies
      while let next = pending.popLast() {
        guard seen[Int(next)] != own else { continue }
        seen[Int(next)] = own
        if code[Int(next)].instruction.samples { result[next, default: []].append(own) }
        pending.append(contentsOf: program.templates[Int(next)].operands)
      }
    }
    return result
  }
}

extension Instruction {
  /// Whether it takes note of its first operand at every second
  var samples: Bool {
    switch self {
    case .window(_, .next): false
    default: remembers
    }
  }
}
