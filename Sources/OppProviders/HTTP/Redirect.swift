internal import OppEngine
internal import OppSession

/// A request on its way through redirects
///
/// ```
/// GET  https://a.org/       301 Location: //b.org/        GET      https://b.org/, without secrets
/// GET  https://a.org/       302 Location: http://a.org/   is not followed
/// PROPFIND https://a.org/   302 Location: /dav            PROPFIND https://a.org/dav, with the body
/// POST https://a.org/hook   307 Location: /new            POST     https://a.org/new, with the body
/// POST https://a.org/hook   302 Location: /login          is not followed: a GET would deliver nothing
/// POST https://a.org/hook   307 Location: //b.org/        is not followed: it was meant for a.org
/// ```
///
/// The methods are those of RFC 9110, section 15.4. It lets a client make a `GET` of a `POST`, as browsers do, which has
/// lost the body; the response of a login page then passes for that of the service.
struct Redirect {
  /// The method of the next request
  private(set) var method: WebRequest.Method
  private(set) var address: WebAddress

  /// Its headers; those with secrets leave on the way to another service
  private(set) var headers: [WebHeader]

  /// Its body; nil for none, and if a redirect has made a `GET` of it
  private(set) var body: [UInt8]?

  /// `true` if a header or the address still holds a secret
  private(set) var carriesSecret: Bool
  let sizeLimit: Int

  /// `true` for a notification
  private let isDelivery: Bool

  init(_ request: WebRequest) {
    method = request.method
    address = request.address
    headers = request.headers
    body = request.body
    carriesSecret = request.carriesSecret
    sizeLimit = request.sizeLimit
    isDelivery = request.isDelivery
  }

  /// The failure of a request that cannot be sent at all
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
  /// - Parameter location: the address, as the response has it; `nil` if it has none.
  /// - Throws: a failure if the redirect must not be followed.
  mutating func follow(_ location: String?, status: Int) throws(FetchFailure) {
    guard let location else {
      throw FetchFailure(
        .misconfigured, "\(address.host) responded with \(status), without an address",
        remedy: "Correct the address")
    }
    if method.isHandingOver, status != 307, status != 308 { throw undelivered(status) }
    guard let target = address.resolving(location) else {
      throw misled("to nothing that can be requested")
    }
    guard target.isSecure || !address.isSecure else { throw misled("from https:// to http://") }
    if !address.isOneService(with: target) {
      if method.isHandingOver { throw undelivered(status) }
      let secrets = ["Authorization", "Cookie", "Proxy-Authorization"]
      headers.removeAll { header in secrets.contains { header.isNamed($0) } }
      // A secret in a body would continue to a stranger; one in the old address does not.
      if carriesSecret { body = nil }
      carriesSecret = false
    }
    if status == 303 && method != .head {
      method = .get
      body = nil
      headers.removeAll { $0.isNamed("Content-Type") }
    }
    address = target
  }

  /// The failure of a request that redirects lead on and on
  var endless: FetchFailure { misled("more than \(WebClient.maximumRedirects) times") }

  /// - Parameter way: the end of the sentence, such as `from https:// to http://`.
  private func misled(_ way: String) -> FetchFailure {
    FetchFailure(
      .misconfigured, "\(address.host) redirects \(way)",
      remedy: "Write the address to which it leads")
  }

  /// The failure of a body that did not arrive; the target is not named, because it may hold a secret
  private func undelivered(_ status: Int) -> FetchFailure {
    FetchFailure(
      .misconfigured,
      "\(address.host) redirects (\(status))" + (isDelivery ? ": nothing was delivered" : ""),
      remedy: "Write the address that takes it; it may want a login")
  }
}
