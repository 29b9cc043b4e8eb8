package import OppModel

/// The person's control of Opps: enabling, disabling and snoozing
///
/// `when time in 12:00..13:00`, which fires at 12:00:
///
///     snoozed at 12:05 until 12:30                  fires again at 12:30
///     … and answered with `done` at 12:20           silent, and fires at 12:00 of the next day
///     … and enabled at 12:20                        fires at 12:20:01, and not at 12:30
///     snoozed at 12:05 until 13:30                  silent, and fires at 12:00 of the next day
///     disabled at 11:55, and enabled at 12:20       fires at 12:20:01, as one that was just written
extension RuleMonitor {
  /// Applies a person's override of an Opp, from the next second on
  ///
  /// - Requires: no second is open.
  /// - Returns: whether there is such an Opp.
  @discardableResult
  mutating func control(_ change: ControlChange, _ evaluator: inout Evaluator) -> Bool {
    evaluator.areNeedsOutdated = true
    switch change {
    case .enable(let name):
      return choose(name, isDisabled: false, &evaluator)
        && snooze(name, nil, until: Seconds.add(evaluator.now, 1), isEnd: true, &evaluator)
    case .disable(let name):
      return choose(name, isDisabled: true, &evaluator)
    case .snooze(let name, let row, let until):
      return snooze(name, row, until: max(until.seconds, Seconds.add(evaluator.now, 1)), &evaluator)
    case .endSnooze(let name, let row):
      return snooze(name, row, until: Seconds.add(evaluator.now, 1), isEnd: true, &evaluator)
    }
  }

  /// Whether a rule is disabled, by the rules or by an override since
  func isDisabled(rule: Int, of graph: ConditionGraph) -> Bool {
    let own = graph.rules[rule].isDisabled
    guard !controls.isEmpty, let choice = controls[graph.rules[rule].name]?.choice,
      choice.overrides == own
    else { return own }
    return choice.isDisabled
  }

  // MARK: Disabled

  /// Notes that a person has enabled or disabled an Opp, and its state in the rules then
  private mutating func choose(_ name: String, isDisabled: Bool, _ evaluator: inout Evaluator)
    -> Bool
  {
    guard let rule = evaluator.graph.rules.firstIndex(where: { $0.name == name }) else {
      return false
    }
    controls[name, default: OppControl()].choice = OppControl.Choice(
      isDisabled: isDisabled, overrides: evaluator.graph.rules[rule].isDisabled)
    evaluator.marks.control(name)
    applyChoices(&evaluator)
    return true
  }

  /// Enables and disables Opps as the rules and the choices say
  mutating func applyChoices(_ evaluator: inout Evaluator) {
    for opp in OppID.all(in: opps) {
      let rule = opps[opp].rule
      let isDisabled = isDisabled(rule: rule, of: evaluator.graph)
      guard isDisabled != opps[opp].isDisabled else { continue }
      opps[opp].isDisabled = isDisabled
      opps[opp].isUntracked = false
      // An Opp that is enabled counts as just written: it fires if it is true already.
      if !isDisabled, opps[opp].events.isEmpty { opps[opp].lastKnown = .unknown }
      if isDisabled { opps[opp].series.end() }
      evaluator.marks.opp(opp)
      oppTimers.insert(opp, at: Seconds.add(evaluator.now, 1))
    }
  }

  // MARK: Snoozed

  /// Snoozes the Opp of a row, or for nil all of a rule, those of rows to come included
  ///
  /// - Parameter isEnd: whether only snoozed Opps get another end.
  private mutating func snooze(
    _ name: String, _ row: [Value]?, until: Int64, isEnd: Bool = false,
    _ evaluator: inout Evaluator
  ) -> Bool {
    guard let rule = evaluator.graph.rules.firstIndex(where: { $0.name == name }) else {
      return false
    }
    if row == nil, !isEnd || controls[name]?.snoozedUntil != nil {
      controls[name, default: OppControl()].snoozedUntil = isEnd ? nil : until
      evaluator.marks.control(name)
    }
    log.endSnoozes(ofOpp: name, row, at: until, &evaluator)
    for opp in OppID.all(in: opps) where opps[opp].rule == rule {
      if let row {
        guard let own = opps[opp].row, evaluator.facts.rows[own].key == row else { continue }
      }
      if isEnd, opps[opp].snoozedUntil == nil { continue }
      snooze(opp, until: until, &evaluator)
    }
    return true
  }

  /// Snoozes an Opp until a second, at which it fires again if it has fired and its condition is true
  mutating func snooze(_ opp: OppID, until: Int64, _ evaluator: inout Evaluator) {
    opps[opp].snoozedUntil = until
    if let last = opps[opp].lastFired, Seconds.subtract(evaluator.now, last) <= FiringLog.keeping {
      opps[opp].wasSnoozedAway = true
    }
    evaluator.marks.opp(opp)
    // It is examined, so that its condition is untracked if it is undecided now.
    oppTimers.insert(opp, at: evaluator.now)
    awaitEndOfSnooze(opp, &evaluator)
  }

