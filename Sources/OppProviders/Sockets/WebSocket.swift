internal import OppModel
internal import OppSystem

/// A reason why a WebSocket ended, or was not opened
enum WebSocketFault: Error, Hashable {
  /// The transport under it
  case transport(WebFault)

  /// The service responds, with another status than 101 or to something else
  case noWebSocket(status: Int)

  /// The service sent something that RFC 6455 does not allow
  case breach(WebSocketBreach)

  /// The service closed it, with a code or without
  case closed(UInt16?)
}

/// A connection of texts both ways (RFC 6455)
///
/// ```
/// >  GET /api/websocket HTTP/1.1      Upgrade: websocket      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
/// <  HTTP/1.1 101 Switching Protocols     Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
/// >  text …      <  text …      <  ping      >  pong
/// ```
///
/// It offers no extension. A ping is answered by ``next(until:)``, which one task calls; any task may send.
struct WebSocket: Sendable {
  private let connection: ByteConnection
  private var reader = WebSocketReader()

  /// The time that the service has to answer the request
  private static let answerLimit = Duration.seconds(10)

  /// The longest head of the answer, in bytes
  private static let longestHead = 16 << 10

  /// The text that the answer shows to have been read (section 1.3)
  private static let signature = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  private init(_ connection: ByteConnection, rest: [UInt8]) {
    self.connection = connection
    reader.add(rest)
  }

  /// Connects, and agrees on the protocol
  ///
  /// - Parameter trust: the authorities for an address with https.
  static func open(_ address: WebAddress, trust: WebTrust) async throws(WebSocketFault) -> WebSocket
  {
    let connection: ByteConnection
    do throws(WebFault) {
      connection = try await ByteConnection.connect(
        to: LineAddress(host: address.host, port: UInt16(clamping: address.port)),
        trust: address.isSecure ? trust : nil)
    } catch {
      throw .transport(error)
    }
    let key = Base64.encoded((0..<16).map { _ in UInt8.random(in: 0...255) })
    connection.send(request(address, key))
    return WebSocket(connection, rest: try await answer(connection, key))
  }

  private static func request(_ address: WebAddress, _ key: String) -> [UInt8] {
    let isUsualPort = address.port == (address.isSecure ? 443 : 80)
    let host = address.host.contains(":") ? "[\(address.host)]" : address.host
    let lines = [
      "GET \(address.path.isEmpty ? "/" : address.path) HTTP/1.1",
      "Host: \(host)\(isUsualPort ? "" : ":\(address.port)")", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// Waits for the answer, and checks it
  ///
  /// - Returns: the bytes behind it, which belong to frames.
  private static func answer(
    _ connection: ByteConnection, _ key: String
  ) async throws(WebSocketFault) -> [UInt8] {
    let deadline = ContinuousClock.now + answerLimit
    var bytes: [UInt8] = []
    var head = ResponseHead()
    var start = 0
    while true {
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        head.add(bytes[start..<end])
        start = end + 1
        guard head.hasBegun else { throw .noWebSocket(status: 0) }
        guard head.isComplete else { continue }
        guard isAgreed(head, key) else { throw .noWebSocket(status: head.status) }
        return Array(bytes[start...])
      }
      guard bytes.count < longestHead else { throw .noWebSocket(status: head.status) }
      do throws(WebFault) {
        guard let more = try await connection.receive(until: deadline) else {
          throw WebFault.tookTooLong
        }
        bytes += more
      } catch {
        // One that closes without a word may speak another protocol, or be starting.
        throw .transport(error)
      }
    }
  }

  private static func isAgreed(_ head: ResponseHead, _ key: String) -> Bool {
    let accept = Base64.encoded(SHA1.digest(Array((key + signature).utf8)))
    return head.status == 101 && head.headers["upgrade"]?.lowercased() == "websocket"
      && head.headers["connection"]?.lowercased().split(separator: ",").contains {
        $0.trimming(" ") == "upgrade"
      } == true
      && head.headers["sec-websocket-accept"] == accept
      && head.headers["sec-websocket-extensions"] == nil
  }

  /// Sends a text
  ///
  /// - Returns: `false` if the connection has ended.
  @discardableResult func send(_ text: String) -> Bool { send(.text, Array(text.utf8)) }

  @discardableResult private func send(_ kind: WebSocketFrame.Kind, _ payload: [UInt8]) -> Bool {
    let frame = WebSocketFrame(kind: kind, payload: payload)
    return connection.send(frame.bytes(mask: WebSocketFrame.mask()))
  }

  /// Waits for the next text; `nil` if none has come until the deadline
  ///
  /// - Throws: the reason of the end, after which the connection is of no use.
  mutating func next(
    until deadline: ContinuousClock.Instant
  ) async throws(WebSocketFault) -> String? {
    while true {
      while let message = try nextMessage() {
        switch message {
        case .text(let text): return text
        case .ping(let payload): send(.pong, payload)
        case .pong: break
        case .closed(let code):
          end(code ?? 1000)
          throw .closed(code)
        }
      }
      do throws(WebFault) {
        guard let bytes = try await connection.receive(until: deadline) else { return nil }
        reader.add(bytes)
      } catch {
        throw .transport(error)
      }
    }
  }

  private mutating func nextMessage() throws(WebSocketFault) -> WebSocketReader.Message? {
    do throws(WebSocketBreach) {
      return try reader.next()
    } catch {
      end(error.rawValue)
      throw .breach(error)
    }
  }

  /// Says that it ends, and why, and ends it
  func end(_ code: UInt16 = 1000) {
    send(.close, [UInt8(code >> 8), UInt8(code & 0xFF)])
    connection.end()
  }
}
