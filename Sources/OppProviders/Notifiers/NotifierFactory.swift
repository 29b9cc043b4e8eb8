internal import OppEngine
package import OppModel

/// Makes the notifier that `connect notifications to …` declares
package enum NotifierFactory {
  /// Standard output is not among them: the program itself writes there.
  ///
  /// - Parameters:
  ///   - zone: the person's, for instants that are written for people.
  ///   - secretVariables: the variables of the environment that any `env(…)` of the rule set names;
  ///     no program that is run gets to see them.
  package static func make(
    options: ConnectorOptions, zone: Zone, web: WebClient, secretVariables: Set<String> = []
  ) throws(ConnectorProblem) -> any Notifier {
    let settings = ConnectorSettings(
      options: options, graph: ConditionGraph(), zone: zone, web: web,
      secretVariables: secretVariables)
    switch options.kind {
    case "command": return try CommandNotifier(settings)
    case "webhook": return try WebhookNotifier(settings)
    case "ntfy": return try NtfyNotifier(settings)
    case "apns_payload": return try ApplePayloadNotifier(settings)
    default:
      throw ConnectorProblem("`\(options.target)` cannot be connected to \(options.kind)()")
    }
  }
}
