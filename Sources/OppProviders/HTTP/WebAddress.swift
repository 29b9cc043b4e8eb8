internal import OppEngine
package import OppSession
internal import OppSystem

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

  package let isSecure: Bool

  /// The user and the password of the text, `user:password`; nil if it had none
  let userInformation: String?

  /// The host and the port as they are written, such as `[::1]:8080`
  private let authority: String

  /// In lower case, without the brackets of an IPv6 address
  package let host: String

  /// The port of the text, else that of the scheme
  package let port: Int

  /// The path, still with its percent signs
  package private(set) var path: String

  /// The query, still with its percent signs; `nil` if there is no question mark
  private var query: String?

  /// - Throws: a failure of the kind `misconfigured`, with the mistake.
  package init(_ text: String) throws(FetchFailure) {
    let text = text.trimming(" \t\r\n\u{A0}\u{FEFF}")
    guard text.utf8.count <= Self.maximumLength, let reference = WebReference(text) else {
      throw FetchFailure(.misconfigured, "the address is not a URL")
    }
    try self.init(reference)
  }

  /// - Throws: a failure of the kind `misconfigured`, with the mistake.
  private init(_ reference: WebReference) throws(FetchFailure) {
    switch reference.scheme {
    case "http": isSecure = false
    case "https": isSecure = true
    case nil: throw FetchFailure(.misconfigured, "the address does not begin with https://")
    default: throw FetchFailure(.misconfigured, "the address is neither https:// nor http://")
    }
    guard let parts = reference.authority.flatMap({ WebAuthority($0) }) else {
      throw FetchFailure(.misconfigured, "the address names no host")
    }
    userInformation = parts.user
    authority = parts.text
    host = parts.host
    port = parts.port ?? (isSecure ? 443 : 80)
    path = reference.path.isEmpty ? "/" : reference.path
    query = reference.query
  }

  package var description: String { host }

  /// The whole address without user and password, to be sent, and never for messages
  package var text: String {
    (isSecure ? "https://" : "http://") + authority + path + (query.map { "?" + $0 } ?? "")
  }

  /// `true` if it leads to this machine or to one of the same home: nothing sent there is overheard
  /// on the way through the world
  package var isNear: Bool { PrivateHost.contains(host) }

  /// The address with more behind its query, each value encoded
  ///
  /// `https://a.org/x?key=1` with `q` = `a b` is `https://a.org/x?key=1&q=a%20b`.
  package func adding(query items: [(name: String, value: String)]) -> WebAddress {
    let added = items.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
    let old = query.map { $0.isEmpty ? [] : [$0] } ?? []
    var address = self
    address.query = (old + added).joined(separator: "&")
    return address
  }

  /// The address with names behind its path, each encoded
  ///
  /// `https://a.org/v3` with `calendars`, `a@b` is `https://a.org/v3/calendars/a%40b`.
  package func adding(path names: String...) -> WebAddress {
    var address = self
    for name in names {
      address.path += (address.path.hasSuffix("/") ? "" : "/") + Self.encoded(name)
    }
    return address
  }

  /// The address to which a reference found at this address leads, such as the `href` of a response
  ///
  /// As RFC 3986, section 5.2.2, has it: the first part that the reference has, and all that follow, are its own.
  ///
  /// - Returns: nil if it leads to nothing that can be requested.
  package func resolving(_ reference: String) -> WebAddress? {
    guard reference.utf8.count <= Self.maximumLength, let target = WebReference(reference) else {
      return nil
    }
    if target.scheme != nil || target.authority != nil {
      var whole = target
      whole.scheme = target.scheme ?? (isSecure ? "https" : "http")
      whole.path = WebReference.withoutDots(target.path)
      return try? WebAddress(whole)
    }
    var address = withoutUser
    if target.path.isEmpty {
      address.query = target.query ?? query
      return address
    }
    // A relative path takes the place of the part behind the last slash.
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    address.path = WebReference.withoutDots(
      target.path.hasPrefix("/") ? target.path : folder + target.path)
    address.query = target.query
    return address
  }

  /// This address, of which only the text that had them knows the user and the password
  private var withoutUser: WebAddress {
    WebAddress(
      isSecure: isSecure, userInformation: nil, authority: authority, host: host, port: port,
      path: path, query: query)
  }

  /// Takes parts that have been checked
  private init(
    isSecure: Bool, userInformation: String?, authority: String, host: String, port: Int,
    path: String, query: String?
  ) {
    self.isSecure = isSecure
    self.userInformation = userInformation
    self.authority = authority
    self.host = host
    self.port = port
    self.path = path
    self.query = query
  }

  /// `true` if both lead to one service, so that secrets for the one may be sent to the other
  ///
  /// The same host, scheme and port, or from http to https on the usual ports.
  func isOneService(with other: WebAddress) -> Bool {
    guard host == other.host else { return false }
    if isSecure == other.isSecure { return port == other.port }
    // The way from http to https on the usual ports.
    return !isSecure && port == 80 && other.port == 443
  }

  /// With every character encoded that could mean something in a URL
  ///
  /// `10 Elm St/é` becomes `10%20Elm%20St%2F%C3%A9`.
  static func encoded(_ text: String) -> String { PercentCoding.encoded(text, keeping: "") }
}
