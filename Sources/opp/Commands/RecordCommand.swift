internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics

extension Command {
  /// After two days, `spring` may hold:
  ///
  /// ```
  /// thermostat.csv      time,room,inside,heating
  ///                     2026-01-01T10:00:00+00:00,,22,true
  /// chores.csv          valid_from,valid_until,id,due,done
  ///                     2026-11-22T11:26:07+00:00,,a,2026-06-22T07:00:00Z,false
  /// sensor.jsonl        {"time":"2026-11-22T11:26:07+00:00","kitchen":21.5}
  /// recording.json      {"to":"2026-11-22T11:26:10Z","partial":["sensor"]}
  /// ```
  static let record = Command(
    name: "record",
    summary: "writes a recording of the connected services, for `opp eval --data`",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    options: [
      Option("--to", value: "DIR", "where the recording goes; it is added to one that is there"),
      Option(
        "--for", value: "D", "for how long, such as 90min or 2d; default: until it is stopped"),
      Option(
        "--from", value: "INSTANT",
        "what services have kept from here on, in place of what they say"
      ),
      Option("--until", value: "INSTANT", "the end of what they have kept; default: now"),
      Option("--statistics", "with `--from`: the means of hours, where services keep no states"),
      .store, .zone,
    ],
    discussion: """
      Requests everything that the rules read as often as its readings expire, whether it matters or not,
      and appends the responses to a recording: a file for each source and table, `calendar.ics`,
      `addresses.csv`, `places.geojson`; and `answers.csv`, what is answered meanwhile to what the daemon
      of the store delivers. Nothing fires. Without FILE or DIR it takes the rules of the
      folder it is in. SIGTERM and SIGINT end it.

      With `--from` it records the past: the states that Home Assistant has kept, ten days unless its settings
      say otherwise. For the time before, `--statistics` takes the means of hours, which it keeps for ever; a
      peak within an hour is not in them. So `opp eval --data` fires what the rules would have fired in a house as it was.
      """,
    examples: [
      ("opp record ~/opps --to spring --for 2d", "two days of readings"),
      ("opp eval ~/opps --data spring", "what would have fired in them"),
      ("opp record ~/opps --to past --from 2026-11-17", "what Home Assistant has kept since then"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    guard let folder = invocation.value("--to") else {
      throw .usage("the folder of the recording is missing", help: "give `--to DIR`")
    }
    let length = try duration(invocation)
    if !invocation.has("--from") {
      for option in ["--until", "--statistics"] where invocation.has(option) {
        throw .usage("`\(option)` needs `--from`")
      }
    }
    let checked = try CheckedRules.read(invocation.rulePaths, in: context)
    guard checked.printProblems(console) else { return .problems }
    let mailbox = LiveMailbox()
    let signals = LiveSignals(mailbox)
    defer { withExtendedLifetime(signals) {} }
    let rules = try LiveRules.connected(checked, invocation, WebClient(), in: context)
    guard !rules.connectors.isEmpty else {
      throw CommandFailure(
        status: .problems, message: "the rules connect nothing, so there is nothing to record",
        help: "write for example `connect weather to openmeteo()`")
    }
    let writer = try RecordingWriter(
      graph: rules.graph, zone: rules.zone,
      zoneName: rules.graph.settings.zone ?? invocation.value("--zone"),
      folder: context.resolved(folder), partial: rules.partialSources)
    let output = LiveOutput(console: console, isJSON: false, zone: rules.zone)
    let clock = SystemClock()
    if let start = try Period.instant("--from", invocation, rules.zone) {
      let end = try Period.instant("--until", invocation, rules.zone) ?? clock.now
      guard start < end else { throw .usage("`--until` is not after `--from`") }
      var recorder = HistoryRecorder(rules, output, writer)
      let count = try recorder.run(
        from: start, until: min(end, clock.now), means: invocation.has("--statistics"))
      say(count, recorder.files, folder, console)
      return .success
    }
    let world = ConnectedWorld(rules.connectors, mailbox, generation: 0)
    world.listen()
    let recorder = LiveRecorder(
      rules, world, clock: clock, mailbox: mailbox, output: output, writer: writer,
      store: try existingStore(invocation, context)?.store)
    let count = try recorder.run(until: length.map { clock.now.advanced(by: $0) })
    say(count, recorder.files, folder, console)
    return .success
  }

  private static func say(_ count: Int, _ files: [String], _ folder: String, _ console: Console) {
    let list = files.isEmpty ? "" : ": \(files.joined(separator: ", "))"
    console.message(
      "recorded \(count) \(count == 1 ? "response" : "responses") in \(folder)\(list)")
  }

  /// The store, if it is there
  private static func existingStore(
    _ invocation: Invocation, _ context: CommandContext
  ) throws(CommandFailure) -> OpenedStore? {
    let path = try OpenedStore.path(invocation, in: context)
    guard context.kind(of: path) != .missing else { return nil }
    return try OpenedStore.open(invocation, isMade: false, in: context)
  }

  /// The seconds of `--for`; nil without it: until a signal
  private static func duration(_ invocation: Invocation) throws(CommandFailure) -> Int64? {
    guard let text = invocation.value("--for") else { return nil }
    let literal = try? QuantityLiteral.parse(text)
    guard let seconds = literal?.value(as: .duration), seconds >= 1, seconds <= longestRecording
    else {
      throw .usage(
        "`\(text)` is not a duration", help: "write for example `90s`, `45min`, `1h30min` or `2d`")
    }
    return Int64(seconds)
  }

  /// Ten years, in seconds
  private static let longestRecording: Double = 10 * 365 * 86_400
}
