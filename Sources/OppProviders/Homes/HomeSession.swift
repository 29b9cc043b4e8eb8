internal import OppEngine

/// A connection to Home Assistant that has let the client in
///
/// ```
/// <  {"type":"auth_required","ha_version":"2024.3.3"}
/// >  {"type":"auth","access_token":"…"}
/// <  {"type":"auth_ok","ha_version":"2024.3.3"}
/// ```
struct HomeSession {
  private(set) var socket: WebSocket

  /// The time that Home Assistant has to answer
  static let answerLimit = Duration.seconds(10)

  private init(_ socket: WebSocket) { self.socket = socket }

  /// Connects, and authenticates
  static func open(_ access: HomeAccess, token: String) async throws(HomeFault) -> HomeSession {
    let socket: WebSocket
    do throws(WebSocketFault) {
      socket = try await WebSocket.open(access.address, trust: access.trust)
    } catch {
      throw .socket(error)
    }
    var session = HomeSession(socket)
    let deadline = ContinuousClock.now + answerLimit
    guard try await session.answer(until: deadline) == "auth_required" else { throw .noHome }
    socket.send(
      Notice.object([
        ("type", Notice.json("auth")), ("access_token", Notice.json(token)),
      ]))
    switch try await session.answer(until: deadline) {
    case "auth_ok": return session
    case "auth_invalid":
      socket.end()
      throw .tokenRefused
    default: throw .noHome
    }
  }

  /// The type of the next message, before the client is authenticated
  private mutating func answer(
    until deadline: ContinuousClock.Instant
  ) async throws(HomeFault) -> String {
    guard let messages = try await next(until: deadline) else { throw .silent }
    return messages.first?["type"]?.text ?? ""
  }

  /// The next messages; `nil` if none have come until the deadline
  mutating func next(
    until deadline: ContinuousClock.Instant
  ) async throws(HomeFault) -> [HomeMessage]? {
    let text: String?
    do throws(WebSocketFault) {
      text = try await socket.next(until: deadline)
    } catch {
      throw .socket(error)
    }
    guard let text else { return nil }
    guard let messages = HomeMessage.all(text) else { throw .noHome }
    return messages
  }
}
