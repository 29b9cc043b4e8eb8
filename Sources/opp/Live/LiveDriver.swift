internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSession
internal import OppStore

/// Runs a rule set: waits for the next event, has values fetched, keeps the results
/// of each second, and delivers the firings
///
/// It decides nothing itself: the session decides about fetches and firings, ``OppEngine/DeliveryQueue`` about deliveries and new
/// attempts, and the store keeps the state. All of it runs on one thread; slow work (services, notifiers, signals, changed
/// files) runs beside it and reports to the mailbox.
///
/// ```
/// wait → take events → open the second → fetch → close → commit in one transaction → deliver → wait …
/// ```
///
/// A firing is in the store before it is delivered, and is marked as delivered after: a process that ends
/// in between is followed by one that delivers it again, with the same identity.
///
/// ```
/// 12:00:00  open    calendar and weather are wanted      close   nothing fires   commit   both as awaited
/// 12:00:02  open    both responses have come             close   "Walk" fires    commit   the firing   deliver it
/// 12:00:03  record  the notifier has taken it
/// ```
final class LiveDriver {
  let clock: any LiveClock
  let mailbox: LiveMailbox
  let store: Store
  let settings: Settings

  /// Messages, and firings if no notifier is connected
  private let output: LiveOutput

  /// The rules with their connections; with ``session`` and ``world`` replaced together by `renew(_:over:)`
  private(set) var rules: LiveRules
  private(set) var session: LiveSession

  /// The services, or the recording in their place
  private(set) var world: any LiveWorld

  /// The number of the rule set that is running: it grows with every change of the rules
  private var generation = 0

  /// The events for the session at the next second that it processes
  private var news = LiveEvents()

  /// The lines of programs that the open second has, whose senders wait until it is kept
  private var handedOver: [PushedLines] = []

  /// The messages that are in the store and wait for a second
  private var messages: LiveMessages

  /// The seconds that are processed, and the time until the next
  private var loop: SessionLoop

  /// The fetches under way
  private var fetches: LiveFetches

  /// The states that commands have set
  private var overrides: LiveOverrides

  /// The readings that charts read
  private var charts: LiveCharts

  /// The seconds at which readings of files begin to count
  private var looks = LiveLooks()

  /// The parts of responses that cannot be read
  private let unread: LiveUnread

  /// The rounds before this one; nil in a run that goes on, and in a rehearsal
  private var rounds: LiveRounds?

  /// The responses without new readings, which wait for a step
  private var quietNews = QuietNews()

  /// The wait for pushed readings in a round
  private var reports: ReportWait?

  /// The wait for a change of the rules that may be half of one
  private var unsettledChange = RuleSettling()

  /// The wait for the rest of the rules that the run began with, if half of them is being saved
  private var unsettledStart = RuleSettling()

  /// The deliveries in flight
  private var delivery: LiveDelivery
  private let health: LiveHealth

  /// - Throws: if the store cannot be read.
  init(
    _ rules: LiveRules, store: Store, clock: any LiveClock, mailbox: LiveMailbox,
    output: LiveOutput, settings: Settings
  ) throws(StoreFailure) {
    try store.verifyFirings()
    self.rules = rules
    self.store = store
    self.clock = clock
    self.mailbox = mailbox
    self.output = output
    self.settings = settings
    messages = LiveMessages(store)
    world = settings.makeWorld(rules, 0)
    // From here on, each part takes up its own state where the last run left it.
    let memory = try store.loadMemory()
    if settings.isOnce, !settings.isRehearsal {
      rounds = try LiveRounds(store, at: clock.now, stated: settings.distance)
      if settings.reportLimit > 0 {
        reports = ReportWait(from: clock.now, length: settings.reportLimit)
      }
    }
    session = try SessionLoader(rules, world, store, settings, pace: rounds?.pace)
      .session(over: memory ?? SessionMemory(), at: clock.now)
    loop = SessionLoop(
      after: memory?.present, by: settings.isRehearsal ? .rehearsed : .machine)
    fetches = LiveFetches(isRecorded: !settings.isForgotten(store))
    overrides = LiveOverrides(store)
    charts = LiveCharts(rules, over: memory?.engine, isForgotten: settings.isForgotten(store))
    health = LiveHealth(store, output)
    unread = try LiveUnread(store)
    delivery = try LiveDelivery(store, settings.deliverer, output, health)
    try overrides.restore(before: memory?.present)
    try declareOpps()
    try health.forgetAll(at: clock.now)
    try delivery.assign(by: rules)
    #if Relapses
      if Relapse.isOn(.attemptsBeginAnew) { try delivery.rulesChanged(to: rules, at: present) }
    #endif
    try listen()
    // If nothing waits, the rules may lack any notifier.
    let awaited = try store.awaitedNotifiers()
    if settings.isOnce || settings.isRehearsal || awaited.isEmpty {
      try beginDeliveries()
    } else {
      unsettledStart.begin(at: present)
    }
  }

