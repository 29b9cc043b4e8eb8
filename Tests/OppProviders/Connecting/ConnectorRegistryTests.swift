import OppEngine
import OppModel
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// The list of connectors, and those of locations, addresses and places as `connect` makes them
@Suite(.limited) struct ConnectorRegistryTests {
  private func made(_ target: String, _ kind: String, _ values: [String: Value]) -> String {
    do throws(ConnectorProblem) {
      return try ConnectorRegistry.connector(
        options: LocatedWorld.options(target, kind, values), graph: LocatedWorld.graph, zone: .utc,
        web: WebClient.patient
      ).provider.name
    } catch {
      return error.reason
    }
  }

  @Test func `each kind has a name of its own, and makes what it serves`() {
    let kinds = ConnectorRegistry.kinds
    #expect(Set(kinds.map(\.description.name)).count == kinds.count)
    for kind in kinds {
      let serves = kind.description.serves
      let isPrinted = kind.description.name == ConnectorRegistry.standardOutputName
      #expect((kind.connector != nil) == (serves != [.notifications]), "\(kind.description.name)")
      #expect(
        (kind.notifier != nil) == (serves.contains(.notifications) && !isPrinted),
        "\(kind.description.name)")
    }
  }

  @Test func `a kind that does not serve the target is refused`() {
    #expect(made("weather", "ntfy", [:]) == "`weather` cannot be connected to ntfy()")
    #expect(made("weather", "none", [:]) == "`weather` cannot be connected to none()")
    #expect(made("weather", "nominatim", [:]).contains("to `addresses`, not to `weather`"))
  }

  @Test func `each kind is made of its options`() throws {
    let position = try #require(Position(latitude: 36.07, longitude: -79.79))
    #expect(made("location", "fixed", ["position": .position(position)]) == "location (fixed)")
    #expect(made("location", "gpsd", [:]) == "location (gpsd)")
    #expect(made("location", "owntracks", ["url": .text("phone.rec")]) == "location (owntracks)")
    #expect(made("addresses", "nominatim", [:]) == "addresses (nominatim)")
    #expect(made("places", "overpass", [:]) == "places (overpass)")
    #expect(made("places", "geojson", ["file": .text("a.geojson")]) == "places (geojson)")
  }

  @Test(arguments: [
    #"csv("a.csv")"#, #"jsonl("a.jsonl")"#, #"json("https://example.org")"#,
    #"command("true")"#, #"openmeteo()"#,
  ])
  func `a rehearsal knows of which kinds one response has all values`(call: String) throws {
    let target = call == "openmeteo()" ? "weather" : "room"
    let rules = try ConnectedRules(
      "source room(name: Text) { warmth: Temperature }\nconnect \(target) to \(call)")
    let kind = String(call.prefix { $0 != "(" })
    #expect(
      ConnectorRegistry.kind(named: kind)?.hasAllValues == rules.connector.provider.hasAllValues)
  }

  @Test func `what cannot be made says why`() {
    #expect(
      made("weather", "gpsd", [:])
        == "gpsd() provides the position of the person: it can be connected to `location`, not to `weather`"
    )
    #expect(made("location", "gpsd", ["address": .text("a b")]).contains("is not a host"))
    #expect(
      made("places", "overpass", ["url": .text("x")])
        == "the option `url` of overpass(): the address does not begin with https://")
    #expect(made("location", "owntracks", [:]) == "`owntracks` needs a file or a URL")
  }
}
