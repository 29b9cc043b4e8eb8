internal import OppModel

/// Opps whose firings depend on nothing but that their conditions come true
///
/// They have no limit, no payload, no record and nothing quiet to wait for, and their texts are constants: a firing reads and writes a few
/// words here, in the order of the tops of ``JunctionNetwork``, which is that of firings, and nothing of the Opp or its rule.
struct PlainOpps: Sendable {
  /// By rule
  var headings: [RuleHeading] = []

  /// By top: the rule of its Opp, or of the first of several Opps with the same condition
  var rules: [RuleID] = []

  /// By top: the second of the latest firing since conditions were counted
  var lastFired: [Int64] = []

  /// The rules of the other Opps of a top that several have
  private var others: [TopID: [RuleID]] = [:]

  /// By top: whether it has an entry in ``others``, which nearly none has, so that none is looked for at each firing
  private var isShared: [Bool] = []

  init() {}

  /// Opps of which none is plain yet
  init(headings: [RuleHeading], topCount: Int) {
    self.headings = headings
    rules = Array(repeating: RuleID(0), count: topCount)
    lastFired = Array(repeating: Seconds.past, count: topCount)
    isShared = Array(repeating: false, count: topCount)
  }

  /// Has further Opps fire where the first one of a top does
  mutating func add(_ more: [RuleID], to top: TopID) {
    others[top] = more
    isShared[top] = true
  }

  /// The rules of some tops
  ///
  /// - Parameters:
  ///   - tops: in the order of ranks.
  ///   - ranks: by rule.
  /// - Returns: in the order of ranks, those of tops that have not fired at this second, which they have then.
  mutating func fire(_ tops: [TopID], at second: Int64, _ ranks: [Int]) -> [RuleID] {
    var result: [RuleID] = []
    result.reserveCapacity(tops.count)
    var isSorted = true
    for top in tops where lastFired[top] != second {
      lastFired[top] = second
      result.append(rules[top])
      if isShared[top], let more = others[top] {
        result += more
        isSorted = false
      }
    }
    if !isSorted { result.sort { ranks[$0] < ranks[$1] } }
    return result
  }
}

/// Opps that only their conditions make fire, while these are counted
///
/// Nine of ten Opps that change in a replay have nothing to do but to note that their condition is false, which the
/// junctions do. These Opps are examined at rises only; plain ones are not examined at all, but fire.
extension RuleMonitor {
  /// The order in which Opps without rows fire, by the instances of their conditions; the greatest number for any other
  ///
  /// - Parameter instanceCount: the number of instances without rows, which come first.
  func ranksOfConditions(_ instanceCount: Int) -> [Int] {
    var result = Array(repeating: Int.max, count: instanceCount)
    for opp in opps where opp.row == nil {
      guard let whole = opp.whole else { continue }
      result[whole] = min(result[whole], ranks[opp.rule])
    }
    return result
  }

  /// Opps without rows that only their conditions make fire, with those of one condition side by side
  ///
  /// - Returns: by place among them, the Opp; ascending by the instances of their conditions, and then by Opp.
  private func oppsByCondition(_ instanceCount: Int) -> [(whole: InstanceID, opp: OppID)] {
    // By instance: the place of its first Opp, and then of the next one.
    var places = Array(repeating: 0, count: instanceCount + 1)
    var found: [(whole: InstanceID, opp: OppID)] = []
    for opp in OppID.all(in: opps)
    where opps[opp].row == nil && opps[opp].dependsOnConditionOnly
      && !log.follows(rule: opps[opp].rule)
    {
      guard let whole = opps[opp].whole else { continue }
      found.append((whole, opp))
      places[whole.place + 1] += 1
    }
    for instance in 0..<instanceCount { places[instance + 1] += places[instance] }
    var result = found
    for item in found {
      result[places[item.whole]] = item
      places[item.whole] += 1
    }
    return result
  }

