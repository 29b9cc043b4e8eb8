internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppStore

extension Command {
  /// ```console
  /// $ opp list
  /// Lunch walk  snoozed until 2026-06-21 14:00:00  never fired
  /// Tea         disabled by the rules              never fired
  /// weather (openmeteo): there is no host api.open-meteo.com; "Lunch walk" waits for it. …
  /// ```
  ///
  /// The last lines are the connections that fail, as the daemon has kept them; see ``ConnectionHealth``.
  static let list = Command(
    name: "list",
    summary: "lists the Opps, their state and when they last fired",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    options: [
      Option(
        "--sort", value: "name|colour|last", choices: ["name", "colour", "last"],
        "by name (the default), by colour, or by the last firing, the latest first"),
      .store, .localZone, .format,
    ],
    discussion: """
      The Opps are those of the rules named; without FILE or DIR those that `opp run` last worked on, else
      those of the rules in this folder. An Opp is enabled, disabled (with who said so) or snoozed.
      """,
    examples: [
      ("opp list", "the Opps of the daemon"),
      ("opp list --sort last", "what fired last comes first"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let store = try existingStore(invocation, context)
    guard
      let known = try KnownOpps.find(invocation.operands, store, in: context, console)
    else { return .problems }
    let zone = try ShownZone.find(invocation, rules: known.zoneName, in: context)
    let listed = try store?.work { (store) throws(StoreFailure) in try store.list() } ?? []
    let now = context.present
    var statuses: [OppStatus] = []
    for opp in known.opps {
      let listed = listed.first { $0.overrides.opp == opp.name }
      let titles = try store?.work { (store) throws(StoreFailure) in
        listed?.hasRows == true ? try store.titles(of: opp.name) : [:]
      }
      statuses.append(OppStatus(opp: opp, listed: listed, now: now, titles: titles ?? [:]))
    }
    let output = OppStatusOutput(zone: zone, console: console, isJSON: invocation.wantsJSON)
    output.print(sorted(statuses, by: invocation.value("--sort") ?? "name"))
    try printHealth(store, zone, at: now, invocation, console)
    return .success
  }

  /// Prints a line for each unhealthy connection, as `opp run` has found it
  private static func printHealth(
    _ store: OpenedStore?, _ zone: ShownZone, at now: Instant, _ invocation: Invocation,
    _ console: Console
  ) throws(CommandFailure) {
    let health = try store?.work { (store) throws(StoreFailure) in
      try ConnectionHealth.all(in: store, zone: zone.zone, at: now)
    }
    for connection in health ?? [] {
      console.line(invocation.wantsJSON ? connection.json : connection.text)
    }
  }

  /// The store; nil if there is none yet, so that there are neither firings nor settings
  private static func existingStore(
    _ invocation: Invocation, _ context: CommandContext
  ) throws(CommandFailure) -> OpenedStore? {
    let path = try OpenedStore.path(invocation, in: context)
    guard context.kind(of: path) != .missing else { return nil }
    return try OpenedStore.open(invocation, isMade: false, in: context)
  }

  /// - Requires: the Opps are in the order of their names, which decides among equals.
  private static func sorted(_ statuses: [OppStatus], by order: String) -> [OppStatus] {
    let places = statuses.enumerated().sorted { left, right in
      let first: (Int64, Int) = (rank(left.element, order), left.offset)
      return first < (rank(right.element, order), right.offset)
    }
    return places.map(\.element)
  }

  /// The rank of an Opp in an order: the least is first; without a colour or a firing it is last
  private static func rank(_ status: OppStatus, _ order: String) -> Int64 {
    switch order {
    case "colour": status.opp.colour.map { Int64($0) } ?? .max
    case "last": status.last.map { -$0.seconds } ?? .max
    default: 0
    }
  }
}
