internal import CCurl

extension CurlHandle {
  /// The longest time for a connection, in milliseconds: its name, its socket, TLS
  private static let connectLimit: Int64 = 10_000

  /// The longest silence of a stream, in seconds
  private static let longestSilence = 90

  /// The ways in which a body may be packed; the first and the third are asked for
  static let encodings = ["gzip", "x-gzip", "deflate", "identity"]

  /// Sets everything that a request asks for
  mutating func prepare(
    _ hop: Redirect, _ environment: WebEnvironment, until deadline: ContinuousClock.Instant?
  ) {
    set(CURLOPT_URL, hop.address.text)
    setRules()
    environment.trust.apply(to: self)
    // An empty text keeps libcurl from the variables of the environment, which have been read already.
    set(CURLOPT_PROXY, environment.proxies.proxy(for: hop.address)?.text ?? "")
    set(CURLOPT_NOPROXY, "")
    setLimits(hop, until: deadline)
    setMethod(hop)
    setHeaders(Self.lines(of: hop))
    set(CURLOPT_USERAGENT, environment.agent)
  }

  /// The rules that are the same for all requests; no cookies are kept, no redirect is followed, no password is looked up
  private func setRules() {
    set(OPP_CURLOPT_PROTOCOLS, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    // A lookup that hangs is left alone when its request ends; otherwise all requests would wait for it.
    set(OPP_CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    // The answer of a proxy to CONNECT is no head of the response.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  private func setLimits(_ hop: Redirect, until deadline: ContinuousClock.Instant?) {
    guard let deadline else {
      // A stream has no limit but one of silence.
      set(CURLOPT_CONNECTTIMEOUT_MS, Int(Self.connectLimit))
      set(CURLOPT_LOW_SPEED_LIMIT, 1)
      set(CURLOPT_LOW_SPEED_TIME, Self.longestSilence)
      return
    }
    let rest = max((deadline - ContinuousClock.now).milliseconds, 1)
    set(CURLOPT_TIMEOUT_MS, Int(rest))
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(rest, Self.connectLimit)))
    setSize(CURLOPT_MAXFILESIZE_LARGE, hop.sizeLimit)
  }

  private func setMethod(_ hop: Redirect) {
    if hop.method == .head { set(CURLOPT_NOBODY, 1) }
    if hop.body != nil || hop.method.isHandingOver {
      set(CURLOPT_POST, 1)
      setBody(hop.body ?? [])
    }
    set(CURLOPT_CUSTOMREQUEST, hop.method.rawValue)
    // A service may close a kept connection at any time. libcurl then sends the request again, and does not know whether
    // it was carried out.
    if !hop.method.isRepeatable {
      set(CURLOPT_FRESH_CONNECT, 1)
      set(CURLOPT_FORBID_REUSE, 1)
    }
  }

  private static func lines(of hop: Redirect) -> [String] {
    var lines = hop.headers.map { header in
      header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
    }
    lines.append("Expect:")
    // libcurl takes a body for a form.
    if !hop.headers.contains(where: { $0.isNamed("Content-Type") }) {
      lines.append("Content-Type:")
    }
    return lines
  }
}
