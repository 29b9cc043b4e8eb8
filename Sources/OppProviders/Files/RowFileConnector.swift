internal import Foundation
internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import Synchronization

/// A file of rows, as a recording has them: `csv` and `jsonl`
///
/// The file is looked at for every fetch, and read when its size or its time has changed.
final class RowFileConnector: Connector {
  let supplier: Supplier
  private let subject: ConnectionTarget
  private let graph: ConditionGraph
  private let zone: Zone
  private let path: String
  private let ending: String
  private let memory: RowDiffer?
  private let last = Mutex<Contents?>(nil)

  /// The time for which the rows of a table count, in seconds: looking whether a file has changed is all but
  /// free, and a person who writes into it does not want to wait
  private static let freshness: Int64 = 60
  private static let cost = 0.01

  private struct Contents {
    let stamp: Stamp
    let rows: Result<LiveRows, FetchFailure>
  }

  /// The marks that distinguish one state of a file from another
  private struct Stamp: Equatable {
    let size: Int64
    let modified: Date
    let number: UInt64
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
    supplier = Supplier(
      name: settings.name, served: [subject.served], hasAllValues: true, freshness: Self.freshness,
      cost: Self.cost, latency: 0)
  }

  func answer(_ fetch: Fetch, at now: Instant) async -> Answer {
    let rows: Result<LiveRows, FetchFailure> = last.withLock { last in
      let stamp = stamp()
      if let last, let stamp, last.stamp == stamp { return last.rows }
      let rows = read()
      last = stamp.map { Contents(stamp: $0, rows: rows) }
      return rows
    }
    switch rows {
    case .success(let rows):
      return Answer(fetch: fetch, outcome: rows.outcome(of: fetch, at: now, memory))
    case .failure(let failure): return Answer(fetch: fetch, outcome: .failed(failure))
    }
  }

  private func stamp() -> Stamp? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let modified = attributes[.modificationDate] as? Date
    else { return nil }
    return Stamp(
      size: (attributes[.size] as? NSNumber)?.int64Value ?? 0, modified: modified,
      number: (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0)
  }

  private func read() -> Result<LiveRows, FetchFailure> {
    let file: TextFile
    do throws(TextFile.ReadFailure) {
      file = try TextFile(path: path)
    } catch {
      let problem = RecordingProblem(kind: error.kind, file: path)
      return .failure(FetchFailure(.misconfigured, "\(name): \(problem.message)"))
    }
    let (rows, problems) = subject.rows(
      zone: zone, enumerations: graph.enumerations, present: nil
    ) { sink, problems in
      RowFile.read(file, ending: ending, into: &sink, &problems)
    }
    guard let problem = problems.listed.first(where: { !$0.isWarning }) else {
      return .success(rows)
    }
    return .failure(FetchFailure(.unreadable, "\(name):\(problem.line): \(problem.message)"))
  }

  /// The file without its folders
  private var name: String { URL(filePath: path).lastPathComponent }
}
