internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppStore

/// The Opps that a command may be about
///
/// Those of the rules that it names; else those that the daemon works on; else those of the rules in the
/// folder; else those that the store knows.
///
/// | command | Opps |
/// | --- | --- |
/// | `opp list rules` | those of `rules` |
/// | `opp list`, after `opp run ~/opps` | those of `~/opps`, as the store has them |
/// | `opp list`, in a folder with rules | those of the folder |
/// | `opp list`, elsewhere | those that fired or were set |
struct KnownOpps {
  /// In the order of their names
  let opps: [DeclaredOpp]

  /// The zone of their rules; nil if these name none
  let zoneName: String?

  /// - Returns: nil if the rules have errors, which have been reported.
  static func find(
    _ files: [String], _ store: OpenedStore?, in context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> KnownOpps? {
    let zone = try store?.work { (store) throws(StoreFailure) in try store.declaredZone() } ?? nil
    if files.isEmpty {
      let declared = try store?.work { (store) throws(StoreFailure) in try store.loadDeclared() }
      if let declared, !declared.isEmpty { return KnownOpps(opps: declared, zoneName: zone) }
    }
    let rules = try CheckedRules.read(files.isEmpty ? ["."] : files, in: context)
    guard rules.printProblems(console) else { return nil }
    let graph = rules.analysis.graph
    let opps = graph.rules.map { DeclaredOpp($0, in: graph) }
    if opps.isEmpty, files.isEmpty, let store { return try heardOf(store) }
    return KnownOpps(
      opps: opps.sorted { $0.name < $1.name },
      zoneName: rules.analysis.graph.settings.zone ?? zone)
  }

  /// The Opps that the store knows
  private static func heardOf(_ store: OpenedStore) throws(CommandFailure) -> KnownOpps {
    let names = try store.work { (store) throws(StoreFailure) in
      try store.list().map(\.overrides.opp)
    }
    return KnownOpps(
      opps: names.map {
        DeclaredOpp(name: $0, colour: nil, snooze: defaultSnooze, isDisabled: false)
      }, zoneName: nil)
  }

  /// The length of a `snooze` if no rule sets it, in seconds
  private static let defaultSnooze: Int64 = 3600

  /// - Throws: `CommandFailure` with the nearest name if there is no such Opp.
  func opp(named name: String) throws(CommandFailure) -> DeclaredOpp {
    if let opp = opps.first(where: { $0.name == name }) { return opp }
    let names = opps.map(\.name)
    let list = names.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    let more = names.count > 5 ? " and \(names.count - 5) more" : ""
    throw .usage(
      "there is no Opp `\(name)`",
      help: Invocation.suggestion(for: name, among: names)
        ?? (names.isEmpty
          ? "no Opp is known here: name the files of the rules" : "the Opps are \(list)\(more)"))
  }
}

extension DeclaredOpp {
  /// The declaration of an Opp of some rules, with its colour if that is the same at every firing
  init(_ rule: Rule, in graph: ConditionGraph) {
    self.init(
      name: rule.name, colour: graph.constantColour(of: rule), snooze: rule.snooze,
      isDisabled: rule.isDisabled)
  }
}
