import OppModel
import OppSemantics
import OppTestLimits
import Testing

@testable import OppEngine
@testable import OppSession

/// Places are looked for around the person, and what is not known of them says why
@Suite(.limited) struct PlaceSessionTests {
  private static let category = "grocery store"
  private let analysis = RuleSet.analyze(#"opp "Milk" near any "grocery store" within 200m"#)
  private let begins = Instant(seconds: 1_782_043_200)
  private var session: LiveSession

  init() throws {
    let graph = analysis.graph
    let location = try #require(graph.sources.firstIndex { $0.name == "location" })
    var engine = Engine(graph: graph, zone: .utc, begins: begins)
    engine.eventTimeouts = EventTimeouts()
    session = LiveSession(
      engine: engine,
      providers: [
        Provider(
          name: "location (owntracks)", served: [.source(SourceID(index: Int32(location)))]),
        Provider(
          name: "places (overpass)", served: [.places], freshness: 7 * 86_400, cell: 0.02),
      ])
  }

  @Test func `what is not known of places says why`() throws {
    var session = session
    let asked = session.open(at: begins)
    // Where to look is not known yet.
    #expect(asked.count == 1)
    try expect(session, "location.position: no reading yet")
    _ = session.receive([failure(asked[0], "tracks.example.org answered 503")])
    _ = session.close()
    try expect(session, "location.position: tracks.example.org answered 503")

    let later = begins.advanced(by: 60)
    var fetches = session.open(at: later)
    fetches = session.receive([try fix(fetches[0], 52.0905, 5.111, at: later)])
    #expect(fetches == [places(52.1, 5.12)])
    try expect(session, "nothing is known yet of places of the category grocery store")
    _ = session.receive([failure(fetches[0], "overpass-api.de answered 504")])
    _ = session.close()
    try expect(session, "places of the category grocery store: overpass-api.de answered 504")

    fetches = session.open(at: begins.advanced(by: 120))
    _ = session.receive([FetchResponse(fetch: fetches[0], outcome: .arrived([found([])]))])
    _ = session.close()
    try expect(session, "no place is known of the category grocery store")
  }

  @Test func `a position that comes by itself is never fetched, nor looked for again and again`()
    throws
  {
    let check = try SessionCheck(#"opp "Warm" when temp > 20C"#)
    var located = check.connecting("weather", freshness: 3600, cell: 0.1)
    located.walk = [("12:10", try #require(Position(latitude: 52.09, longitude: 5.11)))]
    let log = try located.log("12:00", "12:20")
    #expect(log == ["12:10 asks weather at 52.1,5.1"])

    let graph = check.analysis.graph
    func provider(_ name: String, cell: Double?) throws -> Provider {
      let index = try #require(graph.sources.firstIndex { $0.name == name })
      return Provider(name: name, served: [.source(SourceID(index: Int32(index)))], cell: cell)
    }
    var session = LiveSession(
      engine: Engine(graph: graph, zone: .utc, begins: begins),
      providers: [try provider("location", cell: nil), try provider("weather", cell: 0.1)])
    let asked = session.open(at: begins)
    #expect(asked.count == 1)
    // A fix without a position: it says nothing new for as long as it counts.
    let source = try #require(graph.sources.firstIndex { $0.name == "location" })
    let fields = graph.sources[source].fields.map { _ in FieldReading.missing }
    let reading = SourceReading(
      source: SourceID(index: Int32(source)), arguments: [], instant: begins, fields: fields,
      freshness: nil, isLasting: false)
    let more = session.receive([
      FetchResponse(fetch: asked[0], outcome: .arrived([.reading(reading)]))
    ])
    #expect(more.isEmpty)
    #expect(session.work.searches < 10)
  }

  @Test func `each cell is requested once, and known again on the way back`() throws {
    var session = session
    // Home, the office in another cell, and home again.
    let walk = [(52.101, 5.129), (52.0905, 5.101), (52.101, 5.129), (52.0905, 5.101)]
    var asked: [Fetch] = []
    var firings: [Instant] = []
    for (index, place) in walk.enumerated() {
      let now = begins.advanced(by: Int64(index) * 900)
      var fetches = session.open(at: now)
      while let fetch = fetches.first {
        guard case .places = fetch.subject else {
          fetches = session.receive([try fix(fetch, place.0, place.1, at: now)])
          continue
        }
        asked.append(fetch)
        // A shop beside the office is in the answer of its cell.
        let shops = asked.count == 2 ? [(52.0906, 5.1011)] : [(52.11, 5.15)]
        fetches = session.receive([FetchResponse(fetch: fetch, outcome: .arrived([found(shops)]))])
      }
      firings += session.close().firings.map(\.at)
    }
    #expect(asked == [places(52.1, 5.12), places(52.1, 5.1)])
    #expect(firings == [begins.advanced(by: 900), begins.advanced(by: 2700)])
  }

  // MARK: -

  private func expect(
    _ session: LiveSession, _ words: String, location: SourceLocation = #_sourceLocation
  ) throws {
    var engine = session.engine
    let node = try #require(analysis.graph.rules.first?.condition)
    let found = engine.reasons(of: node).map { $0.message(in: analysis.graph, zone: .utc) }
    #expect(found == [words], sourceLocation: location)
  }

  private func failure(_ fetch: Fetch, _ reason: String) -> FetchResponse {
    FetchResponse(fetch: fetch, outcome: .failed(FetchFailure(.broken, reason)))
  }

  private func fix(
    _ fetch: Fetch, _ latitude: Double, _ longitude: Double, at now: Instant
  ) throws -> FetchResponse {
    guard case .source(let source, _) = fetch.subject else {
      Issue.record("\(fetch)")
      return FetchResponse(fetch: fetch, outcome: .unchanged)
    }
    let position = try #require(Position(latitude: latitude, longitude: longitude))
    let fields = analysis.graph.sources[Int(source.index)].fields.map { field in
      field.name == "position" ? FieldReading.known(.position(position)) : .missing
    }
    let reading = SourceReading(
      source: source, arguments: [], instant: now, fields: fields, freshness: nil,
      isLasting: false)
    return FetchResponse(fetch: fetch, outcome: .arrived([.reading(reading)]))
  }

  private func places(_ latitude: Double, _ longitude: Double) -> Fetch {
    Fetch(
      subject: .places(category: Self.category),
      position: Position(latitude: latitude, longitude: longitude))
  }

  private func found(_ shops: [(Double, Double)]) -> Arrival {
    let known = shops.compactMap { shop in
      Position(latitude: shop.0, longitude: shop.1).map {
        KnownPlace(name: "Shop", category: Self.category, position: $0)
      }
    }
    return .places(known, category: Self.category)
  }
}
