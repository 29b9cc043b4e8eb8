internal import OppModel

/// The examination of Opps: whether they fire at this second
///
/// An Opp is *touched* when its condition or an operand of its events changes, or when a timer of its own comes; at
/// the end of the second each touched one is examined, and those that fire do so in the order of names and rows.
///
/// A condition `c` over half an hour, of `opp "x" when c` and of `opp "x" on c`:
///
/// ```
///   at       c          last known before    when c    on c
///   00:05    true       unknown              fires     ─ it was not known to be false
///   00:10    false      true
///   00:15    true       false                fires     fires
///   00:20    unknown    true
///   00:25    true       true                 ─ unknown between two truths is no change
///   00:30    false      true
///   00:35    unknown    false
///   00:40    true       false                fires     fires
/// ```
extension RuleMonitor {
  /// Takes note of the truth that the condition of an Opp had before it became unknown, where it is not followed
  mutating func noteLastKnown(_ truth: Truth, of opp: Int32, _ instance: Int32) {
    guard opps.indices.contains(Int(opp)), opps[Int(opp)].whole == instance else { return }
    opps[Int(opp)].lastKnown = truth
  }

  /// The last known truth of an Opp's condition, which may not have been examined since it changed
  ///
  /// - Parameter readings: one an instance.
  func lastKnown(of opp: OppState, _ readings: [Reading]) -> Truth {
    guard !opp.events.isEmpty, opp.lastExamined > Seconds.past, let whole = opp.whole else {
      return opp.lastKnown
    }
    let truth = readings[Int(whole)].truth
    return truth == .unknown ? opp.lastKnown : truth
  }

  /// Touches the Opps whose timers have come
  mutating func touchDueOpps(_ evaluator: inout Evaluator) {
    while let first = oppTimers.first, first.second <= evaluator.now {
      oppTimers.removeFirst()
      evaluator.notices.touch(first.instance)
    }
  }

  /// Looks at every Opp that something has happened to, in the order of names and rows
  ///
  /// - Returns: those that were looked at.
  @discardableResult
  mutating func examineOpps(_ evaluator: inout Evaluator) -> [Int32] {
    touchDueOpps(&evaluator)
    settlePending(&evaluator)
    guard !evaluator.notices.opps.isEmpty || !evaluator.junctions.risenTops.isEmpty else {
      return []
    }
    let touched = evaluator.notices.takeOpps()
    var due: [Int32] = []
    for opp in touched {
      if opps[Int(opp)].isNew { continue }
      evaluator.marks.opp(opp)
      evaluator.work.examinations += 1
      if let (last, _) = evaluator.junctions.lastKnown(of: opp) {
        opps[Int(opp)].lastKnown = last
        if fires(opp, &evaluator) { due.append(opp) }
        evaluator.junctions.setLastKnown(opps[Int(opp)].lastKnown, of: opp)
      } else if fires(opp, &evaluator) {
        due.append(opp)
      }
    }
    settlePassed(&evaluator)
    if due.count > 1 { sort(&due, evaluator.facts.rows) }
    fire(due, &evaluator)
    return touched
  }

  /// Sorts Opps by their names and rows
  ///
  /// Without rows the ranks of their rules are their order, as whole numbers.
  private mutating func sort(_ due: inout [Int32], _ rows: [RowState]) {
    var keys: [UInt64] = []
    keys.reserveCapacity(due.count)
    for opp in due {
      guard opps[Int(opp)].row < 0 else {
        let order = order(rows)
        return due.sort { order.comesBefore($0, $1) }
      }
      let rank = ranks[opps[Int(opp)].rule]
      keys.append(UInt64(truncatingIfNeeded: rank) << 32 | UInt64(truncatingIfNeeded: opp))
    }
    keys.sort()
    for place in due.indices { due[place] = Int32(truncatingIfNeeded: keys[place]) }
  }

  /// The order of Opps at present
  ///
  /// - Parameter rows: of all tables.
  func order(_ rows: [RowState]) -> OppOrder { OppOrder(opps: opps, ranks: ranks, rows: rows) }

  // MARK: One Opp

