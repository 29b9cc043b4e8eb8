import OppEngine
import OppModel
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct FixedConnectorTests {
  let position = Value.position(Position(latitude: 36.07, longitude: -79.79)!)

  private func connector(_ values: [String: Value]? = nil) throws -> FixedConnector {
    try FixedConnector(
      LocatedWorld.settings("location", "fixed", values ?? ["position": position])
    ) { LocatedWorld.noon }
  }

  @Test func `it speaks up once, and holds for good`() async throws {
    let connector = try connector()
    var events = try #require(connector.pushed()).makeAsyncIterator()
    let event = try #require(await events.next())
    #expect(
      LocatedWorld.text(event) == "@36.07,-79.79 0.0 0.0 at 2026-06-21T12:00:00Z, for good")
    #expect(connector.provider.isPushed)
  }

  @Test func `the engine knows it years later, and wakes for nothing`() async throws {
    var graph = LocatedWorld.graph
    graph.requests = [Request(source: SourceID(index: 0), arguments: [])]
    var events = try #require(try connector().pushed()).makeAsyncIterator()
    guard case .arrived(let arrivals) = try #require(await events.next()) else { return }
    guard case .reading(let reading) = try #require(arrivals.first) else { return }
    #expect(reading.isLasting)
    var engine = Engine(graph: graph, zone: .utc, begins: LocatedWorld.noon)
    let step = engine.step(at: LocatedWorld.noon, arrived: arrivals)
    #expect(step.wake == nil)
    let years = engine.step(at: LocatedWorld.noon.advanced(by: 3 * 365 * 86_400), arrived: [])
    #expect(years.wake == nil)
    #expect(years.requests.isEmpty)
  }

  @Test func `it needs a position, and a source that gives one`() throws {
    #expect(throws: ConnectorProblem("fixed() needs a position, such as @36.07,-79.79")) {
      try connector([:])
    }
    #expect(throws: ConnectorProblem.self) {
      try FixedConnector(
        LocatedWorld.settings("weather", "fixed", ["position": position]))
    }
  }
}
