internal import OppEngine
internal import OppModel
internal import OppStore

/// The rules of the run, and the states that people have set for Opps
extension LiveDriver {
  /// Makes a session over the state that was kept
  static func session(
    of rules: LiveRules, _ world: any LiveWorld, memory: EngineMemory?, _ store: Store,
    at clock: Instant, _ settings: Settings? = nil
  ) throws(StoreFailure) -> LiveSession {
    let now = max(clock, memory?.present ?? clock)
    var engine =
      memory.map {
        Engine(graph: rules.graph, zone: rules.zone, restoring: $0, suppliers: world.suppliers)
      }
      ?? Engine(graph: rules.graph, zone: rules.zone, begins: now)
    engine.patience = Patience()
    var counts: [Fingerprint: OppEngine.Odds.Count] = [:]
    for odds in try store.loadOdds() {
      guard let bits = UInt128(odds.key, radix: 16) else { continue }
      counts[Fingerprint(bits: bits)] = OppEngine.Odds.Count(
        yes: odds.trueCount, no: odds.falseCount)
    }
    // Quotas look back a day at most, the budget as far as it states.
    let reach = max(86_400, rules.graph.settings.budget?.seconds ?? 0)
    let past = try store.loadFetches(since: now.advanced(by: -min(reach, Store.fetchAge)))
    var session = LiveSession(
      engine: engine, suppliers: world.suppliers,
      settings: SessionSettings(
        answersAtOnce: settings?.answersAtOnce ?? false,
        tolerance: settings?.isOnce == true ? 1 : 2, seed: settings?.seed ?? 0),
      odds: OppEngine.Odds(counts),
      // Fetches in the future of a clock that was ahead mean nothing now.
      past: past.filter { $0.at <= now }.map { fetch in
        // The run that made it has ended before its response came.
        let isAwaited = fetch.outcome == .awaited
        let last = isAwaited ? min(now, fetch.at.advanced(by: Self.longestRequest)) : fetch.at
        return PastFetch(supplier: fetch.supplier, at: last, cost: fetch.cost)
      })
    // A plan shows what waits; a daemon that starts fetches at once, for somebody may have mended it.
    session.restore(try store.loadAsking(), backsOff: settings?.isOnce ?? true)
    return session
  }

  /// The number of seconds for which a request may be under way that nobody waits for any more
  private static let longestRequest: Int64 = 60

  func restoreExperiences() throws(StoreFailure) {
    for known in try store.loadSuppliers() where known.answered + known.failed > 0 {
      experiences[known.supplier] = ServiceStatistics(
        latency: known.latency, failures: known.failed / (known.answered + known.failed))
    }
    session.restore(experiences)
  }

  /// Lets the commands know the Opps without reading the rules
  func declareOpps() throws(StoreFailure) {
    try store.declare(
      rules.graph.rules.map { rule in
        DeclaredOpp(
          name: rule.name, colour: rule.colour, snooze: rule.snooze, isDisabled: rule.isDisabled)
      }, zone: rules.zoneName)
    try store.declareRefreshable(session.refreshable)
  }

  /// Forgets the failures of an earlier run: they are detected again
  func forgetHealth() throws(StoreFailure) {
    var record = StepRecord(at: clock.now)
    for name in try store.loadTokens().keys where name.hasPrefix(Self.healthToken) {
      record.tokens[name] = .some(nil)
    }
    try store.commit(record)
  }

  /// Continues with the rules as they are now, and with the whole state
  ///
  /// Errors in the rules are reported and change nothing: the old rules stay.
  func reload() throws(StoreFailure) {
    guard let changed = settings.reload() else {
      return output.say("the rules have errors: the old ones stay", at: clock.now)
    }
    try renew(changed, over: session.engine.memory())
    try declareOpps()
    output.say(
      "the rules have changed: \(output.counted(changed.graph.rules.count, "Opp"))", at: clock.now)
  }

