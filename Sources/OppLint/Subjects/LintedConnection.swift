internal import OppSyntax

/// A connection of a source or table, as far as rules about cost look at it
///
/// ```
/// connect location to gpsd()                              pushed
/// connect door to command("watch-door", stream: true)     pushed
/// connect calendar to ical("home.ics")                    machine
/// connect heating to json("http://192.168.1.5/state")     house
/// connect device to json("https://phone.example.org")     service
/// connect device to json(env("PHONE"))                    secret
/// ```
struct LintedConnection {
  /// The name of the connector, such as `ical`
  let connector: String
  let reach: Reach

  /// The way from which readings come, and so the cost of them
  enum Reach: Hashable {
    /// Readings come by themselves: nothing is ever requested
    case pushed

    /// A file or a program of this machine
    case machine

    /// A host of the house
    case house

    /// A service on the net
    case service

    /// An address of the environment, or a connector that the linter does not know
    case secret
  }

  /// `true` if readings may be requests of a service on the net
  var mayBeService: Bool { reach == .service || reach == .secret }

  /// - Parameters:
  ///   - texts: the texts among the options, in their order.
  ///   - isStream: whether the connector is a program that keeps running.
  init(connector: String, texts: [ConnectedText], isStream: Bool = false) {
    self.connector = connector
    reach = isStream ? .pushed : Self.reach(of: connector, texts)
  }

  /// Connectors that push: those whose `Provider.isPushed` is true
  private static let pushing: Set<String> = ["gpsd", "fixed", "mqtt", "homeassistant"]

  /// Connectors that read files, or run a program
  private static let local: Set<String> = ["csv", "jsonl", "geojson", "command"]

  /// Connectors that take a file in place of an address
  private static let ofFileOrAddress: Set<String> = ["ical", "owntracks"]

  /// Connectors of a service that has an address of its own
  private static let services: Set<String> = [
    "openmeteo", "openweathermap", "google", "microsoft", "nominatim", "overpass",
  ]

  private static func reach(of connector: String, _ texts: [ConnectedText]) -> Reach {
    if pushing.contains(connector) { return .pushed }
    if local.contains(connector) { return .machine }
    if let address = texts.lazy.compactMap({ LintedAddress($0.text) }).first {
      return address.isLocal ? .house : .service
    }
    if services.contains(connector) { return .service }
    let hasFile = texts.contains { $0.option == nil || $0.option == "url" }
    return hasFile && ofFileOrAddress.contains(connector) ? .machine : .secret
  }
}

extension LintSubject {
  /// The connections by the names of their targets
  func findConnections() -> [String: LintedConnection] {
    let texts = connectedTexts
    var found: [String: LintedConnection] = [:]
    for case .connection(let view) in declarations {
      guard let first = view.names.first?.text, let connector = view.connector?.name?.text else {
        continue
      }
      // The texts stand there once for all of its targets.
      let connection = LintedConnection(
        connector: connector, texts: texts.filter { $0.target == first },
        isStream: view.isStream)
      for name in view.names where found[name.text] == nil { found[name.text] = connection }
    }
    return found
  }
}

extension ConnectDeclarationSyntax {
  /// `true` if it has the option `stream: true`
  fileprivate var isStream: Bool {
    connector?.arguments.contains { argument in
      guard argument.name?.text == "stream", case .literal(let literal) = argument.value else {
        return false
      }
      return literal.text == "true"
    } ?? false
  }
}
