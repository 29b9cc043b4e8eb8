import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct OpenMeteoConnectorTests {
  let server: LoopbackServer
  let park = Position(latitude: 48.4133, longitude: -123.3655)

  init() throws { server = try LoopbackServer() }

  private func rules(_ target: String = "weather") throws -> ConnectedRules {
    try ConnectedRules(#"connect \#(target) to openmeteo(url: "\#(server.url)/v1/forecast")"#)
  }

  /// As the service answers, with units other than those it is asked for where a test wants them
  static let present = """
    {"latitude":48.42,"longitude":-123.37,"generationtime_ms":0.11,"utc_offset_seconds":0,
     "timezone":"GMT","timezone_abbreviation":"GMT","elevation":12.0,
     "current_units":{"time":"unixtime","interval":"seconds","temperature_2m":"°C",
      "apparent_temperature":"°C","relative_humidity_2m":"%","cloud_cover":"%",
      "wind_speed_10m":"km/h","wind_gusts_10m":"km/h","rain":"mm","showers":"mm",
      "snowfall":"cm","pressure_msl":"hPa","visibility":"m","weather_code":"wmo code",
      "wind_direction_10m":"°","uv_index":""},
     "current":{"time":1782042300,"interval":900,"temperature_2m":15.6,
      "apparent_temperature":14.2,"relative_humidity_2m":72,"cloud_cover":100,
      "wind_speed_10m":18.0,"wind_gusts_10m":36.0,"rain":0.30,"showers":0.60,
      "snowfall":0.00,"pressure_msl":1013.2,"visibility":24140.00,"weather_code":61,
      "wind_direction_10m":360,"uv_index":4.35}}
    """

  @Test func `the current weather, in base units, counts from the response`() async throws {
    server.on("/v1/forecast") { _ in .json(Self.present) }
    #expect(
      try await rules().answer(position: park)
        == """
        2026-06-21T12:00:00Z sky=rain temp=15.6°C feels_like=14.2°C humidity=72% clouds=100% \
        wind=5m/s gust=10m/s wind_from=0deg rain=0.000001m/s snow=0m/s pressure=1013.2hPa \
        visibility=24140m uv=4.35 raining=? snowing=?
        """)
    let query = try #require(server.requests.first).query
    #expect(query["latitude"] == "48.4133")
    #expect(query["longitude"] == "-123.3655")
    #expect(query["timeformat"] == "unixtime")
    #expect(query["current"]?.contains("weather_code") == true)
    server.stop()
  }

  @Test func `an argument says where, before the person's position`() async throws {
    server.on("/v1/forecast") { _ in .json(Self.present) }
    let cabin = try #require(Position(latitude: -0.00004, longitude: 179.99996))
    _ = try await rules().answer([.position(cabin)], position: park)
    #expect(server.requests.first?.query["latitude"] == "0.0000")
    #expect(server.requests.first?.query["longitude"] == "180.0000")
    #expect(
      try await rules().answer()
        == "misconfigured: it is not known of which place the weather is wanted")
    server.stop()
  }

  @Test func `what a response lacks, or cannot mean, is unknown`() async throws {
    let answers = [
      (#""temperature_2m":null,"weather_code":0"#, "sky=clear temp=?"),
      (#""temperature_2m":1e999,"weather_code":0"#, "sky=clear temp=?"),
      (#""temperature_2m":412,"weather_code":2"#, "sky=clouds temp=?"),
      (#""temperature_2m":"warm","weather_code":77"#, "sky=snow temp=?"),
      (#""temperature_2m":12,"weather_code":1000"#, "sky=? temp=12°C"),
      (#""temperature_2m":12"#, "sky=? temp=12°C"),
    ]
    for (index, (fields, expected)) in answers.enumerated() {
      server.on("/v1/forecast") { _ in
        .json(#"{"current_units":{"temperature_2m":"°C"},"current":{\#(fields)}}"#)
      }
      let answer = try await rules().answer(position: park)
      #expect(answer.hasPrefix("2026-06-21T12:00:00Z \(expected) feels_like=? "), "\(index)")
    }
    server.stop()
  }

  @Test func `a unit is believed, and one that is not known is not guessed`() async throws {
    let units = [
      ("°F", "50", "10°C"), ("°C", "50", "50°C"), ("K", "300", "26.85°C"), ("R", "283", "?"),
      ("km/h", "5", "?"),
    ]
    for (unit, number, expected) in units {
      server.on("/v1/forecast") { _ in
        .json(
          #"{"current_units":{"temperature_2m":"\#(unit)"},"#
            + #""current":{"temperature_2m":\#(number),"weather_code":0}}"#)
      }
      #expect(try await rules().answer(position: park).contains(" temp=\(expected) "))
    }
    server.stop()
  }

  @Test func `a reading that the service has kept too long has its own instant`() async throws {
    server.on("/v1/forecast") { _ in
      .json(Self.present.replacing("1782042300", with: "1782020000"))
    }
    #expect(try await rules().answer(position: park).hasPrefix("2026-06-21T05:33:20Z sky=rain"))
    server.stop()
  }

  @Test(arguments: [
    (#"{"error":true,"reason":"Cannot initialize"}"#, "127.0.0.1 responded with an error"),
    (#"{"current":{}}"#, "127.0.0.1 did not respond with the weather"),
    (#"{"current":{},"current_units":{}}"#, "127.0.0.1 did not respond with the weather"),
    (
      #"{"current":{"temperature_2m":null},"current_units":{}}"#,
      "127.0.0.1 did not respond with the weather"
    ),
    ("[]", "127.0.0.1 did not respond with the weather"),
    ("", "127.0.0.1 responded with nothing in place of the weather"),
    (#"{"current":{"temperature_2m":NaN}}"#, "127.0.0.1 did not respond with the weather in JSON"),
    ("<!DOCTYPE html><html>", "127.0.0.1 responded with a page in place of the weather"),
    (String(repeating: "[", count: 100_000), "127.0.0.1 did not respond with the weather in JSON"),
  ])
  func `a response of status 200 without weather is a failure`(
    body: String, reason: String
  ) async throws {
    server.on("/v1/forecast") { _ in .json(body) }
    #expect(try await rules().answer(position: park) == "unreadable: \(reason)")
    server.stop()
  }

  @Test func `an error status is a failure, with the time to wait`() async throws {
    server.on("/v1/forecast") { _ in .status(429, headers: [("Retry-After", "60")]) }
    #expect(
      try await rules().answer(position: park)
        == "limited: 127.0.0.1 responded with 429 (again after 60 s)")
    server.on("/v1/forecast") { _ in .json(#"{"error":true,"reason":"bad"}"#, status: 400) }
    #expect(
      try await rules().answer(position: park) == "misconfigured: 127.0.0.1 responded with 400")
    server.stop()
  }

  static let hourly = """
    {"hourly_units":{"time":"unixtime","temperature_2m":"°C","wind_speed_10m":"km/h",
      "rain":"mm","showers":"mm","snowfall":"cm","weather_code":"wmo code"},
     "hourly":{"time":[1782043200,1782046800,1782050400],"temperature_2m":[15.6,16,null],
      "wind_speed_10m":[18,36,18],"rain":[9,3.6,0],"showers":[0,0,0],"snowfall":[0,0,0],
      "weather_code":[0,61,3]}}
    """

  @Test func `the forecast has a row an hour, with the rain of that hour`() async throws {
    server.on("/v1/forecast") { _ in .json(Self.hourly) }
    let rules = try rules("forecast")
    #expect(
      try await rules.answer(position: park)
        == """
        + 2026-06-21T12:00:00Z 2026-06-21T13:00:00Z clear 15.6°C 0.000001m/s 0m/s 5m/s ?
        + 2026-06-21T13:00:00Z 2026-06-21T14:00:00Z rain 16°C 0m/s 0m/s 10m/s ?
        + 2026-06-21T14:00:00Z 2026-06-21T15:00:00Z clouds ? ? ? 5m/s ?
        """)
    #expect(try await rules.answer(position: park) == "unchanged")
    // An hour later: one row is over, one is new.
    server.on("/v1/forecast") { _ in
      .json(
        Self.hourly.replacing(
          "1782043200,1782046800,1782050400", with: "1782046800,1782050400,1782054000"))
    }
    #expect(try await rules.answer(position: park).hasSuffix("\n- 2026-06-21T12:00:00Z"))
    server.stop()
  }

  @Test func `the rain of an hour is unknown where the next hour is missing`() async throws {
    server.on("/v1/forecast") { _ in
      .json(Self.hourly.replacing("1782050400", with: "1782054000"))
    }
    #expect(
      try await rules("forecast").answer(position: park)
        == """
        + 2026-06-21T12:00:00Z 2026-06-21T13:00:00Z clear 15.6°C 0.000001m/s 0m/s 5m/s ?
        + 2026-06-21T13:00:00Z 2026-06-21T14:00:00Z rain 16°C ? ? 10m/s ?
        + 2026-06-21T15:00:00Z 2026-06-21T16:00:00Z clouds ? ? ? 5m/s ?
        """)
    server.stop()
  }

  @Test(arguments: [
    #"{"hourly_units":{},"hourly":{"time":[]}}"#, #"{"hourly_units":{},"hourly":{"time":["x"]}}"#,
    #"{"hourly_units":{"temperature_2m":"°C"},"hourly":{"time":[1782043200],"temperature_2m":[1,2]}}"#,
    #"{"hourly":{"time":[1782043200],"temperature_2m":[1]}}"#, "{}",
  ])
  func `a forecast of nothing is a failure, not an empty forecast`(body: String) async throws {
    server.on("/v1/forecast") { _ in .json(body) }
    #expect(
      try await rules("forecast").answer(position: park)
        == "unreadable: 127.0.0.1 did not respond with the weather")
    server.stop()
  }

  @Test func `the terms are those of the service`() throws {
    let provider = try rules().connector.provider
    #expect(provider.name == "weather (openmeteo)")
    #expect(provider.quota == Quota(perMinute: 600, perDay: 10_000))
    #expect(provider.cell == 0.05)
    #expect(provider.freshness == nil)
    #expect(try rules("forecast").connector.provider.freshness == 3600)
  }
}
