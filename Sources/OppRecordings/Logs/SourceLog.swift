internal import OppEngine
package import OppModel

/// The readings of a file of a source that grows at its end
///
/// The beginning is read once; from then on only the bytes behind it are handed over. The columns, the proofs of numbers
/// and dates, and the last local times stay, so that the readings are those of the whole file:
///
/// ```
/// begin                             time,v
///                                   2026-06-21T12:00:00Z,1        place 30
/// append, from the place on         2026-06-21T12:01:00Z,2        place 53
/// append                            2026-06-21T12:02:00Z,3        the line has no end: the place stays
/// ```
///
/// Rows that later ones may change are read again together with these: a row with an open quote, and local times of an
/// hour that comes twice.
package struct SourceLog {
  /// The first byte, from the beginning of the file, that is to be handed over next
  package private(set) var place: Int64 = 0

  /// `true` if the beginning has been read, so that the file can be continued
  package private(set) var isBegun = false

  /// The readings before the place that count now or later, in the order of the file
  private var standing: [RecordedReading] = []

  /// The readings from the place on, and those whose time is one of two
  private var open: (readings: [RecordedReading], undecided: [LocalTimes.Undecided]) = ([], [])

  /// The rows up to the place, without the readings
  private var state: SourceLogState

  /// The problems and the rows of all that has been read, also from the place on
  package private(set) var problems = ProblemList()
  package private(set) var tally = RowTally()

  /// The number of the last line if it has no end
  package private(set) var halfLine: Int?

  /// The number of bytes that have been handed over, for measurements
  package private(set) var work = 0

  /// The source, and its columns before a row was read
  private let source: Source
  private let columns: RecordedColumns

  /// - Parameters:
  ///   - path: the file in problems.
  ///   - ending: `csv`; everything else is read as JSON Lines.
  package init(source: Source, columns: RecordedColumns, path: String, ending: String) {
    self.source = source
    self.columns = columns
    state = SourceLogState(SourceRows(source: source, columns: columns), path: path, ending: ending)
  }

  /// Reads a file from its beginning, and forgets everything that was read before
  ///
  /// - Parameter now: a reading that a later one has replaced until then is forgotten.
  /// - Returns: the readings of these bytes.
  @discardableResult
  package mutating func begin(_ bytes: [UInt8], at now: Instant) -> [RecordedReading] {
    forget()
    work += bytes.count
    var file = TextFile(path: state.path, bytes: bytes).decoded(columns.options.encoding)
      .withLineEnds
    file.said = FileStatements(columns.options)
    guard state.begin(file) else {
      problems = state.headerProblems
      halfLine = file.wholeLines(ending: state.ending).half
      return []
    }
    place = Int64(state.start)
    let rows = state.start == 0 ? file.bytes : Array(file.bytes[state.start...])
    let found = read(rows, at: now) ?? []
    // Another encoding, and lines that end with CR alone, are read as a whole each time.
    isBegun =
      state.canContinue && columns.options.encoding == nil && file.bytes.count == bytes.count
      && bytes.contains(UInt8(ascii: "\n"))
    return found
  }

  /// Reads the bytes from the place on, up to the present end of the file
  ///
  /// - Returns: the readings of these bytes; `nil` if the file has to be read from its beginning, because they change how
  ///   the rows above are read: they may prove another mark of decimals.
  package mutating func append(_ bytes: [UInt8], at now: Instant) -> [RecordedReading]? {
    work += bytes.count
    return read(bytes, at: now)
  }

  /// Moves the place behind bytes that were left out
  package mutating func skip(_ length: Int64) { place += length }

  /// Forgets everything that was read
  package mutating func forget() {
    let work = work
    self = SourceLog(source: source, columns: columns, path: state.path, ending: state.ending)
    self.work = work
  }

  /// Reads the bytes from the place on
  private mutating func read(_ bytes: [UInt8], at now: Instant) -> [RecordedReading]? {
    let (file, half) = TextFile(path: state.path, bytes: bytes).wholeLines(
      ending: state.ending, from: state.line)
    guard var portion = state.read(file) else { return nil }
    let found = portion.readings
    if let end = portion.openRow ?? Self.openEnd(of: file) {
      let before = closeRows(of: file, before: end, at: now)
      if before > 0 {
        let rest = TextFile(path: file.path, bytes: Array(file.bytes[before...]))
        guard let last = state.read(rest) else { return nil }
        portion = last
      }
      open = (portion.readings, portion.undecided)
      problems = portion.problems
      tally = portion.rows.tally
    } else {
      close(portion, file, at: now)
    }
    halfLine = half
    return found
  }

  /// Moves the place behind the rows before an open one, but for those among them that are open without it
  ///
  /// - Returns: the number of bytes that were closed.
  private mutating func closeRows(of file: TextFile, before end: Int, at now: Instant) -> Int {
    var end = end
    while end > 0 {
      let rows = TextFile(path: file.path, bytes: Array(file.bytes[..<end]))
      guard let portion = state.read(rows) else { return 0 }
      guard let open = portion.openRow else {
        close(portion, rows, at: now)
        return end
      }
      end = min(open, end - 1)
    }
    return 0
  }

  /// The beginning of a last line without a line end, such as a whole object; `nil` if all lines have ends
  private static func openEnd(of file: TextFile) -> Int? {
    guard let last = file.bytes.last, last != UInt8(ascii: "\n") else { return nil }
    return file.bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  /// Moves the place behind rows that nothing below can change
  private mutating func close(
    _ portion: SourceLogState.Portion, _ file: TextFile, at now: Instant
  ) {
    problems = portion.problems
    tally = portion.rows.tally
    standing = Self.standing(standing + portion.readings, at: now)
    open = ([], [])
    state.close(portion, file)
    place += Int64(file.bytes.count)
  }

  /// The readings that may still count: for each value of the parameters the latest one until now, and all later ones
  private static func standing(
    _ readings: [RecordedReading], at now: Instant
  ) -> [RecordedReading] {
    var latest: [[Value?]: Int] = [:]
    for index in readings.indices where readings[index].time.instant <= now {
      let reading = readings[index]
      if let found = latest[reading.arguments], reading.time < readings[found].time { continue }
      latest[reading.arguments] = index
    }
    let kept = Set(latest.values)
    return readings.indices.filter { kept.contains($0) || readings[$0].time.instant > now }.map {
      readings[$0]
    }
  }
}

extension SourceLog {
  /// The readings that may count at an instant, in the order of the file
  ///
  /// If a local time comes twice, the instant that is still to come falls out.
  package func readings(at now: Instant) -> [RecordedReading] {
    let decided = open.undecided.filter { $0.second.instant > now }.map { $0.reading }
    return standing + open.readings + decided
  }
}
