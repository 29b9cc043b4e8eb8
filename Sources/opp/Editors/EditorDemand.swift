internal import OppEngine
internal import OppLanguageServer
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSession

/// The requests of a day at worst, a line a connection
///
/// `weather` → `Fetched at most 25 times a day for 1 Opp; the quota is 10000 a day.`
struct EditorDemand {
  /// By the names of the connected sources and tables
  let lines: [String: String]

  init(_ snapshot: RuleSetSnapshot, root: String, in context: CommandContext) {
    lines = (try? Self.lines(snapshot, root: root, in: context)) ?? [:]
  }

  /// The lines, as `opp plan` would compute the demand now; none if the rules have errors
  private static func lines(
    _ snapshot: RuleSetSnapshot, root: String, in context: CommandContext
  ) throws(CommandFailure) -> [String: String] {
    if snapshot.analysis.hasErrors { return [:] }
    let files = snapshot.files.indices.map { snapshot.source(at: $0) }
    let checked = CheckedRules(
      files: RuleFiles(files: files, folder: root), analysis: snapshot.analysis)
    let rules = try LiveRules.connected(
      checked, try Invocation.parse([], for: .plan), WebClient(), in: context)
    let world = ConnectedWorld(rules.connectors, LiveMailbox(), generation: 0)
    let session = LiveSession(
      engine: Engine(graph: rules.graph, zone: rules.zone, begins: context.present),
      providers: world.providers)
    let demand = DailyDemand(
      rules.graph, providers: session.providers, freshness: { session.freshness(of: $0) },
      cost: { session.cost(of: $0) })
    let targets = snapshot.analysis.connections.map(\.target).filter { $0 != "notifications" }
    var lines: [String: String] = [:]
    // The connectors are in the order of the connections, notifications left out: so their targets go with them.
    for (target, connector) in zip(targets, rules.connectors) {
      let opps = session.opps(dependingOn: connector.provider).count
      lines[target] = line(connector.provider, demand, opps: opps)
    }
    return lines
  }

  /// The sentence on one connection
  ///
  /// - Parameter opps: the number of Opps that depend on it.
  private static func line(_ provider: Provider, _ demand: DailyDemand, opps: Int) -> String {
    let readers = opps == 1 ? "1 Opp" : "\(opps) Opps"
    if provider.isPushed { return "Comes by itself, for \(readers): nothing is fetched." }
    guard let own = demand.providers.first(where: { $0.name == provider.name }) else {
      return "Nothing is fetched in a day: no Opp reads it."
    }
    let times = own.perDay == 1 ? "once" : "\(own.perDay) times"
    let quota = own.quota.perDay.map { "the quota is \($0) a day" } ?? "there is no quota of a day"
    let excess = own.fits ? "" : " It cannot keep within the quota."
    return "Fetched at most \(times) a day for \(readers); \(quota).\(excess)"
  }
}
