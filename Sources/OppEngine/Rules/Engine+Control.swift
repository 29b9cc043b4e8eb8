package import OppModel

/// The person's control of Opps: enabling, disabling and snoozing
///
/// `when time in 12:00..13:00`, which fires at 12:00:
///
///     snoozed at 12:05 until 12:30                  fires again at 12:30
///     snoozed at 12:05 until 13:30                  silent, and fires at 12:00 of the next day
///     disabled at 11:55, and enabled at 12:20       fires at 12:20:01, as one that was just written
extension Engine {
  /// Applies a person's override of an Opp, from the next second on
  ///
  /// - Requires: no second is open.
  /// - Returns: whether there is such an Opp.
  @discardableResult
  package mutating func control(_ change: ControlChange) -> Bool {
    areNeedsOutdated = true
    switch change {
    case .enable(let name): return enable(name)
    case .disable(let name):
      return choose(name, isDisabled: true)
    case .snooze(let name, let row, let until):
      return snooze(name, row, until: max(until.seconds, Seconds.add(now, 1)))
    case .endSnooze(let name, let row): return snooze(name, row, until: Seconds.add(now, 1))
    }
  }

  /// Whether a rule is disabled, by the rules or by an override since
  package func isDisabled(rule: Int) -> Bool {
    let own = graph.rules[rule].isDisabled
    guard !controls.isEmpty, let choice = controls[graph.rules[rule].name]?.choice,
      choice.overrides == own
    else { return own }
    return choice.isDisabled
  }

  /// The instant until which an Opp is snoozed; nil where it is not
  package func snoozedUntil(rule: Int, row: [Value]?) -> Instant? {
    var latest: Int64?
    for opp in opps where opp.rule == rule {
      guard let until = opp.snoozedUntil, until > now else { continue }
      if let row, opp.row < 0 || rows[Int(opp.row)].key != row { continue }
      latest = max(latest ?? until, until)
    }
    return latest.map { Instant(seconds: $0) }
  }

  // MARK: Disabled

  /// Notes that a person has enabled or disabled an Opp, and what the rules said of it then
  private mutating func choose(_ name: String, isDisabled: Bool) -> Bool {
    guard let rule = graph.rules.firstIndex(where: { $0.name == name }) else { return false }
    controls[name, default: OppControl()].choice = OppControl.Choice(
      isDisabled: isDisabled, overrides: graph.rules[rule].isDisabled)
    marks.control(name)
    applyChoices()
    return true
  }

  /// Enables an Opp, and ends a snooze of all of it
  private mutating func enable(_ name: String) -> Bool {
    guard choose(name, isDisabled: false) else { return false }
    if controls[name]?.snoozedUntil != nil { return snooze(name, nil, until: Seconds.add(now, 1)) }
    return true
  }

  /// Enables and disables Opps as the rules and the choices say
  mutating func applyChoices() {
    for index in opps.indices {
      let rule = opps[index].rule
      let isDisabled = isDisabled(rule: rule)
      guard isDisabled != opps[index].isDisabled else { continue }
      opps[index].isDisabled = isDisabled
      opps[index].forgetLostSight()
      // An Opp that is enabled counts as just written: it fires if it is true already.
      if !isDisabled, opps[index].events.isEmpty { opps[index].lastKnown = .unknown }
      let opp = Int32(truncatingIfNeeded: index)
      marks.opp(opp)
      oppTimers.insert(opp, at: Seconds.add(now, 1))
    }
  }

  // MARK: Snoozed

  /// Snoozes the Opp of a row, or for nil all of a rule, those of rows to come included
  private mutating func snooze(_ name: String, _ row: [Value]?, until: Int64) -> Bool {
    guard let rule = graph.rules.firstIndex(where: { $0.name == name }) else { return false }
    if row == nil {
      controls[name, default: OppControl()].snoozedUntil = until
      marks.control(name)
    }
    for index in opps.indices where opps[index].rule == rule {
      if let row, opps[index].row < 0 || rows[Int(opps[index].row)].key != row { continue }
      snooze(index, until: until)
    }
    return true
  }

  /// Snoozes an Opp until a second; a firing of its event within the day before is delivered again then
  mutating func snooze(_ index: Int, until: Int64) {
    let opp = Int32(truncatingIfNeeded: index)
    opps[index].snoozedUntil = until
    // A firing of which the person was notified lately and which they snooze is delivered again.
    if !opps[index].events.isEmpty, let last = opps[index].lastFired,
      now - last <= Self.deliveredLately
    {
      opps[index].wasSnoozedAway = true
    }
    marks.opp(opp)
    awaitEndOfSnooze(opp)
  }

  /// The number of seconds for which a firing counts as the one that is snoozed
  private static let deliveredLately: Int64 = 86_400

  /// Wakes the engine at the end of a snooze, and a second before it, when its inputs are fetched
  mutating func awaitEndOfSnooze(_ opp: Int32) {
    guard let until = opps[Int(opp)].snoozedUntil else { return }
    for early in [1, 1 + lead] where Seconds.subtract(until, early) > now {
      oppTimers.insert(opp, at: Seconds.subtract(until, early))
    }
    oppTimers.insert(opp, at: max(until, Seconds.add(now, 1)))
  }

  /// Whether a snooze keeps an Opp silent at this second
  mutating func isSnoozed(_ place: Int, happens: Bool) -> Bool {
    guard let until = opps[place].snoozedUntil, now < until else { return false }
    if happens, !opps[place].events.isEmpty { opps[place].wasSnoozedAway = true }
    return true
  }

  /// Ends a snooze whose time has come
  ///
  /// - Returns: whether the Opp fires for that alone: its condition is true, or its event was snoozed
  ///   away. If not, it fires when its condition is next true, even if it was true before.
  mutating func endsSnooze(_ place: Int, _ truth: Truth) -> Bool {
    guard let until = opps[place].snoozedUntil, until <= now else { return false }
    if isTooLate {
      // Its end was slept through: it ends when the machine wakes.
      oppTimers.insert(Int32(truncatingIfNeeded: place), at: target)
      return false
    }
    opps[place].snoozedUntil = nil
    let wasSnoozedAway = opps[place].wasSnoozedAway
    opps[place].wasSnoozedAway = false
    guard opps[place].events.isEmpty else { return wasSnoozedAway }
    if truth != .true { opps[place].lastKnown = .false }
    return truth == .true
  }
}
