internal import OppEngine
internal import OppSession

/// The reason why a connection to Home Assistant ended, or was not made
enum HomeFault: Error, Hashable {
  /// The WebSocket under it
  case socket(WebSocketFault)

  /// The service speaks WebSocket, and is no Home Assistant
  case noHome

  /// The token is not, or no longer, one of a user
  case tokenRefused

  /// No answer to a ping, or to the token
  case silent

  /// `true` if the task was cancelled, and nothing failed
  var isCancelled: Bool { self == .socket(.transport(.cancelled)) }

  func failure(_ access: HomeAccess) -> FetchFailure {
    let host = access.address.host
    switch self {
    case .socket(.transport(let fault)): return fault.failure(host: host, trust: access.trust)
    case .socket(.closed): return WebFault.closed.failure(host: host)
    case .socket(.noWebSocket(let status)) where status >= 500:
      return FetchFailure(.unreachable, "\(host) responded with \(status)")
    case .socket(.noWebSocket), .socket(.breach), .noHome:
      return FetchFailure(
        .unreadable, "\(host) is not Home Assistant",
        remedy: "Check the address and the port of `url`")
    case .tokenRefused:
      return FetchFailure(
        .refused, "Home Assistant at \(host) refuses the token",
        remedy:
          "Make a long-lived access token (your profile, Security) for \(access.token.variable)")
    case .silent: return FetchFailure(.unreachable, "Home Assistant at \(host) does not respond")
    }
  }
}
