internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSystem
internal import Synchronization

/// A file of rows, as a recording has them: `csv` and `jsonl`
///
/// The file is looked at for every fetch, and read when its size or its time has changed.
///
/// ```
/// connect thermostat to csv("thermostat.csv")
///
/// time,room,inside[F]
/// 2026-06-21T10:00:00Z,hall,68
/// ```
final class RowFileConnector: Connector {
  let provider: Provider

  /// The source or the table that the rows are of
  private let subject: ConnectionTarget

  /// For the cases of enumerations
  private let graph: ConditionGraph

  /// The zone of local times in the file
  private let zone: Zone

  /// The file, resolved from the folder of the rules
  private let path: String

  /// The format, by the name of the kind: `csv` or `jsonl`
  private let ending: String

  /// The rows that a table had last; nil for a source
  private let memory: RowDiffer?

  /// The content when last read; nil before, and where the file's state could not be determined
  private let last = Mutex<Contents?>(nil)

  /// The time for which the rows of a table count, in seconds: looking whether a file has changed is all but
  /// free, and a person who writes into it does not want to wait
  private static let freshness: Int64 = 60

  /// Next to nothing beside the cost 1 of a request over the network
  private static let cost = 0.01

  /// The content of a file in one state, or the reason why that has none
  private struct Contents {
    let stamp: FileStamp
    let rows: Result<ReadRows, FetchFailure>
  }

  /// The rows of a file, and those that cannot be read
  private struct ReadRows {
    let rows: LiveRows
    let unread: UnreadParts?
  }

  static let csv = kind("csv", "Readings of a CSV file.")
  static let jsonLines = kind("jsonl", "Readings of a JSON Lines file.")

  /// The declaration for rules of the files with an ending
  private static func kind(_ ending: String, _ summary: String) -> ConnectorKind {
    ConnectorKind(
      ending, summary, serves: [.data], options: [.text("file", isRequired: true)],
      hasAllValues: true,
      connector: { settings throws(ConnectorProblem) in try RowFileConnector(settings) })
  }

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    subject = try settings.subject()
    graph = settings.graph
    zone = settings.zone
    path = try settings.path("file")
    ending = settings.options.kind
    memory = subject.memory
    provider = Provider(
      name: settings.name, served: [subject.served], hasAllValues: true, freshness: Self.freshness,
      cost: Self.cost, latency: 0)
  }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    let rows: Result<ReadRows, FetchFailure> = last.withLock { last in
      // Taken before the file is read: a change in between makes it be read once more.
      let stamp = FileStamp(path: path)
      if let last, let stamp, last.stamp == stamp { return last.rows }
      let rows = read()
      last = stamp.map { Contents(stamp: $0, rows: rows) }
      return rows
    }
    switch rows {
    case .success(let rows):
      return FetchResponse(
        fetch: fetch, outcome: rows.rows.outcome(of: fetch, at: now, memory), unread: rows.unread)
    case .failure(let failure): return FetchResponse(fetch: fetch, outcome: .failed(failure))
    }
  }

  /// The content now
  ///
  /// A row of a source that cannot be read costs itself, or a field. A row that is missing from a table would silently
  /// change what `none` and `count` say, so that nothing of such a file counts.
  private func read() -> Result<ReadRows, FetchFailure> {
    var file: TextFile
    do throws(TextFile.ReadFailure) {
      file = try TextFile(path: path)
    } catch {
      let problem = RecordingProblem(kind: error.kind, file: path)
      return .failure(.file(.misconfigured, "\(name): \(problem.message)"))
    }
    file = file.decoded.withLineEnds
    var half: Int?
    if case .source = subject { (file, half) = file.wholeLines(ending: ending) }
    let (rows, found, tally) = subject.rows(
      zone: zone, enumerations: graph.enumerations, present: nil, in: file
    ) { sink, problems in
      RowFile.read(file, ending: ending, into: &sink, &problems)
    }
    var problems = found
    if let half { problems.note(file.problem(.halfLine, at: file.bytes.count, line: half)) }
    let unread = UnreadRows(
      name: name, noun: subject.memory == nil ? "readings" : "rows", problems: problems,
      tally: tally, hasKeys: ending != "csv")
    if let failure = unread.failure { return .failure(failure) }
    switch rows {
    case .source(_, _, let readings, let undecided):
      if readings.isEmpty, undecided.isEmpty, let failure = unread.firstRow {
        return .failure(failure)
      }
    case .table: if let failure = unread.leftOutRow { return .failure(failure) }
    }
    return .success(ReadRows(rows: rows, unread: unread.parts))
  }

  /// The file without its folders
  private var name: String { FilePath(path).name }
}
