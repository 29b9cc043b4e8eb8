import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import Testing

/// The identity of a fetch over processes: text that is read back as the same fetch
@Suite(.limited) struct FetchMeaningTests {
  private let graph = RuleSet.analyze(
    """
    enum Mode { walk, bike }
    source room(name: Text = "hall", mode: Mode = walk) { warm: Bool }
    source level(at: Position) { height: Length }
    table chores by id { id: Text }
    opp "x" when room.warm or level(@48.4,-123.3).height > 2m or any(chores)
      or near "1 Main St" within 1km or near any "cafe" within 1km
    """
  ).graph

  private func source(_ name: String) throws -> SourceID {
    SourceID(index: Int32(try #require(graph.sources.firstIndex { $0.name == name })))
  }

  private func position(_ latitude: Double, _ longitude: Double) throws -> Position {
    try #require(Position(latitude: latitude, longitude: longitude))
  }

  private func fetches() throws -> [(Fetch, String)] {
    let room = try source("room")
    let weather = try source("weather")
    let table = TableID(index: Int32(try #require(graph.tables.firstIndex { $0.name == "chores" })))
    return [
      (Fetch(subject: .source(room, [nil, nil])), "source 4:room 2 ? ? -"),
      (
        Fetch(subject: .source(room, [.text("a b"), .scalar(1)])),
        "source 4:room 2 t 3:a b e 4:bike -"
      ),
      (
        Fetch(subject: .source(weather, [nil]), position: try position(52.1, 5.1)),
        "source 7:weather 1 ? @52.1,5.1"
      ),
      (
        Fetch(subject: .source(weather, [.position(try position(-0.1, 1.0 / 3))])),
        "source 7:weather 1 @-0.1,0.3333333333333333 -"
      ),
      (
        Fetch(subject: .source(try source("level"), [.position(try position(48, 1e-7))])),
        "source 5:level 1 @48,0.0000001 -"
      ),
      (Fetch(subject: .table(table)), "table 6:chores -"),
      (Fetch(subject: .address("1 Main St")), "address 9:1 Main St -"),
      (
        Fetch(subject: .places(category: "cafe"), position: try position(90, -180)),
        "places 4:cafe @90,-180"
      ),
    ]
  }

  @Test func `a fetch is named by what it means, with positions as people write them`() throws {
    for (fetch, meaning) in try fetches() {
      #expect(graph.meaning(of: fetch) == meaning)
      #expect(graph.fetch(ofMeaning: meaning) == fetch)
    }
  }

  @Test func `positions by their bits, as earlier versions wrote them, are read too`() throws {
    let weather = try source("weather")
    let fetch = Fetch(
      subject: .source(weather, [nil]), position: try position(52.1, 5))
    #expect(graph.fetch(ofMeaning: "source 7:weather 1 ? @ x404a0ccccccccccd 5") == fetch)
    let given = Fetch(subject: .source(weather, [.position(try position(52.1, 5))]))
    #expect(graph.fetch(ofMeaning: "source 7:weather 1 @ x404a0ccccccccccd 5 -") == given)
  }

  @Test(
    arguments: [
      "", "source", "source 4:room", "source 4:roof 0 -", "source 4:room 3 ? ? ? -",
      "source 4:room 2 ? e 4:swim -", "source 4:room 2 ? ? @1", "source 4:room 2 ? ? @91,0",
      "source 4:room 2 ? ? - -", "source 99:room 2 ? ? -", "table 5:tasks -", "places -",
      "weather", "source 4:room 1000000 ? -",
    ])
  func `anything else names no fetch`(_ meaning: String) {
    #expect(graph.fetch(ofMeaning: meaning) == nil)
  }
}
