import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct OpenWeatherMapConnectorTests {
  let server: LoopbackServer
  let zocca = Position(latitude: 44.34, longitude: 10.99)

  init() throws { server = try LoopbackServer() }

  private func rules(_ target: String = "weather") throws -> ConnectedRules {
    try ConnectedRules(
      #"connect \#(target) to openweathermap(key: env("KEY"), url: "\#(server.url)")"#,
      secrets: ["KEY": "hunter2"])
  }

  static let present = """
    {"coord":{"lon":10.99,"lat":44.34},"weather":[{"id":501,"main":"Rain",
     "description":"moderate rain","icon":"10d"}],"base":"stations","main":{"temp":25.33,
     "feels_like":25.59,"temp_min":23.5,"temp_max":26.9,"pressure":1015,"humidity":64,
     "sea_level":1015,"grnd_level":933},"visibility":10000,"wind":{"speed":0.62,"deg":349,
     "gust":1.18},"rain":{"1h":3.6},"clouds":{"all":100},"dt":1782043000,"sys":{"type":2,
     "country":"IT"},"timezone":7200,"id":3163858,"name":"Zocca","cod":200}
    """

  @Test func `the weather now, in base units`() async throws {
    server.on("/data/2.5/weather") { _ in .json(Self.present) }
    #expect(
      try await rules().answer(position: zocca)
        == """
        2026-06-21T12:00:00Z sky=rain temp=25.33°C feels_like=25.59°C humidity=64% clouds=100% \
        wind=0.62m/s gust=1.18m/s wind_from=349deg rain=0.000001m/s snow=? pressure=1015hPa \
        visibility=10000m uv=? raining=? snowing=?
        """)
    let query = try #require(server.requests.first).query
    #expect(
      query == ["lat": "44.3400", "lon": "10.9900", "units": "metric", "appid": "hunter2"])
    server.stop()
  }

  @Test(arguments: [
    (#""pressure":933,"sea_level":1015,"grnd_level":933"#, "1015hPa"),
    (#""pressure":1012"#, "1012hPa"), (#""sea_level":1013"#, "1013hPa"),
    (#""pressure":1014,"sea_level":null"#, "1014hPa"), (#""grnd_level":933"#, "?"),
  ])
  func `the pressure is that of the sea level, as at other services`(
    said: String, expected: String
  ) async throws {
    server.on("/data/2.5/weather") { _ in .json(#"{"main":{"temp":3,\#(said)},"cod":200}"#) }
    let words = try await rules().answer(position: zocca).split(separator: " ")
    #expect(words.contains("pressure=\(expected)"), "\(words)")
    server.stop()
  }

  @Test(arguments: [
    (200, "thunderstorm"), (232, "thunderstorm"), (300, "drizzle"), (321, "drizzle"),
    (500, "rain"), (511, "rain"), (531, "rain"), (600, "snow"), (622, "snow"), (701, "mist"),
    (711, "smoke"), (721, "haze"), (731, "dust"), (741, "fog"), (751, "sand"), (761, "dust"),
    (762, "ash"), (771, "squall"), (781, "tornado"), (800, "clear"), (801, "clouds"),
    (804, "clouds"), (700, nil), (799, nil), (0, nil), (-1, nil), (900, nil),
  ])
  func `a condition is a sky as documented`(id: Int64, sky: String?) {
    #expect(PresentWeather.sky(openWeather: id) == sky)
  }

  @Test func `no rain is said by the sky, not by a missing field`() async throws {
    let cases = [(800, "rain=0m/s snow=0m/s"), (500, "rain=? snow=?"), (123, "rain=? snow=?")]
    for (id, expected) in cases {
      server.on("/data/2.5/weather") { _ in
        .json(#"{"weather":[{"id":\#(id)}],"main":{"temp":3},"cod":200}"#)
      }
      #expect(try await rules().answer(position: zocca).contains(expected), "\(id)")
    }
    server.stop()
  }

  @Test func `a refused key is reported without the key`() async throws {
    let body =
      #"{"cod":401, "message": "Invalid API key. See https://openweathermap.org/faq#error401 hunter2"}"#
    server.on("/data/2.5/weather") { _ in .json(body, status: 401) }
    #expect(try await rules().answer(position: zocca) == "refused: 127.0.0.1 responded with 401")
    server.on("/data/2.5/weather") { _ in .json(body) }
    #expect(try await rules().answer(position: zocca) == "refused: 127.0.0.1 refuses the key")
    server.on("/data/2.5/weather") { _ in .json(#"{"cod":"404","message":"city not found"}"#) }
    #expect(
      try await rules().answer(position: zocca)
        == "misconfigured: 127.0.0.1 responded with 404")
    server.stop()
  }

  @Test func `the forecast is that of One Call`() async throws {
    server.on("/data/3.0/onecall") { _ in
      .json(
        """
        {"lat":44.34,"lon":10.99,"timezone":"Europe/Rome","timezone_offset":7200,"hourly":[
         {"dt":1782043200,"temp":19.1,"feels_like":18,"pressure":1016,"humidity":60,
          "clouds":80,"visibility":10000,"wind_speed":2.5,"wind_deg":120,"wind_gust":4,
          "weather":[{"id":803,"main":"Clouds"}],"pop":0.15},
         {"dt":1782046800,"temp":18,"wind_speed":3,"weather":[{"id":500}],"pop":0.9,
          "rain":{"1h":3.6}}]}
        """)
    }
    #expect(
      try await rules("forecast").answer(position: zocca)
        == """
        + 2026-06-21T12:00:00Z 2026-06-21T13:00:00Z clouds 19.1°C 0m/s 0m/s 2.5m/s ?
        + 2026-06-21T13:00:00Z 2026-06-21T14:00:00Z rain 18°C 0.000001m/s ? 3m/s ?
        """)
    #expect(
      server.requests.first?.query["exclude"] == "current,minutely,daily,alerts")
    server.stop()
  }

  @Test func `a key that is not set, and a target that is no weather, are problems`() {
    #expect(throws: ConnectorProblem("the option `key` of openweathermap() is not set")) {
      try ConnectedRules(#"connect weather to openweathermap(key: env("KEY"))"#)
    }
    #expect(throws: ConnectorProblem("openmeteo() cannot provide `device`")) {
      try ConnectedRules(#"connect device to openmeteo()"#)
    }
    #expect(
      throws: ConnectorProblem(
        "the option `url` of openmeteo(): the address is neither https:// nor http://")
    ) {
      try ConnectedRules(#"connect weather to openmeteo("ftp://example.org")"#)
    }
  }
}
