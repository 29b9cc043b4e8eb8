internal import OppEngine
internal import OppModel
internal import OppSession

/// A broker, and the means to be let in: the options that `mqtt()` has for readings and for notifications
///
/// | address | host | port | TLS |
/// | --- | --- | --- | --- |
/// | `broker.lan`, `mqtt://broker.lan` | `broker.lan` | 1883 | no |
/// | `mqtts://broker.lan` | `broker.lan` | 8883 | yes |
/// | `[::1]:1884` | `::1` | 1884 | no |
struct BrokerSettings: Sendable {
  let address: LineAddress

  /// The authorities for TLS; `nil` for a connection without TLS
  let trust: WebTrust?

  let user: String?

  /// Read again for each connection
  let password: Secret?

  /// The options of a broker, the first ones of `mqtt()`
  static let options: [ConnectorOption] = [
    .text("address", isRequired: true), .text("topic", isRequired: true),
  ]

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let text = try settings.requiredText("address")
    var (rest, isSecure) = (text[...], false)
    if text.hasPrefix("mqtts://") {
      (rest, isSecure) = (text.dropFirst(8), true)
    } else if text.hasPrefix("mqtt://") {
      rest = text.dropFirst(7)
    }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard !rest.contains("@") else {
      throw settings.problem("write the user and the password as options, not into the address")
    }
    do throws(FetchFailure) {
      address = try LineAddress(String(rest), usualPort: isSecure ? 8883 : 1883)
    } catch {
      throw settings.problem(
        "`\(text)` is not the address of a broker, such as broker.lan, broker.lan:1884 or mqtts://broker.lan"
      )
    }
    guard settings.text("ca") == nil || isSecure else {
      throw settings.problem("`ca` is the authority of a broker at mqtts://, and this one is not")
    }
    trust = isSecure ? WebTrust(settings) : nil
    user = settings.text("user")
    password = settings.options.secret("password")
    guard password == nil || user != nil else {
      throw settings.problem("a password needs a `user`")
    }
    guard password == nil || isSecure || PrivateHost.contains(address.host) else {
      throw settings.problem("a password is sent to \(address.host) over mqtts:// only")
    }
  }
}
