/// A proxy, as a variable of the environment names it: `http://user:password@proxy.example.org:3128`
struct WebProxy: Hashable, Sendable {
  /// The whole of it, which may hold a password
  let text: String

  /// Its host, for messages
  var host: String {
    let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    let authority = rest.prefix { $0 != "/" }
    let name =
      authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    if name.hasPrefix("[") { return String(name.dropFirst().prefix { $0 != "]" }) }
    return String(name.prefix { $0 != ":" })
  }
}

/// The proxies of this machine, by the variables that curl and most programs read
///
/// | variable | used |
/// | --- | --- |
/// | `http_proxy` | for http://; in lower case only, because a web server sets `HTTP_PROXY` from a header |
/// | `https_proxy`, `HTTPS_PROXY` | for https:// |
/// | `all_proxy`, `ALL_PROXY` | for both, if there is no other |
/// | `no_proxy`, `NO_PROXY` | hosts without a proxy: `example.org,10.0.0.0/8`, or `*` for all |
///
/// A host of the home network or of this machine is reached directly: a proxy would see the secrets that go there in the
/// open.
struct WebProxies: Sendable {
  private let open: WebProxy?
  private let secure: WebProxy?

  /// The entries of `no_proxy`, in lower case
  private let exceptions: [String]

  /// - Parameter variable: the value of a variable of the environment, or `nil`.
  init(variable: (String) -> String?) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap(variable).first { !$0.isEmpty }
    }
    let general = first("all_proxy", "ALL_PROXY")
    open = (first("http_proxy") ?? general).map { WebProxy(text: $0) }
    secure = (first("https_proxy", "HTTPS_PROXY") ?? general).map { WebProxy(text: $0) }
    exceptions = (first("no_proxy", "NO_PROXY") ?? "").lowercased()
      .split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// The proxy for an address; `nil` if it is reached directly
  func proxy(for address: WebAddress) -> WebProxy? {
    guard !address.isNear, !exceptions.contains(where: { isException($0, address.host) }) else {
      return nil
    }
    return address.isSecure ? secure : open
  }

  /// `true` if an entry of `no_proxy` names a host: `.example.org` and `example.org` also their subdomains
  private func isException(_ entry: String, _ host: String) -> Bool {
    if entry == "*" { return true }
    if let network = IPv4Network(entry), let address = IPv4Address(host) {
      return network.contains(address)
    }
    var name = entry[...]
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    if name.hasPrefix(".") { name = name.dropFirst() }
    return host == name || host.hasSuffix("." + name)
  }
}

/// An address of four numbers: `192.168.1.4`
struct IPv4Address: Hashable {
  let number: UInt32

  /// - Returns: `nil` for anything else than four decimal numbers.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { UInt8($0) }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    number = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// Addresses with the same beginning: `10.0.0.0/8`
private struct IPv4Network {
  let address: IPv4Address

  /// The number of bits that are the same
  let length: Int

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = IPv4Address(parts[0]), let length = Int(parts[1]),
      (0...32).contains(length)
    else { return nil }
    self.address = address
    self.length = length
  }

  func contains(_ other: IPv4Address) -> Bool {
    // A shift by 32 or more gives 0, which is equal for all.
    (address.number ^ other.number) >> (32 - length) == 0
  }
}
