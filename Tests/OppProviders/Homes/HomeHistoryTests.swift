import OppEngine
import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppProviders

/// Against a Home Assistant that is played by each test
@Suite(.limited) struct HomeHistoryTests {
  private static let begin = ConnectedRules.now

  /// The readings of the past, with their seconds after the beginning
  private func past(
    _ declaration: String, _ options: String = "", seconds: Int64, days: [String]
  ) async throws -> [String] {
    let server = try ScriptedHome.server({ home in
      try home.accept()
      try home.answerConfiguration()
      for states in days {
        let message = try home.read()
        #expect(message["type"]?.text == "history/history_during_period")
        let id = message["id"]?.integer ?? 0
        try home.send(#"{"id":\#(id),"type":"result","success":true,"result":{\#(states)}}"#)
      }
      home.connection.hold()
    })
    defer { server.stop() }
    let rules = try ConnectedRules(
      "\(declaration)\nconnect sensor to homeassistant(\"http://\(server.address)\", token: env(\"T\")\(options))",
      secrets: ["T": "secret"])
    let connector = try HomeAssistantConnector(rules.settings, HomeAssistantConnectorTests.pace)
    let history = try #require(
      await connector.history(from: Self.begin, until: Self.begin.advanced(by: seconds)))
    return try history.get().map { past in
      let text = rules.describe(
        FetchResponse(
          fetch: Fetch(subject: .source(SourceID(index: 0), [])),
          outcome: .arrived([past.arrival])))
      return "\(past.at.seconds(since: Self.begin)): \(text.drop { $0 != " " }.dropFirst())"
    }
  }

  private func state(_ word: String, _ second: Double, unit: String = "°C") -> String {
    #"{"s":"\#(word)","a":{"unit_of_measurement":"\#(unit)"},"lu":\#(Double(Self.begin.seconds) + second)}"#
  }

  @Test func `states of the past are readings as they would have come`() async throws {
    let states =
      #""sensor.a":[\#(state("20", 0)),\#(state("21", 100.5)),\#(state("22", 100.9)),\#(state("68", 200, unit: "°F"))],"sensor.b":[\#(state("5", 50))]"#
    #expect(
      try await past("source sensor { a, b: Temperature }", seconds: 3600, days: [states]) == [
        "0: a=20°C b=?", "50: b=5°C", "101: a=21°C", "102: a=22°C", "200: a=20°C",
      ])
  }

  @Test func `a state that is missing for longer than lost is unknown, as in a live run`()
    async throws
  {
    let states =
      #""sensor.a":[\#(state("20", 0)),\#(state("unavailable", 100)),\#(state("20", 150)),\#(state("unknown", 200)),\#(state("23", 900))]"#
    #expect(
      try await past(
        "source sensor { a: Temperature }", ", lost: 60s", seconds: 3600, days: [states]) == [
          "0: a=20°C", "150: a=20°C", "260: a=?", "900: a=23°C",
        ])
  }

  @Test func `a long time is asked for day by day`() async throws {
    #expect(
      try await past(
        "source sensor { a: Temperature }", seconds: 100_000,
        days: [
          #""sensor.a":[\#(state("20", 0))]"#,
          // The state at the beginning of the second day is the same still.
          #""sensor.a":[\#(state("20", 0)),\#(state("21", 90_000))]"#,
        ]) == ["0: a=20°C", "90000: a=21°C"])
  }
}