  /// Whether an Opp fires at this second, but for `at most`
  ///
  /// 1. The present truth of the condition is compared with the last known one, which it replaces.
  /// 2. Without events it fires where it has become true; with them, where one happens and the condition is true. An
  ///    event whose condition is undecided waits.
  /// 3. `again every` and the end of a snooze are further reasons to fire.
  /// 4. Nothing fires that is disabled, snoozed, too late or over its limit; what passes is counted.
  private mutating func fires(_ index: Int32, _ evaluator: inout Evaluator) -> Bool {
    let place = Int(index)
    if hasEnded(place, &evaluator) { return false }
    readCondition(of: place, &evaluator)
    let truth = evaluator.truth(opps[place].whole)
    findAgain(place, truth, &evaluator)
    let before = opps[place].lastKnown
    let isFirst = opps[place].lastExamined < evaluator.now
    opps[place].lastExamined = evaluator.now
    // Read without a call: the argument of one would make it take a copy of the engine.
    var isUndecided = false
    if let whole = opps[place].whole {
      isUndecided = evaluator.instances.readings[Int(whole)].isUndecided
    }
    if truth != .true, !isUndecided { opps[place].anchor = nil }
    remember(truth, of: index, &evaluator)
    var happens = false
    if opps[place].events.isEmpty {
      happens = truth == .true && before != .true
    } else {
      for event in opps[place].events.indices {
        if let second = passed(place, event, &evaluator) {
          wait(for: index, .event, asOf: second, &evaluator)
          continue
        }
        guard self.happens(index, event, &evaluator) else { continue }
        // For a row that has left its list, only `when` is evaluated.
        var holds = truth
        if case .rowRemoved = opps[place].events[event].kind {
          holds = evaluator.truth(opps[place].condition)
        }
        if holds == .true { happens = true }
        if holds == .unknown, isFirst, !opps[place].isDisabled {
          wait(for: index, opps[place].events[event].isRemoval ? .removal : .event, &evaluator)
        }
      }
    }
    // `again every 10min`, true from 00:05 to 00:25: the anchor is 00:05, and it fires again at 00:15.
    var isAgain = false
    let repetition = opps[place].repetition
    if let anchor = opps[place].anchor, repetition > 0 {
      isAgain = (evaluator.now - anchor) % repetition == 0
      if isAgain, isUndecided {
        isAgain = false
        if isFirst, !opps[place].isDisabled { wait(for: index, .repetition, &evaluator) }
      }
      let next = Seconds.add(anchor, ((evaluator.now - anchor) / repetition + 1) * repetition)
      oppTimers.insert(index, at: next)
    }
    let isRetried = endsSnooze(place, truth, &evaluator)
    if isRetried { happens = true }
    guard happens || isAgain, isFirst, !opps[place].isDisabled,
      !isSnoozed(place, happens: happens, &evaluator)
    else { return false }
    if isTooLate(evaluator.lateness) {
      sleepThrough(index, before, &evaluator)
      return false
    }
    // A firing that a snooze has put off is delivered at its end, also where `at most` has counted it already.
    // Last, as it counts the firing.
    guard isAllowed(index, &evaluator) || isRetried else { return false }
    opps[place].lastFired = evaluator.now
    evaluator.areNeedsOutdated = true
    if happens, truth == .true, repetition > 0 {
      opps[place].anchor = evaluator.now
      oppTimers.insert(index, at: Seconds.add(evaluator.now, repetition))
    }
    return true
  }

  /// Whether an Opp has nothing to do but to note that its condition is false
  ///
  /// Half of all Opps that are examined in a replay are such. It is what the rest of ``fires(_:)`` would come to.
  private mutating func hasEnded(_ place: Int, _ evaluator: inout Evaluator) -> Bool {
    guard let whole = opps[place].whole, evaluator.instances.readings[Int(whole)].kind == .no,
      opps[place].dependsOnConditionOnly, !evaluator.facts.fetchable.isAny,
      !evaluator.tracesConditions
    else { return false }
    if opps[place].lastKnown != .false {
      opps[place].lastKnown = .false
      if evaluator.needsWork.concerns(opp: Int32(truncatingIfNeeded: place)) {
        evaluator.areNeedsOutdated = true
      }
    }
    opps[place].lastExamined = evaluator.now
    return true
  }

