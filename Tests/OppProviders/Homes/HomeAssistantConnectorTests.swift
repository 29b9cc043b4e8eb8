import Dispatch
import Foundation
import OppEngine
import OppModel
import OppSession
import OppTestLimits
import OppTesting
import Synchronization
import Testing

@testable import OppProviders

/// Against a Home Assistant that is played by each test
@Suite(.limited) struct HomeAssistantConnectorTests {
  static let pace = ServicePace(
    clock: { ConnectedRules.now }, pause: { _, _ in .milliseconds(1) }, patience: .zero,
    keepAlive: .seconds(30))

  /// A connection of the first source or table of some rules
  private struct Connected {
    let rules: ConnectedRules
    let connector: HomeAssistantConnector

    init(
      _ declaration: String, _ server: ByteServer, _ options: String = "", token: String = "secret",
      tokenFile: String? = nil, pace: ServicePace = pace, checkDelay: Duration = .seconds(30),
      web: WebClient = .patient
    ) throws {
      let words = declaration.split { $0 == " " || $0 == "\n" }
      let place = try #require(words.firstIndex { $0 == "source" || $0 == "table" })
      let subject = words[place + 1]
      rules = try ConnectedRules(
        declaration
          + "\nconnect \(subject) to homeassistant(\"http://\(server.address)\", token: env(\"HA_TOKEN\")\(options))\n",
        secrets: ["HA_TOKEN": token], secretFiles: tokenFile.map { ["HA_TOKEN": $0] } ?? [:],
        web: web)
      connector = try HomeAssistantConnector(rules.settings, pace, checkDelay: checkDelay)
    }

    /// The first events
    func events(_ count: Int) async throws -> [String] {
      try await rules.events(count, of: connector)
    }
  }

  private func check(
    _ declaration: String, _ options: String = "", states: String, _ changes: [String],
    _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let server = try ScriptedHome.server({ home in
      try home.accept()
      let (id, _) = try home.subscribe(states)
      for change in changes { try home.event(id, change) }
      home.connection.hold()
    })
    defer { server.stop() }
    let events = try await Connected(declaration, server, options).events(expected.count)
    #expect(events == expected, sourceLocation: sourceLocation)
  }

  // MARK: - Values

  @Test func `a state is in the unit that stands beside it, and a change has only its field`()
    async throws
  {
    try await check(
      "source sensor { kitchen: Temperature  power: Power  count: Number  next: Instant }",
      states:
        #""sensor.kitchen":{"s":"70.3","a":{"unit_of_measurement":"°F"},"lc":1},"sensor.power":{"s":"1.5","a":{"unit_of_measurement":"kW"},"lc":1},"sensor.count":{"s":"7","a":{},"lc":1},"sensor.next":{"s":"2026-06-21T14:00:00+02:00","a":{},"lc":1}"#,
      [
        #"{"c":{"sensor.power":{"+":{"s":"2","lc":2}}}}"#,
        #"{"c":{"sensor.power":{"+":{"a":{"unit_of_measurement":"W"},"lu":3}}}}"#,
        // The same value again: it is news of its age alone.
        #"{"c":{"sensor.power":{"+":{"lc":4}}}}"#,
        #"{"c":{"sensor.power":{"-":{"a":["unit_of_measurement"]}}}}"#,
        #"{"c":{"sensor.kitchen":{"+":{"a":{"unit_of_measurement":"%"}}}}}"#,
      ],
      [
        "kitchen=21.27777777777778°C power=1500W count=7 next=2026-06-21T12:00:00Z",
        "power=2000W", "power=2W", "power=2W",
        "note: `sensor.power` has no unit, and a power, such as `850W` needs one", "power=?",
        "note: `sensor.kitchen` is in `%`, which is no unit of a temperature, such as `20C`",
        "kitchen=?",
      ])
  }

