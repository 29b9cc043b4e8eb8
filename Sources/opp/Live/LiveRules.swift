internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppSemantics
internal import OppSession
internal import OppStore
internal import OppSyntax

/// A rule set with its connectors and notifiers
///
/// It is made again when a rule file changes; ``LiveDriver`` then ends the world of the old connectors.
///
/// ```opp
/// connect weather to openweathermap(key: env("OWM_KEY"))     // connectors[0]; broken without OWM_KEY
/// connect notifications to ntfy("https://ntfy.sh/hook")      // routes
/// ```
struct LiveRules {
  let checked: CheckedRules
  let zone: Zone

  /// The name of the zone; nil if it is that of the system, or of the recording
  let zoneName: String?

  /// The connector of each `connect` of a source, a table, `addresses` or `places`
  let connectors: [any Connector]

  /// The sources whose readings may have some fields, and leave the others as they were
  var partialSources: Set<SourceID> {
    var found: Set<SourceID> = []
    for connector in connectors where connector.hasPartialReadings {
      for case .source(let source) in connector.provider.served { found.insert(source) }
    }
    return found
  }

  /// The notifiers for people
  let routes: NotifierRoutes

  /// The parts of notifiers in a firing to some people
  func parts(of recipients: [String]) -> [DeliveryPart] {
    routes.parts(of: recipients).map {
      DeliveryPart(notifier: $0.notifier, recipients: $0.recipients)
    }
  }

  /// The graph of the rules, without that of the charts, which ask for nothing
  let graph: ConditionGraph

  /// Makes the connectors and notifiers of the rules, with secrets out of the environment
  ///
  /// A connector that cannot be made becomes one that fails, so that the rules which do not need it run.
  init(
    _ checked: CheckedRules, zone: Zone, zoneName: String?, web: WebClient, logins: Logins?,
    in context: CommandContext, installation: String = ""
  ) {
    self.checked = checked
    self.zone = zone
    self.zoneName = zoneName
    graph = checked.analysis.graph.withoutCharts()
    let connections = checked.analysis.connections
    let variables = Set(connections.flatMap(\.variables).flatMap { [$0, $0 + "_FILE"] })
    var connectors: [any Connector] = []
    var routes: [NotifierRoutes.Route] = []
    for connection in connections {
      // Without secrets first: a connection whose variable is not set still has a name to fail under.
      var options = ConnectorOptions(connection, [:], checked, in: context)
      do throws(ConnectorProblem) {
        let secrets = try Secrets.of(connection, in: context)
        options = ConnectorOptions(connection, secrets, checked, in: context)
        if connection.target == "notifications" {
          let notifier = try Self.notifier(
            options, zone: zone, web: web, secretVariables: variables)
          routes.append(.init(recipient: connection.recipient, notifier: notifier))
        } else {
          connectors.append(
            try ConnectorRegistry.connector(
              options: options, graph: checked.analysis.graph, zone: zone, web: web,
              secretVariables: variables, connected: Set(connections.map(\.target)),
              installation: installation, logins: logins))
        }
      } catch {
        if connection.target == "notifications" {
          routes.append(
            .init(
              recipient: connection.recipient,
              notifier: BrokenNotifier(name: options.name, reason: error.reason)))
        } else {
          connectors.append(
            BrokenConnector(options, checked.analysis.graph, reason: error.reason))
        }
      }
    }
    self.connectors = connectors
    self.routes = NotifierRoutes(routes)
  }

  /// The same with a recording in place of all services, and with notifications on standard output
  init(rehearsing checked: CheckedRules, zone: Zone, zoneName: String?) {
    self.checked = checked
    self.zone = zone
    self.zoneName = zoneName
    graph = checked.analysis.graph.withoutCharts()
    connectors = []
    routes = NotifierRoutes([])
  }

  /// The notifier that a connection of `notifications` makes; nil for `stdout()`
  private static func notifier(
    _ options: ConnectorOptions, zone: Zone, web: WebClient, secretVariables: Set<String>
  ) throws(ConnectorProblem) -> (any Notifier)? {
    if options.kind == ConnectorRegistry.standardOutputName { return nil }
    return try ConnectorRegistry.notifier(
      options: options, zone: zone, web: web, secretVariables: secretVariables)
  }
}

