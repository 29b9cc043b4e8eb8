internal import OppModel

/// An Opp whose firing depends on nothing but that its condition comes true
///
/// It has no limit, no payload, no record and no quiet hours, and its text is a constant: all that a firing needs is here, side
/// by side, and nothing else of the Opp or its rule is read.
struct PlainOpp: Sendable {
  /// An index into ``RuleMonitor/opps``
  let opp: Int32

  /// An index into ``ConditionGraph/rules``
  let rule: Int32
  let rank: Int
  let name: String
  let text: String?

  /// The second of its latest firing, since its conditions were counted
  var lastFired: Int64?
}

/// Opps that only their conditions make fire, while these are counted
///
/// Nine of ten Opps that change in a replay have nothing to do but to note that their condition is false, which the
/// junctions do. These Opps are examined at rises only; a ``PlainOpp`` is not examined at all, but fires.
extension RuleMonitor {
  /// The order in which Opps without rows fire, by the instances of their conditions
  var ranksOfConditions: [Int32: Int] {
    var result: [Int32: Int] = [:]
    for opp in opps where opp.row < 0 {
      if let whole = opp.whole { result[whole] = min(result[whole] ?? .max, ranks[opp.rule]) }
    }
    return result
  }

  /// Has the Opps examined at rises of their conditions that nothing else makes fire
  mutating func followRises(_ evaluator: inout Evaluator) {
    let shared = conditionsOfSeveral(evaluator.program)
    plainOpps = Array(repeating: nil, count: evaluator.junctions.topCount)
    for place in opps.indices where opps[place].row < 0 && opps[place].dependsOnConditionOnly {
      let opp = Int32(truncatingIfNeeded: place)
      guard let whole = opps[place].whole, !shared.contains(whole) else { continue }
      let plain = plainOpp(opp, evaluator)
      guard
        let top = evaluator.junctions.followRises(
          of: whole, by: opp, isPlain: plain != nil, from: opps[place].lastKnown)
      else { continue }
      plainOpps[top] = plain
      evaluator.instances.observeRises(of: whole, by: opp, true)
    }
  }

  /// Has every Opp examined at every change of its condition again
  mutating func followChanges(_ evaluator: inout Evaluator) {
    for case let plain? in plainOpps {
      if let last = plain.lastFired { opps[Int(plain.opp)].lastFired = last }
    }
    plainOpps = []
    for place in opps.indices {
      let opp = Int32(truncatingIfNeeded: place)
      guard let last = evaluator.junctions.lastKnown(of: opp), let whole = opps[place].whole else {
        continue
      }
      opps[place].lastKnown = last
      evaluator.instances.observeRises(of: whole, by: opp, false)
    }
  }

  /// The conditions that several Opps have, or that an event, a row or a text may come to need
  private func conditionsOfSeveral(_ program: Program) -> Set<Int32> {
    var (once, several): (Set<Int32>, Set<Int32>) = ([], [])
    for rule in program.rules {
      for needed in rule.needed where !once.insert(needed).inserted { several.insert(needed) }
    }
    return several
  }

  /// An Opp as a plain one; nil where its firing depends on more than its condition
  private func plainOpp(_ opp: Int32, _ evaluator: Evaluator) -> PlainOpp? {
    let state = opps[Int(opp)]
    let rule = evaluator.graph.rules[state.rule]
    guard !state.isDisabled, !state.isNew, !evaluator.marks.isOn, eventTimeouts == nil,
      rule.limit == nil, rule.payload.isEmpty, rule.recipient == nil, rule.record == nil,
      rule.isUrgent || evaluator.graph.settings.quietHours == nil
    else { return nil }
    var text: String?
    if let node = rule.text {
      guard case .constant(.text(let constant)) = evaluator.graph[node].operation else {
        return nil
      }
      text = constant
    }
    return PlainOpp(
      opp: opp, rule: Int32(truncatingIfNeeded: state.rule), rank: ranks[state.rule],
      name: rule.name, text: text)
  }

  // MARK: Firing

  /// Fires Opps, and the plain ones whose conditions have come true, in the order of names and rows
  mutating func fire(_ due: [Int32], _ evaluator: inout Evaluator) {
    let tops = evaluator.junctions.takeRisenTops()
    outcome.firings.reserveCapacity(outcome.firings.count + due.count + tops.count)
    var next = 0
    for opp in due {
      let rank = ranks[opps[Int(opp)].rule]
      while next < tops.count, firePlain(tops[next], before: rank, at: evaluator.now) { next += 1 }
      complete(opp, at: evaluator.now, &evaluator)
    }
    while next < tops.count {
      _ = firePlain(tops[next], before: .max, at: evaluator.now)
      next += 1
    }
    evaluator.work.examinations += tops.count
  }

  /// Fires a plain Opp, unless its rank is not below a limit, or it has fired at this second
  ///
  /// - Returns: whether its rank is below the limit.
  @inline(__always)
  private mutating func firePlain(_ top: Int32, before rank: Int, at second: Int64) -> Bool {
    guard let plain = plainOpps[Int(top)], plain.rank < rank else {
      return plainOpps[Int(top)] == nil
    }
    guard plain.lastFired != second else { return true }
    plainOpps[Int(top)]?.lastFired = second
    outcome.firings.append(
      Firing(
        rule: Int(plain.rule), opp: plain.name, row: nil, at: Instant(seconds: second),
        text: plain.text, recipient: nil, payload: [], delivered: nil))
    return true
  }
}
