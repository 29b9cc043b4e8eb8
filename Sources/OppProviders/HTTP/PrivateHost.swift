/// Hosts that are reached without leaving the machine or the home network
///
/// | near | not near |
/// | --- | --- |
/// | `localhost`, `nas`, `nas.lan`, `127.0.0.1`, `::1` | `example.org`, `lan.example.org` |
/// | `10.1.2.3`, `172.16.0.1`, `192.168.1.4`, `169.254.0.9` | `11.1.2.3`, `172.32.0.1`, `192.169.1.4` |
/// | `fd12:3456::1`, `fe80::1` | `2001:db8::1` |
enum PrivateHost {
  /// `true` if a host is this machine (`localhost`, 127.0.0.0/8, `::1`), has a private address
  /// (RFC 1918, RFC 4193, link-local), or a name that only a home network knows (`.local`, `.lan`,
  /// `.home.arpa`, `.internal`, or a name without a dot)
  static func contains(_ host: String) -> Bool {
    if host.contains(":") { return isPrivateIPv6(host) }
    if let address = IPv4Address(host) { return isPrivate(address) }
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    let homeEndings = [".local", ".lan", ".home.arpa", ".internal"]
    return !host.contains(".") || homeEndings.contains { host.hasSuffix($0) }
  }

  private static func isPrivate(_ address: IPv4Address) -> Bool {
    switch (address.number >> 24, address.number >> 16 & 0xFF) {
    case (127, _), (10, _), (192, 168), (169, 254): true
    case (172, 16...31): true
    default: false
    }
  }

  /// `true` if an address with colons is private; its first group has four digits in all private ranges
  private static func isPrivateIPv6(_ host: String) -> Bool {
    // fc00::/7 and fe80::/10
    let isOfHome = ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains { host.hasPrefix($0) }
    return host == "::1" || isOfHome && host.prefix { $0 != ":" }.count == 4
  }
}
