import Foundation
import OppProviders
import Synchronization

/// An authorization server on this machine, and the calendar that its tokens open
///
/// It plays the answers that RFC 6749, RFC 7636, RFC 8628 and the pages of Google and Microsoft document. Every secret that it gives
/// begins with ``secretMark``, so that a test can look for it everywhere.
///
/// | path | |
/// | --- | --- |
/// | `/auth` | the page for a person, which ``visit(_:as:)`` plays |
/// | `/token` | gives tokens for codes and refresh tokens |
/// | `/revoke` | withdraws a refresh token |
/// | `/TENANT/oauth2/v2.0/devicecode`, `/TENANT/oauth2/v2.0/token` | the device flow |
/// | `/v3/calendars/primary/events` | an empty calendar of Google's, with a token |
/// | `/v1.0/me/calendarView/delta` | an empty calendar of Microsoft's, with a token |
package final class AuthorizationServer: Sendable {
  package static let secretMark = "hush-4711"
  package static let client = "client-1"

  package let server: LoopbackServer

  private let state = Mutex(State())

  /// The answer of a person on the page
  package enum Visit: Sendable {
    case allow
    case deny
    case foreign
  }

  package struct State: Sendable {
    /// The refresh tokens that count
    package var refreshTokens: Set<String> = []
    package var accessTokens: Set<String> = []

    /// The challenges and redirects of codes that are not used yet
    fileprivate var codes: [String: (challenge: String, redirect: String)] = [:]
    fileprivate var number = 0

    /// `true` if a renewal gives a new refresh token
    package var rotates = false

    /// `true` if the refresh token before a rotation counts no more
    package var forgetsRotated = false
    package var lifetime = "3599"
    package var scope: String? = "https://www.googleapis.com/auth/calendar.events.readonly"
    package var givesRefreshToken = true

    /// Answers of the address for tokens that come before its own
    package var tokenAnswers: [ServerAnswer] = []

    /// Called before a response that gives tokens is sent
    package var willGrant: (@Sendable () -> Void)?
  }

  package init() throws {
    server = try LoopbackServer()
    server.on("/token") { [self] in token($0) }
    server.on("/common/oauth2/v2.0/token") { [self] in token($0) }
    server.on("/common/oauth2/v2.0/devicecode") { [self] in deviceCode($0) }
    server.on("/revoke") { [self] in revoke($0) }
    server.on("/v3/calendars/primary/events") { [self] request in
      calendar(request, #"{"kind":"calendar#events","items":[],"nextSyncToken":"s"}"#)
    }
    server.on("/v1.0/me/calendarView/delta") { [self] request in
      calendar(
        request,
        #"{"value":[],"@odata.deltaLink":"\#(url)/v1.0/me/calendarView/delta?$deltatoken=a"}"#)
    }
  }

  package var url: String { server.url }
  package func stop() { server.stop() }

  package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
  package var present: State { state.withLock { $0 } }

  /// The file of a client, as the console of Google gives it
  package var clientFile: String {
    """
    {"installed":{"client_id":"\(Self.client)","project_id":"p","auth_uri":"\(url)/auth",
     "token_uri":"\(url)/token","client_secret":"\(Self.secretMark)-client",
     "redirect_uris":["http://localhost"]}}
    """
  }

  /// The content of the file of a login that counts
  package func login(
    service: String = "google", obtained: String = "2026-06-21T00:00:00Z"
  ) -> String {
    let refresh = newText("refresh")
    change { $0.refreshTokens.insert(refresh) }
    let token = service == "google" ? "\(url)/token" : "\(url)/common/oauth2/v2.0/token"
    return """
      {"version":1,"service":"\(service)","issuer":"\(url)","auth_uri":"\(url)/auth",
       "token_uri":"\(token)","client_id":"\(Self.client)","client_secret":"\(Self.secretMark)-client",
       "refresh_token":"\(refresh)","scope":"calendar","obtained":"\(obtained)"}
      """
  }

  /// Plays the page: the address to which it leads the browser
  package func visit(_ page: String, as visit: Visit = .allow) -> String? {
    guard let query = URLComponents(string: page)?.queryItems else { return nil }
    let values = Dictionary(query.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    guard page.hasPrefix(url + "/auth?"), values["response_type"] == "code",
      values["client_id"] == Self.client, values["code_challenge_method"] == "S256",
      values["access_type"] == "offline", values["prompt"] == "consent",
      let redirect = values["redirect_uri"], let state = values["state"],
      let challenge = values["code_challenge"], challenge.count == 43
    else { return nil }
    switch visit {
    case .deny: return "\(redirect)?error=access_denied&state=\(state)"
    case .foreign: return "\(redirect)?state=another&code=stolen"
    case .allow:
      let code = newText("4/code")
      change { $0.codes[code] = (challenge, redirect) }
      let written = code.replacing("/", with: "%2F")
      return "\(redirect)?state=\(state)&code=\(written)&scope=calendar"
    }
  }

  private func newText(_ kind: String) -> String {
    state.withLock { state in
      state.number += 1
      return "\(Self.secretMark)-\(kind)-\(state.number)"
    }
  }

  // MARK: - Requests

  private func token(_ request: ReceivedRequest) -> ServerAnswer {
    let waiting = state.withLock { state in
      state.tokenAnswers.isEmpty ? nil : state.tokenAnswers.removeFirst()
    }
    if let waiting { return waiting }
    let form = Self.form(request)
    guard request.method == "POST", form["client_id"] == Self.client else {
      return Self.refusal("invalid_client", status: 401)
    }
    switch form["grant_type"] {
    case "authorization_code":
      let code = state.withLock { $0.codes.removeValue(forKey: form["code"] ?? "") }
      guard let code, code.redirect == form["redirect_uri"],
        code.challenge == BrowserLogin.challenge(of: form["code_verifier"] ?? "")
      else { return Self.refusal("invalid_grant") }
      return grant(refresh: newText("refresh"))
    case "refresh_token":
      let old = form["refresh_token"] ?? ""
      guard present.refreshTokens.contains(old) else { return Self.refusal("invalid_grant") }
      guard present.rotates else { return grant(refresh: nil) }
      if present.forgetsRotated { change { $0.refreshTokens.remove(old) } }
      return grant(refresh: newText("refresh"))
    case "urn:ietf:params:oauth:grant-type:device_code":
      guard form["device_code"] == "\(Self.secretMark)-device" else {
        return Self.refusal("bad_verification_code")
      }
      return grant(refresh: newText("refresh"))
    default: return Self.refusal("unsupported_grant_type")
    }
  }

  private func grant(refresh: String?) -> ServerAnswer {
    let access = newText("access")
    let now = present
    now.willGrant?()
    var members = [
      #""access_token":"\#(access)""#, #""expires_in":\#(now.lifetime)"#, #""token_type":"Bearer""#,
    ]
    if let scope = now.scope { members.append(#""scope":"\#(scope)""#) }
    if let refresh, now.givesRefreshToken { members.append(#""refresh_token":"\#(refresh)""#) }
    change { state in
      state.accessTokens.insert(access)
      if let refresh { state.refreshTokens.insert(refresh) }
    }
    return .json("{" + members.joined(separator: ",") + "}")
  }

  private func deviceCode(_ request: ReceivedRequest) -> ServerAnswer {
    let form = Self.form(request)
    guard form["client_id"] == Self.client, form["scope"] == "Calendars.Read offline_access" else {
      return Self.refusal("invalid_request")
    }
    return .json(
      #"""
      {"user_code":"ABCD-EFGH","device_code":"\#(Self.secretMark)-device","expires_in":900,"interval":5,
       "verification_uri":"https://microsoft.com/devicelogin","message":"To sign in …"}
      """#)
  }

  private func revoke(_ request: ReceivedRequest) -> ServerAnswer {
    let token = Self.form(request)["token"] ?? ""
    let isKnown = state.withLock { $0.refreshTokens.remove(token) != nil }
    return isKnown ? .json("{}") : Self.refusal("invalid_token")
  }

  private func calendar(_ request: ReceivedRequest, _ body: String) -> ServerAnswer {
    let token = request.header("Authorization")?.replacing("Bearer ", with: "") ?? ""
    guard present.accessTokens.contains(token) else {
      return .json(#"{"error":{"code":401,"message":"\#(token)"}}"#, status: 401)
    }
    return .json(body)
  }

  /// A refusal as the services write it, with a description that repeats a secret
  package static func refusal(_ word: String, status: Int = 400) -> ServerAnswer {
    .json(#"{"error":"\#(word)","error_description":"\#(secretMark)-told"}"#, status: status)
  }

  /// The parameters of a request for a token
  package static func form(_ request: ReceivedRequest) -> [String: String] {
    var values: [String: String] = [:]
    for item in request.text.split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count > 1 ? String(pair[1]).removingPercentEncoding : nil
      values[String(pair[0])] = value ?? ""
    }
    return values
  }
}
