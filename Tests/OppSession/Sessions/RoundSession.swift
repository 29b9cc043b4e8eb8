import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTesting

/// A rule set that is run in rounds, each of which continues from what the store would have kept
struct RoundSession {
  let graph: ConditionGraph
  let providers: [Provider]

  /// The responses, at the second at which they come
  var response: (Fetch, Instant) -> FetchResponse

  /// The seconds from a request to its response
  var latency: Int64 = 1

  /// The distance that `--every` states
  var stated: Int64?

  /// `true` if each round fetches all that the rules read
  var refreshes = false

  private(set) var firings: [Firing] = []
  private(set) var requests: [(at: Instant, fetch: Fetch)] = []
  private(set) var responses: [(at: Instant, response: FetchResponse)] = []
  private(set) var missed: [MissedEvent] = []
  private(set) var lapses: [(at: Instant, lapse: RoundLapse)] = []
  private var memory = SessionMemory()
  private var begins: [Instant] = []

  init(
    graph: ConditionGraph, providers: [Provider],
    response: @escaping (Fetch, Instant) -> FetchResponse
  ) {
    self.graph = graph
    self.providers = providers
    self.response = response
  }

  /// Makes one round
  ///
  /// - Parameter arrived: what is pushed as it begins.
  mutating func round(at begin: Instant, arrived: [Arrival] = []) throws {
    let distances = zip(begins, begins.dropFirst() + [begin]).map { $1.seconds(since: $0) }
    begins = begins.suffix(RoundPace.memory) + [begin]
    var session = try session(
      RoundPace(begins: begin, distances: distances, stated: stated), at: begin)
    if refreshes { session.refresh() }
    var now = begin
    var arrived = arrived
    var underWay: [(at: Instant, fetch: Fetch)] = []
    repeat {
      let come = underWay.filter { $0.at <= now }.map { response($0.fetch, now) }
      underWay.removeAll { $0.at <= now }
      responses += come.map { (now, $0) }
      for fetch in session.open(at: now, arrived: arrived, responses: come) {
        requests.append((now, fetch))
        underWay.append((now.advanced(by: latency), fetch))
      }
      let step = session.close()
      firings += step.firings
      missed += step.missed
      if now == begin { lapses += session.lapses.map { (now, $0) } }
      arrived = []
      memory.apply(session.takeMemoryChange())
      now = underWay.map(\.at).min() ?? now
    } while !underWay.isEmpty
  }

  private func session(_ pace: RoundPace, at now: Instant) throws -> LiveSession {
    var session = try LiveSession(
      CompiledRules(graph), zone: .utc, restoring: memory, providers: providers,
      settings: SessionSettings(tolerance: 1, pace: pace), at: now)
    session.restart(at: now, retriesFailed: false)
    return session
  }
}
