internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppReplay
internal import OppSemantics
internal import OppSession
internal import OppStore

/// An Opp as `opp run` had it in the last second that it has kept
///
/// The store is read as it is at one moment, without its lock: a daemon goes on meanwhile. Nothing is fetched.
struct LiveExplanation {
  /// The engine at its last second
  let engine: Engine
  let rules: LiveRules

  /// The index of the Opp
  let rule: Int

  /// The present state of the Opp, as commands have set it
  let status: OppStatus

  /// - Throws: `CommandFailure` if nothing is kept, or the store is of other rules.
  static func read(
    _ checked: CheckedRules, rule: Int, _ invocation: Invocation, in context: CommandContext
  ) throws(CommandFailure) -> LiveExplanation {
    let path = try OpenedStore.path(invocation, in: context)
    guard context.kind(of: path) != .missing else { throw nothingRuns(path) }
    let opened = try OpenedStore.open(invocation, isMade: false, in: context)
    let rules = try LiveRules.connected(checked, invocation, WebClient(), in: context)
    let graph = rules.graph
    let opp = DeclaredOpp(graph.rules[rule], in: graph)
    let world = ConnectedWorld(rules.connectors, LiveMailbox(), generation: 0)
    let now = context.present
    let (known, session, listed) = try opened.work { (store) throws(StoreFailure) in
      try store.glimpse { () throws(StoreFailure) in
        var session: LiveSession?
        if let memory = try store.loadMemory() {
          session = try SessionLoader(rules, world, store, nil).session(over: memory, at: now)
        }
        return (
          try store.loadDeclared().map(\.name), session,
          try store.list().first { $0.overrides.opp == opp.name }
        )
      }
    }
    guard let session else { throw nothingRuns(path) }
    guard known.contains(opp.name) else { throw otherRules(path, opp.name, known) }
    return LiveExplanation(
      engine: session.engine, rules: rules, rule: rule,
      status: OppStatus(opp: opp, listed: listed, now: now))
  }

  /// The failure without a live run
  private static func nothingRuns(_ path: String) -> CommandFailure {
    .outside(
      "`opp run` has kept nothing yet: there is no store `\(path)`",
      help:
        "start `opp run`, name its store with `--store FILE`, or explain an instant of a recording, such as `--at 2026-06-21T12:08`"
    )
  }

  /// The failure of an Opp that the live run does not have
  private static func otherRules(
    _ path: String, _ opp: String, _ known: [String]
  ) -> CommandFailure {
    let list = known.prefix(3).map { ValueNotation.textLiteral($0) }.joined(separator: ", ")
    let more = known.count > 3 ? " and \(known.count - 3) more" : ""
    return .outside(
      "`opp run` has not run \(ValueNotation.textLiteral(opp)) yet",
      help: "the store `\(path)` is of \(known.isEmpty ? "no Opps" : list + more)")
  }

  /// The explanation of a row, or of the nearest to being true
  func explanation(row: [Value]?) -> OppExplanation {
    engine.explanation(ofRule: rule, row: row, looksAhead: true)
  }
}
