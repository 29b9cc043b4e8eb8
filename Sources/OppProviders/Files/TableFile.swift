internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession
internal import OppSystem

/// A file of the rows of a table, which is read as a whole when its size or its time has changed
///
/// A missing row would silently change the values of `none` and `count`, so that one bad row makes the whole file unreadable.
struct TableFile {
  /// The file as it is named, and without its folders
  private let path: String
  private let name: String

  /// `csv` or `jsonl`
  private let ending: String

  private let table: Table
  private let columns: RecordedColumns

  /// The rows that were handed over last
  private let differ: RowDiffer

  /// The content when last read; `nil` before, and if the file's state could not be determined
  private var last: Content?

  /// The content of a file in one state, or the reason why that has none
  private struct Content {
    let stamp: FileStamp
    let rows: Result<ReadRows, FetchFailure>
  }

  /// The rows of a file, and those that cannot be read
  private struct ReadRows {
    let rows: TableRows
    let unread: UnreadParts?
  }

  /// - Parameter ending: `csv` or `jsonl`.
  init(path: String, _ id: TableID, _ table: Table, columns: RecordedColumns, ending: String) {
    self.path = path
    name = FilePath(path).name
    self.ending = ending
    self.table = table
    self.columns = columns
    differ = RowDiffer(id, table)
  }

  /// The rows since the last look, or `nil` if they are the same; and those that cannot be read
  mutating func look(
    at now: Instant
  ) throws(FetchFailure) -> (change: TableChange?, unread: UnreadParts?) {
    // Taken before the file is read: a change in between makes it be read once more.
    let stamp = FileStamp(path: path)
    let rows: Result<ReadRows, FetchFailure>
    if let last, let stamp, last.stamp == stamp {
      rows = last.rows
    } else {
      do throws(FetchFailure) { rows = .success(try read()) } catch { rows = .failure(error) }
      last = stamp.map { Content(stamp: $0, rows: rows) }
    }
    let found = try rows.get()
    return (differ.change(to: found.rows.rows(at: now)), found.unread)
  }

  /// The content now
  private func read() throws(FetchFailure) -> ReadRows {
    let file: TextFile
    do throws(TextFile.ReadFailure) {
      file = try TextFile(path: path)
    } catch {
      let problem = RecordingProblem(kind: error.kind, file: path)
      throw .file(.misconfigured, "\(name): \(problem.message)")
    }
    var rows = TableRows(table: table, columns: columns)
    var problems = ProblemList()
    RowFile.read(file, ending: ending, into: &rows, &problems)
    let unread = UnreadRows(
      name: name, noun: "rows", problems: problems, tally: rows.tally, hasKeys: ending != "csv")
    if let failure = unread.failure ?? unread.leftOutRow { throw failure }
    return ReadRows(rows: rows, unread: unread.parts)
  }
}