  /// Runs until it is signalled to end, or has nothing more to do
  func run() throws(StoreFailure) -> ExitStatus {
    defer { world.end() }
    let begins = clock.now
    output.greet(rules, store: settings.storeName, isRehearsal: settings.isRehearsal)
    while true {
      // First, the events of services, notifiers and signals.
      var events = LiveEvents(mailbox.takeAll(), generation: generation)
      takeLooks(&events)
      reports?.hold(&events)
      try delivery.record(events.deliveries, at: present)
      try messages.keep(events.messages, of: world.providers)
      for (provider, failure) in events.notes {
        output.say(failure.note(of: world.providers[provider].name), at: clock.now)
      }
      for (notifier, report) in events.reports {
        switch report {
        case .noted(let failure): output.say(failure.note(of: notifier), at: clock.now)
        case .pressed(let button):
          try overrides.answer(button, by: notifier, rules, at: clock.now)
        }
      }
      // An outcome or an answer that comes with the signal to end is not lost.
      if events.isStop { break }
      news.add(events)
      news.lost += reports?.overdue(among: session.awaitedReports, at: clock.now) ?? []
      for provider in events.written.union(settings.isOnce ? [] : looks.take(at: clock.now)) {
        world.look(session.fetches(of: provider), of: provider, at: clock.now)
      }
      // Then, the changes that people have made: signals, rules, states of Opps.
      if events.isHungUp { try tryAgain() }
      if events.isRefresh { refresh(nil) }
      if settings.haveRulesChanged() {
        try reload(isSettled: false)
      } else if unsettledChange.isOver(at: present) {
        try reload(isSettled: true)
      }
      if unsettledStart.isOver(at: present) { try beginDeliveries() }
      try readOverrides()
      // Then one second, if one is due, and the deliveries that it makes due.
      if quietNews.isDue(at: clock.now) { news.responses = quietNews.take() + news.responses }
      if let now = try turn(), hasNews || loop.isDue(at: clock.now, arrival: world.nextArrival) {
        try stepThroughEarlierReadings(before: now)
        try step(at: now)
      }
      try delivery.sendDue(by: rules) { present }
      if settings.isOnce, isSettled(since: begins) { break }
      guard clock.wait(for: mailbox, until: try nextInstant(begins), isAwaiting: isAwaiting) else {
        break
      }
    }
    let unanswered = fetches.unanswered(FetchWords(rules, world))
    try delivery.finish(generation, mailbox, by: clock) { present }
    try abandonFetches()
    let status = settings.isOnce ? try endRound(unanswered) : .success
    let isUnwritten =
      rules.routes.services.isEmpty && health.isFailing(NotifierRoutes.outputName)
    return isUnwritten ? .outside : status
  }

  // MARK: - Waiting

  /// The second of the clock, or the last processed one if the clock was set back
  private var present: Instant { max(clock.now, session.present) }

  /// `true` if there are events that the session must receive as soon as possible
  private var hasNews: Bool { loop.isNew || news.bringNews || messages.isWaiting }

  /// `true` if something under way will report by itself
  private var isAwaiting: Bool {
    (world.reportsToMailbox && isAwaitingResponses) || delivery.queue.isAwaiting
  }

  /// `true` if a response is still to come
  private var isAwaitingResponses: Bool { fetches.requested.count > news.responses.count }

  /// The next instant at which there is something to do without anything coming
  private func nextInstant(_ begins: Instant) throws(StoreFailure) -> Instant? {
    let step = loop.next(hasNews: hasNews, arrival: world.nextArrival)
    var next = [
      step, try delivery.next(by: rules), unsettledChange.until, unsettledStart.until,
    ].compactMap { $0 }
    #if Relapses
      if Relapse.isOn(.deliveryDoesNotWake) { next = [step].compactMap { $0 } }
    #endif
    if !settings.isOnce { next += [looks.next, quietNews.due].compactMap { $0 } }
    if settings.isOnce { next.append(begins.advanced(by: settings.onceLimit)) }
    if let overdue = reports?.next(among: session.awaitedReports, at: clock.now) {
      next.append(overdue)
    }
    return next.min()
  }

