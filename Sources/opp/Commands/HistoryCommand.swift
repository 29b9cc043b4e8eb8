internal import OppModel
internal import OppOutputs
internal import OppStore

extension Command {
  /// ```console
  /// $ opp history --last 1
  /// 2013-01-31 15:50:00  Chore due ["dishes", 2]: It is time for the dishes. (dismissed)
  /// ```
  static let history = Command(
    name: "history",
    summary: "lists what fired, and whether it was delivered",
    operands: "[NAME]",
    operandCount: 0...1,
    options: [
      Option("--last", value: "N", "only the last N firings"),
      Option("--from", value: "INSTANT", "only from here on"),
      Option("--to", value: "INSTANT", "only before"),
      .row, .store, .localZone, .format,
    ],
    discussion: """
      The firings of all Opps, or of the one NAME, in the order of time. A firing is delivered,
      waiting (with when it will be, and why it could not be), dismissed, missed (it happened while
      nothing ran, too long ago to be delivered), or failed for good.
      """,
    examples: [
      ("opp history --last 10", "the last ten firings"),
      ("opp history \"Lunch walk\" --from 2026-06-01", "one Opp's since June"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let store = try OpenedStore.open(invocation, isMade: false, in: context)
    let declared = try store.work { (store) throws(StoreFailure) in try store.declaredZone() }
    let zone = try ShownZone.find(invocation, rules: declared, in: context)
    var filter = HistoryFilter(
      from: try Period.instant("--from", invocation, zone.zone),
      to: try Period.instant("--to", invocation, zone.zone), last: try count(invocation))
    if let name = invocation.operands.first {
      try checkName(name, store)
      filter.opp = name
      filter.row = try RowKey.read(invocation, of: name, store)
    } else if invocation.has("--row") {
      throw .usage("`--row` needs the NAME of its Opp")
    }
    let firings = try store.work { (store) throws(StoreFailure) in try store.history(filter) }
    let output = HistoryOutput(
      zone: zone, now: context.present, console: console, isJSON: invocation.wantsJSON)
    output.print(firings)
    return .success
  }

  /// The number of `--last`; nil without it
  private static func count(_ invocation: Invocation) throws(CommandFailure) -> Int? {
    guard let text = invocation.value("--last") else { return nil }
    guard let count = Int(text), count > 0 else {
      throw .usage("`\(text)` is not a number of firings", help: "write `--last 10`")
    }
    return count
  }

  /// An Opp that the rules have no longer may have a history, so any that the store knows will do
  ///
  /// - Throws: `CommandFailure` with the nearest name, if neither the rules nor the history have it.
  private static func checkName(
    _ name: String, _ store: OpenedStore
  ) throws(CommandFailure) {
    let names = try store.work { (store) throws(StoreFailure) in
      try store.loadDeclared().map(\.name) + store.list().map(\.overrides.opp)
    }
    guard !names.contains(name) else { return }
    throw .usage(
      "nothing is known of an Opp `\(name)`",
      help: Invocation.suggestion(for: name, among: names) ?? "`opp list` lists the Opps")
  }
}
