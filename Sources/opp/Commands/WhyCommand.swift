internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics

extension Command {
  /// ```console
  /// $ opp why "Lunch walk" examples/opportunity --at 2013-06-21T12:08
  /// "Lunch walk" is false at 2013-06-21 12:08:00, since 2013-06-02 13:00:00 until …
  ///   ✗ sky == sunny          sky is clouds, read 12:00; since 2013-06-20 06:00:00 until 2013-06-22 17:00:00
  ///   ✓ time in 12:00..13:00  time is 12:08; since 12:00:00 until 13:00:00
  /// …
  /// ```
  static let why = Command(
    name: "why",
    summary: "explains why an Opp's condition is true, false or unknown at an instant",
    operands: "NAME [FILE|DIR]…",
    operandCount: 1...Int.max,
    takesLong: true,
    options: [
      Option(
        "--at", value: "INSTANT",
        "an instant of a recording; default: now, the last second that `opp run` has kept"),
      .data,
      Option(
        "--row", value: "KEY",
        "the row of `for each` to explain; default: the first that is true, else the nearest to it"),
      .store, .zone, .format,
    ],
    discussion: """
      Says what the condition of the Opp NAME is and what is missing; then the condition part by part: ✓ true,
      ✗ false, ? unknown, with the readings behind it. With `--at` it replays a recording up to the instant, and
      says since when and until when each part is so. Without, it explains the last second that `opp run` has kept in
      its store, which may go on meanwhile. Without FILE or DIR it reads the folder it is in.
      """,
    examples: [
      ("opp why \"Lunch walk\"", "why `opp run` has not said so yet"),
      ("opp why \"Lunch walk\" lunch --at 2026-06-21T12:08", "why there was no walk at 12:08"),
      ("opp why \"Chore due\" home --at 2026-06-21T18:00 --row dishes", "one row of `for each`"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let isLive = ["now", nil].contains(invocation.value("--at"))
    if isLive, invocation.has("--data") {
      throw .usage(
        "the instant of the recording is missing", help: "for example `--at 2026-06-21T12:08`")
    }
    if !isLive, invocation.has("--store") {
      throw .usage("`--store` has the present alone", help: "leave out `--at`, or `--store`")
    }
    let files = Array(invocation.operands.dropFirst())
    let rules = try CheckedRules.read(files.isEmpty ? ["."] : files, in: context)
    guard rules.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    guard isLive else { return try WhyCommand.explain(rules, invocation, context, console) }
    return try WhyCommand.explainPresent(rules, invocation, context, console)
  }
}

/// The work of `opp why`, which `:why` of the playground does, too
enum WhyCommand {
  /// Explains an Opp of rules without errors; its name is the first operand
  static func explain(
    _ rules: CheckedRules, _ invocation: Invocation, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let rule = try rule(named: invocation.operands[0], in: rules.analysis.graph)
    let run = try RecordedRun.read(
      invocation, rules: rules, graph: rules.analysis.graph, readsOn: true, in: context,
      console)
    let words = ExplanationText(
      analysis: rules.analysis, graph: run.graph, zone: run.zone, rule: rule, at: run.from,
      units: run.units)
    guard run.from >= run.replay.begins else {
      printBeginning(of: run, words, invocation, console)
      return run.status
    }
    let rows = invocation.has("--row") ? run.replay.rows(of: rule, at: run.from) : []
    let explanation = run.replay.explain(
      rule: rule, row: try key(invocation, run.graph, rule, rows, words), at: run.from)
    let output = ExplanationOutput(explanation: explanation, words: words, console: console)
    if invocation.wantsJSON { output.printJSON() } else { output.printText() }
    return run.status
  }

  /// Explains an Opp as it was in the last second of the live run
  static func explainPresent(
    _ rules: CheckedRules, _ invocation: Invocation, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let graph = rules.analysis.graph
    let rule = try rule(named: invocation.operands[0], in: graph)
    let live = try LiveExplanation.read(rules, rule: rule, invocation, in: context)
    let zone = live.rules.zone
    let at = live.engine.present
    let words = ExplanationText(
      analysis: rules.analysis, graph: live.rules.graph, zone: zone, rule: rule, at: at)
    let row = try key(
      invocation, live.rules.graph, rule, live.engine.rows(ofRule: rule), words)
    let output = ExplanationOutput(
      explanation: live.explanation(row: row), words: words, console: console)
    if invocation.wantsJSON {
      output.printJSON()
      return .success
    }
    output.printText()
    if live.status.state != .enabled {
      let shown = try ShownZone.find(invocation, rules: graph.settings.zone, in: context)
      let state = OppStatusOutput(zone: shown, console: console, isJSON: false).state(live.status)
      console.folded("It is \(state).", under: 2)
    }
    console.folded(
      "as of \(words.readable.inWords(at)), the last second that `opp run` has kept", under: 2)
    return .success
  }

  /// Prints the explanation of an instant before the recording begins
  private static func printBeginning(
    of run: RecordedRun, _ words: ExplanationText, _ invocation: Invocation, _ console: Console
  ) {
    let name = run.graph.rules[words.rule].name
    guard invocation.wantsJSON else {
      console.line(
        "\(ValueNotation.textLiteral(name)) is unknown at \(words.readable.inWords(run.from)): the recording begins at \(words.readable.inWords(run.replay.begins, after: run.from))."
      )
      return
    }
    console.line(
      JSONText.object { json in
        json.member("type", string: "explanation")
        json.member("opp", string: name)
        json.member("at", string: run.from.rfc3339)
        json.member("truth", string: "unknown")
        json.member(
          "because",
          strings: [UnknownReason.beforeMemory.message(in: run.graph, zone: run.zone)])
      })
  }

  /// The index of an Opp
  ///
  /// - Throws: `CommandFailure` with the nearest name, or the first five.
  private static func rule(
    named name: String, in graph: ConditionGraph
  ) throws(CommandFailure) -> Int {
    if let rule = graph.rules.firstIndex(where: { $0.name == name }) { return rule }
    let suggestion = Invocation.suggestion(for: name, among: graph.rules.map(\.name))
    throw .usage(
      "there is no Opp `\(name)`",
      help: suggestion
        ?? (graph.rules.isEmpty
          ? "these files have no Opps"
          : "the Opps are \(graph.rules.prefix(5).map { "`\($0.name)`" }.joined(separator: ", "))"
            + (graph.rules.count > 5 ? " and \(graph.rules.count - 5) more" : "")))
  }

  /// The key that `--row` means: its values as `eval` prints them, joined by commas
  private static func key(
    _ invocation: Invocation, _ graph: ConditionGraph, _ rule: Int, _ rows: [RowID],
    _ words: ExplanationText
  ) throws(CommandFailure) -> [Value]? {
    guard let wanted = invocation.value("--row") else { return nil }
    guard graph.rules[rule].rows != nil else {
      throw .usage(
        "`\(graph.rules[rule].name)` has no rows",
        help: "leave out `--row`: it is not `for each`")
    }
    let spellings = rows.map { words.spellings(of: $0) }
    if let index = spellings.firstIndex(where: { $0.contains(wanted) }) { return rows[index].key }
    let names = spellings.compactMap { RowKey.printable($0) }
    throw .usage(
      "there is no row `\(wanted)`",
      help: Invocation.suggestion(for: wanted, among: names)
        ?? (names.isEmpty
          ? "there are no rows at this instant" : "there is, for example, `\(names[0])`"))
  }
}
