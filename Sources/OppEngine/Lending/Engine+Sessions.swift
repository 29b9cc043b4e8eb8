package import OppModel

/// The settings of an engine that a session runs, and the limits of its steps
extension Engine {
  /// Makes the subjects of providers undecided while they are missing, which matters some seconds before an event
  package mutating func serve(_ providers: [Provider], lead: Int64) {
    evaluator.fetch(from: providers)
    addOppsOfNewRows()
    monitor.lead = lead
  }

  /// The time limits of events that wait for readings; nil where readings are there at their seconds
  package var eventTimeouts: EventTimeouts? {
    get { monitor.eventTimeouts }
    set { monitor.eventTimeouts = newValue }
  }

  /// Has a subject count through a second at the latest
  package mutating func limit(_ subject: FetchKey, to last: Int64) {
    evaluator.limit(subject, to: last)
  }

  /// By node: its meaning, the same in all graphs
  package var nodeMeanings: [Fingerprint] { keys?.meanings.nodes ?? graph.fingerprints() }

  // MARK: Limits

  /// Begins a step that may not exceed some limits
  package mutating func begin(_ limits: StepLimits) {
    evaluator.meter = StepMeter(limits, after: evaluator.work)
  }

  /// Whether the present step has exceeded one of its limits
  package mutating func isOver() -> Bool { evaluator.isOver() }

  /// The limit that the present step has exceeded
  package var excess: StepExcess? { evaluator.meter.excess }

  /// The last second of the present step that was decided well within its limits
  package var reached: Instant? { evaluator.meter.reached.map { Instant(seconds: $0) } }

  /// The problems since a step was last handed out
  package var problems: [EngineProblem] { evaluator.problems }

  /// Adds problems to those of the next step
  package mutating func report(_ problems: [EngineProblem]) { evaluator.problems += problems }

  // MARK: Late wakes

  /// The least time of `expires` of any rule whose firings may wait for the end of `set quiet`
  package var shortestLifetime: Int64? { monitor.hold.shortestLifetime }

  /// Whether any Opp is urgent, and may fire
  package var hasUrgent: Bool {
    for (index, rule) in graph.rules.enumerated() where rule.isUrgent {
      if !isDisabled(rule: index) { return true }
    }
    return false
  }

  /// The first second at which an urgent Opp may fire or be undecided; `last` if no such second comes before
  package mutating func urgentSecond(before last: Int64) -> Int64 {
    let rules = evaluator.graph.rules
    let now = evaluator.now
    var first = evaluator.facts.tables.map { $0.nextTurn }.min() ?? Seconds.never
    for subject in evaluator.facts.sources.subjects where subject.isFresh {
      first = min(first, subject.expiry)
    }
    if let record = monitor.pendingRecords.first { first = min(first, record.second) }
    first = min(first, monitor.log.nextTurn)
    if monitor.log.isTurning { return now }
    for event in upcomingEvents(within: Seconds.subtract(last, now))
    where rules[event.opp.rule].isUrgent {
      first = min(first, event.at.seconds)
    }
    for event in monitor.pendingEvents where rules[monitor.opps[event.opp].rule].isUrgent {
      return now
    }
    for opp in monitor.opps where rules[opp.rule].isUrgent && !opp.isDisabled {
      first = min(first, turn(of: opp))
    }
    let opps = monitor.opps
    return min(last, first, monitor.oppTimers.earliest { rules[opps[$0].rule].isUrgent })
  }

  /// The first second at which the condition or an event of an Opp may turn by itself; the distant past if it is unknown
  private func turn(of opp: OppState) -> Int64 {
    var first = Seconds.never
    if let whole = opp.whole {
      let reading = evaluator.instances.readings[whole]
      if reading.truth == .unknown { return Seconds.past }
      first = reading.until
    }
    for event in opp.events {
      switch event.kind {
      case .becomes(let instance), .changes(let instance):
        let reading = evaluator.instances.readings[instance]
        switch reading.kind {
        case .no, .yes, .scalar, .position, .object: first = min(first, reading.until)
        case .unknown, .undecided, .deferred, .drifting, .curved, .moving: return Seconds.past
        }
      case .instant(let instance), .timeOfDay(let instance):
        if !evaluator.instances.readings[instance].isKnown { return Seconds.past }
      case .every, .sun, .rowAdded, .rowRemoved: break
      }
    }
    return first
  }
}
