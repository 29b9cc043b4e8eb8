internal import OppEngine
internal import OppModel
internal import OppSession
internal import OppSystem

/// A login in use: it has a token for the requests of all its connections, and renews it
///
/// ```
/// 12:00  token()   refresh_token ──▶ the service ──▶ access token until 13:00, a new refresh token
///                  the new refresh token is in the file; then the access token is used
/// 12:30  token()   that of 12:00
/// 12:56  token()   the next one: five minutes before the end
///        renewed(after: token)    the service answered 401 though the token should count: the next one, once
/// ```
///
/// Only one renewal goes on at a time: connections that need one meanwhile wait for it, and another process waits for the
/// lock of the login. The file is read before each use, so that a login which is made again, or removed, counts at once.
package actor LoginSession {
  /// The name of the login
  nonisolated package let name: String

  /// The service that the connections expect it to be of
  nonisolated let service: LoginService

  nonisolated private let folder: LoginFolder
  private let client: WebClient

  /// The token in use; `nil` before the first
  private var known: AccessToken?

  /// The renewal that goes on
  private var renewal: Task<Result<AccessToken, FetchFailure>, Never>?

  /// The seconds before the end of a token at which it is renewed
  private static let margin: Int64 = 300

  /// The seconds for which a token counts if the service does not say: as long as those of Google
  private static let usualLifetime: Int64 = 3600

  init(_ name: String, of service: LoginService, in folder: LoginFolder, _ client: WebClient) {
    self.name = name
    self.service = service
    self.folder = folder
    self.client = client
  }

  /// The file that changes when a person logs in or out, and stays the same in a renewal
  nonisolated var watchedFile: String { folder.lockPath(of: name) }

  /// The command that logs in
  nonisolated var command: String {
    name == service.name
      ? "opp login \(service.name)" : "opp login \(service.name) --name \(name)"
  }

  /// The advice to log in again
  nonisolated var remedy: String { "Only you can correct that: run `\(command)`" }

  /// The token for a request, renewed if it ends soon
  func token(at now: Instant) async throws(FetchFailure) -> AccessToken {
    if let renewal { return try await renewal.value.get() }
    let login = try login()
    if let known, known.login == login.identity, known.counts(at: now, margin: Self.margin) {
      return known
    }
    return try await renew(at: now)
  }

  /// The token that takes the place of one that the service refused
  func renewed(after refused: AccessToken, at now: Instant) async throws(FetchFailure)
    -> AccessToken
  {
    if renewal == nil, let known, known.number != refused.number { return known }
    return try await renew(at: now)
  }

  // MARK: - Renewal

  /// Waits for the renewal that goes on, else for a new one
  private func renew(at now: Instant) async throws(FetchFailure) -> AccessToken {
    // A task of its own: a connection that is given up must not lose a new refresh token on its way to the file.
    let task = renewal ?? Task { await self.renewalResult(at: now) }
    renewal = task
    return try await task.value.get()
  }

  private func renewalResult(at now: Instant) async -> Result<AccessToken, FetchFailure> {
    defer { renewal = nil }
    do throws(FetchFailure) {
      let lock: LoginLock
      do throws(SystemFailure) {
        lock = try await LoginLock.of(name, in: folder)
      } catch {
        throw FetchFailure(
          .misconfigured, "the login `\(name)` cannot be locked: \(error.message)")
      }
      defer { withExtendedLifetime(lock) {} }
      let token = try await requestedToken(at: now)
      known = token
      return .success(token)
    } catch {
      known = nil
      return .failure(error)
    }
  }

  /// Requests a token, and stores a new refresh token before it is used
  private func requestedToken(at now: Instant) async throws(FetchFailure) -> AccessToken {
    var login = try login()
    let grant: TokenGrant
    do throws(TokenFailure) {
      grant = try await TokenRequest(
        address: login.endpoints.token, parameters: parameters(of: login)
      ).grant(client)
    } catch {
      throw failure(error, &login, at: now)
    }
    if let refresh = grant.refresh, refresh.revealed != login.refreshToken.revealed {
      login.refreshToken = refresh
      try store(login)
    }
    return AccessToken(
      secret: grant.access, number: (known?.number ?? 0) + 1, login: login.identity, since: now,
      lifetime: grant.lifetime ?? Self.usualLifetime)
  }

  /// The parameters of the request for a token (RFC 6749, section 6)
  private func parameters(of login: Login) -> [(name: String, value: String)] {
    var parameters = login.client.parameters
    parameters.append(("grant_type", "refresh_token"))
    parameters.append(("refresh_token", login.refreshToken.revealed))
    switch login.service {
    case .google: break
    case .microsoft: parameters.append(("scope", login.service.scope))
    }
    return parameters
  }

  /// The failure of a renewal; a login that has ended is marked so in its file
  private func failure(
    _ failure: TokenFailure, _ login: inout Login, at now: Instant
  ) -> FetchFailure {
    let refusal: TokenFailure.Refusal
    switch failure {
    case .failed(let failure): return failure
    case .refused(let word): refusal = word
    }
    if refusal.endsLogin {
      login.ended = now
      // If it cannot be stored, it is tried again later, which is no harm.
      try? folder.store(login, as: name)
      return ended(login)
    }
    if refusal.isOfClient {
      return FetchFailure(
        .refused, "\(service.title) no longer knows the client of the login `\(name)`",
        remedy: "Only you can correct that: make a client again, and log in with it")
    }
    if refusal == .slowDown {
      return FetchFailure(.limited, "\(login.endpoints.token.host) has had too many requests")
    }
    return FetchFailure(
      .refused,
      "\(login.endpoints.token.host) refuses to renew the login `\(name)` (\(refusal.rawValue))",
      remedy: remedy)
  }

  /// The failure of a login that has ended
  private func ended(_ login: Login) -> FetchFailure {
    let why =
      login.endedAsInTesting
      ? ". A Google project in Testing gives logins for 7 days; publish it (In production), then log in again"
      : ""
    return FetchFailure(.refused, "the login `\(name)` has ended", remedy: remedy + why)
  }

  // MARK: - The file

  /// The login as it is in its file now
  private func login() throws(FetchFailure) -> Login {
    let login: Login
    do throws(LoginFailure) {
      login = try folder.login(name)
    } catch {
      throw FetchFailure(
        .misconfigured, error.reason(name),
        remedy: "Only you can correct that: \(error.remedy(command))")
    }
    guard login.service == service else {
      throw FetchFailure(
        .misconfigured, "the login `\(name)` is one of \(login.service.title)",
        remedy: "Only you can correct that: name one of \(service.title)")
    }
    guard login.ended == nil else { throw ended(login) }
    return login
  }

  private func store(_ login: Login) throws(FetchFailure) {
    do throws(SystemFailure) {
      try folder.store(login, as: name)
    } catch {
      throw FetchFailure(
        .misconfigured, "the login `\(name)` cannot be stored: \(error.message)",
        remedy: "Only you can correct that: free its disk or its folder")
    }
  }
}

/// A token of requests, in memory only
struct AccessToken: Sendable {
  let secret: Secret

  /// The number of the token, which grows with each renewal
  let number: Int

  /// The permission that it is of
  let login: Login.Identity

  /// The time at which it was given, and the seconds for which it counts from then
  let since: Instant
  let lifetime: Int64

  /// `true` if it counts for some time to come
  ///
  /// A token of a few minutes counts for half of them. If the clock has been set back, its age is not known.
  func counts(at now: Instant, margin: Int64) -> Bool {
    let margin = min(margin, lifetime / 2)
    return now < since.advanced(by: lifetime - margin) && now >= since.advanced(by: -margin)
  }
}
