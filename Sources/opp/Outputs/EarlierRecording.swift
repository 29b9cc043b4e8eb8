internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppRecordings
internal import OppSystem

/// The recording that a folder has already, to which ``RecordingWriter`` adds
///
/// Files to which lines are appended stay as they are. Those that are written as a whole are read before they are
/// written for the first time:
///
/// | file | content that is kept |
/// | --- | --- |
/// | `chores.csv` | its rows, each with the time for which it holds |
/// | `calendar.ics` | its events, those of a series one by one |
/// | `places.geojson` | its places |
struct EarlierRecording {
  /// The tables and their enumerations
  private let graph: ConditionGraph

  /// For local times
  private let zone: Zone

  /// The folder as the system opens it
  private let folder: String

  init(graph: ConditionGraph, zone: Zone, folder: String) {
    self.graph = graph
    self.zone = zone
    self.folder = folder
  }

  /// The rows of a table's file; none if there is no file
  ///
  /// - Throws: `CommandFailure` if the file cannot be read, because its content would be lost.
  func rows(of table: Table) throws(CommandFailure) -> [RecordedState] {
    guard let file = try file(table.name + ".csv") else { return [] }
    var problems = ProblemList()
    var rows = TableRows(
      table: table,
      columns: RecordedColumns(table: table, zone: zone, enumerations: graph.enumerations))
    RowFile.read(file, ending: "csv", into: &rows, &problems)
    try check(problems, of: file)
    return rows.recorded.map { row in
      RecordedState(
        key: table.key.map { row.values[$0] }, values: row.values, from: row.from,
        until: row.until < .distantFuture ? row.until : nil)
    }
  }

  /// The events of the calendar as rows of `agenda`; none if there is no file
  ///
  /// - Throws: `CommandFailure` if the file cannot be read.
  func agenda(
    _ id: TableID, _ table: Table, at now: Instant
  ) throws(CommandFailure) -> [RecordedState] {
    guard let file = try file("calendar.ics") else { return [] }
    let database = ZoneDatabase()
    let (calendar, problems) = CalendarFile.read(
      file.bytes, defaultZone: zone, zones: { try? database.zone(named: $0) },
      owners: graph.settings.addresses)
    if let problem = problems.first(where: { !$0.isNote }) {
      throw failure(of: file, problem.message)
    }
    let agenda = AgendaRows(id: id, table: table)
    let end = now.advanced(by: CalendarFile.agendaAhead)
    return calendar.occurrences(overlapping: Self.earliestEvent, end).map { occurrence in
      let values = agenda.row(of: occurrence)
      return RecordedState(
        key: table.key.map { values[$0] }, values: values, from: .distantPast, until: nil)
    }
  }

  /// The second before which no event of a calendar is looked for: 1900-01-01
  private static let earliestEvent = Instant(seconds: -2_208_988_800)

  /// The places by category; none if there is no file
  ///
  /// - Throws: `CommandFailure` if the file cannot be read.
  func placesByCategory() throws(CommandFailure) -> [String: [KnownPlace]] {
    guard let file = try file("places.geojson") else { return [:] }
    var problems = ProblemList()
    let places = PlacesReader.read(file, &problems)
    try check(problems, of: file)
    return Dictionary(grouping: places, by: \.category)
  }

  /// The names that `recording.json` lists as `partial`; none if there is no file
  ///
  /// - Throws: `CommandFailure` if the file cannot be read.
  func partialSources() throws(CommandFailure) -> Set<String> {
    guard let file = try file("recording.json") else { return [] }
    do throws(JSONFailure) {
      let document = try JSONValue.parse(file)
      return Set(document["partial"]?.elements?.compactMap { $0.text } ?? [])
    } catch {
      throw failure(of: file, file.problem(error).message)
    }
  }

  // MARK: Files

  /// A file of the folder; nil if it is not there
  private func file(_ name: String) throws(CommandFailure) -> TextFile? {
    let path = folder + "/" + name
    guard FileStatus.exists(path) else { return nil }
    do throws(TextFile.ReadFailure) {
      return try TextFile(path: path)
    } catch {
      throw .outside(
        "`\(path)`: \(RecordingProblem(kind: error.kind, file: path).message)", help: Self.help)
    }
  }

  /// - Throws: the first problem that is more than a warning.
  private func check(_ problems: ProblemList, of file: TextFile) throws(CommandFailure) {
    if let problem = problems.listed.first(where: { !$0.isWarning }) {
      throw failure(of: file, "line \(problem.line): \(problem.message)")
    }
  }

  private func failure(of file: TextFile, _ reason: String) -> CommandFailure {
    .outside("`\(file.path)` cannot be added to: \(reason)", help: Self.help)
  }

  private static let help = "mend the file, or record into another folder"
}

/// A row of a recording in one state of it: when a row changes, this state ends and another begins
struct RecordedState {
  let key: [Value?]
  let values: [Value?]

  /// The first second at which it was there; the distant past if that is not recorded
  let from: Instant

  /// The first second at which it was no longer there; nil while it is
  var until: Instant?
}
