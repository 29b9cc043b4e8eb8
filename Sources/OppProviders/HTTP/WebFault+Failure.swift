internal import OppEngine

/// The words for faults
extension WebFault {
  /// - Parameter host: the host that was to respond.
  func failure(host: String) -> FetchFailure {
    let (kind, reason) = words(host)
    return FetchFailure(kind, reason)
  }

  private func words(_ host: String) -> (FetchFailure.Kind, String) {
    switch self {
    case .tookTooLong: (.unreachable, "\(host) did not respond in time")
    case .cancelled: (.unreachable, "the request was given up")
    case .noLibrary: (.misconfigured, "this machine has no libcurl, which requests need")
    case .badAddress: (.misconfigured, "the address of \(host) cannot be requested")
    case .unknownHost: (.unreachable, "there is no host \(host)")
    case .refusesConnection: (.unreachable, "\(host) refuses the connection")
    case .noConnection: (.unreachable, "\(host) cannot be reached")
    case .closed: (.unreachable, "\(host) closed the connection")
    case .brokenOff: (.unreachable, "\(host) broke off its response")
    case .notHTTP: (.unreadable, "the answer of \(host) is not HTTP")
    case .notTLS: (.unreachable, "\(host) does not answer to https://")
    case .expired: (.unreachable, "the certificate of \(host) has expired")
    case .notYetValid: (.unreachable, "the certificate of \(host) is not valid yet")
    case .selfSigned: (.misconfigured, "the certificate of \(host) is signed by itself")
    case .unknownAuthority:
      (
        .misconfigured,
        "the certificate of \(host) is signed by an authority that this machine does not know"
      )
    case .otherHost: (.misconfigured, "the certificate of \(host) is for another host")
    case .noTrust: (.misconfigured, "the certificate of \(host) cannot be trusted")
    case .noAuthorities(isOwn: false):
      (.misconfigured, "there are no certificate authorities on this machine")
    case .noAuthorities(isOwn: true):
      (.misconfigured, "the file that SSL_CERT_FILE names has no certificates")
    case .wantsCertificate:
      (.misconfigured, "\(host) wants a client certificate, which Opp cannot send")
    case .proxyUnreachable(let proxy): (.unreachable, "the proxy \(proxy) cannot be reached")
    case .proxyRefuses(let proxy):
      (.unreachable, "the proxy \(proxy) refuses to connect to \(host)")
    case .proxyWantsPassword: (.refused, "the proxy wants a password")
    case .tooLarge(let limit):
      (.unreadable, "the response of \(host) is longer than \(Self.size(limit))")
    case .headTooLarge(let limit):
      (.unreadable, "the head of the response of \(host) is longer than \(Self.size(limit))")
    case .twoLengths: (.unreadable, "the response of \(host) says two lengths of itself")
    case .partOnly: (.unreadable, "\(host) sent a part only")
    case .badEncoding:
      (.unreadable, "the response of \(host) is encoded in a way that cannot be read")
    case .other: (.unreachable, "the request to \(host) failed")
    }
  }

  /// A limit in words: `32 MiB`, `256 KiB`, `999 bytes`
  private static func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20 { return "\(bytes >> 20) MiB" }
    return bytes >= 1 << 10 && bytes % 1024 == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }
}
