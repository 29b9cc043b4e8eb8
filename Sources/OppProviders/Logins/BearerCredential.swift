internal import OppEngine
internal import OppModel
internal import OppSession

/// The source of the token that goes with the requests of a connection
enum BearerCredential: Sendable {
  /// A token that the person renews
  case token(Secret)
  case login(LoginSession)

  /// The files that change with it
  var watchedFiles: [String] {
    switch self {
    case .token: []
    case .login(let session): [session.watchedFile]
    }
  }

  /// A failure of the service that refuses the token, with the advice that fits
  func advised(_ failure: FetchFailure) -> FetchFailure {
    switch (self, failure.kind) {
    case (.login(let session), .refused):
      FetchFailure(
        failure.kind, failure.reason, remedy: session.remedy, retryAfter: failure.retryAfter)
    case (.login, _), (.token, _): failure
    }
  }
}

extension ConnectorSettings {
  /// The credential of a connection to a service at which people log in
  ///
  /// - Throws: unless exactly one of `login` and `token` is given.
  func credential(_ service: LoginService) throws(ConnectorProblem) -> BearerCredential {
    guard let name = text("login"), !name.isEmpty else {
      return .token(try requiredSecret("token"))
    }
    guard !options.has("token") else { throw problem("takes `login` or `token`, not both") }
    guard let logins else { throw problem("there is no folder for logins: set HOME") }
    return .login(logins.session(name, of: service))
  }
}

extension CalendarExchange {
  /// Sends a request with a token; if the service refuses that of a login, once more with a renewed one
  mutating func send(
    _ request: WebRequest, with credential: BearerCredential, at now: Instant
  ) async throws(FetchFailure) -> WebResponse {
    var request = request
    switch credential {
    case .token(let token):
      request.authorize(bearer: token)
      return try await send(request)
    case .login(let session):
      let token = try await session.token(at: now)
      request.authorize(bearer: token.secret)
      let response = try await send(request)
      guard response.status == 401 else { return response }
      request.authorize(bearer: try await session.renewed(after: token, at: now).secret)
      return try await send(request)
    }
  }
}
