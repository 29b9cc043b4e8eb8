package import OppModel

/// Steps from second to second
///
/// ```
///   open   run through all earlier seconds that matter: each begins and ends
///   begin    rows that were recorded arrive, instances whose horizon has come are marked
///   take     arrivals change leaves; readings too old become stale; marked instances are evaluated
///   take     … more of it, as often as responses come
///   close  end: Opps that anything has happened to are examined, and fire; the results are handed out
/// ```
extension Engine {
  /// Runs through every second up to `instant`, at which `arrived` becomes known
  ///
  /// - Requires: instants ascend from step to step, and all that arrives at one second arrives in one
  ///   step; an earlier instant is taken for the present one.
  package mutating func step(at instant: Instant, arrived: [Arrival] = []) -> Step {
    open(instant, arrived: arrived)
    return close()
  }

  /// The second up to which the engine has run
  package var present: Instant { Instant(seconds: evaluator.now) }

  // MARK: Rounds within one second

  /// Runs through every second that matters before `instant`, and begins that one
  ///
  /// The state at that second can be read, and more can be brought in with ``take(_:)``, until it is
  /// closed: the result is that of one ``step(at:arrived:)`` with everything brought in.
  ///
  /// - Parameter clock: the second that the clock shows if it is later, because earlier seconds are made up for; events are late by it.
  package mutating func open(
    _ instant: Instant, arrived: [Arrival] = [], clock: Instant? = nil
  ) {
    evaluator.target = max(instant.seconds, evaluator.now)
    evaluator.clock = max(evaluator.target, clock?.seconds ?? evaluator.target)
    #if Relapses
      if Relapse.isOn(.commandMakesEventsSeen) { evaluator.clock = evaluator.target }
    #endif
    if isOpen, evaluator.target > evaluator.now { end() }
    // An answer changes more than the conditions at whose rises Opps are examined.
    if !evaluator.junctions.isEmpty, arrived.contains(where: { $0.isAnswer }) {
      monitor.followChanges(&evaluator)
    }
    if !evaluator.hasBegun, evaluator.target > evaluator.now { live(through: evaluator.now) }
    let arrived = takeEarlierAnswers(arrived)
    liveUntil(evaluator.target)
    if evaluator.isOver() { return }
    activateNewRules()
    begin(evaluator.target, arrived)
  }

  /// Runs through the seconds at which answers were given that arrive only now
  ///
  /// - Returns: everything else that arrives.
  private mutating func takeEarlierAnswers(_ arrived: [Arrival]) -> [Arrival] {
    guard arrived.contains(where: { $0.isAnswer }) else { return arrived }
    var earlier: [(second: Int64, arrival: Arrival)] = []
    var others: [Arrival] = []
    for arrival in arrived {
      if case .answer(let answer) = arrival, let second = answer.given?.seconds,
        second > evaluator.now,
        second < evaluator.target
      {
        earlier.append((second, arrival))
      } else {
        others.append(arrival)
      }
    }
    if earlier.isEmpty { return arrived }
    earlier.sort { $0.second < $1.second }
    for (second, arrival) in earlier {
      liveUntil(second)
      if evaluator.isOver() { return others }
      begin(second, [arrival])
      end()
    }
    return others
  }

  /// Brings in more that arrives at the second that is open
  package mutating func take(_ arrived: [Arrival]) {
    // An answer may be to a row that comes at the same second, before or after it.
    let first = OppID(monitor.opps.count)
    for arrival in arrived where !arrival.isAnswer { apply(arrival) }
    for answer in answers { monitor.answer(answer, from: first, &evaluator) }
    for arrival in arrived where arrival.isAnswer { apply(arrival) }
    evaluator.expire()
    addOppsOfNewRows()
    for change in monitor.takeBackEnds(&evaluator) { arrive(change) }
    propagate()
    endFirings()
  }

  /// Ends the firings whose conditions are false now, in their rows, and all that follows from these at this second
  private mutating func endFirings() {
    guard monitor.log.followsAny else { return }
    while true {
      let changes = monitor.endFirings(&evaluator)
      if changes.isEmpty || evaluator.isOver() { return }
      for change in changes { arrive(change) }
      propagate()
    }
  }

  /// Checks whether any Opp fires at this second, and hands out all that has happened since the last step
  package mutating func close() -> Step {
    end()
    return handOut()
  }

  /// The results since the last step, which are then forgotten, and the next wake
  private mutating func handOut() -> Step {
    evaluator.reportCutText(of: nil)
    var step = monitor.outcome
    step.hasHeldFirings = !monitor.hold.isEmpty
    step.problems = evaluator.problems
    step.wake = nextWake().map { Instant(seconds: $0) }
    step.requests = evaluator.missingRequests()
    monitor.outcome = Step()
    evaluator.problems = []
    return step
  }