  /// `true` if one round is over: all that can be known is known, and delivered
  private func isSettled(since begins: Instant) -> Bool {
    let end = begins.advanced(by: settings.onceLimit)
    if clock.now >= end { return true }
    guard !isAwaiting, !isAwaitingResponses, session.awaitedReports.isEmpty else { return false }
    if let turn = session.nextTurn, turn <= end { return false }
    // A clock that was set back is not waited for.
    return !hasNews || loop.standsStillUntil.map { $0 > end } ?? false
  }

  /// The second to process now; nil while the clock shows none that is still to be processed
  private func turn() throws(StoreFailure) -> Instant? {
    let now = clock.now
    switch loop.turn(at: now, present: session.present) {
    case .step: return now
    case .wait(let message):
      if let message { output.say(message, at: now) }
      return nil
    case .begin:
      // The time in between never passed, so none of it is processed.
      try renew(rules, over: SessionMemory())
      return now
    case .beginAnew:
      try beginAnew(at: now, after: session.present)
      return now
    }
  }

  /// Begins to listen, after the messages that an earlier run kept
  private func listen() throws(StoreFailure) {
    // A rehearsal knows none of the connections, and leaves their messages alone.
    if !settings.isRehearsal { try messages.restore(for: world, at: clock.now) }
    world.listen()
  }

  // MARK: - Steps

  /// Processes the seconds of readings that have come together with later ones
  private func stepThroughEarlierReadings(before now: Instant) throws(StoreFailure) {
    guard !loop.isNew, !settings.isOnce else { return }
    let steps = EarlierReadings(of: news.responses, session, before: now).steps
    guard !steps.isEmpty else { return }
    let present = news
    for (second, responses) in steps {
      news = LiveEvents()
      news.responses = responses
      try step(at: second, clock: now)
    }
    news = present
  }

  /// Processes one second, keeps it, then acts upon it
  ///
  /// - Parameters:
  ///   - now: the clock is read once, so that all of a step happens at one second.
  ///   - clock: the second that the clock shows, if an earlier one is made up for; `nil` if not.
  private func step(at now: Instant, clock: Instant? = nil) throws(StoreFailure) {
    var record = StepRecord(at: now)
    record.takenAnswers = news.answers.last?.number
    let words = FetchWords(rules, world)
    let begun = open(at: now, clock: clock, &record, words)
    let step = session.close()
    let isFirst = loop.isNew
    loop.processed(now, wake: step.wake)
    // Requests that are still open are recorded as awaited; all others have been recorded with their outcomes.
    if !begun.isEmpty { fetches.keep(begun, in: &record, session, words) }
    let firings = FiringRecords(graph: rules.graph, zone: rules.zone)
    for firing in step.firings {
      let title = firing.row.flatMap { session.engine.title(of: $0) }
      record.firings.append(firings.record(of: firing, title: title))
    }
    record.firings += step.missed.map { firings.record(of: $0) }
    for firing in record.firings { record.parts[firing.id] = rules.parts(of: firing.recipients) }
    record.settled = step.deliveries.compactMap { firings.record(of: $0) }
    record.finishedRefreshes = overrides.takeFinishedRefreshes(session)
    if fetches.isRecorded {
      record.memory = session.takeMemoryChange()
      charts.keep(in: &record)
    }
    if isFirst { health.forgetConnected(but: step.health, in: &record) }
    var messages = health.messages(
      on: step.health, in: &record,
      isPushed: { name in world.providers.contains { $0.name == name && $0.isPushed } },
      retry: { session.retry(of: $0) })
    messages += rounds?.keep(session, in: &record) ?? []
    messages += unread.takeMessages(in: &record)
    if isFirst, !settings.isOnce { LiveRounds.forget(in: &record) }
    #if Relapses
      if Relapse.isOn(.requestedBeforeCommit) { world.begin() }
    #endif
    // In one transaction: no notification is sent before.
    try store.commit(record)
    for lines in handedOver { lines.taken() }
    handedOver = []
    // A process that ends here has made a request too many, never one that is not recorded.
    world.begin()
    try overrides.forgetSnoozes(at: now)
    for message in messages + step.problems.map(\.message) { output.say(message, at: now) }
  }

