import OppTestLimits
import Testing

@testable import OppProviders

/// The bytes of MQTT 3.1.1, by the tables of the standard
@Suite(.limited) struct MQTTPacketTests {
  private func bytes(_ text: String) -> [UInt8] {
    text.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  private func packets(_ parts: [[UInt8]]) throws -> [MQTTPacket] {
    var reader = MQTTReader()
    var packets: [MQTTPacket] = []
    for part in parts {
      reader.add(part)
      while let packet = try reader.next() { packets.append(packet) }
    }
    return packets
  }

  static let received: [(String, MQTTPacket)] = [
    ("20 02 00 00", .connected(isSessionPresent: false, code: 0)),
    ("20 02 01 00", .connected(isSessionPresent: true, code: 0)),
    ("20 02 00 05", .connected(isSessionPresent: false, code: 5)),
    (
      "30 06 00 03 61 2F 62 39",
      .published(
        MQTTMessage(
          topic: "a/b", payload: [0x39], packet: nil, isRetained: false, isRepeated: false))
    ),
    (
      "3B 05 00 01 61 00 07",
      .published(
        MQTTMessage(topic: "a", payload: [], packet: 7, isRetained: true, isRepeated: true))
    ),
    ("40 02 01 00", .acknowledged(256)), ("90 04 00 01 01 80", .subscribed(1, codes: [1, 0x80])),
    ("B0 02 00 02", .unsubscribed(2)), ("D0 00", .alive),
  ]

  @Test(arguments: received)
  func `a packet is read, also byte for byte`(text: String, expected: MQTTPacket) throws {
    #expect(try packets([bytes(text)]) == [expected])
    #expect(try packets(bytes(text).map { [$0] }) == [expected])
    #expect(try packets([bytes(text) + bytes(text)]) == [expected, expected])
  }

  @Test(arguments: [
    "00 00", "10 00", "20 03 00 00 00", "20 02 02 00", "21 02 00 00", "20 01 00", "34 03 00 01 61",
    "36 03 00 01 61", "30 01 00", "30 02 00 00", "30 03 00 05 61", "30 04 00 02 C3 28",
    "30 03 00 01 2B", "30 03 00 01 23", "30 03 00 01 00", "32 05 00 01 61 00 00", "32 03 00 01 61",
    "40 01 00", "90 02 00 01", "90 03 00 01 03", "D0 01 00", "E0 00", "F0 00", "30 FF FF FF FF 01",
    "48 54 54 50 2F 31 2E 31 20 34 30 30 20 42 61 64",
  ])
  func `bytes that are no packet of a broker are refused`(text: String) {
    #expect(throws: MQTTFault()) { try packets([bytes(text)]) }
  }

  @Test func `a packet has up to a mebibyte, and a longer message is passed over`() throws {
    let topic: [UInt8] = [0, 1, 0x61]
    let body = topic + [UInt8](repeating: 9, count: MQTTReader.longest - topic.count)
    let longest = try packets([[0x30, 0x80, 0x80, 0x40] + body])
    guard case .published(let message)? = longest.first else {
      Issue.record("\(longest.count)")
      return
    }
    #expect(message.payload.count == MQTTReader.longest - topic.count)
    // One byte more, and the next message.
    let more = [UInt8](repeating: 9, count: MQTTReader.longest + 1 - topic.count - 2)
    let next = bytes("D0 00")
    let tooLong = [0x32, 0x81, 0x80, 0x40] + topic + [0, 7] + more
    let expected = [MQTTPacket.passedOver(topic: "a", packet: 7), .alive]
    #expect(try packets([tooLong + next]) == expected)
    for cut in [1, 4, 6, 8, 9, 5000] {
      #expect(
        try packets([Array(tooLong[..<cut]), Array(tooLong[cut...]) + next]) == expected, "\(cut)")
    }
    #expect(throws: MQTTFault()) { try packets([[0x90, 0x81, 0x80, 0x40]]) }
  }

  @Test func `requests are the bytes of the standard`() {
    let requests: [(MQTTRequest, String)] = [
      (
        .connect(client: "opp", keepsSession: false, keepAlive: 60, user: nil, password: nil),
        "10 0F 00 04 4D 51 54 54 04 02 00 3C 00 03 6F 70 70"
      ),
      (
        .connect(
          client: "a", keepsSession: true, keepAlive: 10, user: "u", password: "p", will: "w"),
        "10 1F 00 04 4D 51 54 54 04 EC 00 0A 00 01 61 00 01 77 00 07 6F 66 66 6C 69 6E 65 00 01 75 00 01 70"
      ),
      (.subscribe(["a/+"], quality: 1, packet: 1), "82 08 00 01 00 03 61 2F 2B 01"),
      (.publish([0x21], to: "t", packet: 258, isRetained: true), "33 06 00 01 74 01 02 21"),
      (.acknowledge(7), "40 02 00 07"), (.ping, "C0 00"), (.disconnect, "E0 00"),
    ]
    for (request, text) in requests { #expect(request.bytes == bytes(text), "\(text)") }
    let long = MQTTRequest.publish(
      [UInt8](repeating: 0, count: 321 - 5), to: "t", packet: 1, isRetained: false)
    #expect(long.bytes.prefix(3) == [0x32, 0xC1, 0x02])
  }
}
