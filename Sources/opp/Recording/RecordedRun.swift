internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppRecordings
internal import OppReplay
internal import OppSemantics
internal import OppSyntax

/// A rule set and the recording to replay it over, as `eval` and `why` need them
///
/// Shared by `eval`, `why`, `diff`, `plan --data`, `run --data`, `repl`, `lint --data` and editors. The folder is that
/// of `--data`, else `data` in the one folder that is named. `replay` begins where the data do, even if only a later
/// period is printed, because the engine remembers the time before it.
struct RecordedRun {
  let graph: ConditionGraph
  let zone: Zone
  let replay: Replay

  /// The content of the recording, in the order of time
  let arrivals: [(at: Instant, arrival: Arrival)]

  /// The sources of which one response has all values, by the connections of the rules
  let withAllValues: Set<SourceID>

  /// The units in which the recording writes its quantities
  let units: RecordedUnits

  /// The printed period: `[from, to)`
  let from: Instant
  let to: Instant

  /// Whether the data had problems
  let status: ExitStatus

  /// The resolution of positions for recorded weather, in degrees
  ///
  /// Nil if the recording does not have the person's position: its weather is then that of the place.
  var cell: Double? {
    let location = graph.wellKnown.location?.source
    let hasPosition = arrivals.contains { _, arrival in
      guard case .reading(let reading) = arrival else { return false }
      return reading.source == location
    }
    return hasPosition ? 0.1 : nil
  }

  /// The run as it is printed
  var period: ReplayedPeriod {
    ReplayedPeriod(
      graph: graph, zone: zone, replay: replay, arrivals: arrivals, from: from, to: to)
  }

  /// The same, printed from a later instant on
  func from(_ instant: Instant) -> RecordedRun {
    RecordedRun(
      graph: graph, zone: zone, replay: replay, arrivals: arrivals, withAllValues: withAllValues,
      units: units, from: instant, to: to, status: status)
  }

