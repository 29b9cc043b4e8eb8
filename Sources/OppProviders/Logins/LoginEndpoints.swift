internal import OppEngine

/// The addresses of a service for logins
package struct LoginEndpoints: Sendable {
  /// The service as it names itself
  let issuer: String

  /// The page on which a person gives the permission; of the device flow, the address that gives its codes
  let authorization: WebAddress

  /// The address that gives tokens
  let token: WebAddress

  /// - Returns: `nil` if an address is none to which secrets can go: `https://`, or this machine or home.
  init?(issuer: String, authorization: String, token: String) {
    guard let page = try? WebAddress(authorization), let token = try? WebAddress(token),
      [page, token].allSatisfy({ $0.isSecure || $0.isNear })
    else { return nil }
    self.issuer = issuer
    self.authorization = page
    self.token = token
  }

  /// The endpoints of a client of Google's, by the addresses of its file; the usual ones if it names none
  init?(google page: String?, token: String?) {
    let usual = LoginService.google
    let host = page.flatMap { try? WebAddress($0).host }
    // The file of the console names version 1 of the page.
    if page == nil || host == "accounts.google.com" {
      self.init(
        issuer: usual.issuer, authorization: usual.authorizationAddress,
        token: token ?? usual.tokenAddress)
    } else {
      self.init(
        issuer: page ?? usual.issuer, authorization: page ?? usual.authorizationAddress,
        token: token ?? usual.tokenAddress)
    }
  }

  /// The endpoints of Microsoft
  ///
  /// - Parameters:
  ///   - tenant: `common`, `consumers`, `organizations`, or an organization's own.
  ///   - service: the address of a national cloud, such as `https://login.microsoftonline.us`; `nil` for the usual one.
  package init?(microsoft tenant: String, at service: String?) {
    let service = service.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    let base =
      (service ?? LoginService.microsoft.issuer) + "/" + WebAddress.encoded(tenant)
    self.init(
      issuer: base + "/v2.0", authorization: base + "/oauth2/v2.0/devicecode",
      token: base + "/oauth2/v2.0/token")
  }

  /// The address that withdraws tokens (RFC 7009), beside that which gives them
  var revocation: WebAddress? { token.resolving("revoke") }
}