  /// Opens a second, and hands over the arrivals and the responses that come at once
  ///
  /// - Returns: the fetches whose responses come later.
  private func open(
    at now: Instant, clock: Instant?, _ record: inout StepRecord, _ words: FetchWords
  ) -> Set<Fetch> {
    var responses = quietNews.take() + news.responses + world.responses(upTo: now)
    let arrived = world.arrivals(upTo: now)
    record.recordedAnswers = recordedAnswers(in: arrived, at: now)
    var begun: Set<Fetch> = []
    var wanted = session.open(
      at: now,
      arrived: arrived + messages.take(at: now, in: &record) + news.arrivals
        + news.answers.map(\.arrival),
      responses: responses,
      lost: news.lost.map { ProviderLoss(provider: $0.provider, failure: $0.failure) },
      found: news.found, clock: clock)
    for (provider, lines) in news.lines { unread.note(lines, of: world.providers[provider].name) }
    handedOver = news.lines.map { $0.lines }
    news = LiveEvents()
    if !responses.isEmpty { fetches.finish(responses, in: &record, session, words) }
    unread.note(responses, words)
    // A response may decide which other fetches are needed: of a rehearsal all rounds are of this second.
    while !wanted.isEmpty {
      fetches.begin(wanted, at: clock ?? now)
      begun.formUnion(wanted)
      responses = world.request(wanted, at: now)
      begun.subtract(responses.map(\.fetch))
      if responses.isEmpty { break }
      wanted = session.receive(responses)
      unread.note(responses, words)
      fetches.finish(responses, in: &record, session, words)
    }
    return begun
  }

  /// Notes when readings of files begin to count, drops looks that have found nothing new, and lets those wait that found only
  /// other lines to be unreadable
  private func takeLooks(_ events: inout LiveEvents) {
    looks.note(events.responses, of: world.providers)
    let words = FetchWords(rules, world)
    var quiet: [FetchResponse] = []
    events.responses.removeAll { response in
      guard fetches.requested[response.fetch] == nil,
        LiveLooks.isRepeated(response, in: session)
      else { return false }
      guard unread.isNews(response, words) else { return true }
      if !settings.isOnce { quiet.append(response) }
      return !settings.isOnce
    }
    quietNews.add(quiet, at: clock.now)
  }

  /// Records the state of the session, and the fetches under way as failed, which count for quotas although they are no longer awaited
  private func abandonFetches() throws(StoreFailure) {
    let words = FetchWords(rules, world)
    var record = fetches.abandonAll(at: present, session, words) ?? StepRecord(at: present)
    // Without a step, nothing is kept of a session whose clock has not been right yet.
    if fetches.isRecorded, loop.last != nil {
      session.endRequests(at: present)
      record.memory = session.takeMemoryChange()
    }
    try store.commit(record)
  }

  // MARK: - Rules and states

  /// Lets the commands know the Opps without reading the rules
  private func declareOpps() throws(StoreFailure) {
    try store.declare(
      rules.graph.rules.map { DeclaredOpp($0, in: rules.graph) }, zone: rules.zoneName)
    try store.declareRefreshable(session.refreshable)
    try store.declareCharts(charts.names, reading: charts.sources)
  }

  /// Continues with the rules as they are now, and with the whole state
  ///
  /// Errors in the rules are reported and change nothing: the old rules stay. Rules that lack something count once the files
  /// have stayed as they are.
  ///
  /// - Parameter isSettled: whether they have.
  private func reload(isSettled: Bool) throws(StoreFailure) {
    unsettledChange.end()
    switch settings.reload() {
    case .broken: output.say("the rules have errors: the old ones stay", at: clock.now)
    case .unreadable(let failure):
      guard isSettled else { return unsettledChange.begin(at: present) }
      output.console.report(failure)
      output.say("the rules cannot be read: the old ones stay", at: clock.now)
    case .rules(let changed):
      guard isSettled || !changed.lacks(anythingOf: rules) else {
        return unsettledChange.begin(at: present)
      }
      _ = changed.checked.printProblems(output.console)
      try abandonFetches()
      try renew(changed, over: SessionMemory(of: session))
      try delivery.rulesChanged(to: rules, at: present)
      try declareOpps()
      output.say(
        "the rules have changed: \(output.counted(changed.graph.rules.count, "Opp"))",
        at: clock.now)
    }
  }

  /// Continues with a new session: the requests of the old one are of no use any more
  ///
  /// - Requires: no fetch is under way any more.
  private func renew(_ rules: LiveRules, over memory: SessionMemory) throws(StoreFailure) {
    world.end()
    generation += 1
    (news, quietNews) = (LiveEvents(), QuietNews())
    self.rules = rules
    output.zone = rules.zone
    world = settings.makeWorld(rules, generation)
    let failing = session.failingProviders
    session = try SessionLoader(rules, world, store, settings, pace: rounds?.pace)
      .session(over: memory, at: clock.now)
    session.resume(failing)
    try health.forgetProviders(but: Set(session.failingProviders.keys), at: present)
    try listen()
    charts = LiveCharts(rules, over: memory.engine, isForgotten: settings.isForgotten(store))
    loop.renew()
    overrides.invalidate()
    looks.forget()
    unsettledStart.end()
    try beginDeliveries()
  }

