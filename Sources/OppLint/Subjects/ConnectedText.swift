package import OppSyntax

/// A text that a `connect` declaration gives to its connector
///
/// `connect agenda to ical("https://example.org/me.ics", password: env("P"))` has one: target `agenda`, connector
/// `ical`, no option, and credentials beside it.
package struct ConnectedText {
  /// The source, table or service that is connected
  package let target: String

  /// The name of the connector, such as `ical`
  package let connector: String

  /// The name of the option; nil for the first by position
  package let option: String?

  /// The characters of the text; `{…}` in it is left out
  package let text: String

  /// The place of the text, with its quotes
  package let range: SourceRange

  /// `true` if the declaration has an option of the name `token` or `password`
  ///
  /// Or `user`, which comes with a password.
  package let hasCredentials: Bool
}

extension LintSubject {
  /// The texts that stand in `connect` declarations, in the order of the text
  package var connectedTexts: [ConnectedText] {
    var found: [ConnectedText] = []
    for case .connection(let view) in declarations {
      guard let call = view.connector, let target = view.names.first, let name = call.name else {
        continue
      }
      let arguments = call.arguments
      let hasCredentials = arguments.contains {
        ["token", "password", "user"].contains($0.name?.text ?? "")
      }
      for argument in arguments {
        // `env("NAME")` is a call, no text.
        guard case .text(let view) = argument.value.withoutParentheses else { continue }
        var text = ""
        for case .characters(let characters, _) in view.pieces { text += characters }
        found.append(
          ConnectedText(
            target: target.text, connector: name.text, option: argument.name?.text, text: text,
            range: view.range, hasCredentials: hasCredentials))
      }
    }
    return found
  }
}

/// The parts of an address that rules look at
///
/// ```
/// https://ann:key@Example.org:8443/feeds/me.ics?token=abc#top
///   scheme https      user ann:key      host example.org      segments [feeds, me.ics]      parameters [(token, abc)]
/// ```
///
/// Source: RFC 3986, 3; percent-encoding is left as it is.
package struct LintedAddress {
  /// `https`
  package let scheme: String

  /// `name:password`; nil without `@`
  package let user: String?

  /// In small letters, without the port
  package let host: String

  /// The segments of the path
  package let segments: [String]

  /// The parameters of the query, in the order of the text
  package let parameters: [(name: String, value: String)]

  /// - Returns: nil for a text that is no address with a host.
  package init?(_ text: String) {
    guard let mark = text.firstRange(ofText: "://") else { return nil }
    scheme = text[..<mark.lowerBound].lowercased()
    guard !scheme.isEmpty, scheme.allSatisfy({ $0.isLetter }) else { return nil }
    // From the end: the fragment, the query, then the path; the first segment is the authority.
    var rest = text[mark.upperBound...]
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    var query: Substring = ""
    if let question = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: question)...]
      rest = rest[..<question]
    }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    var authority = parts.first ?? ""
    // A password may have an `@` of its own.
    if let at = authority.lastIndex(of: "@") {
      user = String(authority[..<at])
      authority = authority[authority.index(after: at)...]
    } else {
      user = nil
    }
    host = Self.host(of: authority)
    segments = parts.dropFirst().filter { !$0.isEmpty }.map { String($0) }
    parameters = query.split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        name: halves[0].lowercased(), value: halves.count > 1 ? String(halves[1]) : ""
      )
    }
    guard !host.isEmpty else { return nil }
  }

  /// The name before the port; an address of IPv6 without its brackets
  ///
  /// `[::1]:8080` gives `::1`, `Example.org:80` gives `example.org`.
  private static func host(of authority: Substring) -> String {
    if authority.first == "[", let end = authority.firstIndex(of: "]") {
      return authority[authority.index(after: authority.startIndex)..<end].lowercased()
    }
    return authority.prefix { $0 != ":" }.lowercased()
  }

  /// `true` for a host of the house: this machine, private addresses, names without a dot or of a local domain
  ///
  /// 127/8; 10/8, 172.16/12 and 192.168/16 of RFC 1918; 169.254/16 of RFC 3927; 100.64/10 of RFC 6598. Of IPv6 `::1`,
  /// fe80::/10 of RFC 4291, fc00::/7 of RFC 4193, and addresses of IPv4 in it.
  package var isLocal: Bool {
    if host.contains(":") { return isLocalIPv6 }
    if host == "localhost" || host.hasSuffix(".localhost") || !host.contains(".") { return true }
    let endings = [".lan", ".local", ".home.arpa", ".home", ".internal", ".localdomain", ".ts.net"]
    if endings.contains(where: { host.hasSuffix($0) }) { return true }
    return Self.isLocalIPv4(host)
  }

  /// `true` for an address of IPv4 of the house; any other name with a dot is of the internet
  private static func isLocalIPv4(_ host: String) -> Bool {
    let numbers = host.split(separator: ".").map { Int($0) }
    guard numbers.count == 4, let first = numbers[0], let second = numbers[1] else { return false }
    return first == 127 || first == 10 || (first == 192 && second == 168)
      || (first == 172 && (16...31).contains(second)) || (first == 169 && second == 254)
      || (first == 100 && (64...127).contains(second))
  }

  /// `true` for an address of IPv6 of the house
  ///
  /// `::1` is, also as `0:0:0:0:0:0:0:1`; so are `fe80::1`, `fd12::1` and `::ffff:192.168.1.5`.
  private var isLocalIPv6: Bool {
    let groups = host.prefix { $0 != "%" }.split(separator: ":")
    guard let first = groups.first, let last = groups.last else { return false }
    let isZero = groups.dropLast().allSatisfy { Int($0, radix: 16) == 0 }
    if isZero, Int(last, radix: 16) == 1 { return !host.hasSuffix(":") }
    if last.contains(".") { return Self.isLocalIPv4(String(last)) }
    // The first group is 0 if the address begins with `::`.
    guard !host.hasPrefix(":"), let number = Int(first, radix: 16) else { return false }
    return number & 0xFFC0 == 0xFE80 || number & 0xFE00 == 0xFC00
  }
}

extension StringProtocol {
  /// The first place of another text
  ///
  /// - Complexity: O(*n m*) in the lengths of both.
  package func firstRange(ofText text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
