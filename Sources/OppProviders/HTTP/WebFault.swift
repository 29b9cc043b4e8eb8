/// The reason why no response came
enum WebFault: Error, Hashable, Sendable {
  case tookTooLong
  case cancelled

  /// The machine has no libcurl
  case noLibrary

  /// libcurl cannot request the address
  case badAddress

  /// The name has no address
  case unknownHost

  /// The host is there, and nothing listens at the port
  case refusesConnection

  /// No connection could be made
  case noConnection

  /// The connection was closed or reset before the response began
  case closed

  /// The connection broke off in the middle of the response
  case brokenOff

  /// The service speaks, but not HTTP
  case notHTTP

  /// The service speaks, but not TLS
  case notTLS

  case expired
  case notYetValid
  case selfSigned
  case unknownAuthority
  case otherHost

  /// The certificate cannot be trusted for another reason
  case noTrust

  /// There is no file of authorities
  ///
  /// - Parameter isOwn: `true` for that of `SSL_CERT_FILE`, not that of the machine.
  case noAuthorities(isOwn: Bool)

  /// The service wants a certificate of the client
  case wantsCertificate

  case proxyUnreachable(String)
  case proxyRefuses(String)
  case proxyWantsPassword

  case tooLarge(limit: Int)
  case headTooLarge(limit: Int)

  /// Two headers state different lengths of the response
  case twoLengths

  /// The service sent a part that was not asked for
  case partOnly

  /// The body is compressed in another way than was asked for, or damaged
  case badEncoding

  /// Anything else
  case other
}