  /// Wakes the engine at the end of a snooze, and a second before it, when its inputs are fetched
  mutating func awaitEndOfSnooze(_ opp: OppID, _ evaluator: inout Evaluator) {
    guard let until = opps[opp].snoozedUntil else { return }
    #if Relapses
      if Relapse.isOn(.snoozeDoesNotWake) { return }
    #endif
    for early in [1, 1 + lead] where Seconds.subtract(until, early) > evaluator.now {
      oppTimers.insert(opp, at: Seconds.subtract(until, early))
    }
    oppTimers.insert(opp, at: max(until, Seconds.add(evaluator.now, 1)))
  }

  /// Whether a snooze keeps an Opp silent at this second
  mutating func isSnoozed(_ opp: OppID, happens: Bool, _ evaluator: borrowing Evaluator) -> Bool {
    guard let until = opps[opp].snoozedUntil, evaluator.now < until else { return false }
    if happens, !opps[opp].events.isEmpty { opps[opp].wasSnoozedAway = true }
    return true
  }

  /// Whether a snooze ends at a second, and the Opp fires for that alone if its condition is true
  func firesAtEndOfSnooze(_ opp: OppID, _ second: Int64) -> Bool {
    guard let until = opps[opp].snoozedUntil, until <= second else { return false }
    return opps[opp].events.isEmpty || opps[opp].wasSnoozedAway
  }

  /// Ends a snooze whose time has come
  ///
  /// - Returns: whether the Opp fires for that alone: its condition is true, and it has no events, or has fired and was
  ///   snoozed, or one of its events came in the meantime. If not, its series is over, and one without events fires when
  ///   its condition is next true, even if it was true before.
  mutating func endsSnooze(_ opp: OppID, _ truth: Truth, _ evaluator: inout Evaluator) -> Bool {
    guard let until = opps[opp].snoozedUntil, until <= evaluator.now else { return false }
    if isTooLate(opp, evaluator.lateness) {
      // Its end was slept through: it ends when the machine wakes.
      oppTimers.insert(opp, at: evaluator.clock)
      return false
    }
    opps[opp].snoozedUntil = nil
    let wasSnoozedAway = opps[opp].wasSnoozedAway
    opps[opp].wasSnoozedAway = false
    guard truth == .true else {
      opps[opp].series.end()
      if opps[opp].events.isEmpty {
        opps[opp].lastKnown = .false
      } else if truth == .unknown, wasSnoozedAway {
        wait(for: opp, .event, &evaluator)
      }
      return false
    }
    return opps[opp].events.isEmpty || wasSnoozedAway
  }
}

extension Engine {
  /// Applies a person's override of an Opp, from the next second on
  ///
  /// - Requires: no second is open.
  /// - Returns: whether there is such an Opp.
  @discardableResult
  package mutating func control(_ change: ControlChange) -> Bool {
    monitor.followChanges(&evaluator)
    if change.isOfRow {
      for table in TableID.all(in: evaluator.facts.tables) {
        evaluator.awakenAllRows(of: table)
      }
      addOppsOfNewRows()
    }
    return monitor.control(change, &evaluator)
  }

  /// The snoozes that have not ended, as changes for an engine that begins at another second: each lasts for the rest of its time
  package func snoozes(from second: Instant) -> [ControlChange] {
    let now = evaluator.now
    func moved(_ until: Int64?) -> Instant? {
      guard let until, until > now else { return nil }
      return second.advanced(by: Seconds.subtract(until, now))
    }
    var changes: [ControlChange] = []
    for (name, control) in monitor.controls.sorted(by: { KeyOrder.isLess($0.key, $1.key) }) {
      guard let until = moved(control.snoozedUntil) else { continue }
      changes.append(.snooze(opp: name, row: nil, until: until))
    }
    for opp in OppID.all(in: monitor.opps) {
      guard let row = monitor.opps[opp].row else { continue }
      let (name, key) = (graph.rules[monitor.opps[opp].rule].name, evaluator.facts.rows[row].key)
      let until = moved(monitor.opps[opp].snoozedUntil)
      // An answer may have ended the snooze of one row.
      guard until != moved(monitor.controls[name]?.snoozedUntil) else { continue }
      changes.append(
        until.map { .snooze(opp: name, row: key, until: $0) } ?? .endSnooze(opp: name, row: key))
    }
    return changes
  }

  /// The rows of the table of a rule that is `for each`, those that are gone and those that are dormant too
  package func rows(ofRule rule: Int) -> [RowID] {
    guard let table = graph.rules[rule].rows?.table else { return [] }
    return evaluator.keys(ofTable: table).map { RowID(table: table, key: $0) }
  }
}