  @Test func `words are truths and cases`() async throws {
    try await check(
      "enum Mode { off  heat  cool }\nsource house { door, lock, ann, cover: Bool  mode: Mode  note: Text }",
      #", domain: "x""#,
      states:
        #""x.door":{"s":"on"},"x.lock":{"s":"unlocked"},"x.ann":{"s":"not_home"},"x.cover":{"s":"opening"},"x.mode":{"s":"heat"},"x.note":{"s":"ON"}"#,
      [#"{"c":{"x.mode":{"+":{"s":"dry"}}}}"#],
      [
        "note: `x.cover` is `opening`, which is not `true` or `false`",
        "door=true lock=false ann=false cover=? mode=heat note=ON",
        "note: `x.mode` is `dry`, which is not one of `off`, `heat`, `cool`", "mode=?",
      ])
    try await check(
      "source person { ann, bo: Bool }",
      states: #""person.ann":{"s":"Work"},"person.bo":{"s":"home"}"#, [], ["ann=false bo=true"])
  }

  @Test func `a field may be an attribute, and begin with a digit`() async throws {
    let asked = Mutex<[String]>([])
    let server = try ScriptedHome.server({ home in
      try home.accept()
      let (_, entities) = try home.subscribe(
        #""climate.hall":{"s":"heat","a":{"current_temperature":68,"current_humidity":40,"preset":"eco"}},"climate.0x15":{"s":"off"}"#
      )
      asked.withLock { $0 = entities }
      home.connection.hold()
    })
    defer { server.stop() }
    let events = try await Connected(
      "source climate { hall_current_temperature: Temperature  hall_current_humidity: Percent  hall_preset, _0x15: Text }",
      server
    ).events(1)
    #expect(
      events == [
        "hall_current_temperature=20°C hall_current_humidity=40% hall_preset=eco _0x15=off"
      ])
    #expect(
      asked.withLock { $0 } == [
        "climate.hall_current_temperature", "climate.hall_current", "climate.hall",
        "climate.hall_current_humidity", "climate.hall_preset", "climate.0x15",
      ])
  }

  // MARK: - What is not there

