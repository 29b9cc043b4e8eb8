internal import OppEngine

/// A request on its way through redirects
struct Redirect {
  private(set) var method: WebRequest.Method
  private(set) var address: WebAddress
  private(set) var headers: [WebHeader]
  private(set) var body: [UInt8]?
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
      throw FetchFailure(.broken, "\(address.host) redirects to nothing that can be asked")
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
    if status == 303 && method != .head || (status == 301 || status == 302) && method == .post {
      method = .get
      body = nil
      headers.removeAll { $0.isNamed("Content-Type") }
    }
    address = target
  }
}
