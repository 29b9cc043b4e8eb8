internal import OppEngine
internal import OppSession
package import OppSystem

/// The changes that a person makes, while no process renews the login
extension LoginFolder {
  /// Stores a login in place of one of the same name
  package func save(_ login: Login, as name: String) async throws(SystemFailure) {
    let lock = try await LoginLock.of(name, in: self)
    try store(login, as: name)
    try lock.announce()
  }

  /// The end of a login at its service
  package enum Withdrawal: Sendable {
    /// The service has withdrawn it
    case withdrawn(LoginService)

    /// The service withdraws none, but lets people do it on a page
    case byHand(LoginService)

    /// It could not be withdrawn; the text is the reason
    case failed(LoginService, String)

    /// Its file could not be read, and is removed all the same
    case unread(LoginFailure)
  }

  /// Withdraws a login at its service, and removes it
  ///
  /// - Throws: if the file cannot be removed.
  package func logOut(
    _ name: String, _ client: WebClient
  ) async throws(SystemFailure) -> Withdrawal {
    let lock = try await LoginLock.of(name, in: self)
    let withdrawal: Withdrawal
    do throws(LoginFailure) {
      withdrawal = await Self.withdraw(try login(name), client)
    } catch {
      withdrawal = .unread(error)
    }
    try remove(name)
    try lock.announce()
    return withdrawal
  }

  /// Withdraws a login (RFC 7009), if its service can
  private static func withdraw(_ login: Login, _ client: WebClient) async -> Withdrawal {
    let service = login.service
    guard service == .google, let address = login.endpoints.revocation else {
      return .byHand(service)
    }
    let request = TokenRequest(
      address: address, parameters: [(name: "token", value: login.refreshToken.revealed)])
    do throws(TokenFailure) {
      let response = try await request.response(client)
      // Of a token that it does not know, Google says 400: it has ended already.
      if response.status < 300 || response.status == 400 { return .withdrawn(service) }
      return .failed(service, "\(address.host) responded with \(response.status)")
    } catch {
      switch error {
      case .failed(let failure): return .failed(service, failure.reason)
      case .refused(let refusal): return .failed(service, refusal.rawValue)
      }
    }
  }
}