  @Test func `a value holds for a while after its entity is unavailable or gone`() async throws {
    let declaration = "source sensor { a, b: Number }"
    let states = #""sensor.a":{"s":"1"},"sensor.b":{"s":"unavailable"}"#
    try await check(
      declaration, ", lost: 0s", states: states,
      [
        #"{"c":{"sensor.a":{"+":{"s":"unavailable"}}}}"#, #"{"c":{"sensor.a":{"+":{"s":"2"}}}}"#,
        #"{"r":["sensor.a"]}"#, #"{"a":{"sensor.a":{"s":"3"}}}"#,
      ], ["a=1 b=?", "a=?", "a=2", "a=?", "a=3"])
    try await check(
      declaration, states: states,
      [
        #"{"c":{"sensor.a":{"+":{"s":"unavailable"}}}}"#, #"{"c":{"sensor.a":{"+":{"s":"2"}}}}"#,
        #"{"r":["sensor.a"]}"#, #"{"a":{"sensor.a":{"s":"3"}}}"#,
      ], ["a=1 b=?", "a=2", "a=3"])
    try await check(
      declaration, ", lost: 0.05s", states: states,
      [#"{"c":{"sensor.a":{"+":{"s":"unknown"}}}}"#], ["a=1 b=?", "lapsed a=?"])
  }

  @Test func `an entity that there is not is said, with the one that was meant`() async throws {
    let server = try ScriptedHome.server({ home in
      try home.accept(state: "NOT_RUNNING")
      try home.subscribe(#""sensor.hall":{"s":"1"}"#)
      // Nothing is said before it has started.
      try home.answerConfiguration("NOT_RUNNING")
      try home.answerConfiguration()
      let id = try home.read()["id"]?.integer ?? 0
      try home.send(
        #"{"id":\#(id),"type":"result","success":true,"result":[{"entity_id":"sensor.kitchen"},{"entity_id":"binary_sensor.door"},{"entity_id":"sensor.hall"}]}"#
      )
      home.connection.hold()
    })
    defer { server.stop() }
    let connected = try Connected(
      "source sensor { hall, kichen, door, nothing: Number }", server,
      checkDelay: .milliseconds(10))
    #expect(
      try await connected.events(4) == [
        "hall=1 kichen=? door=? nothing=?",
        "note: Home Assistant has no `sensor.kichen`; did you mean `sensor.kitchen`?",
        "note: Home Assistant has no `sensor.door`; did you mean `binary_sensor.door`?",
        "note: Home Assistant has no `sensor.nothing`",
      ])
  }

  // MARK: - Tables

  @Test func `a table has a row for each entity of a class`() async throws {
    let states =
      #""sensor.a":{"s":"80","a":{"unit_of_measurement":"%","device_class":"battery","friendly_name":"Phone"},"lc":1782043200.7},"sensor.b":{"s":"9","a":{"unit_of_measurement":"%","device_class":"battery"},"lc":1782043201},"sensor.t":{"s":"9","a":{"device_class":"temperature"}}"#
    try await check(
      "table batteries by entity_id { entity_id, name: Text  value: Percent  changed: Instant }",
      #", device_class: "battery", lost: 0s"#, states: states,
      [
        #"{"c":{"sensor.a":{"+":{"s":"14","lc":1782043205}}}}"#,
        #"{"c":{"sensor.t":{"+":{"s":"10"}}}}"#,
        #"{"c":{"sensor.a":{"+":{"s":"unavailable"}}}}"#, #"{"r":["sensor.b"]}"#,
        #"{"a":{"light.x":{"s":"on","a":{"device_class":"battery"}}}}"#,
      ],
      [
        "+ sensor.a Phone 80% 2026-06-21T12:00:00Z\n+ sensor.b b 9% 2026-06-21T12:00:01Z",
        "+ sensor.a Phone 14% 2026-06-21T12:00:05Z", "+ sensor.a Phone ? 2026-06-21T12:00:05Z",
        "- sensor.b", "+ light.x x ? ?",
      ])
  }

  // MARK: - Connections

  @Test func `a connection that ends is made again, and what was known holds`() async throws {
    let states = #""sensor.a":{"s":"1","lc":1}"#
    let server = try ScriptedHome.server(
      { home in
        try home.accept()
        try home.subscribe(states)
      },
      { _ in },
      { home in
        try home.accept()
        try home.subscribe(states)
        try home.event(2, #"{"c":{"sensor.a":{"+":{"s":"2","lc":2}}}}"#)
        home.connection.hold()
      })
    defer { server.stop() }
    let pace = ServicePace(
      clock: Self.pace.clock, pause: Self.pace.pause, patience: .seconds(50),
      keepAlive: .seconds(30))
    // Nothing is said of it, and the same state again is no news.
    #expect(
      try await Connected("source sensor { a: Number }", server, pace: pace).events(2)
        == ["a=1", "a=2"])
  }

  @Test func `a loss is said once, then its values are unknown, then all of them come again`()
    async throws
  {
    let isUnknown = DispatchSemaphore(value: 0)
    let server = try ScriptedHome.server(
      { home in
        try home.accept()
        try home.subscribe(#""sensor.a":{"s":"1","lc":1}"#)
      },
      { _ in isUnknown.wait() },
      { home in
        try home.accept()
        try home.subscribe(#""sensor.a":{"s":"1","lc":1}"#)
        home.connection.hold()
      })
    defer { server.stop() }
    let connected = try Connected("source sensor { a: Number }", server, ", lost: 0.02s")
    var events: [String] = []
    for await event in try #require(connected.connector.pushed()) {
      switch event {
      case .received: events.append("reading")
      case .lost(let failure): events.append(failure.reason)
      case .lapsed:
        events.append("unknown")
        isUnknown.signal()
      case .arrived: events.append("found")
      case .noted, .lines: events.append("?")
      }
      if events.count == 6 { break }
    }
    #expect(
      events == [
        "found", "reading", "127.0.0.1 closed the connection", "unknown", "found", "reading",
      ])
  }

  @Test func `a token that is refused is one attempt for all connections, and may be renewed`()
    async throws
  {
    let logins = Mutex(0)
    let bothListen = DispatchSemaphore(value: 0)
    let server = try ScriptedHome.server(
      { home in
        logins.withLock { $0 += 1 }
        bothListen.wait()
        try home.accept(token: "renewed")
        home.connection.hold()
      },
      { home in
        logins.withLock { $0 += 1 }
        try home.accept()
        try home.subscribe(#""sensor.a":{"s":"1"}"#)
        home.connection.hold()
      })
    defer { server.stop() }
    let pace = ServicePace(
      clock: Self.pace.clock, pause: { _, _ in .seconds(50) }, patience: .seconds(50),
      keepAlive: .seconds(30))
    let web = WebClient.patient
    let first = try Connected("source sensor { a: Number }", server, pace: pace, web: web)
    let second = try Connected("source light { a: Bool }", server, pace: pace, web: web)
    let said = "refused: Home Assistant at 127.0.0.1 refuses the token"
    async let one = first.events(1)
    async let other = second.events(1)
    while first.connector.hub.listenerCount < 2 { try await Task.sleep(for: .milliseconds(1)) }
    bothListen.signal()
    #expect(try await [one, other] == [[said], [said]])
    #expect(logins.withLock { $0 } == 1)
    // Another listener, such as one after SIGHUP, is an attempt at once.
    #expect(try await first.events(1) == ["a=1"])
  }

  @Test func `a token that is renewed in its file is tried at once`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID().uuidString)")
    try Data("old\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let logins = Mutex(0)
    let refusal: @Sendable (ScriptedHome) throws -> Void = { home in
      logins.withLock { $0 += 1 }
      try home.accept(token: "new")
      home.connection.hold()
    }
    let server = try ScriptedHome.server(
      refusal,
      { home in
        logins.withLock { $0 += 1 }
        try home.accept(token: "new")
        try home.subscribe(#""sensor.a":{"s":"1"}"#)
        home.connection.hold()
      })
    defer { server.stop() }
    let pace = ServicePace(
      clock: Self.pace.clock, pause: { _, _ in .seconds(50) }, patience: .seconds(50),
      keepAlive: .seconds(30), look: .milliseconds(5))
    let connected = try Connected(
      "source sensor { a: Number }", server, tokenFile: file.path, pace: pace)
    var events: [String] = []
    for await event in try #require(connected.connector.pushed()) {
      if case .lost(let failure) = event {
        events.append("\(failure.kind)")
        #expect(logins.withLock { $0 } == 1)
        try Data("new\n".utf8).write(to: file, options: .atomic)
      }
      if case .received = event {
        events.append("reading")
        break
      }
    }
    #expect(events == ["refused", "reading"])
    // A look at the same token is no attempt.
    #expect(logins.withLock { $0 } == 2)
  }

  @Test func `a service that is no Home Assistant, and one that falls silent, are named`()
    async throws
  {
    let server = try ScriptedHome.server(
      { home in
        try home.upgrade()
        try home.send(#"{"type":"hello"}"#)
        home.connection.hold()
      })
    defer { server.stop() }
    #expect(
      try await Connected("source sensor { a: Number }", server).events(1)
        == ["unreadable: 127.0.0.1 is not Home Assistant"])
    let pings = Mutex<[String]>([])
    let silent = try ScriptedHome.server({ home in
      try home.accept()
      try home.subscribe(#""sensor.a":{"s":"1"}"#)
      let ping = try home.read()
      pings.withLock { $0.append(ping["type"]?.text ?? "") }
      try home.send(#"{"id":\#(ping["id"]?.integer ?? 0),"type":"pong"}"#)
      try home.event(2, #"{"c":{"sensor.a":{"+":{"s":"2"}}}}"#)
      home.connection.hold()
    })
    defer { silent.stop() }
    let pace = ServicePace(
      clock: Self.pace.clock, pause: Self.pace.pause, patience: .seconds(50),
      keepAlive: .milliseconds(20))
    #expect(
      try await Connected("source sensor { a: Number }", silent, pace: pace).events(2)
        == ["a=1", "a=2"])
    #expect(pings.withLock { $0 } == ["ping"])
  }

  @Test(
    arguments: [
      (
        "source s { a: Number }", "http://example.org:8123", "",
        "a token is sent to example.org over https:// only"
      ),
      (
        "source s(x: Text) { a: Number }", "http://ha.local", "",
        "a source of entities has no parameters: write a table"
      ),
      (
        "source s { a: Number }", "http://ha.local", #", device_class: "battery""#,
        "`device_class` is for tables"
      ),
      (
        "source s { a: Number }", "http://me:pw@ha.local", "",
        "`url` has no user and no password: the token is enough"
      ),
      (
        "source s { a: Number }", "http://ha.local", #", ca: "house.pem""#,
        "`ca` is the authority of a Home Assistant at https://, and this one is not"
      ),
    ])
  func `options that cannot be right are named`(
    declaration: String, url: String, options: String, problem: String
  ) {
    #expect(throws: ConnectorProblem("homeassistant(): \(problem)")) {
      try ConnectedRules(
        "\(declaration)\nconnect s to homeassistant(\"\(url)\", token: env(\"T\")\(options))",
        secrets: ["T": "x"])
    }
  }
}
