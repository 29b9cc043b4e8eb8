internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppStore

/// Runs a rule set: waits for the next thing that can matter, has it fetched, keeps what happened,
/// and delivers it
///
/// It decides nothing itself: the session decides what is fetched and what fires, the store keeps the
/// state. All of it runs on one thread; slow work (services, notifiers, signals, changed
/// files) runs beside it and reports to the mailbox.
///
/// ```
/// wait → what has come → open the second → fetch → close → commit in one transaction → deliver → wait …
/// ```
///
/// A firing is in the store before it is delivered, and is marked as delivered after: a process that ends
/// in between is followed by one that delivers it again, with the same identity.
final class LiveDriver {
  let clock: any LiveClock
  let mailbox: LiveMailbox
  let store: Store
  let settings: Settings

  var rules: LiveRules
  var session: LiveSession
  var world: any LiveWorld
  var output: LiveOutput

  /// The number of the rule set that is running: it grows with every change of the rules
  var generation = 0

  /// The events for the session at the next second that it processes
  var news = LiveEvents()

  /// The last second that was processed, in this run or an earlier one
  var lived: Instant?

  /// The time at which the clock catches up with the processed seconds; nil where it is further already
  var standsStillUntil: Instant?

  /// Whether a message has reported that the clock was set back
  var hasSaidSetBack = false

  /// The time at which each fetch under way was requested
  var asked: [Fetch: Instant] = [:]

  /// The firings that are being delivered, by identity
  var inDelivery: Set<String> = []

  /// The firings that this run has delivered, by identity: none of them is delivered again
  var delivered: Set<String> = []

  /// The time at which the session has to continue; nil for never
  var wake: Instant?

  /// Whether the session has processed a second since it was begun
  var hasBegun = false

  /// The count of the store's changes when the states of Opps were last read
  var seenChanges: Int64 = -1

  /// The states that people have set for Opps, as the session knows them
  var standings: [String: Standing] = [:]

  /// The unhealthy suppliers, by name, as reported but for the time of the next retry
  var failing: [String: String] = [:]

  /// The second before which the notifier accepts no delivery
  var restOfTelling: Instant?

  /// Whether a firing will never be delivered
  var hasGivenUp = false

  /// The reason why firings can never be delivered, and their number, until one message reports all under way
  var refusals: [(reason: String, count: Int)] = []

  /// The figures of suppliers, as the store has them
  var experiences: [String: ServiceStatistics] = [:]

  /// The settings of a run
  struct Settings {
    /// Ends as soon as everything that can be decided is decided
    var isOnce = false

    /// The number of seconds for which it waits for responses then
    var onceLimit: Int64 = 60
    var isRehearsal = false

    /// Whether responses come in the seconds of their requests
    var answersAtOnce = false

    /// The store as people know it; nil where it is gone with the process
    var storeName: String?

    /// The seed of the jitter of backoff: no two runs should send requests at the same seconds
    var seed: UInt64 = 0

    /// Makes the world of the rules; the number is that of the rule set
    var makeWorld: (LiveRules, Int) -> any LiveWorld

    /// Reads the rules again; nil where they have errors, which have been reported
    var reload: () -> LiveRules? = { nil }

    /// Whether a rule file has changed
    var haveRulesChanged: () -> Bool = { false }
  }

  /// - Throws: where the store cannot be read.
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
    world = settings.makeWorld(rules, 0)
    let memory = try store.loadMemory()
    session = try Self.session(
      of: rules, world, memory: memory, store, at: clock.now, settings)
    lived = memory?.present
    try rememberStandings(before: memory?.present)
    try restoreExperiences()
    try declareOpps()
    try forgetHealth()
  }

  /// Runs until it is signalled to end, or has nothing more to do
  func run() throws(StoreFailure) -> ExitStatus {
    defer { world.end() }
    let begins = clock.now
    output.greet(rules, store: settings.storeName, isRehearsal: settings.isRehearsal)
    while true {
      let events = LiveEvents(mailbox.takeAll(), generation: generation)
      if events.isStop { break }
      try record(deliveries: events.deliveries)
      news.add(events)
      if events.isHungUp { try tryAgain() }
      if events.isRefresh { refresh(nil) }
      if settings.haveRulesChanged() { try reload() }
      try readStandings()
      if let now = try turn(), hasNews || isDue { try step(at: now) }
      try tellWhatWaits()
      if settings.isOnce, isSettled(since: begins) { break }
      guard clock.wait(for: mailbox, until: try nextInstant(begins), isAwaiting: isAwaiting) else {
        break
      }
    }
    let unanswered = Array(asked.keys)
    try finishTelling()
    try leaveUnanswered()
    let status = settings.isOnce ? try endRound(unanswered) : .success
    let isUnwritten = rules.notifier == nil && failing[rules.notifierName] != nil
    return isUnwritten ? .outside : status
  }

  /// Whether the session, or what comes by itself, has something to do by now
  private var isDue: Bool {
    let now = clock.now
    return [wake, world.nextArrival].contains { $0.map { $0 <= now } ?? false }
  }

  /// Whether there are events that the session must receive as soon as possible
  private var hasNews: Bool { !hasBegun || news.bringNews }

  /// Whether something under way will report by itself
  private var isAwaiting: Bool {
    (world.reportsToMailbox && isUnanswered) || !inDelivery.isEmpty
  }

  /// Whether a response is still to come
  private var isUnanswered: Bool { asked.count > news.answers.count }

  /// The next instant at which there is something to do without anything coming
  private func nextInstant(_ begins: Instant) throws(StoreFailure) -> Instant? {
    var next = [wake, world.nextArrival].compactMap { $0 }
    if let tell = try nextDelivery() { next.append(tell) }
    if let standsStillUntil, hasNews { next.append(standsStillUntil) }
    if settings.isOnce { next.append(begins.advanced(by: settings.onceLimit)) }
    return next.min()
  }

  /// Whether one round is over: all that can be known is known, and delivered
  private func isSettled(since begins: Instant) -> Bool {
    let end = begins.advanced(by: settings.onceLimit)
    if clock.now >= end { return true }
    guard !isAwaiting, !isUnanswered else { return false }
    if let turn = session.nextTurn, turn <= end { return false }
    // A clock that was set back is not waited for.
    return !hasNews || standsStillUntil.map { $0 > end } ?? false
  }
}