  /// Continues with a new session: the requests of the old one are of no use any more
  func renew(_ rules: LiveRules, over memory: EngineMemory) throws(StoreFailure) {
    try leaveUnanswered()
    world.end()
    generation += 1
    news = LiveEvents()
    self.rules = rules
    output.zone = rules.zone
    world = settings.makeWorld(rules, generation)
    session = try Self.session(of: rules, world, memory: memory, store, at: clock.now, settings)
    session.restore(experiences)
    hasBegun = false
    seenChanges = -1
  }

  /// Makes failed fetches and deliveries due now, for somebody may have put it right
  func tryAgain() throws(StoreFailure) {
    session.askFailedAgain()
    try store.tellAgain(at: max(present, restOfTelling ?? present))
    wake = session.present.advanced(by: 1)
  }

  /// Makes everything, or one source or table, be fetched again from the next second on
  func refresh(_ name: String?) {
    guard session.refresh(name) else { return }
    wake = session.present.advanced(by: 1)
  }

  /// Reads the states that people have set for Opps, where anything may have changed
  func readStandings() throws(StoreFailure) {
    let count = try store.changeCount()
    guard count != seenChanges else { return }
    seenChanges = count
    let now = try store.loadStandings()
    var isNew = false
    for standing in now {
      for change in changes(from: standings[standing.opp], to: standing) {
        session.control(change)
        isNew = true
      }
    }
    standings = Dictionary(uniqueKeysWithValues: now.map { ($0.opp, $0) })
    // The changes count from the next second on.
    if isNew { wake = session.present.advanced(by: 1) }
    for name in try store.takeRefreshes() { refresh(name) }
  }

  /// Takes the states that were set before a second as known: the memory has them
  ///
  /// After a restart, what people set does not override a change that a rule made to the same Opp later.
  func rememberStandings(before present: Instant?) throws(StoreFailure) {
    guard let present else { return }
    for var standing in try store.loadStandings() {
      if let choice = standing.choice, choice.at > present { standing.choice = nil }
      standing.snoozes.removeAll { $0.at > present }
      standings[standing.opp] = standing
    }
  }

  /// Forgets the snoozes that have ended, once the session has processed their end
  func forgetSnoozes(at now: Instant) throws(StoreFailure) {
    guard standings.values.contains(where: { $0.snoozes.contains { $0.until <= now } }) else {
      return
    }
    try store.forgetSnoozes(endedBy: now)
    for name in standings.keys { standings[name]?.snoozes.removeAll { $0.until <= now } }
  }

  private func changes(from old: Standing?, to new: Standing) -> [ControlChange] {
    var changes: [ControlChange] = []
    if let choice = new.choice, choice != old?.choice {
      changes.append(choice.isEnabled ? .enable(opp: new.opp) : .disable(opp: new.opp))
    }
    let before = old?.snoozes ?? []
    for snooze in new.snoozes where !before.contains(snooze) {
      guard let row = key(ofRow: snooze.row, of: new.opp) else { continue }
      changes.append(.snooze(opp: new.opp, row: row.key, until: snooze.until))
    }
    for snooze in before where !new.snoozes.contains(where: { $0.row == snooze.row }) {
      guard let row = key(ofRow: snooze.row, of: new.opp) else { continue }
      changes.append(.endSnooze(opp: new.opp, row: row.key))
    }
    return changes
  }

  /// The key that the store's text of a row means: nil inside for all rows, nil for one that is not there
  private func key(ofRow text: String, of opp: String) -> (key: [Value]?, isAll: Bool)? {
    if text.isEmpty { return (nil, true) }
    guard let rule = rules.graph.rules.firstIndex(where: { $0.name == opp }) else { return nil }
    let records = FiringRecords(graph: rules.graph, zone: rules.zone)
    let instances = session.engine.instances(ofRule: rule)
    guard let found = instances.first(where: { records.row($0.row) == text })?.row else {
      return nil
    }
    return (found.key, false)
  }
}
