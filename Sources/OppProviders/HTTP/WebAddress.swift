internal import Foundation
package import OppEngine

/// The URL of a service: `http` or `https`, with a host
///
/// It prints as its host only, for paths and queries may hold secrets.
///
/// ```
/// HTTPS://ada:pw@dav.example.org#top    text https://dav.example.org/   host dav.example.org   port 443
///                                       userInformation ada:pw           prints as dav.example.org
/// ```
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// The longest address that is taken, in bytes
  package static let maximumLength = 16 << 10

  /// Without the user and the password that the text may have had
  let url: URL

  /// The user and the password of the text, `user:password`; nil where it had none
  let userInformation: String?

  /// In lower case, without the brackets of an IPv6 address
  package let host: String

  /// - Throws: a failure of the kind `misconfigured`, with what is wrong.
  package init(_ text: String) throws(FetchFailure) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.utf8.count <= Self.maximumLength, let parts = URLComponents(string: text) else {
      throw FetchFailure(.misconfigured, "the address is not a URL")
    }
    try self.init(parts)
  }

  /// Checks and normalizes: no user, no password, no fragment, a path of at least `/`
  private init(_ parts: URLComponents) throws(FetchFailure) {
    var parts = parts
    switch parts.scheme?.lowercased() {
    case "http", "https": break
    case nil: throw FetchFailure(.misconfigured, "the address does not begin with https://")
    default: throw FetchFailure(.misconfigured, "the address is neither https:// nor http://")
    }
    if let user = parts.percentEncodedUser {
      userInformation =
        (user.removingPercentEncoding ?? user) + ":"
        + (parts.password ?? parts.percentEncodedPassword ?? "")
    } else {
      userInformation = nil
    }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    parts.scheme = parts.scheme?.lowercased()
    if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
    var name = (parts.host ?? "").lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    guard !name.isEmpty, parts.port.map({ (1...65535).contains($0) }) ?? true, let url = parts.url
    else { throw FetchFailure(.misconfigured, "the address names no host") }
    self.url = url
    host = name
  }

  package var description: String { host }

  package var isSecure: Bool { url.scheme == "https" }

  package var port: Int { url.port ?? (isSecure ? 443 : 80) }

  /// The whole of it, without user and password: for what has to be sent, never for messages
  package var text: String { url.absoluteString }

  /// The path, still with its percent signs
  package var path: String {
    URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedPath ?? "/"
  }

  /// Whether it leads to this machine or to one of the same home: nothing sent there is overheard
  /// on the way through the world
  package var isNear: Bool { PrivateHost.contains(host) }

  /// This address with more behind its query, each value encoded
  ///
  /// `https://a.org/x?key=1` with `q` = `a b` is `https://a.org/x?key=1&q=a%20b`.
  package func adding(query items: [(name: String, value: String)]) -> WebAddress {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    let added = items.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
    let old = parts?.percentEncodedQuery.map { $0.isEmpty ? [] : [$0] } ?? []
    parts?.percentEncodedQuery = (old + added).joined(separator: "&")
    return replacing(parts)
  }

  /// This address with names behind its path, each encoded
  ///
  /// `https://a.org/v3` with `calendars`, `a@b` is `https://a.org/v3/calendars/a%40b`.
  package func adding(path names: String...) -> WebAddress {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    var path = parts?.percentEncodedPath ?? "/"
    for name in names {
      path += (path.hasSuffix("/") ? "" : "/") + Self.encoded(name)
    }
    parts?.percentEncodedPath = path
    return replacing(parts)
  }

  /// The address to which a reference found at this address leads, such as the `href` of a response
  ///
  /// - Returns: nil where it leads to nothing that can be requested.
  package func resolving(_ reference: String) -> WebAddress? {
    guard reference.utf8.count <= Self.maximumLength,
      let target = URL(string: reference, relativeTo: url)?.absoluteURL,
      let parts = URLComponents(url: target, resolvingAgainstBaseURL: false)
    else { return nil }
    return try? WebAddress(parts)
  }

  /// Whether both lead to one service: what may be sent to the one may be sent to the other
  ///
  /// The same host, scheme and port, or from http to https on the usual ports.
  func isOneService(with other: WebAddress) -> Bool {
    guard host == other.host else { return false }
    if isSecure == other.isSecure { return port == other.port }
    // The way from http to https on the usual ports.
    return !isSecure && port == 80 && other.port == 443
  }

  /// This address with another path or query; itself where the parts make no URL
  private func replacing(_ parts: URLComponents?) -> WebAddress {
    guard let url = parts?.url else { return self }
    return WebAddress(url: url, userInformation: userInformation, host: host)
  }

  /// Takes parts that have been checked
  private init(url: URL, userInformation: String?, host: String) {
    self.url = url
    self.userInformation = userInformation
    self.host = host
  }

  /// With every character encoded that could mean something in a URL
  ///
  /// `10 Elm St/é` becomes `10%20Elm%20St%2F%C3%A9`.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
