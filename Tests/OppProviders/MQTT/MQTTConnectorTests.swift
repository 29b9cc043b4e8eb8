import Dispatch
import OppEngine
import OppModel
import OppSession
import OppTestLimits
import OppTesting
import Synchronization
import Testing

@testable import OppProviders

/// Against a broker that is played by each test
@Suite(.limited) struct MQTTConnectorTests {
  static let kitchen = "source kitchen { temp: Temperature  charge: Percent  open: Bool }\n"
  static let rooms = "source rooms(room: Text) { temp: Temperature }\n"
  static let sensors = "table sensors by name { name: Text  temp: Temperature  open: Bool }\n"
  static let presses = "table presses by at, device { at: Instant  device, action: Text }\n"

  static let pace = ServicePace(
    clock: { ConnectedRules.now }, pause: { _, _ in .milliseconds(1) }, patience: .zero,
    keepAlive: .seconds(30))

  /// A connection of the first source or table of some rules
  private struct Connected {
    let rules: ConnectedRules
    let connector: MQTTConnector

    init(
      _ declaration: String, _ server: ByteServer, _ options: String, pace: ServicePace = pace,
      installation: String = "a1"
    ) throws {
      let name = declaration.split(separator: " ")[1].prefix { $0 != "(" }
      rules = try ConnectedRules(
        declaration + "connect \(name) to mqtt(\"\(server.address)\", \(options))\n")
      var settings = rules.settings
      settings.installation = installation
      connector = try MQTTConnector(settings, pace)
    }

    /// The first events
    func events(_ count: Int) async throws -> [String] {
      try await rules.events(count, of: connector)
    }
  }

  private func check(
    _ declaration: String, _ options: String, _ messages: [(String, String)],
    _ expected: [String], flags: UInt8 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let server = try ScriptedBroker.server({ broker in
      try broker.accept()
      for (index, (topic, payload)) in messages.enumerated() {
        try broker.publish(payload, to: topic, packet: UInt16(index + 1), flags: flags)
      }
      broker.connection.hold()
    })
    defer { server.stop() }
    let events = try await Connected(declaration, server, options).events(expected.count)
    #expect(events == expected, sourceLocation: sourceLocation)
  }

  // MARK: - Values