  /// Evaluates the condition of an Opp where that is left to its events
  private mutating func readCondition(of place: Int, _ evaluator: inout Evaluator) {
    guard evaluator.readsAtEvents, let whole = opps[place].whole,
      evaluator.instances.isReadAtEvents[Int(whole)]
    else { return }
    var nothing: Ahead?
    let reading = evaluator.evaluate(whole, at: evaluator.now, &nothing)
    evaluator.instances.readings[Int(whole)] = reading
  }

  /// Records the truth of an Opp's condition
  private mutating func remember(_ truth: Truth, of index: Int32, _ evaluator: inout Evaluator) {
    let place = Int(index)
    if truth != .unknown, truth != opps[place].lastKnown {
      opps[place].lastKnown = truth
      if evaluator.needsWork.concerns(opp: index) { evaluator.areNeedsOutdated = true }
    }
    if truth == .unknown || !opps[place].events.isEmpty, isLastIdleSecond(place, &evaluator) {
      forgetUnknown(place, &evaluator)
      evaluator.areNeedsOutdated = true
    }
  }

  /// Finds an Opp again that was lost sight of: its present truth becomes its last known one
  private mutating func findAgain(_ place: Int, _ truth: Truth, _ evaluator: inout Evaluator) {
    guard evaluator.facts.fetchable.isAny else { return }
    var isUndecided = false
    if let whole = opps[place].whole {
      isUndecided = evaluator.instances.readings[Int(whole)].isUndecided
    }
    if isUndecided {
      if !opps[place].isLostSightOf, isIdle(place, &evaluator) { opps[place].isLostSightOf = true }
    } else if opps[place].isLostSightOf, truth != .unknown || !isIdle(place, &evaluator) {
      // A value that is unknown while it is not fetched is not found yet.
      opps[place].isLostSightOf = false
      opps[place].lastKnown = truth
      evaluator.areNeedsOutdated = true
    }
    for event in opps[place].events.indices {
      let memory = instanceOfMemory(opps[place].events[event].kind)
      var isUndecided = false
      if let memory { isUndecided = evaluator.instances.readings[Int(memory)].isUndecided }
      if isUndecided {
        if !opps[place].events[event].isLostSightOf, isIdle(place, &evaluator) {
          opps[place].events[event].isLostSightOf = true
        }
      } else if opps[place].events[event].isLostSightOf {
        var found = Reading.unknown
        if let memory { found = evaluator.known(memory) }
        guard found.isKnown || !isIdle(place, &evaluator) else { continue }
        opps[place].events[event].isLostSightOf = false
        opps[place].events[event].take(found)
      }
    }
  }

  /// The operand whose last value an event compares; nil where it compares nothing that is fetched
  @inline(__always)
  func instanceOfMemory(_ event: EventState.Kind) -> Int32? {
    switch event {
    case .becomes(let instance), .changes(let instance): instance
    case .timeOfDay, .sun, .instant, .every, .rowAdded, .rowRemoved: nil
    }
  }

  // MARK: At most

  /// Whether `at most` allows a firing at this second, which is then counted
  ///
  ///     on every 10min at most 2 per 30min              00:00, 00:10, 00:30, 00:40: of (t - 30min, t] two at most
  ///     on every 20min at most 2 per hour, from 00:10   00:20, 00:40, 01:00, 01:20, 02:00: by the hours of the clock
  mutating func isAllowed(_ index: Int32, _ evaluator: inout Evaluator) -> Bool {
    let place = Int(index)
    guard let limit = evaluator.graph.rules[opps[place].rule].limit else { return true }
    if case .seconds(let duration) = limit.period {
      let start = Seconds.subtract(evaluator.now, duration)
      opps[place].recent.removeAll { $0 <= start }
      guard opps[place].recent.count < limit.count else { return false }
      opps[place].recent.append(evaluator.now)
      awaitEndOfIdleness(index, &evaluator)
      return true
    }
    let period = limit.period.number(at: evaluator.now, in: evaluator.zone)
    if period != opps[place].period {
      opps[place].period = period
      opps[place].count = 0
    }
    guard opps[place].count < limit.count else { return false }
    opps[place].count += 1
    awaitEndOfIdleness(index, &evaluator)
    return true
  }
}