  /// Has the Opps examined at rises of their conditions that nothing else makes fire
  ///
  /// A condition that an event, a row or a text may come to need, too, is followed at every change.
  ///
  /// - Parameter watched: the instances that are traced, which are followed at every change, too.
  mutating func followRises(butFor watched: [InstanceID], _ evaluator: inout Evaluator) {
    let instanceCount = evaluator.program.templates.count
    var uses = Array(repeating: 0, count: instanceCount)
    for rule in evaluator.program.rules {
      for needed in rule.needed { uses[needed] += 1 }
    }
    for instance in watched { uses[instance] += 1 }
    if let quiet = hold.condition { uses[quiet] += 1 }
    plainOpps = PlainOpps(
      headings: headings(evaluator.program), topCount: evaluator.junctions.topCount)
    let mayBePlain = !evaluator.marks.isOn && eventTimeouts == nil
    var rest = oppsByCondition(instanceCount)[...]
    while let whole = rest.first?.whole {
      let group = rest.prefix { $0.whole == whole }.map { $0.opp }
      rest = rest.dropFirst(group.count)
      guard uses[whole] == group.count else { continue }
      let last = opps[group[0]].lastKnown
      let isPlain = mayBePlain && group.allSatisfy { firesPlainly(opps[$0], evaluator.graph) }
      guard isPlain || group.count == 1, group.allSatisfy({ opps[$0].lastKnown == last }),
        let top = evaluator.junctions.followRises(
          of: whole, by: group, isPlain: isPlain, from: last)
      else { continue }
      let rules = group.map { RuleID(opps[$0].rule) }
      plainOpps.rules[top] = rules[0]
      if isPlain, group.count > 1 { plainOpps.add(Array(rules.dropFirst()), to: top) }
      for opp in group { evaluator.instances.observeRises(of: whole, by: opp, true) }
    }
  }

  /// Has every Opp examined at every change of its condition again
  mutating func followChanges(_ evaluator: inout Evaluator) {
    for opp in OppID.all(in: opps) {
      guard let (last, top) = evaluator.junctions.lastKnown(of: opp), let whole = opps[opp].whole
      else { continue }
      opps[opp].lastKnown = last
      let fired = plainOpps.lastFired[top]
      if fired > Seconds.past { opps[opp].lastFired = fired }
      evaluator.instances.observeRises(of: whole, by: opp, false)
    }
    plainOpps = PlainOpps()
    evaluator.followTurns()
  }

  /// Whether the firing of an Opp depends on nothing but its condition
  private func firesPlainly(_ opp: OppState, _ graph: ConditionGraph) -> Bool {
    guard !opp.isDisabled, !opp.isNew, graph.rules[opp.rule].limit == nil,
      plainOpps.headings[opp.rule].hasTextOnly
    else { return false }
    return graph.rules[opp.rule].text == nil || plainOpps.headings[opp.rule].text != nil
  }

  private func headings(_ program: Program) -> [RuleHeading] {
    let graph = program.graph
    return graph.rules.indices.map { index in
      let rule = graph.rules[index]
      let text: String? =
        if case .constant(let text) = program.rules[index].message { text } else { nil }
      let colour = graph.constantColour(of: rule)
      return RuleHeading(
        name: rule.name, text: text, colour: colour,
        hasTextOnly: rule.payload.isEmpty && rule.recipient == nil && rule.record == nil
          && (rule.colour == nil || colour != nil) && !log.has(rule: index)
          && graph.quietCondition(of: rule) == nil)
    }
  }

  // MARK: Firing

  /// Fires Opps, and the plain ones whose conditions have come true, in the order of names and rows
  mutating func fire(_ due: [OppID], _ evaluator: inout Evaluator) {
    let rules =
      evaluator.junctions.settled.risenTops.isEmpty
      ? []
      : plainOpps.fire(evaluator.junctions.takeRisenTops(), at: evaluator.now, ranks)
    // Of few at each second of many, the room would be made anew each time.
    if rules.count > 64 {
      outcome.firings.reserveCapacity(outcome.firings.count + due.count + rules.count)
    }
    let now = Instant(seconds: evaluator.now)
    var next = 0
    for opp in due {
      let rank = ranks[opps[opp].rule]
      while next < rules.count, ranks[rules[next]] < rank {
        outcome.firings.append(Firing(rule: rules[next].place, at: now, plainOpps.headings))
        next += 1
      }
      complete(opp, at: evaluator.now, &evaluator)
    }
    for rule in rules[next...] {
      outcome.firings.append(Firing(rule: rule.place, at: now, plainOpps.headings))
    }
    evaluator.work.examinations += rules.count
  }
}

extension Engine {
  /// Begins to count junctions, unless something is fetched
  ///
  /// - Requires: no condition is traced.
  /// - Complexity: linear in the rules.
  package mutating func beginCounting() {
    evaluator.beginCounting(ranks: { [monitor] in monitor.ranksOfConditions($0) })
    guard !evaluator.junctions.isEmpty else { return }
    monitor.followRises(butFor: watched, &evaluator)
    takeNotices()
  }
}