  /// Reads the recording that a command line names
  ///
  /// - Parameters:
  ///   - graph: with the nodes of all expressions.
  ///   - drawsCharts: whether charts are drawn, which may begin before the data do.
  ///   - readsOn: whether the recording is read to its end, although only an instant is queried.
  ///   - stretch: a calendar period in place of `--from` and `--to`.
  /// - Throws: `CommandFailure` if the command line is incomplete, or the data is not there.
  static func read(
    _ invocation: Invocation, rules: CheckedRules, graph: ConditionGraph,
    readsOn: Bool = false, drawsCharts: Bool = false, stretch: ReportStretch? = nil,
    in context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> RecordedRun {
    let database = ZoneDatabase()
    // First the zone that is named, for local times in the files; then the files; then the period, which may need the
    // zone that they name; last the calendar, of which only the period is read.
    let named = try namedZone(invocation, graph, database)
    var recording = Recording()
    var status = ExitStatus.success
    let folder = try dataFolder(invocation, rules, context)
    if let folder {
      recording = Recording.load(
        folder: context.resolved(folder), graph: graph, fallbackZone: named ?? .utc,
        connected: rules.connectedFiles(in: context), database: database)
    }
    let output = folder.map { folder in
      DataProblemOutput(
        folder: folder, root: context.resolved(folder), console: console,
        isJSON: invocation.wantsJSON)
    }
    let zone = named ?? recording.zone ?? .utc
    let period: Period
    do throws(CommandFailure) {
      period = try Period.read(
        invocation, recording: recording, zone: zone, charts: drawsCharts ? graph : nil,
        stretch: stretch)
    } catch {
      guard let output else { throw withoutRecording(error, rules, invocation, context) }
      throw explained(error, by: recording, output)
    }
    if let output {
      let start =
        drawsCharts ? ChartReplay.start(of: graph, zone, to: period.to) : nil
      let end = readsOn ? max(period.to, recording.to ?? period.to) : period.to
      let calendarProblems = recording.readCalendars(
        graph: graph, zone: zone, from: min(period.begins, start ?? period.begins), to: end,
        database: database)
      status = output.report(recording.problems, calendarProblems)
    }
    let arrivals = recording.arrivals.map { (at: $0.instant, arrival: $0.arrival) }
    let replay = Replay(graph: graph, zone: zone, begins: period.begins, arrivals: arrivals)
    return RecordedRun(
      graph: graph, zone: zone, replay: replay, arrivals: arrivals,
      withAllValues: sourcesWithAllValues(rules, graph), units: recording.units, from: period.from,
      to: period.to, status: status)
  }

  /// The sources with parameters whose connection responds with all values at once, as `csv()` does
  private static func sourcesWithAllValues(
    _ rules: CheckedRules, _ graph: ConditionGraph
  ) -> Set<SourceID> {
    let connections = rules.analysis.connections.filter {
      ConnectorRegistry.kind(named: $0.connector)?.hasAllValues == true
    }
    let sources = graph.sources.indices.filter { index in
      let source = graph.sources[index]
      return !source.parameters.isEmpty && connections.contains { $0.target == source.name }
    }
    return Set(sources.map { SourceID(index: Int32(truncatingIfNeeded: $0)) })
  }

  /// A failure to find the period of a replay, with its cause
  ///
  /// The problems of the recording are printed first, because they may be the cause if no reading has a time.
  private static func explained(
    _ failure: CommandFailure, by recording: Recording, _ output: DataProblemOutput
  ) -> CommandFailure {
    let status = output.report(recording.problems, [])
    guard status != .success else { return failure }
    return CommandFailure(status: status, message: failure.message, help: failure.help)
  }

  /// A failure to find the period of a replay without a recording
  private static func withoutRecording(
    _ failure: CommandFailure, _ rules: CheckedRules, _ invocation: Invocation,
    _ context: CommandContext
  ) -> CommandFailure {
    let isNamed = ["--from", "--to", "--at"].contains { invocation.has($0) }
    guard !isNamed, let help = folderHelp(rules, context) else { return failure }
    return CommandFailure(status: failure.status, message: "there is no recording", help: help)
  }

  /// The help that names the recording of rules beside which none was read; nil without rules
  private static func folderHelp(
    _ rules: CheckedRules, _ context: CommandContext
  ) -> String? {
    if let folder = rules.files.folder {
      return "`\(folder)` has no folder `data`: give `--data DIR`, or `--from` and `--to`"
    }
    guard let file = rules.files.files.first?.path else { return nil }
    let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let data = (parts.isEmpty ? "" : parts.joined(separator: "/") + "/") + "data"
    guard context.kind(of: data) == .folder else {
      return "name the folder of the recording with `--data DIR`, or give `--from` and `--to`"
    }
    return "`data` is read by itself only beside a folder that is named: give `--data \(data)`"
  }

  /// The zone of the rule set, else of the command line; nil if neither names one
  static func namedZone(
    _ invocation: Invocation, _ graph: ConditionGraph, _ database: ZoneDatabase
  ) throws(CommandFailure) -> Zone? {
    let option = invocation.value("--zone")
    guard let name = graph.settings.zone ?? option else { return nil }
    do throws(ZoneDatabase.Failure) {
      return try database.zone(named: name)
    } catch {
      let help = error.nearest.map { "did you mean `\($0)`?" }
      throw CommandFailure(
        status: graph.settings.zone == nil ? .usage : .problems, message: error.reason, help: help)
    }
  }

  /// The folder of the recording; nil if there is none
  private static func dataFolder(
    _ invocation: Invocation, _ rules: CheckedRules, _ context: CommandContext
  ) throws(CommandFailure) -> String? {
    if let named = invocation.value("--data") {
      guard context.kind(of: named) == .folder else {
        throw .outside("there is no folder `\(named)`")
      }
      return named
    }
    guard let folder = rules.files.folder else { return nil }
    let data = folder == "." ? "data" : folder.hasSuffix("/") ? folder + "data" : folder + "/data"
    return context.kind(of: data) == .folder ? data : nil
  }
}

/// The beginning of a replay, and the period of it that is printed
///
/// For a recording from 1 to 30 June:
///
/// | options | begins | from | to |
/// | --- | --- | --- | --- |
/// | none | 1 June | 1 June | one second after the last reading |
/// | `--from 2026-06-10` | 1 June | 10 June | the same |
/// | `--at 2026-06-10T12:00` | 1 June | 12:00 | 12:00:01 |
struct Period {
  let begins: Instant
  let from: Instant
  let to: Instant

