package import OppEngine
package import OppModel

/// A running rule set: the engine, the fetches that it needs, and their responses
///
/// It is a pure state machine like the engine. A driver opens a second, makes the fetches that the session
/// returns, hands over their responses (in the same second or in a later one), closes the second, acts
/// on the firings, and sleeps until the wake or until something arrives:
///
/// ```
/// open(t, arrived, responses) → fetches     receive([…]) → fetches     close() → firings, health, wake
/// ```
///
/// With `opp "x" when dry and time in 12:00..13:00`, where `dry` is of the source sky_now, fresh for an hour, whose
/// responses take 2 s:
///
/// ```
/// 08:00:00  open → []            time alone decides; close → wake 12:00:00
/// 12:00:00  open → [sky_now]     close → nothing fires yet
/// 12:00:02  open(response) → []  close → x fires
/// ```
///
/// Between two calls nothing changes, and a copy that runs ahead is a preview. The session keeps the cache, the odds and
/// the limits; the engine keeps the memory of readings.
package struct LiveSession: Sendable {
  /// The engine, at the second of ``present``
  package internal(set) var engine: Engine

  /// The last response of each fetch
  package internal(set) var cache = FetchCache() { didSet { changes.fetches = true } }

  /// The likelihood of conditions
  var learner: OddsLearner

  /// The providers and the fetch of each subject; it never changes, for a changed rule set gets a new session
  let supply: ProviderIndex

  /// The settings, which never change
  let settings: SessionSettings

  /// By the index of the provider
  var states: [ProviderState] { didSet { changes.providers = true } }

  /// The limit of `set budget`; nil without one
  var budget: BudgetLedger? { didSet { changes.providers = true } }

  /// The last response about each subject that was fetched, until it no longer counts
  var freshness: [FetchKey: FetchFreshness] = [:] { didSet { changes.fetches = true } }

  /// The values of parameters of which the last response had no current reading
  var lacking: [FetchKey: Lack] = [:] { didSet { changes.fetches = true } }

  /// The fetches that are made anew although the cache has them
  var renewed: Set<Fetch> = []

  /// The subjects that wait for a fetch, so that one response serves all that round to the same cell
  var interested: [Fetch: Set<FetchKey>] = [:] { didSet { changes.fetches = true } }

  /// The last known position of the person, however long ago
  var person: Position?

  /// The changes of health at the second that is open
  var health: [HealthChange] = []

  /// The subjects that rules read and nothing fetches: they come by themselves, or not at all
  var unfetched: Set<FetchKey> = []

  /// The subjects to fetch again as soon as possible, because somebody wants it
  var refreshes: [Fetch] = [] { didSet { changes.fetches = true } }

  /// The requests of refreshes that have no response yet
  var refreshed: Set<Fetch> = []

  /// The reader of the needs of the engine, and the needs that it found last
  var demand = FetchDemand()

  /// The subjects that are undecided and needed, and since when: those that do not come in time are given up
  var missing: [FetchKey: Int64] = [:]

  /// The second at which withheld fetches may be made again
  var retries: Int64 = Seconds.never

  /// The seconds since which fetches wait for a quota or for the budget
  var turns: [Fetch: Int64] = [:] { didSet { changes.fetches = true } }

  /// Those of them that are still wanted
  var confirmedTurns: Set<Fetch> = []

  /// The instant at which the next of them may be made; `nil` if none waits
  package internal(set) var nextTurn: Instant?

  /// The plan of an earlier second, as long as its inputs are unchanged, or `nil`
  var standingPlan: ReusedPlan?

  /// The second up to which the session has run
  package internal(set) var present: Instant

  /// Whether a second has been opened
  var isBegun = false

  /// The names of the sources and tables that rules read and no `connect` declares, as last reported
  var unconnected: Set<String> = []

  /// The entries of its memory as they were last taken
  var ledger = SessionLedger()

  /// Its parts that have changed since
  var changes = SessionChanges()

  /// The limits of each step; the work is that of ``LiveStep/work``
  package var limits = StepLimits()

  /// The work before the present step
  var workBefore = 0

  /// The limit that a step went beyond, after which the session is of no use; `nil` for none
  package internal(set) var excess: StepExcess?

  /// The state of the round that it makes, with settings that have one
  var progress = RoundProgress()

  /// The requests made so far, for measurements and for `opp plan`
  package internal(set) var work = SessionMetrics()

  /// - Parameters:
  ///   - engine: with time limits for events, and with its memory if it has one.
  ///   - providers: one a `connect` declaration; of two for one thing, the first counts.
  package init(
    engine: Engine, providers: [Provider], settings: SessionSettings = SessionSettings(),
    odds: Odds = Odds()
  ) {
    self.init(engine, providers, settings, odds)
    adoptReadings()
  }

  /// A session that knows nothing of earlier fetches
  init(
    _ engine: Engine, _ providers: [Provider], _ settings: SessionSettings, _ odds: Odds
  ) {
    self.engine = engine
    self.engine.serve(providers, lead: settings.lead)
    self.settings = settings
    present = engine.present
    supply = ProviderIndex(providers)
    states = providers.map { ProviderState($0) }
    budget = engine.graph.settings.budget.map { BudgetLedger($0) }
    // An engine that was restored has found them already.
    learner = OddsLearner(odds, engine.nodeMeanings)
  }

  package var providers: [Provider] { supply.providers }

  /// The likelihood of conditions, as learned so far
  package var odds: Odds { learner.odds }

  /// The index of the provider of a subject; `nil` if it has no provider
  package func provider(of subject: FetchKey) -> Int? { supply.provider(of: subject) }
}

/// The number of requests that a session has made, and of the steps that it took to find them
package struct SessionMetrics: Hashable, Sendable {
  /// By provider
  package internal(set) var fetches: [Int: Int] = [:]

  /// Seconds that were opened
  package internal(set) var steps = 0

  /// The conditions that were looked at for a plan
  package internal(set) var conditions = 0

  /// The number of searches for the subjects that could still change an Opp
  package internal(set) var searches = 0
}

/// A small generator for jitter (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014)
struct SplitMix: Sendable {
  var state: UInt64

  /// At least 0, below 1
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) * 0x1p-53
  }
}
