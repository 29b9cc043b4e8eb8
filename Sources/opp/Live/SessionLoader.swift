internal import OppEngine
internal import OppModel
internal import OppStore

/// Makes the session of a run over the state that the store kept
///
/// Five things come from the store: the engine's snapshot, the firings that count for limits which the snapshot does not know, how
/// often conditions were true, the state of fetching, and the fetches that count for quotas.
struct SessionLoader {
  /// The rules that the session runs, which need not be those that left the state
  private let rules: LiveRules

  /// The providers to fetch from
  private let world: any LiveWorld
  private let store: Store

  /// Those of the run; nil for a plan
  private let settings: LiveDriver.Settings?

  /// The pace of the round that the session makes; nil for one that goes on
  private let pace: RoundPace?

  /// The number of seconds for which a request may be under way that nobody waits for any more
  private static let longestRequest: Int64 = 60

  /// - Parameters:
  ///   - settings: those of a run; nil for a plan, which shows what waits.
  ///   - pace: that of the round which the session makes; nil for a session that goes on.
  init(
    _ rules: LiveRules, _ world: any LiveWorld, _ store: Store, _ settings: LiveDriver.Settings?,
    pace: RoundPace? = nil
  ) {
    self.rules = rules
    self.world = world
    self.store = store
    self.settings = settings
    self.pace = pace
  }

  /// - Parameters:
  ///   - memory: the engine's snapshot; nil for the first run.
  ///   - clock: the second that the clock shows.
  func session(
    over memory: EngineMemory?, at clock: Instant
  ) throws(StoreFailure) -> LiveSession {
    let now = max(clock, memory?.present ?? clock)
    let sessionSettings = SessionSettings(
      respondsAtOnce: settings?.respondsAtOnce ?? false,
      tolerance: settings?.isOnce == true ? 1 : 2, seed: settings?.seed ?? 0, pace: pace)
    // With a snapshot, the engine continues at its last second; the first run of all begins now.
    var engine =
      memory.map {
        Engine(
          graph: rules.graph, zone: rules.zone, restoring: $0, providers: world.providers,
          timeouts: EventTimeouts(), lead: sessionSettings.lead)
      }
      ?? Engine(graph: rules.graph, zone: rules.zone, begins: now)
    engine.eventTimeouts = EventTimeouts()
    try count(firingsFor: engine.openCounts, &engine)
    var session = LiveSession(
      engine: engine, providers: world.providers, settings: sessionSettings,
      odds: try odds(), past: try past(at: now))
    // A daemon that starts fetches at once, for somebody may have mended what failed.
    session.restore(try store.loadFetchStates(), backsOff: settings?.isOnce ?? true)
    return session
  }

  /// Has limits that are new or were edited count the firings of the past that the snapshot does not have
  private func count(firingsFor open: [OpenCount], _ engine: inout Engine) throws(StoreFailure) {
    if open.isEmpty { return }
    let past = try store.pastFirings(of: Set(open.map { $0.name }), until: engine.present)
    if past.isEmpty { return }
    let records = FiringRecords(graph: rules.graph, zone: rules.zone)
    for limit in open {
      guard let rows = past[limit.name] else { continue }
      let seconds = limit.countsAllRows ? rows.values.flatMap { $0 } : rows[records.row(limit.row)]
      engine.count(seconds ?? [], for: limit)
    }
  }

  /// The counts of conditions, by meaning; keys that are no fingerprint are passed over
  private func odds() throws(StoreFailure) -> OppEngine.Odds {
    var counts: [Fingerprint: OppEngine.Odds.Count] = [:]
    for odds in try store.loadTruthStatistics() {
      guard let bits = UInt128(odds.key, radix: 16) else { continue }
      counts[Fingerprint(bits: bits)] = OppEngine.Odds.Count(
        yes: odds.trueCount, no: odds.falseCount)
    }
    return OppEngine.Odds(counts)
  }

  /// The fetches that still count for quotas and the budget
  private func past(at now: Instant) throws(StoreFailure) -> [PastFetch] {
    // Quotas look back a day at most, the budget as far as it states.
    let reach = max(86_400, rules.graph.settings.budget?.seconds ?? 0)
    let past = try store.loadFetches(since: now.advanced(by: -min(reach, Store.fetchAge)))
    // Fetches in the future of a clock that was ahead mean nothing now.
    return past.filter { $0.at <= now }.map { fetch in
      // The run that made it has ended before its response came.
      let isAwaited = fetch.outcome == .awaited
      let last = isAwaited ? min(now, fetch.at.advanced(by: Self.longestRequest)) : fetch.at
      return PastFetch(provider: fetch.provider, at: last, cost: fetch.cost)
    }
  }
}