  /// The period of a command line
  ///
  /// - Parameters:
  ///   - charts: the graph of charts that are drawn up to its end, for which it may begin there; nil for none.
  ///   - stretch: a calendar period in place of `--from` and `--to`.
  /// - Throws: `CommandFailure` if it has no beginning or no end, or is empty.
  static func read(
    _ invocation: Invocation, recording: Recording, zone: Zone, charts: ConditionGraph? = nil,
    stretch: ReportStretch? = nil
  ) throws(CommandFailure) -> Period {
    if let stretch { return try read(stretch, recording: recording, zone: zone) }
    let at = try instant("--at", invocation, zone)
    let from = try instant("--from", invocation, zone) ?? at
    let to = try instant("--to", invocation, zone)
    let last = charts == nil ? nil : (to ?? recording.to)?.advanced(by: -1)
    guard let begins = recording.from ?? from ?? last else {
      if charts != nil {
        throw .usage("there is no present: no reading has a time", help: "give `--to`")
      }
      throw .usage(
        "the replay has no beginning: no reading has a time",
        help: "give `--from` and `--to`, or `--at`")
    }
    guard let ends = to ?? at?.advanced(by: 1) ?? recording.to else {
      throw .usage(
        "the replay has no end: no reading has a time",
        help: "give `--to`, or `--at`")
    }
    let start = at ?? from ?? begins
    guard start < ends else {
      throw .usage(
        "there is nothing between \(zone.rfc3339(start)) and \(zone.rfc3339(ends))",
        help: "`--to` must be after `--from`")
    }
    return Period(begins: begins, from: start, to: ends)
  }

  /// The part of a calendar period that a recording has; all of it if no reading has a time
  ///
  /// - Throws: `CommandFailure` if the recording has nothing of it.
  private static func read(
    _ stretch: ReportStretch, recording: Recording, zone: Zone
  ) throws(CommandFailure) -> Period {
    let seconds = stretch.seconds(in: zone)
    let (start, end) = (
      Instant(seconds: seconds.lowerBound), Instant(seconds: seconds.upperBound)
    )
    guard let begins = recording.from, let ends = recording.to else {
      return Period(begins: start, from: start, to: end)
    }
    guard begins < end, start < ends else {
      throw stretch.missing(in: zone, from: begins, to: ends)
    }
    return Period(begins: begins, from: max(start, begins), to: min(end, ends))
  }

  /// An instant of the command line: RFC 3339, or local in the zone of the run, or a date's midnight
  ///
  /// A space may take the place of the `T` between date and time, as in recordings.
  static func instant(
    _ option: String, _ invocation: Invocation, _ zone: Zone
  ) throws(CommandFailure) -> Instant? {
    guard let text = invocation.value(option) else { return nil }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let joined = parts.count == 2 ? "\(parts[0])T\(parts[1])" : text
    if let instant = Instant(rfc3339: joined) { return instant }
    let local = LocalDateTime(iso8601: joined).map { zone.instant(of: $0) }
    if let instant = local ?? CivilDate(iso8601: text).map({ zone.startOfDay($0) }) {
      guard !instant.isWritable else { return instant }
      throw .usage(
        "`\(text)` is too far away",
        help: "instants go from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z")
    }
    throw .usage(
      "`\(text)` is not an instant",
      help: "write `2026-06-21T12:00` (local), `2026-06-21T19:00Z` or `2026-06-21T12:00-07:00`")
  }
}
