internal import OppModel

/// The making of Opps, and the parts of their conditions that they follow
extension RuleMonitor {
  /// Makes an Opp of each rule but those that are `for each`, which get one with each row
  mutating func prepareOpps(_ evaluator: inout Evaluator) {
    log = FiringLog(evaluator.graph)
    hold = QuietHold(evaluator.graph)
    let names = evaluator.graph.rules.map { $0.name }
    let order = names.indices.sorted {
      names[$0] == names[$1] ? $0 < $1 : KeyOrder.isLess(names[$0], names[$1])
    }
    ranks = Array(repeating: 0, count: names.count)
    for (rank, rule) in order.enumerated() { ranks[rule] = rank }
    hasLimitInAll = evaluator.graph.rules.contains { $0.limit?.isInAll ?? false }
    for index in evaluator.graph.rules.indices where evaluator.program.follows(rule: index) {
      guard let query = evaluator.graph.rules[index].rows else {
        addOpp(index, row: nil, wasKnown: false, &evaluator)
        continue
      }
      guard evaluator.facts.tables.has(query.table) else { continue }
      evaluator.facts.tables[query.table].rules.append(index)
    }
  }

  /// Adds an Opp of a rule, for a row or, with nil, for none
  ///
  /// 1. The instances of its condition, its events and its texts are made, and the Opp follows the first two.
  /// 2. Where the table was known without the row, the condition of the row counts as false before.
  /// 3. It is touched, so that it is examined at the second at which it comes.
  ///
  /// - Parameter wasKnown: whether the table was ever known before the row came.
  mutating func addOpp(
    _ rule: Int, row: RowIndex?, wasKnown: Bool, _ evaluator: inout Evaluator
  ) {
    let compiled = evaluator.program.rules[rule]
    var environment = EnvironmentID.empty
    if let query = evaluator.graph.rules[rule].rows, let row {
      environment = evaluator.instances.environment(.empty, scope: query.scope, row: row)
    }
    let index = OppID(opps.count)
    var opp = OppState(
      rule: rule, row: row, environment: environment,
      series: RepetitionSeries(
        every: evaluator.graph.rules[rule].repetition ?? 0,
        span: evaluator.graph.rules[rule].repetitionSpan),
      isDisabled: isDisabled(rule: rule, of: evaluator.graph))
    func made(_ template: TemplateID, _ observer: InstanceTable.Observer) -> InstanceID {
      let instance = evaluator.instance(of: template, in: environment)
      evaluator.instances.observe(instance, observer)
      return instance
    }
    // `again every` and the ends of firings ask for the condition between events, too.
    let isOfEvents = !compiled.events.isEmpty && !opp.isRepeated && !log.follows(rule: rule)
    let observer = isOfEvents ? InstanceTable.Observer.oppAtEvents(index) : .opp(index)
    opp.whole = compiled.whole.map { made($0, observer) }
    opp.condition = compiled.condition.map { made($0, observer) }
    opp.membership = compiled.membership.map { made($0, .opp(index)) }
    if compiled.presence != compiled.membership {
      _ = compiled.presence.map { made($0, .opp(index)) }
    }
    for event in compiled.events {
      let kind = Self.kind(event) { made($0, $1 ? .oppAtSun(index) : .opp(index)) }
      if case .sun(let field, let place, let offset) = kind {
        sunEvents.add(index, field, place, offset)
      }
      opp.events.append(EventState(kind: kind))
    }
    for lazy in compiled.lazies { _ = evaluator.instance(of: lazy, in: environment) }
    if row != nil, wasKnown {
      // The list was known, and the row was known not to be in it.
      opp.lastKnown = .false
      for event in opp.events.indices {
        switch opp.events[event].kind {
        case .rowAdded, .rowRemoved: opp.events[event].lastTruth = .false
        case .becomes, .timeOfDay, .sun, .instant, .every, .changes: break
        }
      }
    }
    if unknownRules.contains(rule) {
      opp.isNew = true
      newRules.append(index)
    }
    opps.append(opp)
    evaluator.notices.addOpp()
    if let until = controls[evaluator.graph.rules[rule].name]?.snoozedUntil, until > evaluator.now {
      snooze(index, until: until, &evaluator)
    }
    if evaluator.graph.rules[rule].limit?.isInAll ?? false { awaitEndOfIdleness(index, &evaluator) }
    evaluator.marks.opp(index)
  }

  /// An event of a rule for one Opp, with the instances that `made` makes of templates
  private static func kind(
    _ event: EventProgram, _ made: (TemplateID, _ isOfSun: Bool) -> InstanceID
  ) -> EventState.Kind {
    switch event {
    case .becomes(let node): .becomes(made(node, false))
    case .timeOfDay(let node): .timeOfDay(made(node, false))
    case .sun(let field, let place, let offset):
      .sun(field, place: made(place, true), offset: offset)
    case .instant(let node): .instant(made(node, false))
    case .every(let seconds): .every(seconds)
    case .changes(let node): .changes(made(node, false))
    case .rowAdded: .rowAdded
    case .rowRemoved: .rowRemoved
    }
  }
}
