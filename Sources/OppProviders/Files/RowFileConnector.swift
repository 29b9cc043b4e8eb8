internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession
internal import OppSystem
internal import Synchronization

/// A file of rows, as a recording has them: `csv` and `jsonl`
///
/// The file is checked for every fetch. That of a source is a log, of which only new lines are read; that of a table is
/// read as a whole when its size or its time has changed.
///
/// ```
/// connect thermostat to csv("thermostat.csv")
///
/// time,room,inside[F]
/// 2026-06-21T10:00:00Z,hall,68
/// ```
final class RowFileConnector: Connector {
  let provider: Provider

  /// The content as it was read last
  private let content: Content

  /// The file, resolved from the folder of the rules
  private let path: String

  /// The time for which the rows of a table count, in seconds: looking whether a file has changed is all but
  /// free, and a person who writes into it does not want to wait
  private static let freshness: Int64 = 60

  /// The content of a file, by its use
  private enum Content {
    case source(SourceID, Guarded<SourceFile>)
    case table(Guarded<TableFile>)
  }

  /// A file that one task at a time looks at
  private final class Guarded<File: ~Copyable>: Sendable {
    let file: Mutex<File>

    init(_ file: consuming sending File) { self.file = Mutex(file) }
  }

  static let csv = kind("csv")
  static let jsonLines = kind("jsonl")

  private static func kind(_ ending: String) -> ConnectorKind {
    ConnectorKind(
      .rowFile(ending), hasAllValues: true,
      connector: { settings throws(ConnectorProblem) in try RowFileConnector(settings) })
  }

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let subject = try settings.subject()
    let (ending, enumerations) = (settings.options.kind, settings.graph.enumerations)
    let options = settings.options.file
    let zone = try settings.zone(of: options)
    path = try settings.path("file")
    switch subject {
    case .source(let id, let source):
      let columns = RecordedColumns(
        source: source, zone: zone, enumerations: enumerations, options: options)
      content = .source(
        id, Guarded(SourceFile(path: path, source: source, columns: columns, ending: ending)))
    case .table(let id, let table):
      let columns = RecordedColumns(
        table: table, zone: zone, enumerations: enumerations, options: options)
      content = .table(
        Guarded(TableFile(path: path, id, table, columns: columns, ending: ending)))
    }
    // A look costs nothing beside the cost 1 of a request over the network.
    provider = Provider(
      name: settings.name, served: [subject.served], hasAllValues: true, freshness: Self.freshness,
      cost: 0, latency: 0)
  }

  var watchedFiles: [String] { [path] }

  var readsLines: Bool {
    switch content {
    case .source: true
    case .table: false
    }
  }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    do throws(FetchFailure) {
      switch content {
      case .source(let id, let guarded):
        let look = try guarded.file.withLock { (file) throws(FetchFailure) in
          try file.look(at: now)
        }
        return FetchResponse(
          fetch: fetch, outcome: .arrived(look.latest.map { .reading($0.reading(of: id)) }),
          unread: look.unread, earlier: look.earlier.map { $0.reading(of: id) }, due: look.due)
      case .table(let guarded):
        let look = try guarded.file.withLock { (file) throws(FetchFailure) in
          try file.look(at: now)
        }
        return FetchResponse(
          fetch: fetch, outcome: look.change.map { .arrived([.rows($0)]) } ?? .unchanged,
          unread: look.unread)
      }
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error))
    }
  }
}
