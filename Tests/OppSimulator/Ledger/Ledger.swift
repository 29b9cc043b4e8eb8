import OppEngine
import OppModel
import OppProviders
import OppStore

/// The books of a simulated life, which say at once what goes against an invariant
///
/// It has no part of the product but readers: what should fire comes from a replay (``Twin``), what was delivered from the notifiers.
final class Ledger {
  let plan: Plan

  /// The first invariant that was broken; the run ends with it
  private(set) var violation: Violation?

  /// The rules, as the first process compiled them
  var graph: ConditionGraph?

  /// The readings that sessions received, with the second
  private(set) var told: [(at: Instant, arrival: Arrival)] = []

  /// The intervals in which firings may come late, as no process ran, the machine slept or the store was held
  private(set) var disturbances: [ClosedRange<Instant>] = []

  /// The snoozes that people have asked for, by the names of Opps
  private(set) var snoozes: [String: [ClosedRange<Instant>]] = [:]

  /// The snoozes that `opp enable` has ended, up to the second at which the store had the command, by the names of Opps
  private(set) var enabledSnoozes: [String: [(snooze: ClosedRange<Instant>, kept: Instant)]] = [:]

  /// The intervals in which an Opp may not fire, by its name, as a person has silenced it
  private(set) var silences: [String: [ClosedRange<Instant>]] = [:]

  /// The answers that people have given to the firings of an Opp: when, and when the store had them
  private(set) var answers: [(opp: String, given: Instant, kept: Instant)] = []

  /// The intervals in which no second was processed, without their first second: the machine slept, or no process ran
  private(set) var lapses: [ClosedRange<Instant>] = []

  /// The end of the last process; `nil` once another one has started
  private var endedAt: Instant?

  /// The second at which the rule file went, until the process says so; `nil` if it is there
  var goneSince: Instant?

  /// `true` if the rule file is gone
  private var isGone = false

  /// The edits of limits: when, and whether the other limits count since
  private(set) var limitEdits: [(at: Instant, isOther: Bool)] = []

  /// `true` if the rule file is whole
  private(set) var areRulesWhole = true

  /// The beginning of the time without a process; `nil` while one runs
  private(set) var outage: Instant?

  /// The last start of a process
  private(set) var aliveSince: Instant

  /// The last second at which all that waits was checked
  var lastCheck: Instant

  /// The refreshes that were promised, by source, and when
  private(set) var refreshes: [String: Instant] = [:]

  /// The times of requests in milliseconds, by source
  private(set) var requests: [String: [Int64]] = [:]

  /// The times of the responses that failed, by source
  private(set) var failures: [String: [Instant]] = [:]

  /// The requests and responses of services, by source
  private(set) var services: [String: ServiceBook] = [:]

  /// The deliveries
  var deliveries = DeliveryBook()

  /// The messages on notifiers
  var health = HealthBook()

  /// The names of notifiers, by the people whom they reach: `all` is everybody else
  let notifiers: [String: String]

  /// The names of notifiers, each once
  let notifierNames: [String]

  /// The sources that Opps read, with the name of an Opp
  let readers: [(source: String, opp: String)]

  /// The quiet time of each day; `nil` for none
  let quiet: QuietTime?