  @Test func `a message is a reading, and a field that it lacks stays`() async throws {
    try await check(
      Self.kitchen, #"topic: "z/kitchen""#,
      [
        ("z/kitchen", #"{"temp": 21.5, "charge": 80, "open": "ON", "linkquality": 9}"#),
        ("z/kitchen", #"{"open": false}"#), ("z/kitchen", #"{"temp": null, "charge": "75%"}"#),
        ("z/kitchen", #"{"linkquality": 9}"#), ("z/kitchen", #"{"temp[F]": 68}"#),
        ("z/kitchen", #"{"temp": 68, "unit": "°F"}"#), ("z/kitchen", ""),
      ],
      [
        "temp=21.5°C charge=80% open=true", "open=false", "temp=? charge=75%", "temp=20°C",
        "temp=20°C", "temp=? charge=? open=?",
      ])
  }

  @Test(arguments: ["unit", "unit_of_measurement"])
  func `a unit beside a value is its unit, and without a value it is nothing`(name: String)
    async throws
  {
    try await check(
      Self.kitchen, #"topic: "a""#,
      [
        ("a", #"{"temp": 68, "\#(name)": "°F"}"#), ("a", #"{"\#(name)": "°F", "temp": 50}"#),
        ("a", #"{"\#(name)": "°C"}"#), ("a", #"{"\#(name)": "%", "charge": 5}"#),
        ("a", #"{"temp": 20}"#),
      ], ["temp=20°C", "temp=10°C", "charge=5%", "temp=20°C"])
  }

  @Test func `places lead to fields, and one is all of a message`() async throws {
    try await check(
      Self.kitchen, #"topic: "a", fields: "temp = climate.in[1], open = contacts""#,
      [
        ("a", #"{"climate": {"in": [1, 22]}, "contacts": "open", "charge": 5, "temp": 1}"#),
        ("a", #"{"climate": {"in": [1]}, "contacts": false}"#),
      ], ["temp=22°C charge=5% open=true", "open=false"])
    try await check(
      "source switch { on: Bool }\n", #"topic: "s/state""#,
      [("s/state", "ON"), ("s/state", "off"), ("s/state", "true"), ("s/state", #""OFF""#)],
      ["on=true", "on=false", "on=true", "on=false"])
    try await check(
      "source meter { power: Power  note: Text }\n", #"topic: "m", fields: "power = .""#,
      [("m", "1.5kW"), ("m", "20")], ["power=1500W", "power=20W"])
  }

  @Test func `levels of a topic are parameters and fields`() async throws {
    try await check(
      Self.rooms, #"topic: "home/+room/temp""#,
      [("home/hall/temp", "21"), ("home/attic/temp", "25°C"), ("home/hall/temp", "")],
      [#"[text("hall")] temp=21°C"#, #"[text("attic")] temp=25°C"#, #"[text("hall")] temp=?"#]
        .map { $0.replacing("text(", with: "OppModel.Value.text(") })
    try await check(
      Self.sensors, #"topic: "z/+name""#,
      [
        ("z/hall", #"{"temp": 21, "open": true}"#), ("z/hall", #"{"temp": 22}"#),
        ("z/attic", #"{"temp": 25}"#), ("z/hall", ""),
      ], ["+ hall 21°C true", "+ hall 22°C true", "+ attic 25°C ?", "- hall"])
  }

  @Test func `a table with a time in its key has a row for each message`() async throws {
    try await check(
      Self.presses, #"topic: "z/+device""#,
      [
        ("z/door", #"{"action": "single"}"#), ("z/bell", #"{"action": "single"}"#),
        ("z/door", #"{"action": "double"}"#),
        ("z/door", #"{"action": "x", "at": "2026-06-21T11:00:00Z"}"#),
      ],
      [
        "+ 2026-06-21T12:00:00Z door single", "+ 2026-06-21T12:00:00Z bell single",
        "+ 2026-06-21T12:00:01Z door double", "+ 2026-06-21T11:00:00Z door x",
      ])
  }

  @Test func `retained messages are the state once, and no events`() async throws {
    let server = try ScriptedBroker.server({ broker in
      try broker.accept()
      for packet in [1, 2] as [UInt16] {
        try broker.publish(#"{"temp": 21}"#, to: "a", packet: packet, flags: 1)
      }
      try broker.publish(#"{"temp": 22}"#, to: "a", packet: 3, flags: 1)
      broker.connection.hold()
    })
    defer { server.stop() }
    #expect(
      try await Connected(Self.kitchen, server, #"topic: "a""#).events(2)
        == ["temp=21°C", "temp=22°C"])
    try await check(
      Self.presses, #"topic: "z/+device""#, [("z/door", #"{"action": "single"}"#), ("x", "")],
      ["unreadable: the broker 127.0.0.1 sent a message on `x`, which nobody asked for"], flags: 1)
  }

  @Test func `a message that cannot be read makes its topic unknown, and is said once`()
    async throws
  {
    try await check(
      Self.rooms, #"topic: "+room""#,
      [("a", "21"), ("b", "{broken"), ("b", "nonsense"), ("a", "22"), ("b", "23")],
      [
        #"[OppModel.Value.text("a")] temp=21°C"#, #"[OppModel.Value.text("b")] temp=?"#,
        "note: the message on `b`, line 1: `temp` is a temperature, such as `20C`, not `{broken`",
        #"[OppModel.Value.text("b")] temp=?"#, #"[OppModel.Value.text("a")] temp=22°C"#,
        #"[OppModel.Value.text("b")] temp=23°C"#,
      ])
    try await check(
      Self.kitchen, #"topic: "a""#, [("a", "21"), ("a", #"{"temperature": 21}"#)],
      [
        "temp=? charge=? open=?",
        "note: the message on `a` is no object: `fields: \"name = .\"` names the field that all of it is",
        "temp=? charge=? open=?",
      ])
  }

  // MARK: - Acknowledgements and sessions

  @Test func `a message is acknowledged when it is kept, and not before`() async throws {
    let acknowledged = DispatchSemaphore(value: 0)
    let server = try ScriptedBroker.server({ broker in
      try broker.accept()
      try broker.publish(#"{"temp": 21}"#, to: "a", packet: 7, flags: 8)
      try broker.awaitAcknowledgement(of: 7)
      acknowledged.signal()
      broker.connection.hold()
    })
    defer { server.stop() }
    let connected = try Connected(Self.kitchen, server, #"topic: "a""#)
    for await event in try #require(connected.connector.pushed()) {
      guard case .received(let message) = event else { continue }
      #expect(message.isRepeated)
      #expect(message.identity.hasPrefix("7 "))
      #expect(message.content == #"1 a{"temp": 21}"#)
      #expect(acknowledged.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
      message.acknowledge()
      // It comes, though a busy machine may take its time.
      acknowledged.wait()
      break
    }
  }

  @Test func `the same client comes back to its session, and subscribes anew`() async throws {
    let clients = Mutex<[String]>([])
    let script: @Sendable (ScriptedBroker) throws -> Void = { broker in
      let (client, filters) = try broker.accept(isSessionPresent: true)
      clients.withLock { $0.append("\(client) \(String(decoding: filters, as: UTF8.self))") }
      try broker.publish("21", to: "home/hall", packet: 1)
      try broker.awaitAcknowledgement(of: 1)
    }
    let server = try ScriptedBroker.server(script, script)
    defer { server.stop() }
    _ = try await Connected(Self.rooms, server, #"topic: "home/+room""#).events(3)
    let names = clients.withLock { $0 }
    #expect(names.count == 2)
    #expect(Set(names).count == 1)
    #expect(names[0].hasPrefix("opp-"))
    #expect(names[0].hasSuffix(" \u{0}\u{6}home/+\u{1}"))
  }

  @Test func `other stores, connections and topics are other clients`() {
    let names = [("a", "x"), ("b", "x"), ("a", "y"), ("ax", "")].map {
      MQTTSetup.identity($0.0, $0.1)
    }
    #expect(Set(names).count == 4)
    #expect(names.allSatisfy { $0.utf8.count <= 23 })
  }

  @Test func `what an earlier run kept arrives, and rows of messages with what they had`() throws {
    let server = try ScriptedBroker.server()
    server.stop()
    let kitchen = try Connected(Self.kitchen, server, #"topic: "a""#)
    let kept = [
      KeptMessage(at: ConnectedRules.now, content: #"1 a{"temp": 21}"#, isTaken: false),
      KeptMessage(at: ConnectedRules.now, content: #"1 b{"temp": 22}"#, isTaken: false),
      KeptMessage(at: ConnectedRules.now, content: "broken", isTaken: false),
    ]
    #expect(kitchen.connector.arrivals(of: kept).map { $0.count } == [1, 0, 0, 0])
    let presses = try Connected(Self.presses, server, #"topic: "+device""#)
    let arrivals = presses.connector.arrivals(of: [
      KeptMessage(at: ConnectedRules.now, content: #"1 a{"action": "x"}"#, isTaken: true),
      KeptMessage(at: ConnectedRules.now, content: #"1 a{"action": "y"}"#, isTaken: false),
    ])
    #expect(arrivals.map { $0.count } == [0, 0, 1])
    guard case .rows(let change)? = arrivals.last?.first else {
      Issue.record("\(arrivals)")
      return
    }
    #expect(change.isWhole)
    #expect(change.rows.count == 2)
    guard case .rows(let empty)? = presses.connector.arrivals(of: []).last?.first else { return }
    #expect(empty.isWhole)
  }

  /// A message that comes again is known to the store, which passes it over
  @Test func `rows have the same times after a restart, though a message came twice between them`()
    async throws
  {
    let server = try ScriptedBroker.server({ broker in
      try broker.accept()
      try broker.publish(#"{"action": "x"}"#, to: "door", packet: 1)
      try broker.publish(#"{"action": "x"}"#, to: "door", packet: 1, flags: 8)
      try broker.publish(#"{"action": "y"}"#, to: "door", packet: 2)
      broker.connection.hold()
    })
    defer { server.stop() }
    let connected = try Connected(Self.presses, server, #"topic: "+device""#)
    var rows: [[Value?]] = []
    var kept: [KeptMessage] = []
    for await event in try #require(connected.connector.pushed()) {
      guard case .received(let message) = event else { continue }
      if message.isRepeated { continue }
      for case .rows(let change) in message.arrivals { rows += change.rows }
      kept.append(
        KeptMessage(at: message.at, content: message.content ?? "", isTaken: !kept.isEmpty))
      if kept.count == 2 { break }
    }
    let again = try Connected(Self.presses, server, #"topic: "+device""#)
    guard case .rows(let change)? = again.connector.arrivals(of: kept).last?.first else {
      Issue.record("no rows")
      return
    }
    #expect(change.rows == rows)
  }

  // MARK: - Failures

  @Test(
    arguments: [
      ([0x20, 2, 0, 1], "misconfigured: the broker 127.0.0.1 does not speak MQTT 3.1.1"),
      ([0x20, 2, 0, 2], "misconfigured: the broker 127.0.0.1 refuses the identity of this client"),
      ([0x20, 2, 0, 3], "unreachable: the broker 127.0.0.1 is not ready"),
      ([0x20, 2, 0, 4], "refused: the broker 127.0.0.1 refuses the connection without a user"),
      ([0x20, 2, 0, 5], "refused: the broker 127.0.0.1 refuses the connection without a user"),
      (Array("HTTP/1.1 400 Bad\r\n".utf8), nil), ([0x90, 3, 0, 1, 1], nil),
    ] as [([UInt8], String?)])
  func `a broker that lets nobody in is named once`(answer: [UInt8], said: String?) async throws {
    let script: @Sendable (ScriptedBroker) throws -> Void = { broker in
      _ = try broker.read()
      try broker.send(answer)
      broker.connection.hold()
    }
    let server = try ScriptedBroker.server(
      script, script, script,
      { broker in
        try broker.accept()
        broker.connection.hold()
      })
    defer { server.stop() }
    let events = try await Connected(Self.kitchen, server, #"topic: "a""#).events(2)
    let malformed =
      "unreadable: what responds at \(server.address) is no broker of MQTT 3.1.1"
    #expect(events == [said ?? malformed, "found"])
  }

  @Test func `a topic that is not allowed is named once, and the connection made again`()
    async throws
  {
    let server = try ScriptedBroker.server(
      { broker in
        try broker.accept(codes: [0x80])
        broker.connection.hold()
      },
      { broker in
        try broker.accept()
        broker.connection.hold()
      })
    defer { server.stop() }
    #expect(
      try await Connected(Self.kitchen, server, #"topic: "a""#).events(2) == [
        "misconfigured: the broker 127.0.0.1 does not allow to listen to `a`", "found",
      ])
  }

  @Test func `a message that is too long is passed over, acknowledged and said once`()
    async throws
  {
    let long = String(repeating: "x", count: 1 << 20)
    let server = try ScriptedBroker.server({ broker in
      try broker.accept()
      for packet in [1, 2] as [UInt16] {
        try broker.publish(long, to: "a", packet: packet)
        try broker.awaitAcknowledgement(of: packet)
      }
      try broker.publish(#"{"temp": 21}"#, to: "a", packet: 3)
      broker.connection.hold()
    })
    defer { server.stop() }
    #expect(
      try await Connected(Self.kitchen, server, #"topic: "a""#).events(2) == [
        "note: the message on `a` is longer than 1 MiB, and passed over", "temp=21°C",
      ])
  }

  @Test func `a client that is thrown out right after it came says so`() async throws {
    let server = try ScriptedBroker.server({ try $0.accept() }, { try $0.accept() })
    defer { server.stop() }
    let events = try await Connected(Self.kitchen, server, #"topic: "a", client: "x""#).events(3)
    #expect(
      events == [
        "unreachable: 127.0.0.1 closed the connection", "found",
        "misconfigured: the broker 127.0.0.1 closes each connection at once: another client may use the same identity",
      ])
  }

  @Test func `a broker is asked whether it is there`() async throws {
    let pinged = Mutex(false)
    let server = try ScriptedBroker.server(
      { broker in
        try broker.accept()
        let packet = try broker.read()
        pinged.withLock { $0 = packet.header == 0xC0 }
        try broker.send([0xD0, 0])
        try broker.publish(#"{"temp": 21}"#, to: "a")
        broker.connection.hold()
      })
    defer { server.stop() }
    let pace = ServicePace(
      clock: { ConnectedRules.now }, pause: { _, _ in .milliseconds(1) }, patience: .zero,
      keepAlive: .milliseconds(10))
    #expect(
      try await Connected(Self.kitchen, server, #"topic: "a""#, pace: pace).events(1)
        == ["temp=21°C"])
    #expect(pinged.withLock { $0 })
  }

  @Test func `the last will of a device makes it lost, and then unknown`() async throws {
    let server = try ScriptedBroker.server({ broker in
      try broker.accept(codes: [1, 1])
      try broker.publish(#"{"temp": 21}"#, to: "a", packet: 1)
      try broker.publish(#"{"state":"offline"}"#, to: "bridge", packet: 2)
      try broker.awaitAcknowledgement(of: 2)
      broker.connection.hold()
    })
    defer { server.stop() }
    let events = try await Connected(
      Self.kitchen, server, #"topic: "a", status: "bridge", lost: 0s"#
    ).events(3)
    #expect(
      events == [
        "temp=21°C", "unreachable: `bridge` says `offline`",
        "lapsed kitchen unavailable: `bridge` says `offline`",
      ])
  }

  @Test func `a lost connection makes values unknown after a while, and a retained state known`()
    async throws
  {
    let first = try ScriptedBroker.server(
      { broker in
        try broker.accept()
        try broker.publish(#"{"temp": 21}"#, to: "a", packet: 1, flags: 1)
        try broker.awaitAcknowledgement(of: 1)
      }, { _ in }, { _ in },
      { broker in
        try broker.accept()
        try broker.publish(#"{"temp": 21}"#, to: "a", packet: 1, flags: 1)
        broker.connection.hold()
      })
    defer { first.stop() }
    let events = try await Connected(Self.kitchen, first, #"topic: "a", lost: 0s"#).events(5)
    #expect(
      events == [
        "temp=21°C", "unreachable: 127.0.0.1 closed the connection",
        "lapsed kitchen unavailable: 127.0.0.1 closed the connection", "found", "temp=21°C",
      ])
  }

  // MARK: - Options

  @Test(arguments: [
    (#""b", topic: "a/#/b""#, "stands for all that follows"),
    (#""b", topic: "+x""#, "no field or parameter `x`"),
    (#""b", topic: "a", fields: "x = y""#, "there is no field `x`"),
    (#""b", topic: "a", keep: 1h"#, "`keep` is for a table"),
    (#""b", topic: "a", ca: "x.pem""#, "`ca` is the authority of a broker at mqtts://"),
    (#""b", topic: "a", status: "x/+""#, "`status` is one topic"),
    (#""b", topic: "a", payload: "x""#, "`payload` is for notifications"),
    (#""mqtt://u:p@b", topic: "a""#, "as options"),
    (#""http://b", topic: "a""#, "is not the address of a broker"),
    (#""b", topic: "a", password: env("P")"#, "needs a `user`"),
    (#""b.example.org", topic: "a", user: "u", password: env("P")"#, "over mqtts:// only"),
  ])
  func `options with a mistake are named`(options: String, said: String) throws {
    let problem = #expect(throws: ConnectorProblem.self) {
      try ConnectedRules(
        Self.kitchen + "connect kitchen to mqtt(\(options))\n", secrets: ["P": "hunter2"])
    }
    #expect(problem?.reason.contains(said) == true, "\(problem?.reason ?? "")")
  }
}