  /// Has firings delivered that the store holds and the session knows nothing of, by the notifiers of the rules
  ///
  /// A set that has become empty keeps all of them.
  private func beginDeliveries() throws(StoreFailure) {
    #if Relapses
      if Relapse.isOn(.emptyFileCounts), rules.graph.rules.isEmpty {
        try store.releaseHeld(but: [], at: present)
      }
    #endif
    guard !rules.graph.rules.isEmpty else { return }
    try delivery.connect(to: rules, at: present)
    let records = FiringRecords(graph: rules.graph, zone: rules.zone)
    #if Relapses
      if Relapse.isOn(.heldIsForgotten) { try store.releaseHeld(but: [], at: present) }
    #endif
    try store.releaseHeld(
      but: records.identities(of: session.engine.heldFirings), at: present)
  }

  /// Begins as on the first day, but with the settings of people, because waiting would take too long
  private func beginAnew(at now: Instant, after last: Instant) throws(StoreFailure) {
    output.say(health.text.text(beginningAnewAfter: last), at: now)
    try abandonFetches()
    let memory = session.memory(beginningAnewAt: now)
    try store.beginAnew(with: memory, at: now)
    // Connections are made again too: responses of the future are forgotten.
    var present = rules
    if case .rules(let changed) = settings.reload(), !changed.lacks(anythingOf: rules) {
      present = changed
    }
    try renew(present, over: memory)
    loop.beginAnew()
    delivery.beginAnew()
    overrides.beginAnew()
    try readOverrides(steps: false)
  }

  /// Makes failed fetches and deliveries due now, because somebody may have put it right
  private func tryAgain() throws(StoreFailure) {
    world.retryLost()
    session.retryFailed()
    try delivery.retryFailed(by: rules, at: present)
    #if Relapses
      if Relapse.isOn(.hangupDoesNotWake) { return }
    #endif
    loop.wake = session.present.advanced(by: 1)
  }

  /// Makes everything, or one source or table, be fetched again from the next second on
  private func refresh(_ name: String?) {
    guard session.refresh(name) else { return }
    loop.wake = session.present.advanced(by: 1)
  }

  /// Hands over the settings that people have changed since the last reading: each change counts from the second after its own
  ///
  /// The session may have slept since an hour before. So it first processes the second at which a change was made.
  ///
  /// - Parameter steps: whether it does; else the changes count from the second after its last one.
  private func readOverrides(steps: Bool = true) throws(StoreFailure) {
    guard try overrides.mayHaveChanged() else { return }
    let changes = try overrides.changes(for: session, rules)
    #if Relapses
      let steps = steps && !Relapse.isOn(.commandCountsBefore)
    #endif
    for control in changes.controls {
      if steps, let now = try turn() {
        let given = min(control.given ?? now, now)
        if given > session.present { try step(at: given, clock: now) }
      }
      session.control(control.change)
      #if Relapses
        if Relapse.isOn(.commandDoesNotWake) { continue }
      #endif
      loop.wake = session.present.advanced(by: 1)
    }
    news.answers += changes.answers
    for name in changes.refreshes { refresh(name) }
  }

  // MARK: - The end of a round

  /// Reports each fetch without a response and each firing that could not be delivered, with the reason: cron shows this, and nothing else
  ///
  /// - Parameter unanswered: the fetches whose responses are no longer awaited.
  /// - Returns: the status of the round: 3 if there is any such thing.
  private func endRound(_ unanswered: [Fetch]) throws(StoreFailure) -> ExitStatus {
    let report = RoundReport(session, world.providers, health, at: present)
    let hasUnanswered = try report.reportMissingResponses(unanswered, within: settings.onceLimit)
    let hasMissing = try report.reportMissing()
    let hasWaiting = try delivery.reportWaiting(at: present)
    return hasUnanswered || hasMissing || hasWaiting || delivery.queue.hasGivenUp
      ? .outside : .success
  }
}

extension LiveOutput {
  /// Reports that the clock is wrong
  fileprivate func say(_ message: SessionLoop.Message, at now: Instant) {
    switch message {
    case .setBack(let until):
      say("the clock was set back: Opp continues when it shows \(zone.readable(until))", at: now)
    case .cannotBeRight: say("the clock cannot be right: Opp waits until it is set", at: now)
    }
  }
}

extension StoredAnswer {
  /// The answer as the engine takes it, at the second at which it was given
  fileprivate var arrival: Arrival {
    .answer(
      GivenAnswer(
        opp: opp, row: row.isEmpty ? nil : row, answer: answer, until: until, given: at))
  }
}
