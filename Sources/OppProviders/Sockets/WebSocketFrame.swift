/// A frame from the client (RFC 6455, section 5.2): whole, and masked with fresh random bytes
///
/// ```
/// 81        the last frame of a text
/// 85        masked, 5 bytes
/// 37 FA 21 3D     the mask
/// 7F 9F 4D 51 58  "Hello", each byte with one of the mask
/// ```
struct WebSocketFrame {
  enum Kind: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  let kind: Kind
  let payload: [UInt8]

  /// The bytes to be sent
  ///
  /// - Parameter mask: four bytes that cannot be guessed.
  func bytes(mask: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x80 | kind.rawValue]
    switch payload.count {
    case ...125: bytes.append(0x80 | UInt8(payload.count))
    case ...0xFFFF: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(0x80 | 127)
      bytes += stride(from: 56, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: payload.count >> $0)
      }
    }
    bytes += mask
    bytes.reserveCapacity(bytes.count + payload.count)
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }

  /// A mask for one frame
  static func mask() -> [UInt8] { (0..<4).map { _ in UInt8.random(in: 0...255) } }
}

/// A reason for which a client ends a connection, by its code (section 7.4.1)
enum WebSocketBreach: UInt16, Error {
  case protocolError = 1002
  case unsupported = 1003
  case notUTF8 = 1007
  case tooLong = 1009
}

/// Reads the bytes of a server as messages
///
/// ```
/// 01 03 "Hel"     the first frame of a text
/// 89 00           a ping between two frames
/// 80 02 "lo"      the last one: the message is "Hello"
/// ```
struct WebSocketReader {
  enum Message: Hashable {
    case text(String)
    case ping([UInt8])
    case pong
    case closed(UInt16?)
  }

  /// The longest message, in bytes
  static let longest = 16 << 20

  /// The bytes that have come, from ``position`` on not read yet
  private var bytes: [UInt8] = []
  private var position = 0

  /// The text of the frames before the last one; `nil` if none has begun
  private var begun: [UInt8]?

  mutating func add(_ more: [UInt8]) {
    if position > 0 {
      bytes.removeFirst(position)
      position = 0
    }
    bytes += more
  }

  /// The next message; `nil` if it has not come yet
  mutating func next() throws(WebSocketBreach) -> Message? {
    while let frame = try nextFrame() {
      switch frame.kind {
      case .ping: return .ping(frame.payload)
      case .pong: return .pong
      case .close: return .closed(try Self.code(of: frame.payload))
      case .binary: throw .unsupported
      case .text, .continuation:
        guard (frame.kind == .continuation) == (begun != nil) else { throw .protocolError }
        var text = begun ?? []
        guard text.count + frame.payload.count <= Self.longest else { throw .tooLong }
        text += frame.payload
        guard frame.isLast else {
          begun = text
          continue
        }
        begun = nil
        guard let text = String(validating: text, as: UTF8.self) else { throw .notUTF8 }
        return .text(text)
      }
    }
    return nil
  }

  private struct Frame {
    let kind: WebSocketFrame.Kind
    let isLast: Bool
    let payload: [UInt8]
  }

  /// The next frame; `nil` if not all of it has come
  private mutating func nextFrame() throws(WebSocketBreach) -> Frame? {
    guard bytes.count - position >= 2 else { return nil }
    let (first, second) = (bytes[position], bytes[position + 1])
    // No extension was agreed on, and a server does not mask.
    guard first & 0x70 == 0, second & 0x80 == 0,
      let kind = WebSocketFrame.Kind(rawValue: first & 0x0F)
    else { throw .protocolError }
    let isLast = first & 0x80 != 0
    guard let (length, start) = try length(second & 0x7F) else { return nil }
    if kind.isControl { guard isLast, length <= 125 else { throw .protocolError } }
    guard length <= Self.longest else { throw .tooLong }
    guard bytes.count - start >= length else { return nil }
    position = start + length
    return Frame(kind: kind, isLast: isLast, payload: Array(bytes[start..<position]))
  }

  /// The length of a payload, and the place at which it begins; `nil` if it has not come yet
  private func length(_ short: UInt8) throws(WebSocketBreach) -> (length: Int, start: Int)? {
    let begin = position + 2
    let count = short == 126 ? 2 : short == 127 ? 8 : 0
    guard count > 0 else { return (Int(short), begin) }
    guard bytes.count - begin >= count else { return nil }
    let number = bytes[begin..<(begin + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // The most significant bit must be 0, and the shortest form be used.
    guard number >> 63 == 0, number > (count == 2 ? 125 : 0xFFFF) else { throw .protocolError }
    return (Int(clamping: number), begin + count)
  }

  /// The code of a close frame; `nil` if it states none
  private static func code(of payload: [UInt8]) throws(WebSocketBreach) -> UInt16? {
    guard !payload.isEmpty else { return nil }
    guard payload.count >= 2 else { throw .protocolError }
    guard String(validating: payload[2...], as: UTF8.self) != nil else { throw .notUTF8 }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    // 1004 to 1006 and 1015 are never sent (section 7.4.1).
    guard
      (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
    else { throw .protocolError }
    return code
  }
}
