import OppModel
import OppTesting

@testable import OppProviders

/// A Home Assistant that does what each test says, over ``ByteServer``
struct ScriptedHome {
  /// The client sent what is no JSON
  struct NoMessage: Error {}

  let connection: ByteServerConnection

  static func server(
    _ scripts: (@Sendable (ScriptedHome) throws -> Void)...
  ) throws -> ByteServer {
    try ByteServer(
      scripts.map { script in { connection in try script(ScriptedHome(connection: connection)) } })
  }

  /// Takes the request of a WebSocket, and agrees
  ///
  /// - Returns: the lines of the request.
  @discardableResult func upgrade(key: String? = nil, also header: String = "") throws -> [String] {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try connection.read(1) }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map { String($0) }
    let own = lines.first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19) ?? ""
    let accept = Base64.encoded(
      SHA1.digest(Array((key ?? own + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    try connection.send(
      Array(
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n\(header)\r\n"
          .utf8))
    return lines
  }

  /// Reads a frame of the client, which is masked
  func frame() throws -> (kind: UInt8, payload: [UInt8]) {
    let head = try connection.read(2)
    var count = Int(head[1] & 0x7F)
    if count == 126 { count = try connection.read(2).reduce(0) { $0 << 8 | Int($1) } }
    if count == 127 { count = try connection.read(8).reduce(0) { $0 << 8 | Int($1) } }
    let mask = try connection.read(4)
    let payload = try connection.read(count)
    return (head[0] & 0x0F, payload.enumerated().map { $1 ^ mask[$0 & 3] })
  }

  /// Reads the next text, and answers nothing before it
  func read() throws -> HomeMessage {
    while true {
      let (kind, payload) = try frame()
      guard kind == 1 else { continue }
      guard let message = HomeMessage.all(String(decoding: payload, as: UTF8.self))?.first else {
        throw NoMessage()
      }
      return message
    }
  }

  func send(_ text: String) throws { try send(kind: 0x81, Array(text.utf8)) }

  func send(kind: UInt8, _ payload: [UInt8]) throws {
    var bytes = [kind]
    switch payload.count {
    case ...125: bytes.append(UInt8(payload.count))
    case ...0xFFFF: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes +=
        [127] + stride(from: 56, through: 0, by: -8).map { UInt8(payload.count >> $0 & 0xFF) }
    }
    try connection.send(bytes + payload)
  }

  /// Lets the client in if it has the token, and says that it runs
  ///
  /// - Returns: `false` for another token.
  @discardableResult func accept(token: String = "secret", state: String = "RUNNING") throws -> Bool
  {
    try upgrade()
    try send(#"{"type":"auth_required","ha_version":"2024.3.3"}"#)
    let auth = try read()
    guard auth["access_token"]?.text == token else {
      try send(#"{"type":"auth_invalid","message":"Invalid access token or password"}"#)
      return false
    }
    try send(#"{"type":"auth_ok","ha_version":"2024.3.3"}"#)
    try answerConfiguration(state)
    return true
  }

  /// Answers `get_config`
  func answerConfiguration(_ state: String = "RUNNING") throws {
    let id = try read()["id"]?.integer ?? 0
    try send(
      #"{"id":\#(id),"type":"result","success":true,"result":{"state":"\#(state)","time_zone":"Europe/Berlin","unit_system":{"temperature":"°F","length":"km"}}}"#
    )
  }

  /// Takes a subscription, and sends the states
  ///
  /// - Parameter states: the members of an object by identities.
  /// - Returns: the number of the subscription, and the entities.
  @discardableResult func subscribe(_ states: String) throws -> (id: Int, entities: [String]) {
    let message = try read()
    let id = message["id"]?.integer ?? 0
    try send(#"{"id":\#(id),"type":"result","success":true,"result":null}"#)
    try event(id, #"{"a":{\#(states)}}"#)
    return (id, message["entity_ids"]?.elements?.compactMap { $0.text } ?? [])
  }

  func event(_ id: Int, _ event: String) throws {
    try send(#"{"id":\#(id),"type":"event","event":\#(event)}"#)
  }
}
