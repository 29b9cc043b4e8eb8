internal import OppEngine
internal import OppJSON
internal import OppRecordings
internal import OppSession

/// The tokens of a response of a service (RFC 6749, section 5.1)
///
/// ```json
/// {"access_token":"ya29.…","expires_in":3599,"refresh_token":"1//…","scope":"…","token_type":"Bearer"}
/// ```
struct TokenGrant: Sendable {
  /// The token of requests
  let access: Secret

  /// The seconds for which ``access`` counts; `nil` if the service does not say
  let lifetime: Int64?

  /// A new token for later ones; `nil` if the one before stays
  let refresh: Secret?

  /// The permissions; `nil` if they are those that were asked for
  let scope: String?

  /// - Returns: `nil` if there is no token in it.
  init?(_ document: JSONDocument) {
    let root = document.root
    guard let access = root["access_token"]?.text, !access.isEmpty else { return nil }
    self.access = Secret(variable: "access_token", revealed: access)
    // Some services write the number as a text.
    let lifetime = root["expires_in"].flatMap { value in
      document.integer(value) ?? value.text.flatMap { Int64($0) }
    }
    self.lifetime = lifetime.map { min(max($0, 0), Self.longestLifetime) }
    refresh = root["refresh_token"]?.text.flatMap { text in
      text.isEmpty ? nil : Secret(variable: "refresh_token", revealed: text)
    }
    scope = root["scope"]?.text
  }

  /// The longest time, in seconds, that is believed: ten years
  private static let longestLifetime: Int64 = 315_360_000
}

/// The reason why a service gave no token
enum TokenFailure: Error, Sendable {
  /// It refuses, with a word of RFC 6749, section 5.2, or RFC 8628, section 3.5
  case refused(Refusal)

  /// No answer, or none that can be read
  case failed(FetchFailure)

  /// The words by which services refuse
  ///
  /// A reply of a service is repeated only as one of these words, or as one by which the service reports a fault of its own:
  /// anything else could hold a secret.
  enum Refusal: String, Sendable {
    case invalidGrant = "invalid_grant"
    case interactionRequired = "interaction_required"
    case consentRequired = "consent_required"
    case loginRequired = "login_required"
    case invalidClient = "invalid_client"
    case unauthorizedClient = "unauthorized_client"
    case deletedClient = "deleted_client"
    case invalidRequest = "invalid_request"
    case invalidScope = "invalid_scope"
    case invalidToken = "invalid_token"
    case unsupportedGrantType = "unsupported_grant_type"
    case accessDenied = "access_denied"
    case authorizationPending = "authorization_pending"
    case slowDown = "slow_down"
    case expiredToken = "expired_token"
    case authorizationDeclined = "authorization_declined"
    case badVerificationCode = "bad_verification_code"
    case invalidResource = "invalid_resource"

    /// `true` if a person has to log in again
    var endsLogin: Bool {
      switch self {
      case .invalidGrant, .interactionRequired, .consentRequired, .loginRequired: true
      case .invalidClient, .unauthorizedClient, .deletedClient, .invalidRequest, .invalidScope,
        .invalidToken, .unsupportedGrantType, .accessDenied, .authorizationPending, .slowDown,
        .expiredToken, .authorizationDeclined, .badVerificationCode, .invalidResource:
        false
      }
    }

    /// `true` if the service does not know the program any more
    var isOfClient: Bool {
      switch self {
      case .invalidClient, .unauthorizedClient, .deletedClient: true
      case .invalidGrant, .interactionRequired, .consentRequired, .loginRequired, .invalidRequest,
        .invalidScope, .invalidToken, .unsupportedGrantType, .accessDenied, .authorizationPending,
        .slowDown, .expiredToken, .authorizationDeclined, .badVerificationCode, .invalidResource:
        false
      }
    }
  }
}

/// Requests to the address of a service that gives tokens
struct TokenRequest: Sendable {
  let address: WebAddress
  let parameters: [(name: String, value: String)]

  /// The most bytes of a response
  private static let sizeLimit = 1 << 20

  /// Sends the request once
  ///
  /// It is not sent again after a failure: a token that was used may be used up.
  func grant(_ client: WebClient) async throws(TokenFailure) -> TokenGrant {
    let document = try await document(client)
    guard let grant = TokenGrant(document) else {
      throw .failed(
        FetchFailure(.unreadable, "\(address.host) did not respond with a token"))
    }
    return grant
  }

  /// Sends the request once, and reads the object of the response
  func document(_ client: WebClient) async throws(TokenFailure) -> JSONDocument {
    let response = try await response(client)
    let document: JSONDocument
    do throws(FetchFailure) {
      document = try JSONDocument(response, expected: "a token")
    } catch {
      throw .failed(response.status == 200 ? error : failure(response.status))
    }
    if let word = document.root["error"]?.text {
      if let failure = passing(word) { throw .failed(failure) }
      if let refusal = TokenFailure.Refusal(rawValue: word) { throw .refused(refusal) }
      throw .failed(failure(response.status == 200 ? 400 : response.status))
    }
    guard response.status == 200 else { throw .failed(failure(response.status)) }
    return document
  }

  /// Sends the request once
  ///
  /// - Throws: if there is no response, or one of a server that has a fault of its own.
  func response(_ client: WebClient) async throws(TokenFailure) -> WebResponse {
    let form = parameters.map {
      PercentCoding.encoded($0.name, keeping: "") + "="
        + PercentCoding.encoded($0.value, keeping: "")
    }
    var request = WebRequest(
      .post, address, text: form.joined(separator: "&"), type: "application/x-www-form-urlencoded")
    request.set("Accept", "application/json")
    request.markSecret()
    request.expectedStatuses = [400, 401, 403]
    request.sizeLimit = Self.sizeLimit
    switch await client.send(request) {
    case .success(let response): return response
    case .failure(let failure): throw .failed(failure)
    }
  }

  /// The failure of a service that asks to come again later; `nil` for any other word
  private func passing(_ word: String) -> FetchFailure? {
    // RFC 6749, section 4.1.2.1, which Microsoft also sends from here
    if word == "temporarily_unavailable" || word == "server_error" {
      return FetchFailure(.broken, "\(address.host) has a fault of its own (\(word))")
    }
    // Google sends it with the status 403.
    guard word == "rate_limit_exceeded" else { return nil }
    return FetchFailure(.limited, "\(address.host) has had too many requests")
  }

  /// The failure of a status that no word of the service explains: its text may repeat a secret
  private func failure(_ status: Int) -> FetchFailure {
    FetchFailure(.broken, "\(address.host) responded with \(status)")
  }
}