  init(_ plan: Plan) {
    self.plan = plan
    quiet = QuietTime(plan)
    aliveSince = plan.from
    lastCheck = plan.from
    var names: [String: String] = [:]
    for rule in plan.rules {
      guard let match = rule.firstMatch(of: /^connect notifications(\("(\w+)"\))? to (\w+)\(/)
      else { continue }
      names[match.2.map { String($0) } ?? "all"] =
        "notifications\(match.1.map { String($0) } ?? "") (\(match.3))"
    }
    notifiers = names
    notifierNames = Set(names.values).sorted()
    readers = plan.rules.compactMap { line in
      guard let opp = SimulatedOpp(line: line), case .reading(let source, _) = opp.kind else {
        return nil
      }
      return (source, opp.name)
    }
  }

  /// `true` if nothing has gone wrong for longer than every pause when the plan ends
  var endsInPeace: Bool {
    plan.to.seconds(since: max(plan.peace, aliveSince)) > Self.longestPause && outage == nil
  }

  /// Takes note of a broken invariant; the first one counts
  func breaks(_ invariant: Invariant, at now: Instant, _ text: String) {
    if violation == nil { violation = Violation(invariant: invariant, at: now, text: text) }
  }

  // MARK: Disturbances

  func disturb(from begin: Instant, to end: Instant) {
    disturbances.append(begin.advanced(by: -1)...max(begin, end))
  }

  func beginOutage(at now: Instant) { outage = outage ?? now }

  func endOutage(at now: Instant) {
    aliveSince = now
    if let endedAt { lapses.append(endedAt...max(endedAt, now)) }
    endedAt = nil
    if let begin = outage { disturb(from: begin, to: now.advanced(by: 3)) }
    outage = nil
    lastCheck = now
    // Each process says once what fails.
    health.begin()
  }

  /// Takes an outage at the end of the plan for one that lasts: no process has made up for it
  func closeOutage(at now: Instant) {
    if let outage { disturb(from: outage, to: now.advanced(by: 86_400)) }
  }

  /// The machine sleeps, and its clock goes on
  func sleeps(from begin: Instant, to end: Instant) {
    // No process makes up for a sleep that lasts beyond the end of the plan.
    disturb(from: begin, to: end.advanced(by: end < plan.to ? 2 : 86_400))
    lapses.append(begin...end)
  }

  /// `true` if an event was slept through for longer than a while
  func isSleptThrough(_ second: Instant, longerThan length: Int64) -> Bool {
    lapses.contains { $0.lowerBound < second && length < $0.upperBound.seconds(since: second) }
  }

  /// The process has ended by itself or by a signal: it waits a few seconds for what is in flight
  func ended(at now: Instant) {
    endedAt = now
    deliveries.ended()
  }

  /// The process was killed: its last outcomes may be lost with it
  func killed(at now: Instant) {
    endedAt = now
    health.killed(notifierNames)
    for part in deliveries.unsettled { health.forget(part.notifier) }
    for source in services.keys { services[source]?.killed() }
    deliveries.killed()
  }

  /// The rule file was written: the notifiers may be others, so that all are tried again
  func edited(to state: Action.FileState, at now: Instant) {
    areRulesWhole = state.isWhole
    if state.isWhole { limitEdits.append((now, state == .limits)) }
    // A file that is gone already says nothing new.
    if state != .gone || !isGone { goneSince = state == .gone && outage == nil ? now : nil }
    isGone = state == .gone
    health.tryAgain(notifierNames)
    deliveries.triedAgain()
    deliveries.forgetAsked()
  }

  /// A signal or a command has all tried again that fails
  func hangUp(at now: Instant) {
    health.tryAgain(notifierNames)
    guard outage == nil else { return deliveries.triedAgain() }
    deliveries.hangUp(at: now)
    for source in services.keys { services[source]?.hangUp(at: now, since: aliveSince) }
  }

  /// The longest disturbance that has a second in it, in seconds; `nil` if none has
  func disturbance(at second: Instant) -> Int64? {
    let lengths = disturbances.filter { $0.contains(second) }.map {
      $0.upperBound.seconds(since: $0.lowerBound)
    }
    return lengths.max()
  }

  // MARK: Services

  func told(_ arrival: Arrival, at now: Instant) { told.append((now, arrival)) }

  /// Takes note of a request, which the store must know already
  func requested(_ source: String, _ store: Store?, at milliseconds: Int64) {
    refreshes[source] = nil
    let now = Instant(seconds: milliseconds / 1000)
    let recent = requests[source, default: []].filter { $0 > milliseconds - 60_000 }
    requests[source, default: []].append(milliseconds)
    if let end = services[source]?.asked, now < end {
      breaks(.quotas, at: now, "\(source) is not left alone until \(end.rfc3339), as it asked")
    }
    services[source, default: ServiceBook()].request(at: now)
    let quota = source == "plug" ? SimulatedServices.tightQuota : Self.requestsPerMinute
    if recent.count >= quota {
      breaks(
        .quotas, at: now, "\(source) has \(recent.count + 1) requests within a minute")
    }
    let kept = (try? store?.loadFetches(since: now.advanced(by: -1))) ?? []
    if disturbance(at: now) == nil, !kept.contains(where: { $0.outcome == .awaited }) {
      breaks(.order, at: now, "\(source) is requested before the request is kept")
    }
  }

  /// Takes note of a response that the session has received
  ///
  /// - Parameter pause: the seconds for which the service wants to be left alone; `nil` if it does not.
  func responded(_ source: String, isGood: Bool, pause: Int64?, at now: Instant) {
    // A request that was under way when a refresh was asked for is as good as a new one.
    if let requested = services[source]?.requested, requested >= aliveSince {
      refreshes[source] = nil
    }
    services[source, default: ServiceBook()].respond(isGood: isGood, pause: pause, at: now)
    if !isGood { failures[source, default: []].append(now) }
  }

  /// The process waits: it has recorded what it has heard
  func settle() {
    deliveries.settle()
    for source in services.keys { services[source]?.settle() }
  }

  /// The quota of the connector `json`
  private static let requestsPerMinute = 60

  // MARK: People

  /// Takes note of a command that succeeded
  ///
  /// - Parameters:
  ///   - given: the second at which it has read the clock, from which it counts.
  ///   - now: the second at which the store has it. It also ends what another command has begun in between.
  func commanded(_ words: [String], given: Instant, at now: Instant) {
    guard let command = words.first else { return }
    let name = words.count > 1 ? words[1] : ""
    if ["done", "dismiss", "snooze"].contains(command) { answers.append((name, given, now)) }
    switch command {
    case "disable": silences[name, default: []].append(given...Instant(seconds: .max))
    case "enable": endSilence(of: name, given...now, isEnabled: true)
    case "snooze":
      // It takes the place of an earlier one.
      endSilence(of: name, given...now)
      let minutes = words.last.flatMap { Int64($0.dropLast(3)) } ?? 60
      let snooze = given...given.advanced(by: minutes * 60)
      silences[name, default: []].append(snooze)
      snoozes[name, default: []].append(snooze)
    // An answer ends a snooze, not the choice of a person.
    case "done", "dismiss": endSilence(of: name, given...now)
    case "refresh": refreshes[name] = refreshes[name] ?? given
    case _: break
    }
  }

  /// - Parameters:
  ///   - command: the seconds from the one at which the command has read the clock to the one at which the store has it.
  ///   - isEnabled: whether the Opp is enabled, too.
  private func endSilence(
    of name: String, _ command: ClosedRange<Instant>, isEnabled: Bool = false
  ) {
    silences[name] = silences[name]?.map { silence in
      let isSnooze = silence.upperBound.seconds < .max
      guard silence.overlaps(command), isEnabled || isSnooze else { return silence }
      let ended = silence.lowerBound...max(silence.lowerBound, command.lowerBound)
      if isEnabled, isSnooze {
        enabledSnoozes[name, default: []].append((ended, command.upperBound))
      }
      return ended
    }
  }
}
