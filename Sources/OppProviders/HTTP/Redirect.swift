internal import OppEngine

/// A request on its way through redirects
///
/// ```
/// POST https://a.org/hook   302 Location: /new            GET  https://a.org/new, without the body
/// POST https://a.org/hook   307 Location: /new            POST https://a.org/new, with the body
/// GET  https://a.org/       301 Location: //b.org/        GET  https://b.org/, without secrets
/// GET  https://a.org/       302 Location: http://a.org/   is not followed
/// ```
///
/// The methods are those of RFC 9110, section 15.4, and of what browsers do.
struct Redirect {
  /// The method of the next request
  private(set) var method: WebRequest.Method
  private(set) var address: WebAddress

  /// Its headers; those with secrets leave on the way to another service
  private(set) var headers: [WebHeader]

  /// Its body; nil for none, and where a redirect has made a `GET` of it
  private(set) var body: [UInt8]?

  /// Whether a header or the address still holds a secret
  private(set) var carriesSecret: Bool
  let sizeLimit: Int

  init(_ request: WebRequest) {
    method = request.method
    address = request.address
    headers = request.headers
    body = request.body
    carriesSecret = request.carriesSecret
    sizeLimit = request.sizeLimit
  }

  /// Why this cannot be sent at all
  var refusal: FetchFailure? {
    if carriesSecret, !address.isSecure, !address.isNear {
      return FetchFailure(
        .misconfigured, "a secret is sent to \(address.host) over https:// only")
    }
    if let header = headers.first(where: { !$0.isSound }) {
      return FetchFailure(.misconfigured, "the header \(header.name) holds what no header can")
    }
    return nil
  }

  /// About how many bytes it takes to send
  var size: Int {
    let lines = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    return address.text.utf8.count + lines + (body?.count ?? 0) + 80
  }

  /// Goes where a redirect leads
  ///
  /// - Throws: where it leads to nothing, or from https to http.
  mutating func follow(_ location: String, status: Int) throws(FetchFailure) {
    guard let target = address.resolving(location) else {
      throw FetchFailure(.broken, "\(address.host) redirects to nothing that can be requested")
    }
    guard target.isSecure || !address.isSecure else {
      throw FetchFailure(.broken, "\(address.host) redirects from https:// to http://")
    }
    if !address.isOneService(with: target) {
      let secrets = ["Authorization", "Cookie", "Proxy-Authorization"]
      headers.removeAll { header in secrets.contains { header.isNamed($0) } }
      // A secret in a body would continue to a stranger; one in the old address does not.
      if carriesSecret { body = nil }
      carriesSecret = false
    }
    // As browsers do: 303 means to get the result elsewhere, and 301 and 302 of a POST have come to mean the same.
    if status == 303 && method != .head || (status == 301 || status == 302) && method == .post {
      method = .get
      body = nil
      headers.removeAll { $0.isNamed("Content-Type") }
    }
    address = target
  }
}
