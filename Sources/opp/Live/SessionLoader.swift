internal import OppEngine
internal import OppModel
internal import OppSession
internal import OppStore

/// Makes the session of a run over the state that the store kept
///
/// The store has the session's memory. It also has the firings and the requests that count for limits of which the memory does
/// not know, because they are new or were edited.
struct SessionLoader {
  /// The rules that the session runs, which need not be those that left the state
  private let rules: LiveRules

  /// The providers to fetch from
  private let world: any LiveWorld
  private let store: Store

  /// The settings of the run; nil for a plan
  private let settings: LiveDriver.Settings?

  /// The pace of the round that the session makes; nil for one that goes on
  private let pace: RoundPace?

  /// - Parameters:
  ///   - settings: those of a run; nil for a plan, which shows the fetches that wait.
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
  ///   - memory: without entries for the first run, which begins now.
  ///   - clock: the second that the clock shows.
  /// - Throws: if the store cannot be read, or its memory is none.
  func session(
    over memory: SessionMemory, at clock: Instant
  ) throws(StoreFailure) -> LiveSession {
    let now = max(clock, memory.present ?? clock)
    let isOnce = settings?.isOnce == true
    var session: LiveSession
    do throws(SessionMemoryProblem) {
      session = try LiveSession(
        CompiledRules(rules.graph), zone: rules.zone, restoring: memory,
        providers: world.providers,
        settings: SessionSettings(
          respondsAtOnce: settings?.respondsAtOnce ?? false, tolerance: isOnce ? 1 : 2,
          seed: settings?.seed ?? 0, pace: pace),
        at: now, leavesOutImpossible: true)
    } catch {
      throw StoreFailure(.corrupt, path: store.path)
    }
    // A daemon that starts fetches at once, because somebody may have repaired the cause of a failure.
    session.restart(at: now, retriesFailed: settings != nil && !isOnce)
    try count(firingsFor: session.engine.openCounts, &session)
    try countRequests(&session)
    return session
  }

  /// Has quotas and a budget that are new or were edited count the requests of the past that the memory does not have
  private func countRequests(_ session: inout LiveSession) throws(StoreFailure) {
    guard let reach = session.requestReach else { return }
    let first = session.engine.present.advanced(by: -min(reach, Store.fetchAge))
    let past = try store.loadFetches(since: first)
    session.count(
      past.map { fetch in
        // A request without an outcome is one of a process that was killed before the response came.
        let wait = fetch.outcome == .awaited ? SessionSettings.longestRequest : 0
        return PastRequest(
          provider: fetch.provider, at: fetch.at.advanced(by: wait), cost: fetch.cost)
      })
  }

  /// Has limits that are new or were edited count the firings of the past that the memory does not have
  private func count(
    firingsFor open: [OpenCount], _ session: inout LiveSession
  ) throws(StoreFailure) {
    if open.isEmpty { return }
    let past = try store.pastFirings(of: Set(open.map { $0.name }), until: session.engine.present)
    if past.isEmpty { return }
    let records = FiringRecords(graph: rules.graph, zone: rules.zone)
    for limit in open {
      guard let rows = past[limit.name] else { continue }
      let seconds = limit.countsAllRows ? rows.values.flatMap { $0 } : rows[records.row(limit.row)]
      session.count(seconds ?? [], for: limit)
    }
  }
}
