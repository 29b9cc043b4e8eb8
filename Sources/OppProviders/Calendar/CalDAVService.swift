internal import OppEngine
internal import OppSession

/// Sends requests to a CalDAV server, and reads its responses with care
///
/// One is made for a fetch, and passed along so that ``bytes`` counts all of it.
struct CalDAVService {
  /// The host of the server
  private let host: String

  /// The user and the password, for HTTP Basic (RFC 7617)
  private let credentials: CalendarCredentials

  /// The requests made so far
  private var exchange: CalendarExchange

  /// The number of bytes that the fetch has taken, both ways
  var bytes: Int { exchange.bytes }

  init(host: String, credentials: CalendarCredentials, client: WebClient) {
    self.host = host
    self.credentials = credentials
    exchange = CalendarExchange(client)
  }

  /// Small servers look through every file of a calendar for each request
  private static let timeLimit = Duration.seconds(60)

  /// The header `Depth` (RFC 4918, section 10.2): the resource alone, or with its members
  enum Depth: String {
    case itself = "0"
    case members = "1"
  }

  /// The properties of a resource, or of it and its members
  mutating func properties(
    of address: WebAddress, depth: Depth
  ) async throws(FetchFailure) -> (base: WebAddress, responses: [Multistatus.Response]) {
    let (response, result) = try await send(
      .propfind, address, depth, CalDAVRequest.properties, expected: [])
    guard let result else { throw unreadable(response) }
    return (response.address, result.responses)
  }

  /// Sends a `REPORT`: a list, changes, or contents
  ///
  /// - Returns: nil if the server does not support this, by a status among those
  ///   expected.
  mutating func report(
    _ address: WebAddress, _ depth: Depth, _ body: String, expected: Set<Int> = []
  ) async throws(FetchFailure) -> Multistatus? {
    let (response, result) = try await send(.report, address, depth, body, expected: expected)
    if expected.contains(response.status) { return nil }
    guard let result else { throw unreadable(response) }
    return result
  }

  /// Sends one request of WebDAV
  ///
  /// - Returns: the response, and its statements about resources; nil if it has none, or cannot be read.
  /// - Throws: if the request fails, or would take the password to a stranger.
  private mutating func send(
    _ method: WebRequest.Method, _ address: WebAddress, _ depth: Depth, _ body: String,
    expected: Set<Int>
  ) async throws(FetchFailure) -> (WebResponse, Multistatus?) {
    guard isTrusted(address) else {
      throw FetchFailure(
        .broken, "\(host) leads to \(address.host), which does not get the password")
    }
    var request = WebRequest(
      method, address, text: body, type: "application/xml; charset=utf-8")
    request.set("Depth", depth.rawValue)
    request.timeLimit = Self.timeLimit
    request.expectedStatuses = expected
    request.authorize(user: credentials.user, password: credentials.password)
    let response = try await exchange.send(request)
    // Any other status of success says nothing about the resources.
    guard response.status == 207, !response.isPage else { return (response, nil) }
    return (response, Multistatus(response.body))
  }

  /// `true` if the password may be sent there: to the server itself, and over https to its siblings, as
  /// `caldav.icloud.com` leads to `p42-caldav.icloud.com`
  private func isTrusted(_ address: WebAddress) -> Bool {
    if address.host == host { return true }
    guard address.isSecure, let dot = host.firstIndex(of: ".") else { return false }
    // Of caldav.icloud.com this is .icloud.com, which has a dot within; of example.org it is .org, which has none.
    let family = host[dot...]
    return family.dropFirst().contains(".") && address.host.hasSuffix(family)
      && address.host.contains { $0.isLetter }
  }

  /// The failure of a response that states nothing of resources
  private func unreadable(_ response: WebResponse) -> FetchFailure {
    guard response.status == 207 || response.isPage else {
      return FetchFailure(
        .unreadable,
        "\(response.address.host) responded with \(response.status): it does not speak CalDAV")
    }
    return response.unreadable("what CalDAV requires")
  }
}
