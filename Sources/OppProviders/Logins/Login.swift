internal import OppJSON
package import OppModel
internal import OppRecordings

/// The permission that a person has given to Opp at a service, as its file keeps it
///
/// ```json
/// {"version":1,"service":"google","issuer":"https://accounts.google.com",
///  "auth_uri":"https://accounts.google.com/o/oauth2/v2/auth","token_uri":"https://oauth2.googleapis.com/token",
///  "client_id":"…","client_secret":"…","refresh_token":"…","scope":"…","obtained":"2026-06-21T12:00:00Z"}
/// ```
///
/// Tokens of access are no part of it: they are in memory only.
package struct Login: Sendable {
  package let service: LoginService

  package let endpoints: LoginEndpoints
  package let client: LoginClient

  /// The token that gives others, until the person or the service ends it
  var refreshToken: Secret

  /// The permissions, as the service named them
  package let scope: String

  /// The time at which the person gave the permission
  package let obtained: Instant

  /// The time at which the service said that it has ended; `nil` while it has not
  package internal(set) var ended: Instant?

  /// The version of the file
  private static let version = "1"

  /// The permission that a person gives now
  init(
    _ service: LoginService, _ endpoints: LoginEndpoints, client: LoginClient,
    refreshToken: Secret, scope: String, obtained: Instant
  ) {
    self.service = service
    self.endpoints = endpoints
    self.client = client
    self.refreshToken = refreshToken
    self.scope = scope
    self.obtained = obtained
  }

  /// Reads the content of a file
  ///
  /// - Returns: `nil` if it is none of a login.
  init?(_ bytes: [UInt8]) {
    let file = TextFile(path: "", bytes: bytes)
    guard let value = try? JSONValue.parse(file),
      let version = value["version"]?.cell, file.text(version) == Self.version,
      let issuer = value["issuer"]?.text,
      let client = value["client_id"]?.text, !client.isEmpty,
      let token = value["refresh_token"]?.text, !token.isEmpty
    else { return nil }
    let named = value["service"]?.text.flatMap { LoginService(rawValue: $0) }
    service = named ?? LoginService(issuer: issuer)
    guard
      let endpoints = LoginEndpoints(
        issuer: issuer,
        authorization: value["auth_uri"]?.text ?? service.authorizationAddress,
        token: value["token_uri"]?.text ?? service.tokenAddress)
    else { return nil }
    self.endpoints = endpoints
    self.client = LoginClient(id: client, secret: value["client_secret"]?.text)
    refreshToken = Secret(variable: "refresh_token", revealed: token)
    scope = value["scope"]?.text ?? service.scope
    obtained = value["obtained"]?.text.flatMap { Instant(rfc3339: $0) } ?? Instant(seconds: 0)
    ended = value["ended"]?.text.flatMap { Instant(rfc3339: $0) }
  }

  /// The content of its file
  var bytes: [UInt8] {
    let text = JSONText.object { json in
      json.member("version", raw: Self.version)
      json.member("service", string: service.name)
      json.member("issuer", string: endpoints.issuer)
      json.member("auth_uri", string: endpoints.authorization.text)
      json.member("token_uri", string: endpoints.token.text)
      json.member("client_id", string: client.id)
      if let secret = client.secret { json.member("client_secret", string: secret.revealed) }
      json.member("refresh_token", string: refreshToken.revealed)
      json.member("scope", string: scope)
      json.member("obtained", string: obtained.rfc3339)
      if let ended { json.member("ended", string: ended.rfc3339) }
    }
    return Array((text + "\n").utf8)
  }

  /// The identity of the permission, which stays the same while its tokens change
  var identity: Identity {
    Identity(issuer: endpoints.issuer, client: client.id, obtained: obtained)
  }

  struct Identity: Equatable, Sendable {
    let issuer: String
    let client: String
    let obtained: Instant
  }

  /// `true` if it ended as those of a Google project do that is *in Testing*: after seven days
  var endedAsInTesting: Bool {
    guard service == .google, let ended else { return false }
    let hours = ended.seconds(since: obtained) / 3600
    return (156...192).contains(hours)
  }
}

/// The program as a service knows it, registered by the person
package struct LoginClient: Sendable {
  package let id: String

  /// The secret of a client of Google's, which its documentation calls none (RFC 8252, section 8.5); `nil` without one
  let secret: Secret?

  package init(id: String, secret: String? = nil) {
    self.id = id
    self.secret = secret.map { Secret(variable: "client_secret", revealed: $0) }
  }

  /// The parameters by which a request names it
  var parameters: [(name: String, value: String)] {
    [("client_id", id)] + (secret.map { [("client_secret", $0.revealed)] } ?? [])
  }
}
