internal import OppEngine
internal import OppModel
internal import OppSession

/// The input from which a connector is made
///
/// Each connector takes the values that it needs in its `init` and does not keep this one. A problem here is a mistake in the rules
/// or the environment; a later failure of a fetch is one of the world.
struct ConnectorSettings: Sendable {
  let options: ConnectorOptions
  let graph: ConditionGraph
  let zone: Zone
  let web: WebClient

  /// The variables of the environment that programs which are run do not get
  let secretVariables: Set<String>

  /// Everything that the rule set connects, this connection's own target among it
  var connected: Set<String> = []

  /// A random name of the store in which the run keeps its state, by which services know it again; empty without one
  var installation = ""

  /// The logins of the person; `nil` if there is no folder for them
  var logins: Logins?

  /// The name by which people know the connection: `weather (openmeteo)`
  var name: String { "\(options.target) (\(options.kind))" }

  /// The source or the table that is connected
  func subject() throws(ConnectorProblem) -> ConnectionTarget {
    guard let subject = ConnectionTarget(named: options.target, in: graph) else {
      throw ConnectorProblem("\(options.kind)() cannot provide `\(options.target)`")
    }
    return subject
  }

  /// A problem that begins with the name of the kind: `ical(): …`
  func problem(_ reason: String) -> ConnectorProblem {
    ConnectorProblem("\(options.kind)(): \(reason)")
  }

  /// - Throws: if the connection is not one of `target`.
  func requireTarget(_ target: String) throws(ConnectorProblem) {
    guard options.target == target else {
      throw ConnectorProblem(
        "\(options.kind)() can be connected to `\(target)`, not to `\(options.target)`")
    }
  }

  /// The zone of a file's times without an offset: the one that is said, else that of the rules
  func zone(of options: FileOptions) throws(ConnectorProblem) -> Zone {
    guard let said = options.zone else { return zone }
    guard let found = said.zone({ try? ZoneDatabase().zone(named: $0) }) else {
      throw problem("the zone database has no `\(options.values[.zone]?.text ?? "")`")
    }
    return found
  }

  /// A text, from the rule set or from the environment
  func text(_ name: String) -> String? {
    options.text(name) ?? options.secret(name)?.revealed
  }

  func requiredText(_ name: String) throws(ConnectorProblem) -> String {
    guard let text = text(name), !text.isEmpty else {
      throw ConnectorProblem("the option `\(name)` of \(options.kind)() is empty")
    }
    return text
  }

  func requiredSecret(_ name: String) throws(ConnectorProblem) -> Secret {
    guard let secret = options.secret(name), !secret.revealed.isEmpty else {
      throw ConnectorProblem("the option `\(name)` of \(options.kind)() is not set")
    }
    return secret
  }

  /// A text with whether it is a secret, as the private address of a calendar is; nil if there is none
  func textOrSecret(_ name: String) -> (text: String, isSecret: Bool)? {
    if let secret = options.secret(name) { return (secret.revealed, true) }
    guard let text = options.text(name), !text.isEmpty else { return nil }
    return (text, false)
  }

  /// The address of an option, else the usual one
  func address(_ name: String, default usual: String? = nil) throws(ConnectorProblem) -> WebAddress
  {
    guard let text = text(name) ?? usual else {
      throw ConnectorProblem("the option `\(name)` of \(options.kind)() is empty")
    }
    return try address(of: text, in: name)
  }

  /// - Parameter name: the option that the text is from.
  func address(of text: String, in name: String) throws(ConnectorProblem) -> WebAddress {
    do {
      return try WebAddress(text)
    } catch {
      throw ConnectorProblem("the option `\(name)` of \(options.kind)(): \(error.reason)")
    }
  }

  /// The path of a file; a relative one starts from the folder of the rules
  func path(_ name: String) throws(ConnectorProblem) -> String {
    path(of: try requiredText(name))
  }

  /// A path as it is, if it is absolute, else from the folder of the rules: `a.ics` is `/home/ada/opps/a.ics`
  func path(of text: String) -> String {
    text.hasPrefix("/") || options.folder.isEmpty ? text : options.folder + "/" + text
  }
}
