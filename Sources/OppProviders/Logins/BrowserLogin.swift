internal import OppEngine
package import OppModel

/// A login in a browser that leads back to this machine (RFC 8252, section 7.3), with the proof of RFC 7636
///
/// ```
/// browser                               Opp                                      service
/// GET …/auth?code_challenge=…&state=…   ────────────────────────────────────▶    the person allows it
///                                       ◀── GET /?code=…&state=… ───────────     a redirect to 127.0.0.1
/// You can close this page.              POST code, code_verifier ───────────▶
///                                       ◀── access_token, refresh_token ────
/// ```
///
/// The list of processes shows the address of the page, but it is of no use to other users of the machine: the code counts only with the
/// verifier, which goes to the service alone.
package struct BrowserLogin: Sendable {
  /// The service: the only one that is logged in to in this way
  private static let service = LoginService.google

  private let client: LoginClient
  private let endpoints: LoginEndpoints
  private let redirect: String
  private let verifier: Secret
  private let state: String

  /// - Parameter port: the port of this machine at which the browser arrives.
  package init(_ client: LoginClient, at endpoints: LoginEndpoints, port: UInt16) {
    self.client = client
    self.endpoints = endpoints
    redirect = "http://127.0.0.1:\(port)/"
    verifier = Secret(variable: "code_verifier", revealed: Self.randomText(bytes: 32))
    state = Self.randomText(bytes: 16)
  }

  /// The address of the page on which the person allows it
  package var address: String {
    endpoints.authorization.adding(query: [
      ("response_type", "code"), ("client_id", client.id), ("redirect_uri", redirect),
      ("scope", Self.service.scope), ("access_type", "offline"), ("prompt", "consent"),
      ("code_challenge", Self.challenge(of: verifier.revealed)),
      ("code_challenge_method", "S256"), ("state", state),
    ]).text
  }

  /// The challenge of a verifier (RFC 7636, section 4.2)
  package static func challenge(of verifier: String) -> String {
    Base64.addressEncoded(SHA256.hash(Array(verifier.utf8)))
  }

  /// Random bytes as a text for addresses
  private static func randomText(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64.addressEncoded(
      (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  // MARK: - The answer

  /// The answer of the service, in the address to which it leads the browser (RFC 6749, section 4.1.2)
  package enum Answer: Sendable {
    case code(Secret)

    /// The person or the service did not allow it, with a word for the reason
    case denied(String)

    /// It is the answer to another login, or none of the service at all
    case foreign
  }

  /// The answer in the target of a request, such as `/?state=…&code=…`
  ///
  /// - Returns: `nil` if the request is for another page.
  func answer(inTarget target: String) -> Answer? {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "/" else { return nil }
    return answer(inQuery: parts[1])
  }

  /// The answer in the address of a page that did not load, as a person copies it
  package func answer(inAddress text: String) -> Answer {
    let query = text.split(separator: "?", maxSplits: 1).last ?? ""
    return answer(inQuery: query.split(separator: "#").first ?? "")
  }

  private func answer(inQuery query: Substring) -> Answer {
    var values: [String: String] = [:]
    for item in query.split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = PercentCoding.decoded(pair[0])
      // The service names each once (RFC 6749, section 3.1).
      guard values[name] == nil else { return .foreign }
      values[name] = pair.count > 1 ? PercentCoding.decoded(pair[1]) : ""
    }
    guard values["state"] == state else { return .foreign }
    if let code = values["code"], !code.isEmpty {
      return .code(Secret(variable: "code", revealed: code))
    }
    guard let word = values["error"] else { return .foreign }
    let isWord = word.utf8.count <= 40 && word.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x5F }
    return .denied(isWord ? word : "an error")
  }

  // MARK: - The tokens

  /// Exchanges the code for tokens (RFC 6749, section 4.1.3; RFC 7636, section 4.5)
  package func login(
    _ code: Secret, _ web: WebClient, at now: Instant
  ) async throws(LoginRefusal) -> Login {
    let parameters: [(name: String, value: String)] =
      client.parameters + [
        (name: "grant_type", value: "authorization_code"), (name: "code", value: code.revealed),
        (name: "redirect_uri", value: redirect),
        (name: "code_verifier", value: verifier.revealed),
      ]
    let grant: TokenGrant
    do throws(TokenFailure) {
      grant = try await TokenRequest(address: endpoints.token, parameters: parameters).grant(web)
    } catch {
      throw LoginRefusal(error, of: Self.service)
    }
    return try grant.login(Self.service, endpoints, client, at: now)
  }
}

extension TokenGrant {
  /// The login that the first tokens make
  ///
  /// - Throws: if they do not let Opp read a calendar for longer than an hour.
  func login(
    _ service: LoginService, _ endpoints: LoginEndpoints, _ client: LoginClient, at now: Instant
  ) throws(LoginRefusal) -> Login {
    guard let refresh else {
      throw LoginRefusal("\(service.title) gave no token that can be renewed", help: "begin again")
    }
    let scope = scope ?? service.scope
    guard service.grantsCalendar(scope) else {
      throw LoginRefusal(
        "\(service.title) was not allowed to show the calendar",
        help: "begin again, and tick the calendar on the page")
    }
    return Login(
      service, endpoints, client: client, refreshToken: refresh, scope: scope, obtained: now)
  }
}
