internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSession
internal import OppStore

/// The charts of rules over the readings that `opp run` has kept in the store
///
/// ```console
/// $ opp report --store
/// $ opp report --store /tmp/rehearsal.sqlite ~/opps --to 2026-06-22
/// ```
struct StoredCharts {
  let graph: ConditionGraph
  let charts: [ChartSeriesList]
  let problems: [EngineProblem]

  /// The zone of the rules; if they set none that of `--zone`, of the daemon, or of the system
  let zone: Zone

  /// The calendar period that was asked for; nil for all that the charts reach
  let stretch: ReportStretch?

  /// The seconds of which something may be kept, as far back as the charts go
  let known: Range<Int64>

  /// The command line with a folder or a file of rules behind `--store` as an operand: they are no store
  static func operands(
    _ invocation: Invocation, in context: CommandContext
  ) -> Invocation {
    guard let named = invocation.value("--store"), !named.isEmpty,
      named.hasSuffix(".opp") || context.kind(of: named) == .folder
    else { return invocation }
    return invocation.takingAsOperand("--store")
  }

  /// Reads the store, and takes the values of the charts
  ///
  /// - Throws: `CommandFailure` if there is no store, or if it has nothing for these charts.
  static func read(
    _ invocation: Invocation, _ graph: ConditionGraph, in context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> StoredCharts {
    if invocation.has("--data") {
      throw .usage(
        "`--data` and `--store` exclude each other",
        help: "charts are drawn over a recording, or over what `opp run` has kept")
    }
    let opened = try OpenedStore.open(invocation, isMade: false, in: context)
    let declared = try opened.work { (store) throws(StoreFailure) in try store.declaredZone() }
    let zone = try ShownZone.find(invocation, rules: graph.settings.zone ?? declared, in: context)
      .zone
    let stretch = try ReportStretch.read(invocation)
    let now = context.present.advanced(by: 1)
    let ends = stretch.map { Instant(seconds: $0.seconds(in: zone).upperBound) }
    let to = try Period.instant("--to", invocation, zone) ?? min(now, ends ?? now)
    let firstFiring = ChartReplay.firstFiring(of: graph, at: to)
    let kept = try opened.work { (store) throws(StoreFailure) in
      try store.loadForCharts(firingsFrom: firstFiring)
    }
    guard let memory = kept.memory?.engine else {
      throw CommandFailure(
        status: .outside, message: "the store `\(opened.store.path)` is empty",
        help: "`opp run` keeps in it what charts read")
    }
    try check(kept.charts, graph, opened.store, console)
    let last = max(to.advanced(by: -1), memory.present)
    let replay = ChartReplay(
      graph, zone, readings: kept.readings,
      firings: kept.firings.compactMap { KeptFiring($0, at: last) }, memory: memory, to: to)
    let (charts, problems) = replay.run()
    let start = ChartReplay.start(of: graph, zone, to: to) ?? memory.begins
    let from = min(max(start, memory.begins), to.advanced(by: -1))
    return StoredCharts(
      graph: graph, charts: charts, problems: problems, zone: zone, stretch: stretch,
      known: from.seconds..<to.seconds)
  }

  /// Makes a report of the charts alone
  func report(title: String, _ rules: CheckedRules) -> Report {
    var drawn = graph
    drawn.rules = []
    let nothing = TruthReplay(
      Replay(
        graph: drawn.withoutCharts(), zone: zone, begins: Instant(seconds: known.lowerBound),
        arrivals: [])
    ).run(from: Instant(seconds: known.upperBound - 1), to: Instant(seconds: known.upperBound))
    return ReportMaker(analysis: rules.analysis, graph: drawn, zone: zone).report(
      title: title, stretch: stretch?.seconds(in: zone), known: known, truths: nothing,
      answers: [], charts: charts, fetches: nil)
  }

  /// Compares the charts with those that the store keeps readings for
  ///
  /// - Throws: if none of them is among those; of one that is not a message says so.
  private static func check(
    _ known: [String], _ graph: ConditionGraph, _ store: Store, _ console: Console
  ) throws(CommandFailure) {
    let added = graph.charts.map(\.name).filter { !known.contains($0) }
    guard added.count < graph.charts.count else {
      let list = known.prefix(3).map { ValueNotation.textLiteral($0) }.joined(separator: ", ")
      let more = known.count > 3 ? " and \(known.count - 3) more" : ""
      throw CommandFailure(
        status: .outside,
        message: known.isEmpty
          ? "the store `\(store.path)` has nothing for charts"
          : "the store `\(store.path)` is of other rules, with \(list)\(more)",
        help: known.isEmpty
          ? "`opp run` keeps what charts read, from its next start with them on"
          : "name the rules that `opp run` runs, or their store with `--store FILE`")
    }
    for name in added {
      console.message(
        "\(ValueNotation.textLiteral(name)) is new: `opp run` has not kept anything for it yet")
    }
  }
}

extension KeptFiring {
  /// - Returns: nil for one that is no row of `firings`: it was missed, or is of this second or a later one.
  fileprivate init?(_ stored: StoredFiring, at now: Instant) {
    guard !stored.firing.isMissed, stored.firing.at < now else { return nil }
    let answer = stored.answer(at: now) ?? .unanswered
    self.init(
      opp: stored.firing.opp, row: RowKey.plain(stored.firing.row), at: stored.firing.at,
      text: stored.firing.text ?? "", answer: answer,
      answered: answer.isOpen ? nil : stored.answered)
  }
}
