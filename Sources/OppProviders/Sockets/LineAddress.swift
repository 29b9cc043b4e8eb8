internal import OppEngine
internal import OppSession
internal import OppSystem

/// A host and a port: `localhost:2947`, `[::1]:2947`
///
/// | text | host | port |
/// | --- | --- | --- |
/// | `gps.local` | `gps.local` | the usual one |
/// | `gps.local:3000` | `gps.local` | 3000 |
/// | `[::1]:3000` | `::1` | 3000 |
/// | `fe80::1` | `fe80::1` | the usual one: two colons are no port |
struct LineAddress: Hashable, Sendable, CustomStringConvertible {
  let host: String
  let port: UInt16

  init(host: String, port: UInt16) {
    (self.host, self.port) = (host, port)
  }

  /// - Parameter usual: the port if the text names none.
  /// - Throws: if the text is no such address.
  init(_ text: String, usualPort usual: UInt16) throws(FetchFailure) {
    var rest = text.trimming(" \t")[...]
    var port = usual
    var isBracketed = false
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      let tail = rest[rest.index(after: end)...]
      rest = rest[..<end].dropFirst()
      isBracketed = true
      if !tail.isEmpty { port = try Self.port(tail, of: text) }
    } else if let colon = rest.firstIndex(of: ":"), !rest[rest.index(after: colon)...].contains(":")
    {
      port = try Self.port(rest[colon...], of: text)
      rest = rest[..<colon]
    }
    // A space, a slash or a control character is a mistake, such as a URL in place of a host.
    let isSound = rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    guard !rest.isEmpty, isSound, rest.utf8.count <= 253, isBracketed || !rest.hasPrefix("[") else {
      throw FetchFailure(
        .misconfigured, "`\(text)` is not a host with a port, such as localhost:2947")
    }
    host = String(rest)
    self.port = port
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// - Parameter text: a colon and a number.
  private static func port(_ text: Substring, of whole: String) throws(FetchFailure) -> UInt16 {
    guard text.hasPrefix(":"), let port = UInt16(text.dropFirst()), port > 0 else {
      throw FetchFailure(.misconfigured, "`\(whole)` does not end with a port from 1 to 65535")
    }
    return port
  }
}
