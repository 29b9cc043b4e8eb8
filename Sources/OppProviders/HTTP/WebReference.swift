/// A URL or a part of one, split as RFC 3986, appendix B, has it
///
/// ```
/// https://ada@a.org:8080/x y?q=1#top    scheme https, authority ada@a.org:8080, path /x%20y, query q=1
/// //a.org                               authority a.org, path empty
/// ../x?                                 path ../x, query empty
/// ```
///
/// A fragment is dropped. Characters that no URL has are encoded in the path and in the query.
struct WebReference {
  /// In lower case; `nil` if there is none
  var scheme: String?

  /// The part behind `//`, as it is written; `nil` if there is none
  private(set) var authority: String?
  var path: String

  /// `nil` if there is no question mark
  private(set) var query: String?

  /// - Returns: `nil` for a text with control characters.
  init?(_ text: String) {
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      return nil
    }
    var rest = text.prefix { $0 != "#" }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = PercentCoding.encoded(rest[rest.index(after: mark)...], keeping: "%/?:@!$&'()*+,;=")
      rest = rest[..<mark]
    }
    if rest.hasPrefix("//") {
      let authority = rest.dropFirst(2).prefix { $0 != "/" }
      self.authority = String(authority)
      rest = rest[authority.endIndex...]
    }
    path = PercentCoding.encoded(rest, keeping: "%/:@!$&'()*+,;=")
  }

  /// `true` for a letter, then letters, digits, `+`, `-` and `.`
  private static func isScheme(_ text: Substring) -> Bool {
    text.first?.isLetter == true
      && text.utf8.allSatisfy { byte in
        PercentCoding.isAlphanumeric(byte) || "+-.".utf8.contains(byte)
      }
  }

  /// A path without its segments `.` and `..` (RFC 3986, section 5.2.4): `/a/./b/../c/..` is `/a/`
  static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        // The first segment is the empty one before the slash, which stays.
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }
}

/// The user, the host and the port of a URL: `ada:pw@[::1]:8080`
struct WebAuthority {
  /// Decoded, `user:password`; `nil` if there is none
  let user: String?

  /// In lower case, without the brackets of an IPv6 address
  let host: String

  /// `nil` if there is none
  let port: Int?

  /// The host and the port as they are written
  let text: String

  /// - Returns: `nil` if the host or the port is none.
  init?(_ written: String) {
    var rest = written[...]
    if let mark = rest.lastIndex(of: "@") {
      let pair = rest[..<mark].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // A reader that takes a backslash for a slash would see another host before it.
      guard !rest[..<mark].contains("\\") else { return nil }
      user =
        PercentCoding.decoded(pair[0]) + ":"
        + (pair.count > 1 ? PercentCoding.decoded(pair[1]) : "")
      rest = rest[rest.index(after: mark)...]
    } else {
      user = nil
    }
    let name = rest.hasPrefix("[") ? rest.prefix { $0 != "]" } + "]" : rest.prefix { $0 != ":" }
    guard rest.hasPrefix(name) else { return nil }
    let behind = rest.dropFirst(name.count)
    if behind.isEmpty || behind == ":" {
      port = nil
    } else {
      guard behind.hasPrefix(":"),
        behind.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(behind.dropFirst()), (1...65535).contains(number)
      else { return nil }
      port = number
    }
    host = name.hasPrefix("[") ? name.dropFirst().dropLast().lowercased() : name.lowercased()
    text = String(name) + (port.map { ":\($0)" } ?? "")
    guard name.hasPrefix("[") ? Self.isIPv6(host) : Self.isName(host) else { return nil }
  }

  /// `true` for digits, letters up to f, colons and dots
  private static func isIPv6(_ host: String) -> Bool {
    host.contains(":") && host.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
  }

  /// `true` for a name, or four numbers; other ways to write an address, such as `2130706433`, hide which it is
  private static func isName(_ host: String) -> Bool {
    guard !host.isEmpty,
      host.unicodeScalars.allSatisfy({ scalar in
        !scalar.isASCII
          || PercentCoding.isAlphanumeric(UInt8(scalar.value))
          || "-._~".unicodeScalars.contains(scalar)
      })
    else { return false }
    let last = host.split(separator: ".").last ?? ""
    let isNumber =
      last.utf8.allSatisfy { (0x30...0x39).contains($0) }
      || last.hasPrefix("0x") && last.dropFirst(2).allSatisfy { $0.isHexDigit }
    return !isNumber || IPv4Address(host) != nil
  }
}
