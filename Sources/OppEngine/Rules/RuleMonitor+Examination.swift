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
  /// Touches the Opps whose timers have come, or an event of the sun
  mutating func touchDueOpps(_ evaluator: inout Evaluator) {
    sunEvents.touchDue(&evaluator)
    while let first = oppTimers.first, first.second <= evaluator.now {
      oppTimers.removeFirst()
      evaluator.notices.touch(first.element)
    }
  }

  /// Looks at every Opp that something has happened to, in the order of names and rows
  ///
  /// - Returns: those that were looked at.
  @discardableResult
  mutating func examineOpps(_ evaluator: inout Evaluator) -> [OppID] {
    touchDueOpps(&evaluator)
    settlePending(&evaluator)
    guard !evaluator.notices.opps.isEmpty || !evaluator.junctions.settled.risenTops.isEmpty else {
      return []
    }
    var touched = evaluator.notices.takeOpps()
    // Of the rows that share a limit, those with the least keys go first.
    if hasLimitInAll, touched.count > 1 { sort(&touched, evaluator.facts.rows) }
    // Opps with one condition have its last known truth in common: each is given it before the first of them changes it.
    for opp in touched {
      if let (last, _) = evaluator.junctions.lastKnown(of: opp) { opps[opp].lastKnown = last }
    }
    // The list of the last second has room for those of this one.
    var due: [OppID] = []
    swap(&due, &dueOpps)
    due.empty()
    for opp in touched {
      if opps[opp].isNew { continue }
      if evaluator.isOver() { break }
      evaluator.marks.opp(opp)
      #if Relapses
        if Relapse.isOn(.sharedConditionFiresOnce), opps[opp].events.isEmpty,
          due.contains(where: { opps[$0].whole == opps[opp].whole })
        {
          continue
        }
      #endif
      evaluator.work.examinations += 1
      if fires(opp, &evaluator) { due.append(opp) }
      evaluator.junctions.setLastKnown(opps[opp].lastKnown, of: opp)
    }
    settlePassed(&evaluator)
    if due.count > 1 { sort(&due, evaluator.facts.rows) }
    fire(due, &evaluator)
    swap(&due, &dueOpps)
    return touched
  }

  /// Sorts Opps by their names and rows
  ///
  /// Without rows the ranks of their rules are their order, as whole numbers.
  private mutating func sort(_ due: inout [OppID], _ rows: [RowState]) {
    var keys: [UInt64] = []
    keys.reserveCapacity(due.count)
    for opp in due {
      guard opps[opp].row == nil else {
        let order = order(rows)
        return due.sort { order.comesBefore($0, $1) }
      }
      let rank = ranks[opps[opp].rule]
      keys.append(UInt64(truncatingIfNeeded: rank) << 32 | UInt64(truncatingIfNeeded: opp.index))
    }
    keys.sort()
    for rank in due.indices { due[rank] = OppID(index: Int32(truncatingIfNeeded: keys[rank])) }
  }

  /// The order of Opps at present
  ///
  /// - Parameter rows: of all tables.
  func order(_ rows: [RowState]) -> OppOrder { OppOrder(opps: opps, ranks: ranks, rows: rows) }

  // MARK: One Opp

  /// Whether an Opp fires at this second, but for `at most`
  ///
  /// 1. The present truth of the condition is compared with the last known one, which it replaces.
  /// 2. Without events it fires if it has become true; with them, if one happens and the condition is true. An
  ///    event whose condition is undecided waits.
  /// 3. `again every` and the end of a snooze are further reasons to fire.
  /// 4. Nothing fires that is disabled, snoozed, too late or over its limit; a firing that passes is counted.
  private mutating func fires(_ opp: OppID, _ evaluator: inout Evaluator) -> Bool {
    let truth = evaluator.truth(opps[opp].whole)
    if opps[opp].events.isEmpty { track(opp, truth, &evaluator) }
    let before = opps[opp].lastKnown
    let isFirst = opps[opp].lastExamined < evaluator.now
    opps[opp].lastExamined = evaluator.now
    // Read without a call: the argument of one would make it take a copy of the engine.
    var isUndecided = false
    if let whole = opps[opp].whole {
      isUndecided = evaluator.instances.readings[whole].isUndecided
    }
    if truth == .false, opps[opp].events.isEmpty { endSeries(opp, evaluator.now) }
    remember(truth, of: opp, &evaluator)
    var happens = false
    if opps[opp].events.isEmpty {
      happens = truth == .true && before != .true
    } else {
      for event in opps[opp].events.indices {
        if let second = passed(opp, event, &evaluator) {
          wait(for: opp, .event, asOf: second, &evaluator)
          continue
        }
        // A crossing of the sun is not remembered, so that none is looked for if it makes nothing fire.
        if truth == .false, case .sun = opps[opp].events[event].kind { continue }
        guard self.happens(opp, event, &evaluator) else { continue }
        // For a row that has left its list, only `when` is evaluated.
        var holds = truth
        if case .rowRemoved = opps[opp].events[event].kind {
          holds = evaluator.truth(opps[opp].condition)
        }
        if holds == .true { happens = true }
        if holds == .unknown, isFirst, !opps[opp].isDisabled {
          wait(for: opp, opps[opp].events[event].isRemoval ? .removal : .event, &evaluator)
        }
      }
    }
    let isAgain = firesAgain(
      opp, isFirst, isUndecided ? nil : truth, &evaluator)
    let isRetried = endsSnooze(opp, truth, &evaluator)
    if isRetried { happens = true }
    if happens, isFirst, opps[opp].isDisabled { noteHeldBack(opp) }
    guard happens || isAgain, isFirst, !opps[opp].isDisabled,
      !isSnoozed(opp, happens: happens, evaluator)
    else { return false }
    if isTooLate(opp, evaluator.lateness) {
      sleepThrough(opp, before, &evaluator)
      return false
    }
    // A firing that a snooze has put off is delivered at its end, also where `at most` has counted it already.
    // Last, as it counts the firing.
    guard isAllowed(opp, at: evaluator.now, isForced: isRetried, &evaluator) else {
      noteHeldBack(opp)
      return false
    }
    opps[opp].lastFired = evaluator.now
    evaluator.areNeedsOutdated = true
    if happens, opps[opp].isRepeated {
      if isRetried {
        opps[opp].series.resume(at: evaluator.now)
      } else {
        opps[opp].series.begin(at: evaluator.now)
      }
      awaitRepetition(opp, evaluator.now)
    }
    return true
  }

  /// Records the truth of an Opp's condition
  private mutating func remember(_ truth: Truth, of opp: OppID, _ evaluator: inout Evaluator) {
    if truth != .unknown, truth != opps[opp].lastKnown {
      opps[opp].lastKnown = truth
      if evaluator.needsWork.concerns(opp: opp) { evaluator.areNeedsOutdated = true }
    }
    if truth == .unknown || !opps[opp].events.isEmpty, isLastIdleSecond(opp, &evaluator) {
      if opps[opp].events.isEmpty { forgetUnknown(opp, &evaluator) }
      evaluator.areNeedsOutdated = true
    }
  }

  /// Begins or ends the tracking of the condition of an Opp without events
  ///
  /// The first known truth of a condition that was untracked becomes the last known one, and nothing fires for it. A value that is
  /// unknown while nothing fetches it does not count as known.
  private mutating func track(_ opp: OppID, _ truth: Truth, _ evaluator: inout Evaluator) {
    guard evaluator.facts.fetchable.isAny || opps[opp].isUntracked else { return }
    stopTracking(ifUndecided: opp, &evaluator)
    if opps[opp].isUntracked, !evaluator.isUndecided(opps[opp].whole),
      truth != .unknown || !isIdle(opp, &evaluator)
    {
      opps[opp].isUntracked = false
      opps[opp].lastKnown = truth
      evaluator.areNeedsOutdated = true
    }
  }

  /// Stops tracking the condition of an Opp without events that cannot fire now, if the condition is undecided
  private mutating func stopTracking(ifUndecided opp: OppID, _ evaluator: inout Evaluator) {
    if opps[opp].events.isEmpty, !opps[opp].isUntracked,
      evaluator.isUndecided(opps[opp].whole), isIdle(opp, &evaluator)
    {
      opps[opp].isUntracked = true
    }
  }

  // MARK: At most

  /// Notes that `at most` or `disabled` holds back a firing
  mutating func noteHeldBack(_ opp: OppID) {
    if notesHeldBack { outcome.heldBack.append(opp) }
  }

  /// Whether `at most` allows a firing, which is then counted
  ///
  /// - Parameters:
  ///   - second: that of the firing: the present one, or the one at which an event happened that has waited for a response.
  ///   - isForced: whether the limit does not hold it back.
  mutating func isAllowed(
    _ opp: OppID, at second: Int64, isForced: Bool = false, _ evaluator: inout Evaluator
  ) -> Bool {
    let rule = opps[opp].rule
    guard let limit = evaluator.graph.rules[rule].limit else { return true }
    if limit.isInAll {
      return isAllowedInAll(RuleID(rule), limit, at: second, isForced, &evaluator)
    }
    let (isOver, zone) = (second < evaluator.now, evaluator.zone)
    let isAllowed = opps[opp].counted.take(
      limit, at: second, isOver: isOver, in: zone, isForced: isForced)
    guard isAllowed else { return false }
    awaitEndOfIdleness(opp, &evaluator)
    return true
  }

  /// Whether a limit of all rows allows a firing of one of them
  private mutating func isAllowedInAll(
    _ rule: RuleID, _ limit: RateLimit, at second: Int64, _ isForced: Bool,
    _ evaluator: inout Evaluator
  ) -> Bool {
    let (isOver, zone) = (second < evaluator.now, evaluator.zone)
    let isAllowed = commonCounts[rule, default: FiringCount()].take(
      limit, at: second, isOver: isOver, in: zone, isForced: isForced)
    guard isAllowed else { return false }
    evaluator.marks.limit(rule)
    evaluator.areNeedsOutdated = true
    for opp in OppID.all(in: opps) where opps[opp].rule == rule.place {
      awaitEndOfIdleness(opp, &evaluator)
      stopTracking(ifUndecided: opp, &evaluator)
      if opps[opp].isUntracked { evaluator.marks.opp(opp) }
    }
    return true
  }
}
