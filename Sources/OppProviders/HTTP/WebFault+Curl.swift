internal import CCurl

/// The facts about a transfer beside its code, by which its fault is found
struct CurlContext {
  /// `true` if a response had begun
  let hasBegun: Bool

  /// `true` if its head has ended
  let hasHead: Bool

  /// The host of the proxy; `nil` for none
  let proxy: String?
  let sizeLimit: Int
  let isSecure: Bool

  /// `true` if `SSL_CERT_FILE` is set
  let hasOwnAuthorities: Bool
}

/// The one place that knows the codes of libcurl
extension WebFault {
  /// The code for a certificate that the client should have sent, which older headers do not have
  private static let clientCertificate = CURLcode(rawValue: 98)

  /// The code for a head that is too long, which older headers do not have
  private static let tooLargeCode = CURLcode(rawValue: 100)

  /// - Parameter code: any but that of success.
  init(_ code: CURLcode, of handle: borrowing CurlHandle, _ context: CurlContext) {
    if let fault = Self.proxyFault(handle, context.proxy) {
      self = fault
      return
    }
    switch code {
    case CURLE_ABORTED_BY_CALLBACK: self = .cancelled
    case CURLE_URL_MALFORMAT: self = .badAddress
    case CURLE_COULDNT_RESOLVE_HOST: self = .unknownHost
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxyUnreachable(context.proxy ?? "")
    case CURLE_COULDNT_CONNECT: self = Self.noConnection(handle, context)
    case CURLE_OPERATION_TIMEDOUT: self = Self.timeout(handle, context)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: self = .notHTTP
    case CURLE_PARTIAL_FILE: self = .brokenOff
    case CURLE_RECV_ERROR: self = Self.receiveFault(handle, context)
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      self = context.hasBegun ? .brokenOff : .closed
    case CURLE_WRITE_ERROR, CURLE_BAD_CONTENT_ENCODING: self = .badEncoding
    case CURLE_FILESIZE_EXCEEDED: self = .tooLarge(limit: context.sizeLimit)
    // It also says so of a line of the head that is longer than 100 KiB (`CURL_MAX_HTTP_HEADER`).
    case CURLE_OUT_OF_MEMORY where context.hasBegun && !context.hasHead:
      self = .headTooLarge(limit: CurlTransfer.longestHead)
    case Self.tooLargeCode: self = .headTooLarge(limit: CurlTransfer.longestHead)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      self = Self.certificateFault(handle)
    case CURLE_SSL_CACERT_BADFILE: self = .noAuthorities(isOwn: context.hasOwnAuthorities)
    case Self.clientCertificate: self = .wantsCertificate
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED:
      self = Self.wantsCertificate(handle) ? .wantsCertificate : .notTLS
    default: self = .other
    }
  }

  /// The fault of a proxy that did not make the connection; `nil` if it did
  private static func proxyFault(_ handle: borrowing CurlHandle, _ proxy: String?) -> WebFault? {
    let status = handle.number(CURLINFO_HTTP_CONNECTCODE)
    guard let proxy, status != 0, !(200..<300).contains(status) else { return nil }
    return status == 407 ? .proxyWantsPassword : .proxyRefuses(proxy)
  }

  private static func noConnection(
    _ handle: borrowing CurlHandle, _ context: CurlContext
  ) -> WebFault {
    if let proxy = context.proxy { return .proxyUnreachable(proxy) }
    return opp_curl_was_refused(handle.pointer) ? .refusesConnection : .noConnection
  }

  /// The fault of a transfer without a response in time, by how far it had come
  private static func timeout(_ handle: borrowing CurlHandle, _ context: CurlContext) -> WebFault {
    // One that waits for another to end has looked up no name yet.
    guard handle.size(CURLINFO_NAMELOOKUP_TIME_T) > 0 else { return .tookTooLong }
    // libcurl has no time of the connection before TLS is ready, but a port.
    guard handle.number(CURLINFO_LOCAL_PORT) > 0 else {
      return context.proxy.map { .proxyUnreachable($0) } ?? .noConnection
    }
    let isSpeaking = !context.isSecure || handle.size(CURLINFO_APPCONNECT_TIME_T) > 0
    return isSpeaking ? .tookTooLong : .notTLS
  }

  /// The fault of a connection on which reading failed
  ///
  /// The code is the same for a connection that was reset, for malformed chunks, and for a server of TLS 1.3 that wants
  /// a certificate: only the text tells.
  private static func receiveFault(
    _ handle: borrowing CurlHandle, _ context: CurlContext
  ) -> WebFault {
    if wantsCertificate(handle) { return .wantsCertificate }
    if handle.message.contains("chunk") { return .notHTTP }
    return context.hasBegun ? .brokenOff : .closed
  }

  /// `true` if the server of TLS has said that it wants a certificate (RFC 8446, section 6.2, `certificate_required`)
  private static func wantsCertificate(_ handle: borrowing CurlHandle) -> Bool {
    handle.message.contains("certificate required")
  }

  /// The fault of a certificate, by the number of OpenSSL (`x509_vfy.h`); other TLS libraries have other numbers
  private static func certificateFault(_ handle: borrowing CurlHandle) -> WebFault {
    switch handle.number(CURLINFO_SSL_VERIFYRESULT) {
    // 1 is no result: the chain was fine, and then the name was not.
    case 0, 1, 62: .otherHost
    case 9: .notYetValid
    case 10: .expired
    case 18: .selfSigned
    case 2, 19, 20, 21: .unknownAuthority
    default: .noTrust
    }
  }
}
