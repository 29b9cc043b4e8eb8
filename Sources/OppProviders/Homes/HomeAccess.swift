internal import OppEngine
internal import OppModel

/// A Home Assistant, and the means to be let in: the options that `homeassistant()` has for readings and for notifications
///
/// | `url` | the WebSocket |
/// | --- | --- |
/// | `http://homeassistant.local:8123` | `http://homeassistant.local:8123/api/websocket` |
/// | `https://ha.example.org/house/` | `https://ha.example.org/house/api/websocket` |
struct HomeAccess: Sendable {
  /// The address of the WebSocket
  let address: WebAddress
  let trust: WebTrust

  /// A long-lived access token, read again for each connection
  let token: Secret

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let address = try settings.address("url")
    guard address.userInformation == nil else {
      throw settings.problem("`url` has no user and no password: the token is enough")
    }
    token = try settings.requiredSecret("token")
    guard address.isSecure || address.isNear else {
      throw settings.problem("a token is sent to \(address.host) over https:// only")
    }
    guard settings.text("ca") == nil || address.isSecure else {
      throw settings.problem(
        "`ca` is the authority of a Home Assistant at https://, and this one is not")
    }
    self.address = address.adding(path: "api", "websocket")
    trust = WebTrust(settings)
  }

  /// Connections with the same one share a WebSocket
  var key: String { [address.text, token.variable, trust.file ?? ""].joined(separator: "\n") }

  /// The name by which people know it
  var name: String { "Home Assistant at \(address.host)" }
}