  /// Runs through every second that matters before another, as far as the limits allow
  private mutating func liveUntil(_ second: Int64) {
    while let wake = nextWake(), wake < second {
      if evaluator.isOver() { return }
      live(through: wake)
      evaluator.meter.decide(wake, evaluator.work)
    }
  }

  /// One second at which nothing arrives
  private mutating func live(through second: Int64) {
    begin(second, [])
    end()
  }

  /// Begins a second: the changes of time alone, then the arrivals
  private mutating func begin(_ second: Int64, _ arrived: [Arrival]) {
    evaluator.begin(second)
    isOpen = true
    if !evaluator.hasBegun {
      evaluator.hasBegun = true
      evaluator.marks.beginning()
    }
    evaluator.work.seconds += 1
    arriveRecords()
    for change in monitor.log.turn(&evaluator) {
      if monitor.log.followsAny { monitor.forgetFirings(ofRowsLeaving: change, &evaluator) }
      arrive(change)
    }
    monitor.applyWaits(&evaluator)
    evaluator.wakeTimers()
    take(arrived)
  }

  /// Ends the present second: its Opps fire
  private mutating func end() {
    isOpen = false
    answers = []
    if evaluator.isOver() { return }
    if monitor.log.followsAny {
      monitor.touchDueOpps(&evaluator)
      endFirings()
    }
    let examined = monitor.examineOpps(&evaluator)
    #if Relapses
      if Relapse.isOn(.heldWaitsForFiring), monitor.outcome.firings.isEmpty {
        return monitor.findWaits(&evaluator)
      }
    #endif
    if !monitor.hold.isEmpty { monitor.outcome.deliveries += monitor.hold.settle(&evaluator) }
    monitor.findWaits(&evaluator)
    guard evaluator.tracesConditions else { return }
    for opp in examined where !monitor.opps[opp].isNew {
      let truth = evaluator.truth(monitor.opps[opp].whole)
      tracer.note(opp, truth, monitor.opps, &evaluator)
    }
  }

  /// The next second before another at which something changes by itself, or `nil`
  ///
  /// A single step to the other would run through it without showing it. The first second of memory is such a change.
  package mutating func nextChange(before target: Instant) -> Instant? {
    if !evaluator.hasBegun { return target > present ? present : nil }
    guard let wake = nextWake(), wake < target.seconds else { return nil }
    return Instant(seconds: wake)
  }

  /// The next second at which anything may change by itself
  mutating func nextWake() -> Int64? {
    var next = evaluator.nextWake()
    if let first = monitor.oppTimers.first { next = min(next, first.second) }
    next = min(next, monitor.sunEvents.nextWake())
    next = min(next, monitor.hold.nextExpiry)
    if let first = monitor.pendingRecords.first { next = min(next, first.second) }
    next = min(next, monitor.log.isTurning ? Seconds.add(evaluator.now, 1) : monitor.log.nextTurn)
    return next < Seconds.never ? max(next, Seconds.add(evaluator.now, 1)) : nil
  }

  /// Puts the rows into their tables that were recorded before this second
  private mutating func arriveRecords() {
    var count = 0
    while count < monitor.pendingRecords.count,
      monitor.pendingRecords[count].second <= evaluator.now
    {
      evaluator.apply(monitor.pendingRecords[count])
      addOppsOfNewRows()
      monitor.log.note(monitor.pendingRecords[count], evaluator.graph)
      count += 1
    }
    guard count > 0 else { return }
    monitor.pendingRecords.removeFirst(count)
    evaluator.marks.records()
  }

  /// Puts rows into their table that the rules themselves have made
  private mutating func arrive(_ change: TableChange) {
    evaluator.apply(change)
    addOppsOfNewRows()
  }

  // MARK: Changes of facts

  /// Takes in an arrival, with an Opp for each row that is new
  private mutating func apply(_ arrival: Arrival) {
    if case .answer(let given) = arrival {
      answers.append(given)
      for change in monitor.answer(given, &evaluator) { arrive(change) }
      return
    }
    evaluator.apply(arrival)
    addOppsOfNewRows()
  }

  /// Makes an Opp of each row that has come since, for each rule that is `for each` of its table
  mutating func addOppsOfNewRows() {
    guard !evaluator.notices.rows.isEmpty else { return }
    for new in evaluator.notices.rows.takeAll() {
      monitor.addOpp(new.rule, row: new.row, wasKnown: new.wasKnown, &evaluator)
    }
  }

  /// Evaluates the marked instances, and notes the changes for Opps and traces
  mutating func propagate() {
    evaluator.propagate()
    // A gap that is new has a row from this second on, and that an Opp.
    while !evaluator.notices.rows.isEmpty {
      addOppsOfNewRows()
      evaluator.propagate()
    }
    takeNotices()
  }

  /// Notes the values that propagation has left for traces
  mutating func takeNotices() {
    if evaluator.notices.watched.isEmpty { return }
    for new in evaluator.notices.watched.takeAll() {
      tracer.note(watch: new.watch, new.reading, &evaluator)
    }
  }
}
