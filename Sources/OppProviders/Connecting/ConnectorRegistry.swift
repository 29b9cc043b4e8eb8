package import OppModel

/// Every kind of connection, and the making of the connectors that `connect` declares
///
/// A new kind is one line in ``kinds``: the checker, completions, the manual's reference and `opp run` follow from it.
package enum ConnectorRegistry {
  /// In the order of the reference
  package static let kinds: [ConnectorKind] = [
    OpenMeteoConnector.kind,
    OpenWeatherMapConnector.kind,
    ICalConnector.kind,
    CalDAVConnector.kind,
    GoogleConnector.kind,
    MicrosoftConnector.kind,
    FixedConnector.kind,
    GPSDConnector.kind,
    OwnTracksConnector.kind,
    NominatimConnector.kind,
    OverpassConnector.kind,
    GeoJSONConnector.kind,
    RowFileConnector.csv,
    RowFileConnector.jsonLines,
    JSONConnector.kind,
    CommandConnector.kind,
    MQTTConnector.kind,
    HomeAssistantConnector.kind,
    standardOutput,
    WebhookNotifier.kind,
    NtfyNotifier.kind,
    ApplePayloadNotifier.kind,
  ]

  /// Their descriptions, for the checker
  package static let catalogue = ConnectorCatalogue(kinds.map(\.description))

  /// The name of ``standardOutput``
  package static let standardOutputName = "stdout"

  /// Standard output, to which the program itself writes
  private static let standardOutput = ConnectorKind(
    standardOutputName, "Prints notifications.", serves: [.notifications])

  /// The kind of a name, such as `ical`; nil for one that there is not
  package static func kind(named name: String) -> ConnectorKind? {
    kinds.first { $0.description.name == name }
  }

  /// Makes a connector of a source, a table, `addresses` or `places`
  ///
  /// - Parameters:
  ///   - zone: for local times that a file or a service gives without an offset.
  ///   - secretVariables: the variables of the environment that any `env(…)` of the rule set names;
  ///     no program that is run gets to see them.
  ///   - connected: the targets of all connections of the rule set; this connection does not serve those of another.
  ///   - installation: the random name of the store, by which services know the run again.
  ///   - logins: those of the person; `nil` if there is no folder for them.
  package static func connector(
    options: ConnectorOptions, graph: ConditionGraph, zone: Zone, web: WebClient,
    secretVariables: Set<String> = [], connected: Set<String> = [], installation: String = "",
    logins: Logins? = nil
  ) throws(ConnectorProblem) -> any Connector {
    guard let make = kind(named: options.kind)?.connector else { throw unfit(options) }
    return try make(
      ConnectorSettings(
        options: options, graph: graph, zone: zone, web: web, secretVariables: secretVariables,
        connected: connected, installation: installation, logins: logins))
  }

  /// Makes the notifier of `connect notifications to …`; standard output is not among them
  ///
  /// - Parameters:
  ///   - zone: the person's, for instants that are written for people.
  ///   - secretVariables: as for a connector.
  package static func notifier(
    options: ConnectorOptions, zone: Zone, web: WebClient, secretVariables: Set<String> = []
  ) throws(ConnectorProblem) -> any Notifier {
    guard let make = kind(named: options.kind)?.notifier else { throw unfit(options) }
    return try make(
      ConnectorSettings(
        options: options, graph: ConditionGraph(), zone: zone, web: web,
        secretVariables: secretVariables))
  }

  /// The problem of a kind that cannot serve a target, as in `connect weather to ntfy(…)`
  private static func unfit(_ options: ConnectorOptions) -> ConnectorProblem {
    ConnectorProblem("`\(options.target)` cannot be connected to \(options.kind)()")
  }
}
