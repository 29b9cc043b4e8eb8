@testable import OppLint
import OppModel
import OppTestLimits
import OppTesting
import Testing

/// Rules that look at the connection of a source: its cost, and who names its fields
@Suite(.limited) struct LintedConnectionTests {
  private static let reaches: [(String, LintedConnection.Reach)] = [
    ("connect location to gpsd()", .pushed),
    ("connect location to gpsd(\"192.168.1.5:2947\")", .pushed),
    ("connect location to fixed(@52.1,5.1)", .pushed),
    ("connect location to owntracks(\"phone.rec\")", .machine),
    ("connect location to owntracks(\"http://192.168.1.5/api/0/last\")", .house),
    ("connect location to owntracks(\"https://example.org/api/0/last\")", .service),
    ("connect calendar to ical(\"home.ics\")", .machine),
    ("connect calendar to ical(\"https://example.org/me.ics\")", .service),
    ("connect calendar to ical(env(\"CALENDAR\"))", .secret),
    ("connect calendar to ical(env(\"CALENDAR\"), user: \"ann\", password: env(\"P\"))", .secret),
    (
      "connect calendar to caldav(\"https://example.org\", user: \"a\", password: env(\"P\"))",
      .service
    ),
    ("connect calendar to google(token: env(\"TOKEN\"))", .service),
    ("connect calendar to microsoft(login: \"microsoft\")", .service),
    ("connect weather to openmeteo()", .service),
    ("connect weather to openweathermap(key: env(\"KEY\"))", .service),
    ("connect addresses to nominatim()", .service),
    ("connect places to overpass(radius: 2km)", .service),
    ("connect places to geojson(\"places.geojson\")", .machine),
    ("connect device to csv(\"device.csv\")", .machine),
    ("connect device to jsonl(\"device.jsonl\")", .machine),
    ("connect device to command(\"curl https://example.org\")", .machine),
    ("connect device to command(\"tail -F device.jsonl\", stream: true)", .pushed),
    ("connect device to command(\"tail -F device.jsonl\", stream: false)", .machine),
    ("connect device to json(\"http://phone.lan/state\")", .house),
    ("connect device to json(\"https://phone.example.org/state\")", .service),
    ("connect device to json(env(\"PHONE\"))", .secret),
    ("connect device to mqtt(\"broker.lan\", topic: \"phone\")", .pushed),
    ("connect device to homeassistant(\"http://ha.lan\", token: env(\"T\"))", .pushed),
  ]

  @Test(arguments: reaches)
  func `a connection says from where readings come`(
    text: String, reach: LintedConnection.Reach
  ) throws {
    let connections = LintSubject(checked(text)).connections
    #expect(connections.values.first?.reach == reach, "\(text)")
  }

  /// A connector that is new must be in the table above, and in `LintedConnection`.
  @Test func `every connector of the tool is one that the linter knows`() {
    let known = Set(
      Self.reaches.compactMap { LintSubject(checked($0.0)).connections.first?.value.connector })
    let all = ConnectorCatalogue.tool.connectors.filter { $0.serves != [.notifications] }
    #expect(Set(all.map(\.name)) == known)
  }

  private static let pushedOrLocal = [
    "connect location to gpsd()", "connect location to fixed(@52.1,5.1)",
    "connect location to owntracks(\"phone.rec\")",
    "connect location to gpsd()\nconnect places to overpass(radius: 2km)",
  ]

  @Test(arguments: pushedOrLocal)
  func `a position that nobody requests is not requested day and night`(connection: String) {
    let text = """
      \(connection)
      place home = @52.1,5.1
      opp "A" near home at most once per day
      """
    #expect(rules(text).filter { $0 == "requested-day-and-night" } == [])
  }

  @Test func `a pushed position is free to decide beside what is requested`() {
    let text = """
      connect location to gpsd()
      connect device to json("https://phone.example.org/state")
      place home = @52.1,5.1
      opp "A" when battery < 20% and distance(home) < 5km at most once per day
      """
    #expect(!rules(text).contains("requested-day-and-night"))
    #expect(
      rules(text.replacing(" and distance(home) < 5km", with: "")).contains(
        "requested-day-and-night"))
  }

  @Test func `what is pushed costs nothing of a budget`() {
    let text = """
      set budget 3 per 1d
      connect location to gpsd()
      opp "A" when speed > 10m/s
      """
    #expect(!rules(text).contains("over-budget"))
  }

  @Test func `the field of a connected source has the name that its service gives`() {
    let rule = "name-in-another-style"
    let source = "source garden { outsideTemp: Temperature }\n"
    let table = "table beds by id { id: Text  outsideTemp: Temperature }\n"
    for (declaration, name) in [(source, "garden"), (table, "beds")] {
      let connection = "connect \(name) to json(\"http://garden.lan/state\")\n"
      #expect(!rules(declaration + connection, with: rule).contains(rule), "\(declaration)")
    }
    #expect(rules(source, with: rule).contains(rule))
  }

  /// The names of the rules that report something
  private func rules(_ text: String, with rule: String? = nil) -> [String] {
    let rule = rule.flatMap { name in LintCatalogue.rules.first { $0.name == name } }
    return lint(text, with: rule).map(\.rule.name)
  }
}
