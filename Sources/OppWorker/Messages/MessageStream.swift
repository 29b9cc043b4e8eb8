/// Splits the bytes of a stream into messages, and puts replies into a stream
///
/// ```
/// lines     {"op":"hello"}\n                        a line is a message; empty ones are passed over
/// frames    00 00 00 0E {"op":"hello"}              a length in 32 bits, the highest first, before each message
/// ```
package struct MessageStream {
  /// The bounds of messages in a stream
  package enum Framing: Hashable, Sendable {
    case lines
    case frames
  }

  /// A message, or the number of bytes of one that is longer than the limit, and was passed over
  package enum Item: Hashable, Sendable {
    case message([UInt8])
    case tooLong(Int)
  }

  private let framing: Framing

  /// The most bytes of a message
  private let limit: Int

  /// The bytes of the next message so far
  private var bytes: [UInt8] = []

  /// The bytes of a message that was too long, as many as have been passed over
  private var skipped = 0

  /// The bytes of such a frame that are still to come
  private var toSkip = 0

  package init(_ framing: Framing, limit: Int) {
    self.framing = framing
    self.limit = limit
  }

  /// `true` if the stream breaks off in a message
  package var isInMessage: Bool { !bytes.isEmpty || skipped > 0 || toSkip > 0 }

  /// The messages that are whole with more bytes of the stream
  package mutating func receive(_ more: [UInt8]) -> [Item] {
    bytes += more
    return switch framing {
    case .lines: lines()
    case .frames: frames()
    }
  }

  /// A reply as the stream has it
  package static func reply(_ text: String, _ framing: Framing) -> [UInt8] {
    let content = Array(text.utf8)
    switch framing {
    case .lines: return content + [UInt8(ascii: "\n")]
    case .frames:
      let length = UInt32(truncatingIfNeeded: content.count)
      let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
      return head + content
    }
  }

  private mutating func lines() -> [Item] {
    var items: [Item] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[start..<end]
      start = end + 1
      if skipped + line.count > limit {
        items.append(.tooLong(skipped + line.count))
      } else if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
        items.append(.message(Array(line)))
      }
      skipped = 0
    }
    bytes.removeSubrange(..<start)
    if skipped + bytes.count > limit {
      skipped += bytes.count
      bytes = []
    }
    return items
  }

  private mutating func frames() -> [Item] {
    var items: [Item] = []
    var start = 0
    while true {
      if toSkip > 0 {
        let count = min(toSkip, bytes.count - start)
        (start, toSkip) = (start + count, toSkip - count)
        if toSkip > 0 { break }
        items.append(.tooLong(skipped))
        skipped = 0
      }
      guard bytes.count - start >= 4 else { break }
      let length = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      if Int64(length) > Int64(limit) {
        skipped = Int(clamping: length)
        toSkip = skipped
        start += 4
        continue
      }
      let end = start + 4 + Int(length)
      guard end <= bytes.count else { break }
      items.append(.message(Array(bytes[start + 4..<end])))
      start = end
    }
    bytes.removeSubrange(..<start)
    return items
  }
}
