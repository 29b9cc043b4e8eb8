/// A control packet of MQTT 3.1.1, as far as a client needs them
///
/// https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html, whose sections are named below. A packet is a byte with its type and flags, the
/// length of the rest in groups of seven bits, and the rest:
///
/// ```
/// 30 0C   00 05 61 2F 74 6D 70   32 31 2E 35 43        PUBLISH "a/tmp", QoS 0: "21.5C"
/// 32 0B   00 01 61   00 07   …                          PUBLISH "a", QoS 1, packet 7
/// ```
enum MQTTPacket: Hashable {
  /// The broker's answer to CONNECT; `code` 0 is success
  case connected(isSessionPresent: Bool, code: UInt8)
  case published(MQTTMessage)

  /// A PUBLISH of the broker that is too long, whose bytes are passed over
  case passedOver(topic: String, packet: UInt16?)

  /// A PUBLISH of this client has arrived
  case acknowledged(UInt16)

  /// The answer to SUBSCRIBE: a granted quality for each filter, or 0x80 for one that is refused
  case subscribed(UInt16, codes: [UInt8])

  /// The answer to UNSUBSCRIBE
  case unsubscribed(UInt16)

  /// The answer to PINGREQ
  case alive
}

/// A PUBLISH from the broker
struct MQTTMessage: Hashable, Sendable {
  let topic: String
  let payload: [UInt8]

  /// The number by which it is acknowledged; `nil` for QoS 0
  let packet: UInt16?

  /// `true` for the message that a broker keeps for those who subscribe later
  let isRetained: Bool

  /// `true` if it may have come before: it was not acknowledged
  let isRepeated: Bool
}

/// Bytes that are no packet of a broker
struct MQTTFault: Error, Hashable {}

/// Cuts a stream of bytes into packets
struct MQTTReader {
  /// The longest packet that is read, in bytes
  static let longest = 1 << 20

  /// The first bytes of the packets that a broker sends, but for PUBLISH: CONNACK, PUBACK, SUBACK, UNSUBACK, PINGRESP
  private static let headers: [UInt8] = [0x20, 0x40, 0x90, 0xB0, 0xD0]

  private var bytes: [UInt8] = []

  /// The first byte that is no part of a packet which was taken
  private var start = 0

  /// The bytes of a packet that are still to be passed over
  private var passing = 0

  mutating func add(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The next packet; `nil` until all of it is there
  mutating func next() throws(MQTTFault) -> MQTTPacket? {
    let passed = min(passing, bytes.count - start)
    (passing, start) = (passing - passed, start + passed)
    guard start < bytes.count else { return nil }
    // The first byte shows if it is no packet of a broker, however long it seems to be.
    guard bytes[start] >> 4 == 3 || Self.headers.contains(bytes[start]) else { throw MQTTFault() }
    // Section 2.2.3: at most four bytes, the last without the highest bit.
    var (length, position, shift) = (0, start + 1, 0)
    while true {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      length |= Int(byte & 0x7F) << shift
      position += 1
      if byte & 0x80 == 0 { break }
      shift += 7
      guard shift <= 21 else { throw MQTTFault() }
    }
    guard length <= Self.longest else { return try passOver(length, from: position) }
    guard position + length <= bytes.count else { return nil }
    let packet = try Self.packet(bytes[start], bytes[position..<(position + length)])
    start = position + length
    return packet
  }

  /// Reads the head of a message that is too long, and passes the rest over as it comes
  ///
  /// - Returns: `nil` until the head is there.
  private mutating func passOver(
    _ length: Int, from position: Int
  ) throws(MQTTFault) -> MQTTPacket? {
    guard bytes[start] >> 4 == 3 else { throw MQTTFault() }
    // The topic with its length, and the number of the packet
    guard position + 2 <= bytes.count else { return nil }
    let head = 2 + (Int(bytes[position]) << 8 | Int(bytes[position + 1])) + 2
    guard position + head <= bytes.count else { return nil }
    let message = try Self.packet(bytes[start], bytes[position..<(position + head)])
    guard case .published(let message) = message else { throw MQTTFault() }
    (passing, start) = (length - head, position + head)
    return .passedOver(topic: message.topic, packet: message.packet)
  }

  private static func packet(
    _ header: UInt8, _ body: ArraySlice<UInt8>
  ) throws(MQTTFault) -> MQTTPacket {
    var rest = MQTTFields(rest: body)
    let packet: MQTTPacket
    switch (header >> 4, header & 0x0F) {
    case (2, 0):
      let flags = try rest.byte()
      packet = .connected(isSessionPresent: flags & 1 == 1, code: try rest.byte())
      guard flags <= 1 else { throw MQTTFault() }
    case (3, let flags): return .published(try message(flags, &rest))
    case (4, 0): packet = .acknowledged(try rest.number())
    case (9, 0):
      let number = try rest.number()
      packet = .subscribed(number, codes: try rest.codes())
    case (11, 0): packet = .unsubscribed(try rest.number())
    case (13, 0): packet = .alive
    default: throw MQTTFault()
    }
    guard rest.isEmpty else { throw MQTTFault() }
    return packet
  }

  /// Section 3.3: flags `DUP, QoS, QoS, RETAIN`
  private static func message(
    _ flags: UInt8, _ rest: inout MQTTFields
  ) throws(MQTTFault) -> MQTTMessage {
    let quality = flags >> 1 & 3
    // Quality 2 is never asked for, and a broker grants no more than that.
    guard quality < 2 else { throw MQTTFault() }
    let topic = try rest.text()
    guard !topic.isEmpty,
      !topic.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") || $0 == 0 })
    else { throw MQTTFault() }
    let packet = quality == 1 ? try rest.number() : nil
    guard packet != 0 else { throw MQTTFault() }
    return MQTTMessage(
      topic: topic, payload: rest.all(), packet: packet, isRetained: flags & 1 == 1,
      isRepeated: flags & 8 != 0)
  }
}

/// The fields of a packet, read one after the other
private struct MQTTFields {
  var rest: ArraySlice<UInt8>

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() throws(MQTTFault) -> UInt8 {
    guard let byte = rest.popFirst() else { throw MQTTFault() }
    return byte
  }

  mutating func number() throws(MQTTFault) -> UInt16 {
    let high = try byte()
    return UInt16(high) << 8 | UInt16(try byte())
  }

  /// Section 1.5.3: its length and UTF-8
  mutating func text() throws(MQTTFault) -> String {
    let count = Int(try number())
    guard count <= rest.count, let text = String(validating: rest.prefix(count), as: UTF8.self)
    else { throw MQTTFault() }
    rest = rest.dropFirst(count)
    return text
  }

  mutating func codes() throws(MQTTFault) -> [UInt8] {
    let codes = all()
    guard !codes.isEmpty, codes.allSatisfy({ $0 <= 2 || $0 == 0x80 }) else { throw MQTTFault() }
    return codes
  }

  mutating func all() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
