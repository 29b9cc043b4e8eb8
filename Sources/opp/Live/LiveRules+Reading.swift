internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics

/// The rules of a command line, connected
extension LiveRules {
  /// In the zone of the rules, else of `--zone`, else of the system
  ///
  /// - Parameters:
  ///   - logins: those in use; `nil` for the person's own, not used yet.
  ///   - installation: the random name of the store; empty for a run that does not keep its state there.
  static func connected(
    _ checked: CheckedRules, _ invocation: Invocation, _ web: WebClient,
    in context: CommandContext, logins: Logins? = nil, installation: String = ""
  ) throws(CommandFailure) -> LiveRules {
    let named = try RecordedRun.namedZone(invocation, checked.analysis.graph, ZoneDatabase())
    var zone = named ?? .utc
    if named == nil { zone = try LocalZone.find(invocation, in: context) }
    return LiveRules(
      checked, zone: zone, zoneName: zoneName(invocation, checked), web: web,
      logins: logins ?? .own(web, in: context), in: context, installation: installation)
  }

  /// The zone that the rules or the command line name
  static func zoneName(_ invocation: Invocation, _ checked: CheckedRules) -> String? {
    checked.analysis.graph.settings.zone ?? invocation.value("--zone")
  }
}
