internal import OppOutputs

extension Command {
  /// ```console
  /// $ opp run rules
  /// 1 Opp of 1 file, in the system's time zone
  /// nothing is connected: only the clock and the sun are known
  /// delivery: printed here
  /// state: kept in /home/ada/.local/state/opp/store.sqlite
  /// 2026-06-21 16:00:00  Tea
  /// ```
  ///
  /// See ``LiveRun`` for the making of a run, and ``LiveDriver`` for its loop.
  static let run = Command(
    name: "run",
    summary: "runs the rules: fetches what they need, waits, and notifies you when it is time",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    options: [
      .store,
      Option("--once", "one round, for cron and timers: fetches, notifies, ends (at most 60 s)"),
      Option(
        "--every", value: "DURATION",
        "how far apart rounds are, such as `5min`; else as far as the last five"),
      Option(
        "--wait", value: "DURATION",
        "how long a round waits for the first report of what is pushed, such as a position (10s)"),
      Option(
        "--data", value: "DIR",
        "a rehearsal: a recording in place of the clock, the services and the store"),
      Option(
        "--latency", value: "DURATION",
        "how long the responses of a rehearsal take: `3s`, or by chance `0s..5s`; else no time"),
      Option("--from", value: "INSTANT", "where a rehearsal begins whose store is new"),
      Option("--to", value: "INSTANT", "where a rehearsal ends"),
      .zone, .format,
    ],
    discussion: """
      Requests what `connect` connects as seldom as the rules allow, sleeps until the next instant that
      can matter, and delivers what fires by `connect notifications`, else on standard output. A firing is
      in the store before it is delivered. Without FILE or DIR it runs the rules of the folder it is in.
      Changed rule files are loaded as it runs, and its state is kept; files with errors are not loaded.
      SIGTERM ends it after the current step. SIGHUP has it look at once for changed rules, and repeat
      the requests and deliveries that failed. A rehearsal keeps no state at its end, except with
      `--store`. The zone is that of the rules, else of `--zone`, else of the system.
      """,
    examples: [
      ("opp run ~/opps", "runs until it is stopped"),
      ("opp run ~/opps --once", "for a line in a crontab"),
      (
        "opp run examples/opportunity --data examples/opportunity/data --to 2013-02-01",
        "a rehearsal"
      ),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    if invocation.has("--latency"), !invocation.has("--data") {
      throw .usage(
        "`--latency` delays a rehearsal", help: "give the recording to rehearse with `--data DIR`")
    }
    for option in ["--every", "--wait"] where invocation.has(option) {
      if !invocation.has("--once") || invocation.has("--data") {
        throw .usage(
          "`\(option)` is of rounds",
          help: "give it with `--once`, and not with a rehearsal (`--data`)")
      }
    }
    let checked = try CheckedRules.read(invocation.rulePaths, in: context)
    guard checked.printProblems(console) else { return .problems }
    let run = LiveRun(
      invocation: invocation, operands: invocation.rulePaths, context: context, console: console,
      clock: context.surroundings?.clock ?? SystemClock(),
      hearsSignals: context.surroundings == nil)
    if invocation.has("--data") {
      return try run.rehearse(
        checked, OpenedStore.rehearsal(invocation, in: context))
    }
    return try run.live(
      checked, OpenedStore.open(invocation, isMade: true, in: context))
  }
}
