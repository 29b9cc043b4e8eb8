/// Cuts a stream of bytes into the bodies of messages, each after a header with its length
///
/// A header that cannot be read is reported, and reading goes on at the next `Content-Length:`.
///
/// ```
/// Content-Length: 33\r\n
/// \r\n
/// {"jsonrpc":"2.0","method":"exit"}
/// ```
///
/// Bytes come in pieces of any size. Names of headers may be in letters of any case; other headers are passed over,
/// and so are empty lines between messages. The limits are ``bodyLimit`` and ``headerLimit``.
package struct FrameReader: Sendable {
  package enum Frame: Hashable, Sendable {
    case body([UInt8])
    /// A header that cannot be read
    case malformed(String)
  }

  /// The largest body that is read, in bytes
  package static let bodyLimit = 64 << 20

  /// The most bytes of one header
  package static let headerLimit = 16 << 10

  /// The bytes that have come, from the last that were dropped
  private var buffer: [UInt8] = []

  /// The bytes of ``buffer`` that have been read
  private var position = 0

  /// `true` while bytes are dropped up to the next `Content-Length:`
  private var isLost = false

  /// The length of the body that is being read; nil while a header is
  private var length: Int?

  /// The name of the one header that counts, in lower case, with its colon
  private static let name = Array("content-length:".utf8)

  package init() {}

  package mutating func add(_ bytes: [UInt8]) {
    if position > 0 {
      buffer.removeSubrange(..<position)
      position = 0
    }
    buffer += bytes
  }

  /// Puts back the end of a body that was no JSON, if it seems to hold the header of another message
  package mutating func putBack(_ body: [UInt8]) {
    guard let start = Self.firstHeader(in: body[...]) ?? Self.beginningOfHeader(in: body) else {
      return
    }
    add([])
    buffer.insert(contentsOf: body[start...], at: 0)
  }

  /// The next body or mistake; nil if more bytes are needed
  package mutating func next() -> Frame? {
    if isLost, !skipToHeader() { return nil }
    if length == nil {
      switch header() {
      case .incomplete: return nil
      case .malformed(let reason): return .malformed(reason)
      case .length(let found): length = found
      }
    }
    guard let count = length, buffer.count - position >= count else { return nil }
    let body = Array(buffer[position..<position + count])
    position += count
    length = nil
    return .body(body)
  }

  // MARK: Headers

  /// The outcome of reading a header
  private enum Header {
    case incomplete
    case malformed(String)
    case length(Int)
  }

  /// Reads the lines of a header up to the empty one
  private mutating func header() -> Header {
    var start = position
    var found: Int?
    while let end = buffer[start...].firstIndex(of: 0x0A) {
      if end - position > Self.headerLimit { break }
      var line = buffer[start..<end]
      if line.last == 0x0D { line = line.dropLast() }
      start = end + 1
      if line.isEmpty {
        // Empty lines between messages do no harm.
        guard start - position > 2 || found != nil else {
          position = start
          continue
        }
        position = start
        guard let found else { return lose("the header has no Content-Length", from: start) }
        return .length(found)
      }
      guard line.contains(UInt8(ascii: ":")) else {
        return lose("a line of the header has no colon")
      }
      // The end of a body that was cut may be before the name, as in `"contentContent-Length: 5`.
      guard let name = Self.firstHeader(in: line) else { continue }
      line = line[name...]
      guard let length = Self.number(line.dropFirst(Self.name.count)) else {
        return lose("the Content-Length is not a number", from: start)
      }
      guard length <= Self.bodyLimit else {
        return lose("the message is longer than \(Self.bodyLimit) bytes", from: start)
      }
      found = length
    }
    if buffer.count - position > Self.headerLimit {
      return lose("the header is longer than \(Self.headerLimit) bytes")
    }
    return .incomplete
  }

  /// Gives up a header
  private mutating func lose(_ reason: String, from start: Int? = nil) -> Header {
    position = start ?? position
    isLost = true
    return .malformed(reason)
  }

  /// Drops bytes up to the next header
  ///
  /// - Returns: `true` if there is one.
  private mutating func skipToHeader() -> Bool {
    if let start = Self.firstHeader(in: buffer[position...]) {
      position = start
      isLost = false
      return true
    }
    // The last bytes may be the beginning of a header.
    position = max(position, buffer.count - Self.name.count)
    return false
  }

  /// The first place at which the name of the header begins; `nil` if there is none
  private static func firstHeader(in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= name.count else { return nil }
    for start in bytes.startIndex...bytes.endIndex - name.count
    where bytes[start] | 0x20 == name[0] && isLength(bytes[start...]) {
      return start
    }
    return nil
  }

  /// The place where the end of some bytes may be the beginning of a header that was cut
  private static func beginningOfHeader(in bytes: [UInt8]) -> Int? {
    let lengths = (5..<name.count).reversed()
    let length = lengths.first { length in
      bytes.count >= length && isBeginning(bytes.suffix(length))
    }
    return length.map { bytes.count - $0 }
  }

  /// `true` if bytes begin with the name of the header
  private static func isLength(_ line: ArraySlice<UInt8>) -> Bool {
    line.count >= name.count && isBeginning(line.prefix(name.count))
  }

  /// `true` if bytes are the beginning of the name of the header, in letters of any case
  private static func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    for (byte, expected) in zip(bytes, name) {
      let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      if (isCapital ? byte | 0x20 : byte) != expected { return false }
    }
    return true
  }

  /// A number of digits with spaces around it; nil for anything else
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    let digits = text.filter { $0 != 0x20 && $0 != 0x09 }
    guard !digits.isEmpty, digits.count < 16 else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
