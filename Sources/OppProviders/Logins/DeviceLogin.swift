internal import OppEngine
internal import OppJSON
package import OppModel

/// A login on another device, by a code that the person enters on a page (RFC 8628)
///
/// ```
/// Opp                                                     service
/// POST …/devicecode                            ──▶
///                 ◀── device_code, user_code, verification_uri, expires_in 900, interval 5
///                                                         the person enters user_code at verification_uri
/// POST …/token, device_code, each 5 s          ──▶        authorization_pending … authorization_pending
///                 ◀── access_token, refresh_token
/// ```
package struct DeviceLogin: Sendable {
  /// The service: the only one that is logged in to in this way
  private static let service = LoginService.microsoft

  private let client: LoginClient
  private let endpoints: LoginEndpoints

  /// The code as the person has to enter it
  package let userCode: String

  /// The address of the page for it
  package let page: String

  /// The seconds for which the code counts
  package let lifetime: Int64

  /// The code by which the service knows the login
  private let deviceCode: Secret

  /// The seconds between two requests
  private let interval: Int64

  /// The value of `interval` without one in the response, and the addition of `slow_down` (RFC 8628, sections 3.2 and 3.5)
  private static let usualInterval: Int64 = 5

  /// The longest pause between two requests
  private static let longestInterval: Int64 = 60

  /// The time for which a code counts if the response does not say, and the longest that is believed
  private static let usualLifetime: Int64 = 900
  private static let longestLifetime: Int64 = 3600

  /// Requests the codes
  package init(
    _ client: LoginClient, at endpoints: LoginEndpoints, _ web: WebClient
  ) async throws(LoginRefusal) {
    let document: JSONDocument
    do throws(TokenFailure) {
      let parameters = client.parameters + [(name: "scope", value: Self.service.scope)]
      document = try await TokenRequest(address: endpoints.authorization, parameters: parameters)
        .document(web)
    } catch {
      throw LoginRefusal(error, of: Self.service)
    }
    let root = document.root
    guard let code = root["device_code"]?.text, !code.isEmpty,
      let userCode = root["user_code"]?.text, !userCode.isEmpty,
      let page = root["verification_uri"]?.text ?? root["verification_url"]?.text, !page.isEmpty
    else {
      throw LoginRefusal(
        "\(endpoints.authorization.host) did not respond with a code", isOutside: true)
    }
    self.client = client
    self.endpoints = endpoints
    self.userCode = userCode
    self.page = page
    deviceCode = Secret(variable: "device_code", revealed: code)
    let interval = document.integer(root["interval"]) ?? Self.usualInterval
    self.interval = min(max(interval, 1), Self.longestInterval)
    let lifetime = document.integer(root["expires_in"]) ?? Self.usualLifetime
    self.lifetime = min(max(lifetime, 1), Self.longestLifetime)
  }

  /// Waits until the person has entered the code, and allowed it
  ///
  /// - Parameters:
  ///   - pause: waits for some seconds.
  ///   - now: the present.
  package func login(
    _ web: WebClient, pause: (Int64) async -> Void, now: () -> Instant
  ) async throws(LoginRefusal) -> Login {
    var interval = interval
    var waited: Int64 = 0
    while waited < lifetime {
      await pause(interval)
      waited += interval
      let grant: TokenGrant
      do throws(TokenFailure) {
        grant = try await request.grant(web)
      } catch {
        switch error {
        case .refused(.authorizationPending): continue
        case .refused(.slowDown): interval += Self.usualInterval
        case .refused: throw LoginRefusal(error, of: Self.service)
        case .failed:
          // A person is not to begin again because of a network that was gone for a minute (RFC 8628, section 3.5).
          interval = min(interval * 2, Self.longestInterval)
        }
        continue
      }
      return try grant.login(Self.service, endpoints, client, at: now())
    }
    throw LoginRefusal(
      "nobody entered the code within \(lifetime / 60) minutes", help: "begin again")
  }

  private var request: TokenRequest {
    TokenRequest(
      address: endpoints.token,
      parameters: client.parameters + [
        (name: "grant_type", value: "urn:ietf:params:oauth:grant-type:device_code"),
        (name: "device_code", value: deviceCode.revealed),
      ])
  }
}
