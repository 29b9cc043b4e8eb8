internal import OppModel

/// Whether events happen at this second, and when they may next
extension RuleMonitor {
  /// Whether an event of an Opp happens at this second, of which the event takes note
  ///
  /// - Parameter event: its place in ``OppState/events``.
  mutating func happens(_ opp: OppID, _ event: Int, _ evaluator: inout Evaluator) -> Bool {
    let happens = occurs(opp, event, &evaluator)
    // A row that is away is not examined, and one that comes back counts as new.
    if let row = opps[opp].row, evaluator.facts.isAway(row) {
      opps[opp].events[event].forgetOperand()
    }
    return happens
  }

  /// Whether an event happens, and a timer for the next second at which one of the clock may
  private mutating func occurs(_ opp: OppID, _ event: Int, _ evaluator: inout Evaluator) -> Bool {
    switch opps[opp].events[event].kind {
    case .becomes(let instance):
      return turns(opp, event, evaluator.instances.readings[instance].truth, to: .true)
    case .rowAdded: return turns(opp, event, evaluator.truth(opps[opp].membership), to: .true)
    case .rowRemoved:
      return turns(opp, event, evaluator.truth(opps[opp].membership), to: .false)
    case .changes(let instance): return changes(opp, event, instance, &evaluator)
    case .timeOfDay(let instance): return reaches(opp, event, instance, &evaluator)
    case .instant(let isNow): return comes(opp, isNow, &evaluator)
    case .every(let seconds): return isMultiple(opp, seconds, &evaluator)
    case .sun(let field, let place, let offset): return crosses(field, place, offset, &evaluator)
    }
  }

  /// The second of an instant that turns out to be one at which it was undecided, and that is over
  ///
  /// Like an event whose condition is undecided, it is not lost because a response was still to come.
  ///
  /// `on s.at`, with a fetch at 11:00:00 whose response gives 11:00:01 at 11:00:02: it happens then, as of 11:00:01. An
  /// instant of 10:59:59 is no event, as it was over before it was fetched.
  mutating func passed(_ opp: OppID, _ event: Int, _ evaluator: inout Evaluator) -> Int64? {
    guard let eventTimeouts, case .instant(let isNow) = opps[opp].events[event].kind else {
      return nil
    }
    let since = opps[opp].events[event].undecidedSince
    guard !evaluator.isUndecided(isNow) else {
      // The events of an idle Opp are not watched.
      opps[opp].events[event].undecidedSince =
        isIdle(opp, &evaluator) ? nil : since ?? evaluator.now
      return nil
    }
    opps[opp].events[event].undecidedSince = nil
    guard let since, let second = instant(of: isNow, notBefore: since, &evaluator),
      second >= since, second < evaluator.now,
      Seconds.subtract(evaluator.now, second) <= lateness(of: opp, eventTimeouts)
    else { return nil }
    return second
  }

  /// The whole second that an event of an instant compares with the clock; of `every D from X` the first since another
  private mutating func instant(
    of isNow: InstanceID, notBefore since: Int64, _ evaluator: inout Evaluator
  ) -> Int64? {
    let instant = evaluator.instances.operand(1, of: isNow)
    let template = evaluator.instances.template[instant]
    guard case .occurrence(let period) = evaluator.code[template].instruction else {
      guard case .scalar(let at)? = evaluator.value(of: instant, at: evaluator.now) else {
        return nil
      }
      let second = Seconds.whole(at)
      return Double(second) == at ? second : nil
    }
    let start = evaluator.instances.operand(0, of: instant)
    guard case .scalar(let first)? = evaluator.value(of: start, at: evaluator.now) else {
      return nil
    }
    return evaluator.zone.occurrence(
      from: Seconds.whole(first.rounded(.up)), every: period, notBefore: since)
  }

  /// Whether a truth has become `wanted` after it was known to be the other; unknown seconds between count for nothing
  private mutating func turns(
    _ opp: OppID, _ event: Int, _ truth: Truth, to wanted: Truth
  ) -> Bool {
    let before = opps[opp].events[event].lastTruth
    if truth != .unknown { opps[opp].events[event].lastTruth = truth }
    return truth == wanted && before == wanted.negated
  }

