internal import OppEngine
internal import OppSession

/// The words for faults
extension WebFault {
  /// - Parameter host: the host that was to respond.
  func failure(host: String) -> FetchFailure {
    FetchFailure(kind, reason(host), remedy: remedy(host))
  }

  /// The failure of a connection that may name its authorities with the option `ca`
  func failure(host: String, trust: WebTrust) -> FetchFailure {
    let failure = failure(host: host)
    if case .noAuthorities = self, trust.isOwn {
      return FetchFailure(
        .misconfigured, "the file that `ca` names cannot be read, or has no certificates",
        remedy: "Correct `ca`")
    }
    guard [.selfSigned, .unknownAuthority, .noTrust].contains(self) else { return failure }
    return FetchFailure(
      failure.kind, failure.reason,
      remedy: trust.isOwn
        ? "Check that `ca` names the authority that signed it" : "Name its authority with `ca`")
  }

  private var kind: FetchFailure.Kind {
    switch self {
    case .tookTooLong, .cancelled, .unknownHost, .refusesConnection, .noConnection, .closed,
      .brokenOff, .notTLS, .expired, .notYetValid, .proxyUnreachable, .proxyRefuses, .other:
      .unreachable
    case .noLibrary, .badAddress, .selfSigned, .unknownAuthority, .otherHost, .noTrust,
      .noAuthorities, .wantsCertificate:
      .misconfigured
    case .proxyWantsPassword: .refused
    case .notHTTP, .tooLarge, .headTooLarge, .twoLengths, .partOnly, .badEncoding: .unreadable
    }
  }

  private func reason(_ host: String) -> String {
    switch self {
    case .tookTooLong: "\(host) did not respond in time"
    case .cancelled: "the request was given up"
    case .noLibrary: "this machine has no libcurl, which requests need"
    case .badAddress: "the address of \(host) cannot be requested"
    case .unknownHost: "there is no host \(host)"
    case .refusesConnection: "\(host) refuses the connection"
    case .noConnection: "\(host) cannot be reached"
    case .closed: "\(host) closed the connection"
    case .brokenOff: "\(host) broke off its response"
    case .notHTTP: "the answer of \(host) is not HTTP"
    case .notTLS: "\(host) does not answer to https://"
    case .expired: "the certificate of \(host) has expired"
    case .notYetValid: "the certificate of \(host) is not valid yet"
    case .selfSigned: "the certificate of \(host) is signed by itself"
    case .unknownAuthority:
      "the certificate of \(host) is signed by an authority that this machine does not know"
    case .otherHost: "the certificate of \(host) is for another host"
    case .noTrust: "the certificate of \(host) cannot be trusted"
    case .noAuthorities(isOwn: false): "there are no certificate authorities on this machine"
    case .noAuthorities(isOwn: true): "the file that SSL_CERT_FILE names has no certificates"
    case .wantsCertificate: "\(host) wants a client certificate, which Opp cannot send"
    case .proxyUnreachable(let proxy): "the proxy \(proxy) cannot be reached"
    case .proxyRefuses(let proxy): "the proxy \(proxy) refuses to connect to \(host)"
    case .proxyWantsPassword: "the proxy wants a password"
    case .tooLarge(let limit): "the response of \(host) is longer than \(Self.size(limit))"
    case .headTooLarge(let limit):
      "the head of the response of \(host) is longer than \(Self.size(limit))"
    case .twoLengths: "the response of \(host) says two lengths of itself"
    case .partOnly: "\(host) sent a part only"
    case .badEncoding: "the response of \(host) is encoded in a way that cannot be read"
    case .other: "the request to \(host) failed"
    }
  }

  /// The advice; `nil` for that of the kind
  private func remedy(_ host: String) -> String? {
    switch self {
    case .unknownHost: "Check the address, and whether this machine is online"
    case .refusesConnection: "Check that its service runs, and the port"
    case .tookTooLong, .noConnection, .other: "If this continues, check the network"
    case .closed, .brokenOff: "If this continues, look at its log"
    case .noLibrary: "Install libcurl (`apt-get install libcurl4`)"
    case .badAddress, .tooLarge, .headTooLarge: "Check the address"
    case .notHTTP: "Check the port and http:// or https://"
    case .notTLS: "Write http:// if it is a device of your home"
    case .expired: "Check this machine's clock, then renew it on \(host)"
    case .notYetValid: "Check this machine's clock"
    case .selfSigned: "If \(host) is yours, name its certificate in SSL_CERT_FILE"
    case .unknownAuthority, .noTrust: "Install that authority, or name it in SSL_CERT_FILE"
    case .otherHost: "Write the host that it names"
    case .noAuthorities(isOwn: false): "Install ca-certificates"
    case .noAuthorities(isOwn: true): "Correct SSL_CERT_FILE"
    case .wantsCertificate: "Use another address"
    case .proxyUnreachable, .proxyRefuses: "Check http_proxy, https_proxy and no_proxy"
    case .proxyWantsPassword: "Write it into http_proxy or https_proxy"
    case .twoLengths, .partOnly, .badEncoding: "Report it to whoever runs \(host)"
    case .cancelled: nil
    }
  }

  /// A limit in words: `32 MiB`, `256 KiB`, `999 bytes`
  private static func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20 { return "\(bytes >> 20) MiB" }
    return bytes >= 1 << 10 && bytes % 1024 == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }
}
