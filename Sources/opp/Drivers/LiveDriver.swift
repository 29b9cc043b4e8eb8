internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppStore

/// Lives by a rule set: waits for the next thing that can matter, has it looked up, keeps what happened,
/// and tells it
///
/// It decides nothing itself: what is asked and what fires is the session's, what is remembered the
/// store's. All of it runs on one thread; what takes its time (services, notifiers, signals, changed
/// files) runs beside it and reports to the mailbox.
///
/// ```
/// wait → what has come → open the second → ask → close → commit in one transaction → tell → wait …
/// ```
///
/// A firing is in the store before anybody is told of it, and is marked told after: who dies in between
/// tells it again, with the same identity.
final class LiveDriver {
  let clock: any LiveClock
  let mailbox: LiveMailbox
  let store: Store
  let settings: Settings

  var rules: LiveRules
  var session: LiveSession
  var world: any LiveWorld
  var output: LiveOutput

  /// Which rule set is being lived by: it grows with every change of the rules
  var generation = 0

  /// What the session has to hear of at the next second that it lives through
  var news = LiveEvents()

  /// The last second that was lived through, in this life or an earlier one
  var lived: Instant?

  /// When the clock has caught up with what was lived through; nil where it is further already
  var standsStillUntil: Instant?

  /// Whether it has been said that the clock was set back
  var hasSaidSetBack = false

  /// When each fetch that is under way was asked for
  var asked: [Fetch: Instant] = [:]

  /// The firings that are being told, by identity
  var telling: Set<String> = []

  /// The firings that this run has delivered, by identity: none of them is delivered again
  var delivered: Set<String> = []

  /// When the session wants to go on; nil for never
  var wake: Instant?

  /// Whether the session has lived through a second since it was begun
  var hasBegun = false

  /// What the store's changes were counted as when standings were last read
  var seenChanges: Int64 = -1

  /// How people have said that Opps stand, as the session knows it
  var standings: [String: Standing] = [:]

  /// What is not well, by name, as it was told but for when it is asked again
  var unwell: [String: String] = [:]

  /// Before this second the notifier does not want to be asked
  var restOfTelling: Instant?

  /// Whether a firing will never be told
  var hasGivenUp = false

  /// Why firings can never be delivered, and how many, until it is said once for all under way
  var refusals: [(reason: String, count: Int)] = []

  /// How suppliers have answered, as the store has it
  var experiences: [String: Experience] = [:]

  /// How a run goes
  struct Settings {
    /// Ends as soon as everything that can be decided is decided
    var isOnce = false

    /// For how many seconds it waits for answers then
    var onceLimit: Int64 = 60
    var isRehearsal = false

    /// Whether responses come in the seconds of their requests
    var answersAtOnce = false

    /// The store as people know it; nil where it is gone with the process
    var storeName: String?

    /// Where the jitter of backoff starts: no two runs should ask at the same seconds
    var seed: UInt64 = 0

    /// Makes what the rules ask; the number is that of the rule set
    var makeWorld: (LiveRules, Int) -> any LiveWorld

    /// Reads the rules anew; nil where they have errors, which have been told
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

  /// Lives until it is told to end, or has nothing more to do
  func run() throws(StoreFailure) -> ExitStatus {
    defer { world.end() }
    let begins = clock.now
    output.greet(rules, store: settings.storeName, isRehearsal: settings.isRehearsal)
    while true {
      let events = LiveEvents(mailbox.takeAll(), generation: generation)
      if events.isStop { break }
      try note(told: events.told)
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
    let isUnwritten = rules.notifier == nil && unwell[rules.notifierName] != nil
    return isUnwritten ? .outside : status
  }

  /// Whether the session, or what comes by itself, has something to do by now
  private var isDue: Bool {
    let now = clock.now
    return [wake, world.nextArrival].contains { $0.map { $0 <= now } ?? false }
  }

  /// Whether the session has to hear of something as soon as it may
  private var hasNews: Bool { !hasBegun || news.bringNews }

  /// Whether something under way will report by itself
  private var isAwaiting: Bool {
    (world.reportsToMailbox && isUnanswered) || !telling.isEmpty
  }

  /// Whether a response is still to come
  private var isUnanswered: Bool { asked.count > news.answers.count }

  /// The next instant at which there is something to do without anything coming
  private func nextInstant(_ begins: Instant) throws(StoreFailure) -> Instant? {
    var next = [wake, world.nextArrival].compactMap { $0 }
    if let tell = try nextTelling() { next.append(tell) }
    if let standsStillUntil, hasNews { next.append(standsStillUntil) }
    if settings.isOnce { next.append(begins.advanced(by: settings.onceLimit)) }
    return next.min()
  }

  /// Whether one round is over: all that can be known is known, and told
  private func isSettled(since begins: Instant) -> Bool {
    let end = begins.advanced(by: settings.onceLimit)
    if clock.now >= end { return true }
    guard !isAwaiting, !isUnanswered else { return false }
    if let turn = session.nextTurn, turn <= end { return false }
    // A clock that was set back is not waited for.
    return !hasNews || standsStillUntil.map { $0 > end } ?? false
  }
}
