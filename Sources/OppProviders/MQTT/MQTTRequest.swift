/// A control packet of MQTT 3.1.1 that a client sends
struct MQTTRequest: Hashable {
  let bytes: [UInt8]

  /// The longest text in a packet, in bytes
  static let longestText = 65_535

  private init(_ header: UInt8, _ body: [UInt8]) {
    var bytes = [header]
    var length = body.count
    repeat {
      let group = UInt8(length & 0x7F)
      length >>= 7
      bytes.append(length > 0 ? group | 0x80 : group)
    } while length > 0
    self.bytes = bytes + body
  }

  /// Section 3.1
  ///
  /// - Parameters:
  ///   - keepsSession: `true` if the broker is to keep messages while the client is away.
  ///   - will: the topic on which the broker publishes `offline`, retained, when the client is gone; `nil` for none.
  static func connect(
    client: String, keepsSession: Bool, keepAlive: UInt16, user: String?, password: String?,
    will: String? = nil
  ) -> MQTTRequest {
    var flags: UInt8 = keepsSession ? 0 : 0x02
    var payload = text(client)
    if let will {
      // Retained, QoS 1
      flags |= 0x04 | 0x08 | 0x20
      payload += text(will) + text(Self.offline)
    }
    if let user {
      flags |= 0x80
      payload += text(user)
    }
    if user != nil, let password {
      flags |= 0x40
      payload += text(password)
    }
    return MQTTRequest(
      0x10, text("MQTT") + [4, flags] + number(keepAlive) + payload)
  }

  /// The payload of a will, and of a client that goes
  static let offline = "offline"

  /// Section 3.3
  ///
  /// - Parameter packet: the number by which the broker acknowledges it: QoS 1.
  static func publish(
    _ payload: [UInt8], to topic: String, packet: UInt16, isRetained: Bool
  ) -> MQTTRequest {
    MQTTRequest(0x32 | (isRetained ? 1 : 0), text(topic) + number(packet) + payload)
  }

  static func acknowledge(_ packet: UInt16) -> MQTTRequest { MQTTRequest(0x40, number(packet)) }

  static func subscribe(
    _ filters: [String], quality: UInt8, packet: UInt16
  ) -> MQTTRequest {
    MQTTRequest(0x82, number(packet) + filters.flatMap { text($0) + [quality] })
  }

  static let ping = MQTTRequest(0xC0, [])
  static let disconnect = MQTTRequest(0xE0, [])

  private static func number(_ number: UInt16) -> [UInt8] {
    [UInt8(number >> 8), UInt8(number & 0xFF)]
  }

  /// A text with its length
  ///
  /// - Requires: no more than ``longestText`` bytes; of more, the rest is left out.
  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(longestText))
    return number(UInt16(clamping: bytes.count)) + bytes
  }
}
