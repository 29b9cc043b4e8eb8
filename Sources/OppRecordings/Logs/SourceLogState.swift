/// The rows of a log up to a place, as far as the rows below depend on them
struct SourceLogState {
  let path: String
  let ending: String

  /// The first byte below the header
  private(set) var start = 0

  /// The number of the line at the place
  var line = 1

  /// The columns, the last local times and the number of rows
  private var rows: SourceRows

  /// The header of a CSV file and the way in which its rows are written, once it has been read
  private var csv: CSVRows?

  /// Everything that the rows prove, whether a cell has needed it or not
  private var proofs: FileNotation?

  /// The columns by the keys of JSON Lines
  private var keys: [String: Int] = [:]

  /// The problems of the header
  private(set) var headerProblems = ProblemList()

  /// The last problems of rows
  private var rowProblems = ProblemList()

  /// `true` if a row has been read
  private var hasRows = false

  init(_ rows: SourceRows, path: String, ending: String) {
    self.rows = rows
    self.path = path
    self.ending = ending
  }

  /// Rows that have been read from the place on
  struct Portion {
    /// The columns and the numbers of rows behind them
    fileprivate(set) var rows: SourceRows
    fileprivate var csv: CSVRows?
    fileprivate var proofs: FileNotation?
    fileprivate var keys: [String: Int]

    /// The problems of the header, and the last ones of rows
    fileprivate(set) var problems = ProblemList()

    /// The new readings, and those whose time is one of two
    fileprivate(set) var readings: [RecordedReading] = []
    fileprivate(set) var undecided: [LocalTimes.Undecided] = []

    /// The beginning of the first row that rows below may change, or `nil` if there is none
    fileprivate(set) var openRow: Int?
  }

  /// `true` if all that is above the rows is known: the first row below the header may hold units
  var canContinue: Bool { csv == nil || hasRows }

  /// Reads the header, if the format has one; false if no rows can be read
  mutating func begin(_ file: TextFile) -> Bool {
    guard ending == "csv" else {
      start = file.start
      return true
    }
    let whole = file.wholeLines(ending: ending).file
    guard let found = CSVRows.begin(whole, into: &rows, &headerProblems) else { return false }
    start = found.position
    line = found.line
    proofs = found.notation
    csv = found
    return true
  }

  /// Reads rows without moving behind them
  ///
  /// - Returns: `nil` if they change how the rows above are read.
  func read(_ file: TextFile) -> Portion? {
    var portion = Portion(rows: rows, csv: csv, proofs: proofs, keys: keys)
    var found = ProblemList()
    if csv != nil {
      guard readCSV(file, &portion, &found) else { return nil }
    } else {
      var file = file
      file.said = FileStatements(rows.options)
      RowFile.readJSONLines(
        file, line: line, columns: &portion.keys, into: &portion.rows, &found)
    }
    // A time that clocks skip, or that the zone of the file makes another one, shows that no local time above can be read.
    if hasRows, portion.rows.localTimes.areUnread, !rows.localTimes.areUnread {
      return nil
    }
    if let row = portion.rows.firstOpenRow(in: file) {
      portion.openRow = min(row, portion.openRow ?? row)
    }
    (portion.readings, portion.undecided) = portion.rows.newReadings(in: file, &found)
    portion.problems = headerProblems
    portion.problems.add(rowProblems)
    portion.problems.add(found)
    return portion
  }

  /// Reads rows of CSV; false if they change the proofs on which rows above depend
  private func readCSV(
    _ file: TextFile, _ portion: inout Portion, _ found: inout ProblemList
  ) -> Bool {
    guard var csv, let proofs else { return false }
    csv.goOn(in: file, line: line)
    var next = csv.proofs(for: portion.rows, after: proofs)
    portion.proofs = next
    csv.goOn(in: file, line: line)
    if csv.notation?.isSettled == true {
      guard next.proves(thatOf: proofs) else { return false }
      _ = csv.readRows(into: &portion.rows, &found)
    } else if !csv.readRows(into: &portion.rows, &found) {
      next.settle()
      guard !hasRows || !next.refusesPlainText else { return false }
      csv.settle(next)
      csv.goOn(in: file, line: line)
      (portion.rows, found) = (rows, ProblemList())
      _ = csv.readRows(into: &portion.rows, &found)
    }
    portion.openRow = csv.openRow
    portion.csv = csv
    return true
  }

  /// Moves behind rows that were read
  mutating func close(_ portion: Portion, _ file: TextFile) {
    rows = portion.rows
    rows.forgetReadings()
    csv = portion.csv
    csv?.goOn(in: TextFile(path: path, bytes: []), line: 1)
    proofs = portion.proofs
    keys = portion.keys
    hasRows = rows.tally.rows > 0
    let found = portion.problems.listed.dropFirst(headerProblems.listed.count)
    rowProblems = ProblemList()
    for problem in found.filter({ $0.scope != .file }).suffix(ProblemList.maximumListed) {
      rowProblems.note(problem)
    }
    line += file.bytes.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  }
}

extension ProblemList {
  /// Adds problems that were found later
  fileprivate mutating func add(_ later: ProblemList) {
    for problem in later.listed { note(problem) }
  }
}
