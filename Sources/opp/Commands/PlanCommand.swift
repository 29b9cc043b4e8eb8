internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppReplay
internal import OppSemantics
internal import OppSession
internal import OppStore

extension Command {
  /// ```console
  /// $ opp plan rules
  /// at 2026-06-21 12:00:00
  ///   requested now:
  ///     thermostat, cost 0.01, for "Warm"
  ///   expected cost: 0.01
  /// in a day at worst:
  ///   thermostat (csv): 145
  /// ```
  ///
  /// with a source that is fresh for 10 minutes: 144 fetches and one more in 24 hours.
  static let plan = Command(
    name: "plan",
    summary: "shows what would be fetched, in which order, for which Opps and at what cost",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    takesLong: true,
    options: [
      Option("--data", value: "DIR", "a recording to simulate a day of"),
      Option("--day", value: "DATE", "the day, such as 2026-06-21; needs `--data`"),
      Option(
        "--every", value: "DURATION",
        "what a round of `opp run --once` would request, with the next round after so long"),
      .store, .zone, .format,
    ],
    discussion: """
      Without `--data`: what `opp run` would request now, given the state in its store, and what it might
      have to request after that; then what the rules would request in a day at worst, beside the quotas
      and the budget. With `--data` and `--day` it simulates that day and prints what is requested when,
      and how many requests polling every 10 minutes would make. Exit status 1: the rules cannot
      keep within a quota or the budget. A warning says what a `fresh for` of less than a
      minute or more than a day will do.
      """,
    examples: [
      ("opp plan ~/opps", "what would be requested now"),
      (
        "opp plan examples/opportunity --data examples/opportunity/data --day 2013-06-21",
        "what is requested in a day"
      ),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let checked = try CheckedRules.read(invocation.rulePaths, in: context)
    guard checked.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    return try PlanCommand.plan(checked, invocation, context, console)
  }
}

/// The work of `opp plan`, which `:plan` of the playground does, too
enum PlanCommand {
  /// Plans the fetches of rules without errors
  static func plan(
    _ checked: CheckedRules, _ invocation: Invocation, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    if invocation.has("--day") || invocation.has("--data") {
      if invocation.has("--every") {
        throw .usage("`--every` is of rounds from now on", help: "leave out `--data` and `--day`")
      }
      return try simulate(invocation, checked, context, console)
    }
    return try preview(invocation, checked, context, console)
  }

  /// Prints the plan of now, and the demand of a day
  ///
  /// - Returns: status 1 if the demand does not fit a quota or the budget.
  private static func preview(
    _ invocation: Invocation, _ checked: CheckedRules,
    _ context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let rules = try LiveRules.connected(checked, invocation, WebClient(), in: context)
    let now = context.present
    let session = try session(of: rules, invocation, at: now, in: context)
    let output = PlanOutput(
      graph: rules.graph, zone: rules.zone, console: console, isJSON: invocation.wantsJSON)
    // A fixed position is known as soon as it is connected.
    let fixed = rules.connectors.compactMap { ($0 as? FixedConnector)?.arrival(at: now) }
    output.print(session.preview(at: now, arrived: fixed), at: now)
    let demand = DailyDemand(
      rules.graph, providers: session.providers, freshness: { session.freshness(of: $0) },
      cost: { session.cost(of: $0) })
    output.print(demand)
    return demand.fits ? .success : .problems
  }

  /// The session that a run would begin with now
  private static func session(
    of rules: LiveRules, _ invocation: Invocation, at now: Instant, in context: CommandContext
  ) throws(CommandFailure) -> LiveSession {
    let path = try OpenedStore.path(invocation, in: context)
    let world = ConnectedWorld(rules.connectors, LiveMailbox(), generation: 0)
    let pace = try invocation.seconds("--every", in: 1...RoundPace.longest)
      .map { RoundPace(begins: now, stated: $0) }
    guard context.kind(of: path) != .missing else {
      return LiveSession(
        engine: Engine(graph: rules.graph, zone: rules.zone, begins: now),
        providers: world.providers, settings: SessionSettings(pace: pace))
    }
    let opened = try OpenedStore.open(invocation, isMade: false, in: context)
    return try opened.work { (store) throws(StoreFailure) in
      try SessionLoader(rules, world, store, nil, pace: pace).session(
        over: store.loadMemory() ?? SessionMemory(), at: now)
    }
  }

  /// Prints the fetches of one day of a recording
  ///
  /// The day is that of the run's zone, from midnight to midnight: 23 or 25 hours long when the clock changes.
  private static func simulate(
    _ invocation: Invocation, _ checked: CheckedRules, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    guard let text = invocation.value("--day") else {
      throw .usage("the day of the recording is missing", help: "give `--day 2026-06-21`")
    }
    guard let date = CivilDate(iso8601: text) else {
      throw .usage("`\(text)` is not a date", help: "write `--day 2026-06-21`")
    }
    let run = try RecordedRun.read(
      invocation, rules: checked, graph: checked.analysis.graph, in: context, console)
    let from = run.zone.startOfDay(date)
    let to = run.zone.startOfDay(date.advanced(by: 1))
    // The day must overlap the recording; the days that it has are named otherwise.
    let days = (first: run.replay.begins, last: run.to.advanced(by: -1))
    guard to > days.first, from <= days.last else {
      let first = run.zone.local(at: days.first).date.iso8601
      let last = run.zone.local(at: days.last).date.iso8601
      throw .usage(
        "the recording has nothing of \(date.iso8601): it goes from \(first) to \(last)",
        help: "give one of its days: `--day \(last)`")
    }
    let output = PlanOutput(
      graph: run.graph, zone: run.zone, console: console, isJSON: invocation.wantsJSON)
    output.print(SimulatedDay(run, from: from, to: to))
    return run.status
  }
}
