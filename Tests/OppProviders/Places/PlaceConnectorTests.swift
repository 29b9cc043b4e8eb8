import Foundation
import OppEngine
import OppModel
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Against answers in the shape of wiki.openstreetmap.org/wiki/OSM_JSON
@Suite(.limited) struct PlaceConnectorTests {
  static let position = Position(latitude: 36.08, longitude: -79.8)

  private func ask(
    _ answer: ServerAnswer, for category: String = "cafe", _ values: [String: Value] = [:]
  ) async throws -> (said: String, requests: [ReceivedRequest]) {
    let server = try LoopbackServer()
    defer { server.stop() }
    server.on("/api/interpreter") { _ in answer }
    var values = values
    values["url"] = .text(server.url + "/api/interpreter")
    let connector = try OverpassConnector(
      LocatedWorld.settings("places", "overpass", values))
    let fetch = Fetch(subject: .places(category: category), position: Self.position)
    let said = LocatedWorld.text(await connector.fetch(fetch, at: LocatedWorld.noon))
    return (said, server.requests)
  }

  static let found = #"""
    {"version":0.6,"generator":"Overpass API 0.7.62.1","osm3s":{"timestamp_osm_base":"2026-06-21T11:50:00Z","copyright":"The data included in this document is from www.openstreetmap.org."},
     "elements":[
      {"type":"node","id":1,"lat":36.0712,"lon":-79.7911,"tags":{"amenity":"cafe","name":"Green Bean"}},
      {"type":"way","id":2,"center":{"lat":36.072,"lon":-79.792},"nodes":[1,2,3],"tags":{"amenity":"cafe","brand":"Bean Co"}},
      {"type":"node","id":3,"lat":36.073,"lon":-79.793,"tags":{"amenity":"cafe"}},
      {"type":"relation","id":4,"members":[],"tags":{"amenity":"cafe","name":"No Middle"}}]}
    """#

  @Test func `it requests a category around the position`() async throws {
    let (said, requests) = try await ask(.json(Self.found))
    #expect(
      said
        == "cafe: Green Bean @36.0712,-79.7911, Bean Co @36.072,-79.792, cafe @36.073,-79.793")
    let request = try #require(requests.first)
    #expect(request.method == "POST")
    #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
    let query = request.text.removingPercentEncoding ?? ""
    #expect(
      query
        == #"data=[out:json][timeout:25];(nwr["amenity"="cafe"](around:4600,36.08,-79.8);nwr["shop"="coffee"](around:4600,36.08,-79.8););out center;"#
    )
  }

  @Test(arguments: [
    (ServerAnswer.json(#"{"version":0.6,"elements":[]}"#), "cafe: "),
    // A node without tags is a corner of something else.
    (
      .json(
        #"{"elements":[{"type":"node","id":1,"lat":36.08,"lon":-79.8},{"type":"node","id":2,"lat":36.08,"lon":-79.8,"tags":{}},{"type":"node","id":3,"lat":36.073,"lon":-79.793,"tags":{"amenity":"cafe","name":"Blue House"}}]}"#
      ), "cafe: Blue House @36.073,-79.793"
    ),
    (
      .json(
        #"{"elements":[{"type":"node","id":1,"lat":1,"lon":1}],"remark":"runtime error: Query timed out in \"query\" at line 1 after 26 seconds."}"#
      ), "broken: 127.0.0.1 ran out of time"
    ),
    (
      .json(
        #"{"elements":[],"remark":"runtime error: Query run out of memory using about 2048 MB of RAM."}"#
      ), "broken: 127.0.0.1 ran out of memory"
    ),
    (.json(#"{"elements":[],"remark":""}"#), "broken: 127.0.0.1 responded with an error"),
    (.json("{}"), "unreadable: 127.0.0.1 did not respond with a list of places"),
    (.json(#"{"elements":["#), "unreadable: 127.0.0.1 did not respond with a list of places"),
    (.page(), "unreadable: 127.0.0.1 responded with a page in place of a list of places"),
    (.status(400), "misconfigured: 127.0.0.1 responded with 400"),
    (
      .status(429, headers: [("Retry-After", "30")]),
      "limited: 127.0.0.1 responded with 429 (again after 30 s)"
    ),
    (.status(504), "limited: 127.0.0.1 responded with 504"),
    (
      .status(504, headers: [("Retry-After", "60")]),
      "limited: 127.0.0.1 responded with 504 (again after 60 s)"
    ),
  ])
  func `only a complete response says that there is none`(
    answer: ServerAnswer, expected: String
  ) async throws {
    #expect(try await ask(answer).said == expected)
  }

  @Test func `a word that can be no category makes no request`() async throws {
    let (said, requests) = try await ask(.json(Self.found), for: "a\"];out;")
    #expect(said == "misconfigured: “a\"];out;” is not a category that overpass() can request")
    #expect(requests.isEmpty)
  }

  @Test func `the radius is an option`() async throws {
    let (_, requests) = try await ask(.json(Self.found), ["radius": .scalar(500)])
    #expect(requests.first?.text.contains("around%3A2100%2C") == true)
    #expect(throws: ConnectorProblem.self) {
      try OverpassConnector(
        LocatedWorld.settings("places", "overpass", ["radius": .scalar(1e6)]))
    }
  }

  @Test func `a cell is within half its diagonal`() throws {
    let middle = try #require(Position(latitude: 0, longitude: 0))
    let corner = try #require(
      Position(latitude: OverpassConnector.cell / 2, longitude: OverpassConnector.cell / 2))
    #expect(Geodesic.distance(from: middle, to: corner) < OverpassConnector.halfDiagonal)
  }

  // MARK: - Categories

  @Test(
    arguments: [
      ("grocery store", "shop=supermarket|convenience|grocery|greengrocer"),
      ("Grocery Stores", "shop=supermarket|convenience|grocery|greengrocer"),
      ("gas_station", "amenity=fuel"), ("gas-stations", "amenity=fuel"),
      ("pharmacies", "amenity=pharmacy"), ("drugstore", "shop=chemist amenity=pharmacy"),
      ("bakery", "shop=bakery"), ("clothing store", "shop=clothes|boutique|fashion"),
      ("post office", "amenity=post_office"), ("park", "leisure=park"),
      ("gym", "leisure=fitness_centre"), ("Café", "amenity=cafe shop=coffee"),
      ("violin store", "shop=violin|violins"), ("shoes shop", "shop=shoe|shoes"),
      ("amenity=bicycle_rental", "amenity=bicycle_rental"),
      ("diet:vegan = yes", "diet:vegan=yes"),
      (
        "ice rink",
        "amenity=ice_rink|ice_rinks shop=ice_rink|ice_rinks leisure=ice_rink|ice_rinks tourism=ice_rink|ice_rinks office=ice_rink|ice_rinks craft=ice_rink|ice_rinks healthcare=ice_rink|ice_rinks"
      ),
      ("", nil), ("   ", nil), ("a\"b", nil), ("a|b", nil), ("a=b=c", nil), ("=", nil), (".*", nil),
      (String(repeating: "x", count: 101), nil),
    ] as [(String, String?)])
  func `everyday words are tags`(name: String, expected: String?) {
    let tags = PlaceCategory(named: name)?.tags.map {
      "\($0.key)=\($0.values.joined(separator: "|"))"
    }
    #expect(tags?.joined(separator: " ") == expected)
  }

  @Test func `a word of the table means itself`() {
    for (name, tags) in PlaceCategory.table {
      #expect(PlaceCategory(named: name)?.tags.map(\.key) == tags.map(\.key), "\(name)")
    }
  }

  // MARK: - Files

  private func ask(file text: String, for category: String) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "places-\(UUID()).geojson")
    defer { try? FileManager.default.removeItem(at: file) }
    try text.write(to: file, atomically: true, encoding: .utf8)
    let connector = try GeoJSONConnector(
      LocatedWorld.settings("places", "geojson", ["file": .text(file.path)]))
    let fetch = Fetch(subject: .places(category: category))
    return LocatedWorld.text(await connector.fetch(fetch, at: LocatedWorld.noon))
      .replacing(file.path, with: "FILE")
  }

  static let collection = #"""
    {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[-79.79,36.07]},"properties":{"name":"Swing","category":"playground"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[-79.8,36.1]},"properties":{"name":"Bench","category":"bench"}}]}
    """#

  @Test func `a file has one category at a time`() async throws {
    #expect(try await ask(file: Self.collection, for: "bench") == "bench: Bench @36.1,-79.8")
    #expect(try await ask(file: Self.collection, for: "zoo") == "zoo: ")
  }

  @Test func `a file with a mistake has none`() async throws {
    let said = try await ask(
      file: Self.collection.replacing("[-79.8,36.1]", with: "[-79.8,96.1]"), for: "bench")
    #expect(said == "unreadable: FILE:3: expected `[longitude, latitude]` in degrees")
    let cut = try await ask(file: String(Self.collection.dropLast(4)), for: "bench")
    #expect(cut.hasPrefix("unreadable: FILE:3: "), "\(cut)")
  }

  @Test func `a missing file is for the person to mend`() async throws {
    let connector = try GeoJSONConnector(
      LocatedWorld.settings("places", "geojson", ["file": .text("none.geojson")]))
    let fetch = Fetch(subject: .places(category: "x"))
    #expect(
      LocatedWorld.text(await connector.fetch(fetch, at: LocatedWorld.noon))
        .hasPrefix("misconfigured: none.geojson: "))
  }
}
