import OppModel
import OppTesting

@testable import OppProviders

/// A broker that does what each test says, over ``ByteServer``
struct ScriptedBroker {
  let connection: ByteServerConnection

  /// A packet as it comes: its first byte and the rest
  struct Received: Hashable {
    let header: UInt8
    let body: [UInt8]

    /// The number of a packet that begins with it
    var number: UInt16 { UInt16(body[0]) << 8 | UInt16(body[1]) }
  }

  init(_ connection: ByteServerConnection) { self.connection = connection }

  static func server(
    port: UInt16 = 0, _ scripts: (@Sendable (ScriptedBroker) throws -> Void)...
  ) throws -> ByteServer {
    try ByteServer(
      port: port, scripts.map { script in { connection in try script(ScriptedBroker(connection)) } }
    )
  }

  func read() throws -> Received {
    let header = try connection.read(1)[0]
    var (length, shift) = (0, 0)
    while true {
      let byte = try connection.read(1)[0]
      length |= Int(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 { break }
    }
    return Received(header: header, body: try connection.read(length))
  }

  func send(_ bytes: [UInt8]) throws { try connection.send(bytes) }

  /// Lets the client in, and takes its subscription
  ///
  /// - Returns: the identity of the client, and the filters.
  @discardableResult
  func accept(
    isSessionPresent: Bool = false, codes: [UInt8] = [1]
  ) throws -> (client: String, filters: [UInt8]) {
    let connect = try read()
    try send([0x20, 2, isSessionPresent ? 1 : 0, 0])
    let subscribe = try read()
    try send([0x90, UInt8(2 + codes.count)] + subscribe.body.prefix(2) + codes)
    let count = Int(connect.body[10]) << 8 | Int(connect.body[11])
    return (
      String(decoding: connect.body[12..<(12 + count)], as: UTF8.self),
      Array(subscribe.body.dropFirst(2))
    )
  }

  /// Publishes a message
  ///
  /// - Parameters:
  ///   - packet: `nil` for QoS 0.
  ///   - flags: 1 for a retained message, 8 for a repeated one.
  func publish(
    _ payload: String, to topic: String, packet: UInt16? = nil, flags: UInt8 = 0
  ) throws {
    var body = [UInt8(topic.utf8.count >> 8), UInt8(topic.utf8.count & 0xFF)] + Array(topic.utf8)
    if let packet { body += [UInt8(packet >> 8), UInt8(packet & 0xFF)] }
    body += Array(payload.utf8)
    var length: [UInt8] = []
    var rest = body.count
    repeat {
      length.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    try send([0x30 | flags | (packet == nil ? 0 : 2)] + length + body)
  }

  /// Waits for the acknowledgement of a message
  func awaitAcknowledgement(of packet: UInt16) throws {
    while true {
      let received = try read()
      if received.header == 0x40, received.number == packet { return }
    }
  }
}
