/// An event that a service sends (https://html.spec.whatwg.org/multipage/server-sent-events.html)
package struct ServerEvent: Hashable, Sendable {
  /// `message` if the service names none
  package let type: String
  package let data: String

  /// The identity of the last event that had one; empty if none had
  package let id: String
}

/// The lines of a stream as events
///
/// ```
/// : a comment             skipped
/// event: state            the type
/// data: {"on":            the data, lines of which are joined
/// data: true}
/// id: 17                  sent as Last-Event-ID when the stream is opened again
/// retry: 5000             the pause before that, in milliseconds
///                         an empty line ends the event, which counts if it has data
/// ```
struct ServerEventParser {
  /// The identity of the last event
  private(set) var lastID = ""

  /// The pause before the stream is opened again; `nil` if the service names none
  private(set) var pause: Duration?

  /// The events that are complete, the oldest first
  private var events: [ServerEvent] = []

  /// The line that has begun
  private var line: [UInt8] = []
  private var type = ""
  private var data: [String] = []

  /// The number of bytes of the event that has begun
  private var size = 0
  private var isFirstLine = true

  /// `true` after a carriage return, behind which a line feed belongs to the same line end
  private var isAfterReturn = false

  /// The most bytes of an event
  static let longestEvent = 1 << 20

  /// The longest pause that a service may ask for, in milliseconds
  private static let longestPause: Int64 = 3_600_000

  /// Takes bytes, which may end anywhere
  ///
  /// - Throws: ``WebFault/tooLarge(limit:)`` if an event is too long.
  mutating func take(_ bytes: [UInt8]) throws(WebFault) {
    for byte in bytes {
      let isFeed = byte == UInt8(ascii: "\n")
      if isFeed, isAfterReturn {
        isAfterReturn = false
        continue
      }
      isAfterReturn = byte == UInt8(ascii: "\r")
      if isFeed || isAfterReturn {
        endLine()
      } else {
        line.append(byte)
        size += 1
        guard size <= Self.longestEvent else { throw .tooLarge(limit: Self.longestEvent) }
      }
    }
  }

  /// The next complete event, or `nil`
  mutating func next() -> ServerEvent? { events.isEmpty ? nil : events.removeFirst() }

  /// Forgets the event that has begun, when its connection is gone
  mutating func reset() {
    (line, type, data, size) = ([], "", [], 0)
    (isFirstLine, isAfterReturn) = (true, false)
  }

  private mutating func endLine() {
    var text = String(decoding: line, as: UTF8.self)[...]
    line = []
    if isFirstLine, text.first == "\u{FEFF}" { text.removeFirst() }
    isFirstLine = false
    guard !text.isEmpty else { return endEvent() }
    let name = text.prefix { $0 != ":" }
    var value = text.dropFirst(name.count + 1)
    if value.hasPrefix(" ") { value.removeFirst() }
    switch name {
    case "event": type = String(value)
    case "data": data.append(String(value))
    case "id": if !value.unicodeScalars.contains("\0") { lastID = String(value) }
    case "retry":
      if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(value) {
        pause = .milliseconds(min(number, Self.longestPause))
      }
    default: break
    }
  }

  private mutating func endEvent() {
    if !data.isEmpty {
      events.append(
        ServerEvent(
          type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), id: lastID))
    }
    (type, data, size) = ("", [], 0)
  }
}