  /// Whether a value is known and differs from the last known one
  ///
  /// Of 1, 1, 2, unknown, 2, unknown and 3 the first 2 and the 3 are changes.
  private mutating func changes(
    _ opp: OppID, _ event: Int, _ instance: InstanceID, _ evaluator: inout Evaluator
  ) -> Bool {
    var reading = evaluator.instances.readings[instance]
    if reading.kind == .deferred { reading = evaluator.computed(instance) }
    guard reading.isKnown else { return false }
    let before = opps[opp].events[event].lastValue
    opps[opp].events[event].lastValue = reading
    return before.isKnown && !reading.hasSameContent(as: before)
  }

  /// The first second of its local date with `time >= e`, which `time < e` or midnight comes before
  ///
  /// `on 02:30` in New York happens on the day in March without 02:00 to 03:00 at 03:00, and `on 01:30` on the day in
  /// November that has it twice at the first of them.
  private mutating func reaches(
    _ opp: OppID, _ event: Int, _ instance: InstanceID, _ evaluator: inout Evaluator
  ) -> Bool {
    let instant = Instant(seconds: evaluator.now)
    // The day before may have ended with `time >= e` already, so that nothing changes at midnight; a clock change before that is
    // looked at for nothing.
    oppTimers.insert(opp, at: evaluator.zone.timeOfDay(at: instant).until.seconds)
    // A second at which it is undecided does not count.
    if evaluator.isUndecided(instance) { return false }
    let reached = evaluator.instances.readings[instance].truth
    var before = opps[opp].events[event].reached
    let last = opps[opp].events[event].reachedSecond
    if last == Seconds.past { before = reachedBefore(instance, &evaluator) }
    let isChange = last < evaluator.now
    opps[opp].events[event].reached = reached
    opps[opp].events[event].reachedSecond = evaluator.now
    guard reached == .true else { return false }
    let date = evaluator.zone.local(at: instant).date
    // An alarm of 00:25 that is moved to 00:45 at 00:40 has had its second of this day.
    guard opps[opp].events[event].reachedDay != date.days else { return false }
    opps[opp].events[event].reachedDay = date.days
    return evaluator.zone.startOfDay(date).seconds == evaluator.now
      || (isChange && before == .false)
  }

  /// Whether `time >= e` by the clock of the second before, for an event that has not been looked at: in the first
  /// second of memory, or that of a row
  private mutating func reachedBefore(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Truth
  {
    let moment = evaluator.instances.operand(1, of: instance)
    guard case .scalar(let time)? = evaluator.value(of: moment, at: evaluator.now) else {
      return .unknown
    }
    let before = evaluator.zone.local(at: Instant(seconds: Seconds.subtract(evaluator.now, 1)))
    return Double(before.secondOfDay) >= time ? .true : .false
  }

  /// Whether an instant is that of this second
  ///
  /// The next second may be another one, as with `on every 1s from 12:00`, or a row whose time is moved to 12:00:01 at that very second.
  /// Its comparison then stays true, and nothing else would touch the Opp.
  private mutating func comes(
    _ opp: OppID, _ isNow: InstanceID, _ evaluator: inout Evaluator
  ) -> Bool {
    guard evaluator.instances.readings[isNow].kind == .yes else { return false }
    oppTimers.insert(opp, at: Seconds.add(evaluator.now, 1))
    return true
  }

  /// Local midnight and a multiple of seconds since
  ///
  /// `on every 25min` happens at 23:20, 23:45, 00:00, 00:25: each day begins anew, and elapsed time counts.
  private mutating func isMultiple(_ opp: OppID, _ seconds: Int64, _ evaluator: inout Evaluator)
    -> Bool
  {
    let date = evaluator.zone.local(at: Instant(seconds: evaluator.now)).date
    let midnight = evaluator.zone.startOfDay(date).seconds
    let next = evaluator.zone.startOfDay(date.advanced(by: 1)).seconds
    let since = evaluator.now - midnight
    let following = Seconds.add(midnight, (since / seconds + 1) * seconds)
    oppTimers.insert(opp, at: min(following, next))
    return since >= 0 && since % seconds == 0
  }

  /// Whether the sun has a crossing at this second, less the offset
  ///
  /// `on sunset - 30min`, with a sunset at 18:05:30, happens at 17:35:30, when the second to look for is 30 min ahead.
  private func crosses(
    _ field: SunField, _ place: InstanceID, _ offset: Int64, _ evaluator: inout Evaluator
  ) -> Bool {
    guard let position = evaluator.pool.position(evaluator.instances.readings[place]) else {
      return false
    }
    let aim = Seconds.subtract(evaluator.now, offset)
    return evaluator.suns.firstCrossing(field, notBefore: aim, position, evaluator.zone) == aim
  }
}
