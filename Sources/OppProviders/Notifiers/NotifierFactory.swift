internal import OppEngine
package import OppModel

/// Makes the notifier that `connect notifications to …` declares
package enum NotifierFactory {
  /// - Parameters:
  ///   - zone: the person's, for instants that are written for people.
  ///   - isJSON: whether `stdout()` writes JSON Lines.
  ///   - secretVariables: the variables of the environment that any `env(…)` of the rule set names;
  ///     no program that is run gets to see them.
  ///   - print: writes a line to standard output; false where that failed.
  package static func make(
    options: ConnectorOptions, zone: Zone, web: WebClient, isJSON: Bool = false,
    secretVariables: Set<String> = [], print: @escaping @Sendable (String) -> Bool
  ) throws(ConnectorProblem) -> any Notifier {
    let settings = ConnectorSettings(
      options: options, graph: ConditionGraph(), zone: zone, web: web,
      secretVariables: secretVariables)
    switch options.kind {
    case "stdout":
      return StdoutNotifier(name: settings.name, zone: zone, isJSON: isJSON, print: print)
    case "command": return try CommandNotifier(settings)
    case "webhook": return try WebhookNotifier(settings)
    case "ntfy": return try NtfyNotifier(settings)
    case "apns_payload": return try ApplePayloadNotifier(settings)
    default:
      throw ConnectorProblem("`\(options.target)` cannot be connected to \(options.kind)()")
    }
  }
}
