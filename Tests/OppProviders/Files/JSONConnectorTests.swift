import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct JSONConnectorTests {
  let server: LoopbackServer

  init() throws { server = try LoopbackServer() }

  private func rules(
    _ declaration: String, _ target: String, options: String = ""
  ) throws -> ConnectedRules {
    try ConnectedRules(
      declaration + "\nconnect \(target) to json(\"\(server.url)/api\"\(options))",
      secrets: ["TOKEN": "hunter2"])
  }

  static let thermostat =
    #"source thermostat(room: Text = "hall") { inside: Temperature, heating: Bool }"#
  static let chores = "table chores by id { id: Text, due: Instant, done: Bool }"

  /// What a body is read as, by source or table and path
  private func check(
    _ body: String, _ expected: String, source: Bool = true, rows: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    server.on("/api") { _ in .json(body) }
    let options = rows.isEmpty ? "" : ", rows: \"\(rows)\""
    let rules = try rules(
      source ? Self.thermostat : Self.chores, source ? "thermostat" : "chores", options: options)
    let found = try await rules.answer()
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  @Test func `an object is a reading of now, and keys that no field reads are passed over`()
    async throws
  {
    try await check(
      #"{"inside[F]": 68, "heating": true, "id": 7, "nested": {"inside": 1}}"#,
      "2026-06-21T12:00:00Z inside=20°C heating=true")
    try await check(#"{"inside": null, "x": 1}"#, "2026-06-21T12:00:00Z inside=? heating=?")
    try await check(#"{"inside": "68F"}"#, "2026-06-21T12:00:00Z inside=20°C heating=?")
    server.stop()
  }

  @Test func `a unit beside a number is its unit, however deep the service writes it`()
    async throws
  {
    let cases = [
      (#"{"inside": 70.34, "unit": "°F"}"#, "inside=21.3°C"),
      (#"{"inside": "70.34", "unit_of_measurement": "°F"}"#, "inside=21.3°C"),
      (#"{"inside": 294.45, "attributes": {"unit_of_measurement": "K"}}"#, "inside=21.3°C"),
      (#"{"inside[C]": 21.3, "unit": "°F"}"#, "inside=21.3°C"),
      (#"{"inside": "21.3C", "unit": "°F"}"#, "inside=21.3°C"),
      (#"{"inside": 21.3, "unit": null}"#, "inside=21.3°C"),
      (#"{"inside": 21.3, "unit": 7}"#, "inside=21.3°C"),
    ]
    for (body, expected) in cases {
      try await check(body, "2026-06-21T12:00:00Z \(expected) heating=?")
    }
    try await check(
      #"{"inside": 70.3, "unit": "%"}"#,
      "unreadable: the response of 127.0.0.1, line 1: `%` is not a unit of `inside`, which is a temperature, such as `20C`"
    )
    try await check(
      #"{"inside": 70.3, "unit": "furlong"}"#,
      "unreadable: the response of 127.0.0.1, line 1: `furlong` is not a unit of `inside`, which is a temperature, such as `20C`"
    )
    server.stop()
  }

  @Test func `a unit beside several numbers is of those of its kind`() async throws {
    server.on("/api") { _ in .json(#"{"t": 70.34, "h": 40, "p": 1013, "unit": "°F"}"#) }
    let rules = try rules("source room { t: Temperature  h: Percent  p: Pressure }", "room")
    #expect(try await rules.answer() == "2026-06-21T12:00:00Z t=21.3°C h=40% p=1013hPa")
    server.on("/api") { _ in .json(#"{"t": 70.34, "h": 40, "p": 1013, "unit": "furlong"}"#) }
    #expect(
      try await rules.answer()
        == "unreadable: the response of 127.0.0.1, line 1: `furlong` is not a unit of `t`, which is a temperature, such as `20C`"
    )
    server.stop()
  }

  /// The states of Home Assistant's API, shortened: https://developers.home-assistant.io/docs/api/rest
  @Test(arguments: [
    ("Temperature", "70.34", #""unit_of_measurement":"°F""#, "state=21.3°C"),
    ("Temperature", "21.3", #""unit_of_measurement":"°C""#, "state=21.3°C"),
    ("Pressure", "29.92", #""unit_of_measurement":"inHg""#, "state=1013.2075888hPa"),
    ("Volume", "3", #""unit_of_measurement":"L""#, "state=3l"),
    ("Number", "70.3", #""unit_of_measurement":"°F""#, "state=70.3"),
    ("Number", "70.3", "", "state=70.3"),
    ("Bool", "on", "", "state=true"), ("Bool", "off", "", "state=false"),
    ("Bool", "not_home", "", "state=false"), ("Bool", "open", "", "state=true"),
    ("Bool", "LOCKED", "", "state=true"),
    ("Bool", "unavailable", "", "state=?"), ("Temperature", "unknown", "", "state=?"),
    (
      "Temperature", "70.3", "",
      "unreadable: the response of 127.0.0.1, line 1: `state` is a temperature, such as `20C`, and comes without a unit"
    ),
    (
      "Temperature", "70.3", #""unit_of_measurement":"%""#,
      "unreadable: the response of 127.0.0.1, line 1: `%` is not a unit of `state`, which is a temperature, such as `20C`"
    ),
    (
      "Bool", "opening", "",
      "unreadable: the response of 127.0.0.1, line 1: `state` is `true` or `false`, not `opening`"
    ),
  ])
  func `the state of an entity has the unit of its attributes, and none is guessed`(
    type: String, state: String, unit: String, expected: String
  ) async throws {
    let attributes = unit.isEmpty ? "" : unit + ","
    server.on("/api") { _ in
      .json(
        #"{"entity_id":"sensor.x","state":"\#(state)","attributes":{\#(attributes)"friendly_name":"X"}}"#
      )
    }
    let found = try await rules("source outdoor { state: \(type) }", "outdoor").answer()
    let prefix = expected.hasPrefix("state") ? "2026-06-21T12:00:00Z " : ""
    #expect(found == prefix + expected)
    server.stop()
  }

  @Test func `each row of a table has a unit of its own`() async throws {
    server.on("/api") { _ in
      .json(
        #"""
        [{"entity_id":"sensor.a","state":"68","attributes":{"unit_of_measurement":"°F"}},
         {"entity_id":"sensor.b","state":"21","attributes":{"unit_of_measurement":"°C"}}]
        """#)
    }
    let rules = try rules(
      "table rooms by entity_id { entity_id: Text  state: Temperature }", "rooms")
    #expect(
      try await rules.answer()
        == "+ sensor.a 20°C\n+ sensor.b 21°C")
    server.stop()
  }

  @Test func `a reading has its own time, held to now where a clock is ahead`() async throws {
    try await check(
      #"{"time": "2026-06-21T10:00:00Z", "inside": 20}"#,
      "2026-06-21T10:00:00Z inside=20°C heating=?")
    try await check(
      #"{"time": "2026-06-21T12:00:59.5Z", "inside": 20}"#,
      "2026-06-21T12:00:00Z inside=20°C heating=?")
    try await check(#"{"time": "2026-06-21T13:00:00Z", "inside": 20}"#, "nothing")
    server.stop()
  }

  @Test func `a path leads to the rows`() async throws {
    let body =
      #"{"data": {"items": [{"id": "a", "done": false}, {"id": "b", "due": "2026-06-22T07:00Z"}]}}"#
    try await check(
      body,
      """
      + a ? false
      + b 2026-06-22T07:00:00Z ?
      """, source: false, rows: "data.items")
    try await check(
      body, "unreadable: the response of 127.0.0.1 has no `data.rows`", source: false,
      rows: "data.rows")
    try await check("[]", "empty", source: false)
    try await check(
      #"{"r": {"inside": 20}}"#, "2026-06-21T12:00:00Z inside=20°C heating=?", rows: "r")
    server.stop()
  }

  @Test func `readings of several rooms are kept apart`() async throws {
    server.on("/api") { _ in
      .json(#"[{"room": "hall", "inside": 20}, {"room": "attic", "inside": 25}]"#)
    }
    let rules = try rules(Self.thermostat, "thermostat")
    #expect(try await rules.answer().contains("inside=20°C"))
    #expect(try await rules.answer([.text("attic")]).contains("inside=25°C"))
    #expect(try await rules.answer([.text("cellar")]) == "nothing")
    server.stop()
  }

  @Test(arguments: [
    ("", "127.0.0.1 responded with nothing in place of JSON"),
    ("<html>Log in</html>", "127.0.0.1 responded with a page in place of JSON"),
    ("hello", "127.0.0.1 did not respond with JSON"),
    (#"{"inside": NaN}"#, "127.0.0.1 did not respond with JSON"),
    (#"{"inside": 20} {"inside": 21}"#, "127.0.0.1 did not respond with JSON"),
    (#"{"error": "no such room", "inside": 20}"#, "127.0.0.1 responded with an error"),
    (#"{"errors": [{}], "inside": 20}"#, "127.0.0.1 responded with an error"),
    (#"{"outside": 20}"#, "the response of 127.0.0.1 has no field that is wanted"),
    ("{}", "the response of 127.0.0.1 has no field that is wanted"),
    ("[]", "127.0.0.1 responded with no reading"),
    ("[1]", "127.0.0.1 responded with something that is no object"),
    ("20", "127.0.0.1 responded with something that is no object"),
    (
      #"{"inside": "cosy"}"#,
      "the response of 127.0.0.1, line 1: `inside` is a temperature, such as `20C`, not `cosy`"
    ),
    (
      #"{"inside[mm]": 3}"#,
      "the response of 127.0.0.1, line 1: `mm` is not a unit of `inside`, which is a temperature, such as `20C`"
    ),
  ])
  func `a successful response without a reading is a failure`(body: String, reason: String)
    async throws
  {
    try await check(body, "unreadable: " + reason)
    server.stop()
  }

  @Test func `errors that are none are passed over`() async throws {
    for error in ["null", "false", "[]", "\"\"", "{}"] {
      try await check(
        #"{"error": \#(error), "inside": 20}"#, "2026-06-21T12:00:00Z inside=20°C heating=?")
    }
    server.stop()
  }

  @Test func `a token goes along, and stays out of what is said`() async throws {
    server.on("/api") { _ in .json("{}", status: 403) }
    let rules = try rules(Self.thermostat, "thermostat", options: ", token: env(\"TOKEN\")")
    #expect(try await rules.answer() == "refused: 127.0.0.1 responded with 403")
    #expect(server.requests.first?.header("Authorization") == "Bearer hunter2")
    #expect(!"\(rules.connector)".contains("hunter2"))
    let unsafe = try ConnectedRules(
      Self.thermostat
        + "\nconnect thermostat to json(\"http://example.invalid/?k=v\", token: env(\"TOKEN\"))",
      secrets: ["TOKEN": "hunter2"])
    #expect(
      try await unsafe.answer()
        == "misconfigured: a secret is sent to example.invalid over https:// only")
    server.stop()
  }

  @Test func `the client's limits hold: a service that is cancelled, slow or endless`() async throws
  {
    server.on("/api") { _ in .fault(.silence) }
    let rules = try rules(Self.thermostat, "thermostat")
    let task = Task { try await rules.answer() }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    #expect(try await task.value == "unreachable: the request was given up")
    server.on("/api") { _ in .fault(.wrongLength(1 << 30), text: "{}") }
    #expect(
      try await rules.answer() == "unreadable: the response of 127.0.0.1 is longer than 8 MiB")
    server.on("/api") { _ in .fault(.closeAfter(5), text: #"{"inside": 20}"#) }
    #expect(try await rules.answer() == "unreachable: 127.0.0.1 broke off its response")
    server.stop()
  }
}