extension CheckedRules {
  /// The folder that relative paths of a connection start from: that of the file that it is in
  fileprivate func folder(of connection: Connection, in context: CommandContext) -> String {
    let file = files.files.first { $0.index == connection.range.file }
    let path = context.resolved(file?.path ?? "")
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The files of rows that the rules connect, with the options of the connections
  func connectedFiles(in context: CommandContext) -> [ConnectedFile] {
    analysis.connections.compactMap { connection in
      guard !connection.fileOptions.isEmpty, let path = filePath(of: connection, in: context) else {
        return nil
      }
      return ConnectedFile(
        target: connection.target, path: path, options: connection.fileOptions)
    }
  }

  /// The path of the file that a connection names, or `nil` if it names none
  func filePath(of connection: Connection, in context: CommandContext) -> String? {
    guard
      case .constant(.text(let path), _)? = connection.options.first(where: { $0.name == "file" })?
        .value
    else { return nil }
    let folder = folder(of: connection, in: context)
    return path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
  }
}

extension Connection {
  /// The variables of the environment that its options name
  var variables: [String] {
    options.compactMap { option in
      if case .environment(let name) = option.value { name } else { nil }
    }
  }
}

/// The values of `env("…")`
private enum Secrets {
  /// By the names of the options: the variable itself, else the content of the file that NAME_FILE names
  static func of(
    _ connection: Connection, in context: CommandContext
  ) throws(ConnectorProblem) -> [String: Secret] {
    var secrets: [String: Secret] = [:]
    for option in connection.options {
      guard case .environment(let name) = option.value else { continue }
      secrets[option.name] = try secret(name, in: context)
    }
    return secrets
  }

  /// The secret of a variable: `OWM_KEY`, else the file that `OWM_KEY_FILE` names, as for secrets of containers
  private static func secret(
    _ name: String, in context: CommandContext
  ) throws(ConnectorProblem) -> Secret {
    if let word = context.variable(name), !word.isEmpty {
      return Secret(variable: name, revealed: word)
    }
    guard let path = context.variable(name + "_FILE"), !path.isEmpty else {
      throw ConnectorProblem("the variable \(name) of the environment is not set")
    }
    guard let secret = Secret(variable: name, file: context.resolved(path)) else {
      throw ConnectorProblem("the file that \(name)_FILE names cannot be read, or is empty")
    }
    return secret
  }
}

extension ConnectorOptions {
  /// The options of a connection, with paths that start from the folder of the file that it is in
  fileprivate init(
    _ connection: Connection, _ secrets: [String: Secret], _ rules: CheckedRules,
    in context: CommandContext
  ) {
    var values: [String: Value] = [:]
    for option in connection.options {
      if case .constant(let value, _) = option.value { values[option.name] = value }
    }
    let folder = rules.folder(of: connection, in: context)
    self.init(
      target: connection.recipient.map { "\(connection.target)(\"\($0)\")" } ?? connection.target,
      kind: connection.connector, values: values, secrets: secrets, file: connection.fileOptions,
      folder: folder)
  }

  /// The name by which people know the connection: `weather (openmeteo)`
  fileprivate var name: String { "\(target) (\(kind))" }
}

/// A connection that cannot be made: every fetch fails with the reason
///
/// It serves the same as the one that could not be made, so that messages can name the missing source or table.
private struct BrokenConnector: Connector {
  let provider: Provider
  let reason: String

  init(_ options: ConnectorOptions, _ graph: ConditionGraph, reason: String) {
    var served: [Provider.Offer] = []
    switch options.target {
    case "addresses": served = [.addresses]
    case "places": served = [.places]
    default:
      // A table and a source of one name are connected together; so are the schedule and its events.
      let source = graph.source(named: options.target)
      let isSchedule = source != nil && source == graph.wellKnown.calendar?.source
      let table = isSchedule ? graph.wellKnown.agenda?.table : graph.table(named: options.target)
      if let source { served.append(.source(source)) }
      if let table { served.append(.table(table)) }
    }
    provider = Provider(
      name: options.name, served: served, isBundle: served.count > 1, latency: 0)
    self.reason = reason
  }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    FetchResponse(fetch: fetch, outcome: .failed(FetchFailure(.misconfigured, reason)))
  }
}

/// A notifier that cannot be made
private struct BrokenNotifier: Notifier {
  let name: String
  let reason: String

  func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    // Once it is put right, the waiting firings are delivered: nothing is final here.
    throw DeliveryFailure(reason)
  }
}
