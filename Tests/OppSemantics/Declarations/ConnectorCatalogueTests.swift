import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The checker knows no connectors itself: it is given a list, or accepts all
@Suite(.limited) struct ConnectorCatalogueTests {
  private func codes(_ rules: String, _ connectors: ConnectorCatalogue) -> [String] {
    RuleSet.analyze(rules, connectors: connectors).diagnostics.map(\.code)
  }

  @Test func `a list with one connector refuses all others`() {
    let only = ConnectorCatalogue([
      ConnectorDescription("radio", "A receiver.", serves: [.data], options: [.text("station")])
    ])
    #expect(codes(#"connect weather to radio("north")"#, only) == [])
    #expect(codes("connect weather to openmeteo()", only) == ["unknown-connector"])
    #expect(codes(#"connect weather to radio(volume: "high")"#, only) == ["unknown-option"])
    let connections = RuleSet.analyze(
      #"connect weather to radio("north")"#, connectors: only
    ).connections
    #expect(connections.map(\.connector) == ["radio"])
    #expect(connections.first?.options.map(\.name) == ["station"])
  }

  @Test func `several names before to are connected the same way`() {
    let radio = ConnectorCatalogue([
      ConnectorDescription(
        "radio", "A receiver.", serves: [.data, .notifications],
        options: [.text("station"), .secret("key")])
    ])
    func connections(_ text: String) -> [String] {
      RuleSet.analyze(text, connectors: radio).connections.map {
        "\($0.target)\($0.recipient ?? ""): \($0.options.count)"
      }
    }
    #expect(
      connections(#"connect weather, forecast to radio("a")"#) == ["weather: 1", "forecast: 1"])
    #expect(
      connections(#"connect notifications("Ann"), weather, notifications to radio(key: env("K"))"#)
        == ["notificationsAnn: 1", "weather: 1", "notifications: 1"])
    // One mistake in the options is said once, and each name by itself.
    #expect(codes(#"connect weather, forecast to radio(volume: 3)"#, radio) == ["unknown-option"])
    #expect(
      codes(#"connect weather, nothing, weather to radio()"#, radio)
        == ["unknown-connection", "duplicate-name"])
    #expect(codes("connect weather, to radio()", radio) == ["unknown-connection", "missing-word"])
  }

  @Test func `an option of few numbers refuses all others, with the reason`() {
    let radio = ConnectorCatalogue([
      ConnectorDescription(
        "radio", "A receiver.", serves: [.data],
        options: [ConnectorOption("band", .number, choices: [0, 1], reason: "two are enough")])
    ])
    for (band, isRight) in [("0", true), ("1", true), ("2", false), ("0.5", false), ("-1", false)] {
      let found = RuleSet.analyze("connect weather to radio(band: \(band))", connectors: radio)
      #expect(found.diagnostics.map(\.code) == (isRight ? [] : ["invalid-option"]))
      guard !isRight else { continue }
      #expect(found.diagnostics.first?.headline == "the option `band` is 0 or 1")
    }
  }

  @Test func `without a list every connector is accepted, and nothing is connected`() {
    let rules = #"connect notifications to pigeon(loft, speed: 3, key: env("K"))"#
    #expect(codes(rules, .open) == [])
    #expect(RuleSet.analyze(rules).connections.isEmpty)
    #expect(codes("connect wether to openmeteo()", .open) == ["unknown-connection"])
  }

  @Test func `a connector of the tool is checked with its options`() {
    #expect(codes("connect weather to openweathermap()", .tool) == ["missing-option"])
    #expect(codes("connect weather to pigeon()", .tool) == ["unknown-connector"])
  }
}
