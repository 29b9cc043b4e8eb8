import OppEngine
import OppModel
import OppTesting
import Synchronization
import OppTestLimits
import Testing

@testable import OppProviders

/// Against a server that says what gpsd_json(5) documents
@Suite(.limited) struct GPSDConnectorTests {
  static let version =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"
  static let devices =
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyS0","driver":"NMEA0183","activated":"2026-06-21T11:59:58.000Z","native":0,"bps":9600}]}"#
    + "\n"
    + #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false,"split24":false,"pps":false}"#
    + "\n"
  static let sky =
    #"{"class":"SKY","device":"/dev/ttyS0","hdop":1.2,"satellites":[{"PRN":23,"el":6,"az":84,"ss":0,"used":false}]}"#
    + "\n"

  static func fix(
    _ latitude: Double = 36.07, _ more: String = #","epx":6,"epy":8,"speed":1.4"#,
    time: String = "2026-06-21T11:59:59.000Z", mode: Int = 3
  ) -> String {
    #"{"class":"TPV","device":"/dev/ttyS0","mode":\#(mode),"time":"\#(time)","lat":\#(latitude),"lon":-79.79,"alt":240.1\#(more)}"#
      + "\n"
  }

  /// The first events of a connector at a server, at a clock that stands still
  private func events(_ count: Int, of server: LineServer) async throws -> [String] {
    let pauses = Mutex<[Int]>([])
    let connector = try GPSDConnector(
      LocatedWorld.settings("location", "gpsd", ["address": .text(server.address)]),
      clock: { LocatedWorld.noon },
      pause: { failures in
        pauses.withLock { $0.append(failures) }
        return .milliseconds(1)
      })
    var events: [String] = []
    for await event in try #require(connector.pushed()) {
      events.append(LocatedWorld.text(event))
      if events.count == count { break }
    }
    server.stop()
    return events
  }

  private func check(
    _ steps: [LineServer.Step], _ expected: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let server = try LineServer(steps)
    let events = try await events(expected.count, of: server)
    #expect(events == expected, sourceLocation: sourceLocation)
  }

  // MARK: - Fixes

  @Test func `it requests everything, and a fix arrives with its own time`() async throws {
    let server = try LineServer(
      [.say(Self.version), .hear, .say(Self.devices + Self.sky + Self.fix()), .hold])
    #expect(
      try await events(1, of: server) == ["@36.07,-79.79 10.0 1.4 at 2026-06-21T11:59:59Z"])
    var heard: [LineServer.Event] = []
    for await event in server.events { heard.append(event) }
    #expect(heard.contains(.heard(#"?WATCH={"enable":true,"json":true};"#)))
  }

  @Test func `the error of both axes goes before those of each`() async throws {
    try await check(
      [.say(Self.version + Self.fix(36.07, #","eph":19.5,"epx":6,"epy":8"#)), .hold],
      "@36.07,-79.79 19.5 ? at 2026-06-21T11:59:59Z")
  }

  @Test func `a report without a fix is none`() async throws {
    let none = Self.fix(1, "", mode: 1) + #"{"class":"TPV","mode":0}"# + "\n"
    try await check(
      [.say(Self.version + none + Self.fix(2, "", mode: 2)), .hold],
      "@2.0,-79.79 ? ? at 2026-06-21T11:59:59Z")
  }

  @Test func `a fix of tomorrow counts from now, one of another decade too`() async throws {
    let said =
      Self.fix(1, "", time: "2026-06-22T12:00:00.000Z")
      + Self.fix(2, "", time: "2006-11-05T12:00:00.000Z")
    try await check(
      [.say(Self.version + said), .hold], "@1.0,-79.79 ? ? at 2026-06-21T12:00:00Z",
      "@2.0,-79.79 ? ? at 2026-06-21T12:00:00Z")
  }

  @Test func `fixes that hardly differ arrive once in ten seconds`() throws {
    var thinning = FixThinning()
    /// Whether a fix arrives so many metres north, at a speed, so many seconds after noon
    func lets(_ metres: Double, _ speed: Double, after seconds: Int64) throws -> Bool {
      // A degree of latitude is about 111 km here.
      let position = try #require(Position(latitude: 36 + metres / 110_950, longitude: -79.79))
      let fix = Fix(position: position, accuracy: 5, speed: speed, instant: nil)
      return thinning.lets(fix, at: LocatedWorld.noon.advanced(by: seconds))
    }
    let steps: [(Double, Double, Int64, Bool)] = [
      (0, 1, 0, true), (0, 1, 1, false), (4, 1, 2, false), (6, 1, 3, true), (6, 1, 12, false),
      (6, 1, 13, true), (6, 1.6, 14, true), (6, 1.7, 15, false),
      // The clock was set back.
      (6, 1.7, 0, true),
    ]
    for (metres, speed, seconds, expected) in steps {
      #expect(try lets(metres, speed, after: seconds) == expected, "after \(seconds) s")
    }
  }

  // MARK: - Failures

  @Test func `a loss is said once, and a fix mends it`() async throws {
    let server = try LineServer(
      [.say(Self.version + Self.fix(1, "")), .hear], [], [.say("garbage\n"), .hold], [],
      [.say(Self.version + Self.fix(2, "")), .hear], [.say("more garbage\n"), .hold])
    #expect(
      try await events(4, of: server) == [
        "@1.0,-79.79 ? ? at 2026-06-21T11:59:59Z",
        "lost, unreachable: gpsd at \(server.address) closed the connection",
        "@2.0,-79.79 ? ? at 2026-06-21T11:59:59Z",
        "lost, unreachable: gpsd at \(server.address) closed the connection",
      ])
  }

  /// The clock stands still, so that another fix of the same place is left out otherwise
  @Test(arguments: [1.0, 1.000001, 2])
  func `the first fix after a loss arrives wherever it is, and after the second loss, too`(
    latitude: Double
  ) async throws {
    func says(_ latitudes: Double...) -> LineServer.Step {
      .say(Self.version + latitudes.map { Self.fix($0, "") }.joined())
    }
    let loss: [LineServer.Step] = [.say("garbage\n"), .hold]
    let server = try LineServer(
      [says(1), .hear], loss, [says(latitude, 50), .hear], loss, [says(50, 60, 70, 80), .hold])
    let found = try await events(7, of: server).map { $0.prefix { $0 != "," } }
    #expect(found == ["@1.0", "lost", "@\(latitude)", "@50.0", "lost", "@50.0", "@60.0"])
  }

  @Test(arguments: [
    ("HTTP/1.1 400 Bad Request\r\n", "unreadable: what responds at ADDRESS is not gpsd"),
    (
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":1}\n",
      "unreadable: what responds at ADDRESS is not gpsd"
    ),
    (
      "{\"class\":\"VERSION\",\"proto_major\":4}\n",
      "unreadable: gpsd at ADDRESS speaks version 4 of its protocol, not 3"
    ),
    (
      "{\"class\":\"ERROR\",\"message\":\"Un\\u001brecognized\"}\n",
      "broken: gpsd says: Unrecognized"
    ),
    (
      version + "{\"class\":\"DEVICES\",\"devices\":[]}\n",
      "misconfigured: gpsd at ADDRESS has no receiver"
    ),
  ])
  func `what is not as it should be is a loss`(said: String, expected: String) async throws {
    let server = try LineServer([.say(said), .hold])
    let events = try await events(1, of: server)
    #expect(
      events == ["lost, " + expected.replacing("ADDRESS", with: server.address)])
  }

  @Test func `a line without an end is a loss`() async throws {
    let server = try LineServer([.say(Self.version), .flood(String(repeating: "x", count: 4096))])
    #expect(
      try await events(1, of: server) == [
        "lost, unreadable: gpsd at \(server.address) said a line longer than 64 KiB"
      ])
  }

  @Test func `nobody there is a loss`() async throws {
    let server = try LineServer()
    server.stop()
    for await _ in server.events {}
    let events = try await events(1, of: server)
    #expect(events.count == 1)
    #expect(events.first?.hasPrefix("lost, unreachable: gpsd") == true, "\(events)")
  }

  @Test func `each connection without a fix lengthens the pause`() async throws {
    let server = try LineServer([], [], [.say(Self.version + Self.fix(1, "")), .hear], [])
    let (pauses, tell) = AsyncStream<Int>.makeStream()
    let connector = try GPSDConnector(
      LocatedWorld.settings("location", "gpsd", ["address": .text(server.address)]),
      clock: { LocatedWorld.noon },
      pause: { failures in
        tell.yield(failures)
        return .zero
      })
    let stream = try #require(connector.pushed())
    let reader = Task { for await _ in stream {} }
    var seen: [Int] = []
    for await failures in pauses {
      seen.append(failures)
      if seen.count == 4 { break }
    }
    #expect(seen == [1, 2, 1, 2])
    reader.cancel()
    server.stop()
  }

  @Test func `cancelling closes the connection`() async throws {
    let server = try LineServer([.say(Self.version + Self.fix()), .hear, .hold])
    let connector = try GPSDConnector(
      LocatedWorld.settings("location", "gpsd", ["address": .text(server.address)]))
    let stream = try #require(connector.pushed())
    let (arrived, tell) = AsyncStream<Void>.makeStream()
    let reader = Task { for await _ in stream { tell.yield() } }
    for await _ in arrived { break }
    reader.cancel()
    await reader.value
    for await event in server.events where event == .closed(0) { break }
    server.stop()
  }

  // MARK: - Addresses

  @Test(
    arguments: [
      ("localhost", "localhost:2947"), ("gps.lan:1234", "gps.lan:1234"), ("::1", "[::1]:2947"),
      ("[::1]:99", "[::1]:99"), ("", nil), ("a b", nil), ("h:0", nil), ("h:70000", nil),
      ("[::1", nil), ("http://x/y", nil),
    ] as [(String, String?)])
  func `an address is a host with a port`(text: String, expected: String?) {
    #expect((try? LineAddress(text, usualPort: 2947))?.description == expected)
  }
}
