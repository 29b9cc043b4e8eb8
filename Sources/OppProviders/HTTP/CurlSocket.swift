internal import CCurl

/// A connection of libcurl that carries bytes of another protocol than HTTP, with TLS or without
///
/// libcurl looks up the name, tries IPv6 and IPv4 side by side and checks the certificate; then the connection is the caller's
/// (`CURLOPT_CONNECT_ONLY`). It is used by one thread at a time.
struct CurlSocket: ~Copyable {
  private let handle: CurlHandle
  private let context: CurlContext

  /// The socket, to wait for: ``send(_:)`` and ``receive(into:)`` themselves never wait
  let descriptor: Int32

  /// The longest time for a connection, in milliseconds: its name, its socket, TLS
  private static let connectLimit = 10_000

  private init(_ handle: consuming CurlHandle, _ descriptor: Int32, _ context: CurlContext) {
    self.handle = handle
    self.descriptor = descriptor
    self.context = context
  }

  /// Makes the connection, which may take ten seconds
  ///
  /// - Parameter trust: the authorities for TLS; `nil` for a connection without TLS.
  static func connect(
    to address: LineAddress, trust: WebTrust?
  ) throws(WebFault) -> CurlSocket {
    guard opp_curl_load() else { throw .noLibrary }
    guard let handle = CurlHandle() else { throw .other }
    let context = CurlContext(
      hasBegun: false, hasHead: false, proxy: nil, sizeLimit: 0, isSecure: trust != nil,
      hasOwnAuthorities: trust?.file != nil)
    prepare(handle, address, trust)
    let code = opp_curl_easy_perform(handle.pointer)
    guard code == CURLE_OK else { throw WebFault(code, of: handle, context) }
    let descriptor = opp_curl_active_socket(handle.pointer)
    guard descriptor >= 0 else { throw .closed }
    return CurlSocket(handle, descriptor, context)
  }

  private static func prepare(
    _ handle: borrowing CurlHandle, _ address: LineAddress, _ trust: WebTrust?
  ) {
    handle.set(CURLOPT_URL, "\(trust == nil ? "http" : "https")://\(address)")
    handle.set(OPP_CURLOPT_PROTOCOLS, "http,https")
    handle.set(CURLOPT_CONNECT_ONLY, 1)
    handle.set(CURLOPT_NOSIGNAL, 1)
    handle.set(CURLOPT_CONNECTTIMEOUT_MS, connectLimit)
    handle.set(CURLOPT_TCP_NODELAY, 1)
    handle.set(CURLOPT_TCP_KEEPALIVE, 1)
    // A proxy is one for HTTP, and so is the negotiation of a version in TLS.
    handle.set(CURLOPT_PROXY, "")
    handle.set(CURLOPT_NOPROXY, "*")
    handle.set(CURLOPT_SSL_ENABLE_ALPN, 0)
    trust?.apply(to: handle)
  }

  /// Sends as many bytes as the connection takes now
  ///
  /// - Returns: their number; 0 if the connection takes none now.
  func send(_ bytes: UnsafeRawBufferPointer) throws(WebFault) -> Int {
    var sent = 0
    let code = opp_curl_easy_send(handle.pointer, bytes.baseAddress, bytes.count, &sent)
    if code == CURLE_AGAIN { return 0 }
    guard code == CURLE_OK else { throw WebFault(code, of: handle, context) }
    return sent
  }

  /// Receives the bytes that are there
  ///
  /// - Returns: their number, 0 at the end of the connection; `nil` if there are none now.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws(WebFault) -> Int? {
    var received = 0
    let code = opp_curl_easy_recv(handle.pointer, buffer.baseAddress, buffer.count, &received)
    if code == CURLE_AGAIN { return nil }
    guard code == CURLE_OK else { throw WebFault(code, of: handle, context) }
    return received
  }
}

/// Runs work on a thread of its own, which takes no signals
///
/// - Throws: ``WebFault/other`` if there are too many threads, ``WebFault/noLibrary`` if this machine has no libcurl.
func runOnCurlThread(_ work: @escaping @Sendable () -> Void) throws(WebFault) {
  guard opp_curl_load() else { throw .noLibrary }
  let context = Unmanaged.passRetained(CurlThreadWork(work))
  let isRunning = opp_curl_run_thread(
    { context in
      // The work that was retained above: it is handed over to this thread, once.
      guard let context else { return }
      Unmanaged<CurlThreadWork>.fromOpaque(context).takeRetainedValue().body()
    }, context.toOpaque())
  guard isRunning else {
    context.release()
    throw .other
  }
}

/// Work as an object, whose address goes through C
private final class CurlThreadWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
