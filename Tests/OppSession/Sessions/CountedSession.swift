import OppModel
import OppSemantics
import OppSyntax
import Testing

@testable import OppEngine
@testable import OppSession

/// A session whose requests are counted, against services that answer everything after some seconds
struct CountedSession {
  let analysis: Analysis
  var session: LiveSession

  /// Whether the session is thrown away after every second, and goes on from its memory
  private var isEvicted = false
  private var memory = SessionMemory()

  /// Seconds from a request to its response
  var latency: Int64 = 1

  /// What a request is answered with, in place of the usual
  var answering: (Fetch, Int64) -> [Arrival]? = { _, _ in nil }

  /// By second, what was requested
  private(set) var requests: [Request] = []
  private(set) var health: [HealthChange] = []

  /// The names of the Opps that have fired
  private(set) var firings: [String] = []
  private var underWay: [(at: Int64, fetch: Fetch)] = []
  private var next: Int64?
  private var hasPosition = false

  /// A Sunday at midnight
  static let begins: Int64 = 1_782_000_000

  /// - Parameter providers: those of the sources by name; addresses and places are found by `""`.
  init(
    _ rules: String, at second: Int64 = begins,
    _ providers: (ConditionGraph) -> [Provider]
  ) {
    analysis = RuleSet.analyze(rules)
    for diagnostic in analysis.diagnostics where diagnostic.severity == .error {
      Issue.record("\(diagnostic.headline)")
    }
    let graph = analysis.graph
    var engine = Engine(graph: graph, zone: .utc, begins: Instant(seconds: second))
    engine.eventTimeouts = EventTimeouts()
    var all = providers(graph)
    if let location = graph.sources.firstIndex(where: { $0.name == "location" }) {
      all.append(
        Provider(
          name: "location", served: [.source(SourceID(index: Int32(location)))], isPushed: true))
    }
    session = LiveSession(engine: engine, providers: all)
    next = second
  }

  /// Lives for some seconds, as does a session that is thrown away after every second
  mutating func live(seconds: Int64) {
    var other = self
    other.isEvicted = true
    do {
      try run(seconds: seconds)
      try other.run(seconds: seconds)
    } catch {
      Issue.record(error)
    }
    let (stayed, evicted) = (requests.map(\.text), other.requests.map(\.text))
    #expect(evicted.sorted() == stayed.sorted(), "evicted after every second")
    #expect(other.health == health && other.firings == firings)
  }

  private mutating func run(seconds: Int64) throws {
    let end = (next ?? Self.begins) + seconds
    while let now = next, now < end {
      let answers = underWay.filter { $0.at <= now }.map { answer($0.fetch, at: now) }
      underWay.removeAll { $0.at <= now }
      for fetch in session.open(at: Instant(seconds: now), arrived: pushed(now), responses: answers)
      {
        requests.append(Request(at: now, fetch: fetch))
        underWay.append((now + latency, fetch))
      }
      let step = session.close()
      health += step.health
      firings += step.firings.map(\.opp)
      if isEvicted { try evict() }
      next = step.wake?.seconds
      for pending in underWay { next = min(next ?? pending.at, max(pending.at, now + 1)) }
    }
    next = max(next ?? end, end)
  }

  private mutating func evict() throws {
    memory.apply(session.takeMemoryChange())
    session = try LiveSession(
      CompiledRules(analysis.graph), zone: .utc, restoring: memory, providers: session.providers,
      settings: SessionSettings(), at: session.present)
  }

  /// Ends, and goes on in another process some seconds later; what was requested before has no response
  mutating func restart(after seconds: Int64) throws {
    let now = (next ?? Self.begins) + seconds
    memory = SessionMemory(of: session)
    session = try LiveSession(
      CompiledRules(analysis.graph), zone: .utc, restoring: memory, providers: session.providers,
      settings: SessionSettings(), at: Instant(seconds: now))
    session.restart(at: Instant(seconds: now), retriesFailed: true)
    underWay = []
    next = now
  }

  /// A request, with its second
  struct Request {
    let at: Int64
    let fetch: Fetch
    fileprivate var text: String { "\(at) \(fetch)" }
  }

  /// The largest number of requests within so many seconds, however they lie
  func most(within seconds: Int64) -> Int {
    requests.indices.map { first in
      // One of second 0 may leave as late as 0.9.
      requests[first...].count { $0.at < requests[first].at + seconds + 1 }
    }.max() ?? 0
  }

  private mutating func pushed(_ now: Int64) -> [Arrival] {
    guard !hasPosition,
      let source = analysis.graph.sources.firstIndex(where: { $0.name == "location" })
    else { return [] }
    hasPosition = true
    let fields = analysis.graph.sources[source].fields.map { field in
      field.name == "position"
        ? Position(latitude: 50, longitude: 8).map { FieldReading.known(.position($0)) } ?? .missing
        : .missing
    }
    return [
      .reading(
        SourceReading(
          source: SourceID(index: Int32(source)), arguments: [], instant: Instant(seconds: now),
          fields: fields, freshness: nil, isLasting: true))
    ]
  }

  private func answer(_ fetch: Fetch, at now: Int64) -> FetchResponse {
    if let arrivals = answering(fetch, now) {
      return FetchResponse(fetch: fetch, outcome: .arrived(arrivals))
    }
    switch fetch.subject {
    case .source(let id, let arguments):
      let fields = analysis.graph.sources[Int(id.index)].fields.map { field in
        FieldReading.known(field.type == .bool ? .truth(true) : .scalar(10))
      }
      return FetchResponse(
        fetch: fetch,
        outcome: .arrived([
          .reading(
            SourceReading(
              source: id, arguments: arguments, instant: Instant(seconds: now), fields: fields,
              freshness: nil, isLasting: false))
        ]))
    case .address(let text):
      let position = Position(latitude: 51, longitude: 9)
      return FetchResponse(
        fetch: fetch, outcome: .arrived([.address(text: text, position: position)]))
    case .places(let category):
      return FetchResponse(fetch: fetch, outcome: .arrived([.places([], category: category)]))
    case .table:
      return FetchResponse(fetch: fetch, outcome: .failed(FetchFailure(.broken, "a table")))
    }
  }

  /// A provider for each source of a graph that a rule set declares
  static func sources(
    _ graph: ConditionGraph, named prefix: String, quota: Quota = Quota()
  ) -> [Provider] {
    graph.sources.enumerated().filter { $1.name.hasPrefix(prefix) }.map { index, source in
      Provider(
        name: source.name, served: [.source(SourceID(index: Int32(index)))], quota: quota)
    }
  }
}
