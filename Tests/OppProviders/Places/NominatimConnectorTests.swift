import OppEngine
import OppModel
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Against answers in the shape of nominatim.org/release-docs/latest/api/Output
@Suite(.limited) struct NominatimConnectorTests {
  private func ask(
    _ answer: ServerAnswer, for address: String = "Depot Street 1, Greensboro"
  ) async throws -> (said: String, requests: [ReceivedRequest]) {
    let server = try LoopbackServer()
    defer { server.stop() }
    server.on("/search") { _ in answer }
    let connector = try NominatimConnector(
      LocatedWorld.settings("addresses", "nominatim", ["url": .text(server.url)]))
    let fetch = Fetch(subject: .address(address))
    let said = LocatedWorld.text(await connector.fetch(fetch, at: LocatedWorld.noon))
    return (said, server.requests)
  }

  static let found = #"""
    [{"place_id":1,"licence":"Data © OpenStreetMap contributors, ODbL 1.0.","osm_type":"way","osm_id":90394480,"lat":"36.0701","lon":"-79.7901","category":"building","type":"yes","place_rank":30,"importance":0.00007,"addresstype":"building","name":"","display_name":"1, Depot Street, Greensboro","boundingbox":["36.0","36.1","-79.8","-79.7"]}]
    """#

  @Test func `it requests the best place, and names its user agent`() async throws {
    let (said, requests) = try await ask(.json(Self.found))
    #expect(said == "Depot Street 1, Greensboro: @36.0701,-79.7901")
    let request = try #require(requests.first)
    #expect(
      request.query == ["q": "Depot Street 1, Greensboro", "format": "jsonv2", "limit": "1"])
    #expect(request.header("User-Agent")?.hasPrefix("opp/") == true)
  }

  @Test(arguments: [
    (ServerAnswer.json("[]"), "x: nowhere"),
    (
      .json(#"{"error":{"code":400,"message":"Nothing to search for"}}"#),
      "broken: 127.0.0.1 responded with an error in place of places"
    ),
    (.json("{}"), "unreadable: 127.0.0.1 did not respond with a list of places"),
    (.json("[{}]"), "unreadable: 127.0.0.1 did not respond with a place with a position"),
    (
      .json(#"[{"lat":"91","lon":"0"}]"#),
      "unreadable: 127.0.0.1 did not respond with a place with a position"
    ),
    (.json(""), "unreadable: 127.0.0.1 responded with nothing in place of a list of places"),
    (.page(), "unreadable: 127.0.0.1 responded with a page in place of a list of places"),
    (.status(403), "refused: 127.0.0.1 refuses this program or this machine (403)"),
    (
      .status(429, headers: [("Retry-After", "120")]),
      "limited: 127.0.0.1 responded with 429 (again after 120 s)"
    ),
    (.status(503), "broken: 127.0.0.1 responded with 503"),
    (.fault(.closeAfter(3), text: "[]    "), "unreachable: 127.0.0.1 broke off its response"),
  ])
  func `an empty list is no such address, an error is not`(
    answer: ServerAnswer, expected: String
  ) async throws {
    #expect(try await ask(answer, for: "x").said == expected)
  }

  @Test func `an empty address makes no request`() async throws {
    let (said, requests) = try await ask(.json(Self.found), for: "  ")
    #expect(said == "  : nowhere")
    #expect(requests.isEmpty)
  }

  @Test func `a response counts for good, and requests are a second apart`() throws {
    let connector = try NominatimConnector(
      LocatedWorld.settings("addresses", "nominatim"))
    #expect(connector.provider.freshness == nil)
    #expect(connector.provider.quota == Quota(spacing: 1))
    #expect(throws: ConnectorProblem.self) {
      try NominatimConnector(
        LocatedWorld.settings("weather", "nominatim"))
    }
  }
}
