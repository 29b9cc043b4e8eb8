import OppEngine
import OppModel
import OppTestLimits
import OppTesting
import Synchronization
import Testing

@testable import OppProviders

/// Against a broker that is played by each test
@Suite(.limited) struct MQTTNotifierTests {
  private func notifier(
    _ server: ByteServer, _ values: [String: Value] = [:], late: Int64 = 0
  ) throws -> MQTTNotifier {
    let all = values.merging(
      ["address": .text(server.address), "topic": .text("home/notices")]) { own, _ in own }
    return try MQTTNotifier(LocatedWorld.settings("notifications", "mqtt", all)) {
      LocatedWorld.noon.advanced(by: late)
    }
  }

  /// A broker that takes one message, and the packet of it
  private func delivered(
    _ values: [String: Value] = [:], late: Int64 = 0, acknowledges: Bool = true
  ) async throws -> (header: UInt8, text: String, problem: String?) {
    let packet = Mutex<ScriptedBroker.Received?>(nil)
    let server = try ScriptedBroker.server({ broker in
      _ = try broker.read()
      try broker.send([0x20, 2, 0, 0])
      let published = try broker.read()
      packet.withLock { $0 = published }
      if acknowledges { try broker.send([0x40, 2, 0, 1]) }
    })
    defer { server.stop() }
    let problem = await Notices.deliver(
      try notifier(server, values, late: late), Notices.notice())
    let received = packet.withLock { $0 }
    // The topic and the number of the packet go before.
    let payload = received?.body.dropFirst(2 + "home/notices".utf8.count + 2) ?? []
    return (received?.header ?? 0, String(decoding: payload, as: UTF8.self), problem)
  }

  @Test func `a notification is a message of JSON, and is delivered when it is acknowledged`()
    async throws
  {
    let (header, text, problem) = try await delivered()
    #expect(header == 0x32)
    #expect(text == Notices.notice().json)
    #expect(problem == nil)
  }

  @Test func `a constant message is sent as it is, and may be retained`() async throws {
    let (header, text, problem) = try await delivered([
      "payload": .text("ON"), "retain": .truth(true),
    ])
    #expect(header == 0x33)
    #expect(text == "ON")
    #expect(problem == nil)
  }

  @Test func `a message that is not acknowledged is not delivered`() async throws {
    let outcome = try await delivered(acknowledges: false)
    #expect(outcome.problem == "127.0.0.1 closed the connection")
  }

  @Test(
    arguments: [
      (["payload": Value.text("ON")], 120, nil),
      (["payload": .text("ON")], 121, "too late: it is of use for 120 s, for good"),
      (["within": .scalar(10)], 11, "too late: it is of use for 10 s, for good"),
      ([:], 100_000, nil),
    ] as [([String: Value], Int64, String?)])
  func `a command that is too late is not sent`(
    values: [String: Value], late: Int64, said: String?
  ) async throws {
    let outcome = try await delivered(values, late: late)
    #expect(outcome.problem == said)
    #expect(outcome.header == (said == nil ? 0x32 : 0))
  }

  @Test func `a broker that refuses, and options of sources, are named`() async throws {
    let server = try ScriptedBroker.server({ broker in
      _ = try broker.read()
      try broker.send([0x20, 2, 0, 5])
      broker.connection.hold()
    })
    defer { server.stop() }
    #expect(
      await Notices.deliver(try notifier(server), Notices.notice())
        == "the broker 127.0.0.1 refuses the connection without a user")
    #expect(throws: ConnectorProblem.self) { try notifier(server, ["keep": .scalar(60)]) }
    #expect(throws: ConnectorProblem.self) { try notifier(server, ["topic": .text("a/+")]) }
  }
}
