import OppEngine
import OppModel
import OppSession
import OppTestLimits
import OppTesting
import Testing

@testable import OppProviders

/// Against a Home Assistant that is played by each test
@Suite(.limited) struct HomeHistoryTests {
  private static let begin = ConnectedRules.now

  /// The readings of the past, with their seconds after the beginning
  private func past(
    _ declaration: String, _ options: String = "", seconds: Int64, means: [String] = [],
    days: [String]
  ) async throws -> [String] {
    let server = try ScriptedHome.server({ home in
      try home.accept()
      try home.answerConfiguration()
      for (type, result) in zip(
        ["recorder/get_statistics_metadata", "recorder/statistics_during_period"], means)
      {
        let message = try home.read()
        #expect(message["type"]?.text == type)
        let id = message["id"]?.integer ?? 0
        try home.send(#"{"id":\#(id),"type":"result","success":true,"result":\#(result)}"#)
      }
      for states in days {
        let message = try home.read()
        #expect(message["type"]?.text == "history/history_during_period")
        let isFirst = message["start_time"]?.text == Self.begin.rfc3339
        #expect(message["include_start_time_state"]?.truth == isFirst)
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
      await connector.history(
        from: Self.begin, until: Self.begin.advanced(by: seconds), means: !means.isEmpty))
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
        "0: a=20°C b=?", "50: b=5°C", "101: a=21°C", "101: a=22°C", "200: a=20°C",
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

  @Test func `the means of hours stand in for states that are gone`() async throws {
    func hour(_ hour: Int64, _ value: String) -> String {
      let start = (Self.begin.seconds + hour * 3600) * 1000
      return #"{"start":\#(start),"end":\#(start + 3_600_000),\#(value)}"#
    }
    #expect(
      try await past(
        "source sensor { a: Temperature  meter: Energy }", seconds: 100_000,
        means: [
          #"[{"statistic_id":"sensor.a","display_unit_of_measurement":"°F"},{"statistic_id":"sensor.meter","display_unit_of_measurement":"kWh"}]"#,
          #"{"sensor.a":[\#(hour(0, #""mean":68"#)),\#(hour(1, #""mean":50"#)),\#(hour(25, #""mean":32"#))],"sensor.meter":[\#(hour(0, #""mean":null,"state":2"#)),\#(hour(25, #""state":9"#))]}"#,
        ],
        days: [
          #""sensor.meter":[\#(state("3", 7000, unit: "kWh"))]"#,
          #""sensor.a":[\#(state("21", 90_100))]"#,
        ]) == [
          "0: a=20°C meter=?", "3600: a=10°C meter=2000Wh", "7000: meter=3000Wh",
          "90000: a=0°C", "90100: a=21°C",
        ])
  }

  @Test func `a long time is asked for day by day`() async throws {
    #expect(
      try await past(
        "source sensor { a: Temperature }", seconds: 100_000,
        days: [
          #""sensor.a":[\#(state("20", 0))]"#,
          #""sensor.a":[\#(state("21", 90_000))]"#,
        ]) == ["0: a=20°C", "90000: a=21°C"])
  }
}
