internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppRecordings
internal import OppSession

extension JSONRows {
  /// The place of a line in the output of the program, for messages
  func line(_ number: Int) -> RowOrigin { .line(number, program: origin.name) }

  /// The rows of a line, and the first problem in it; no rows if it has no field that is wanted
  ///
  /// A cell that cannot be read makes its field unknown, and the other fields count. The whole line is refused if a number is likely in
  /// another unit, because the unit is not guessed, or if a row of a table has a key that cannot be read, because a missing row would
  /// change the values of `none` and `count`.
  ///
  /// - Parameter number: that of the line, from 1.
  /// - Throws: if nothing of the line counts.
  func read(
    line bytes: [UInt8], number: Int, now: Instant
  ) throws(FetchFailure) -> (rows: LiveRows?, problem: String?) {
    let place = line(number)
    let line = JSONRows(
      subject: subject, zone: zone, enumerations: enumerations, origin: place)
    let file = TextFile(path: origin.name, bytes: bytes)
    let objects: [JSONValue]
    do throws(FetchFailure) {
      objects = try line.objects(file, path: [], allowsLines: true)
    } catch {
      guard error.reason == place.noField.reason else { throw error }
      return (nil, nil)
    }
    let (rows, problems) = line.lineRows(of: objects, in: file, now: now)
    guard let problem = problems.listed.first else { return (rows, nil) }
    let reason = "\(place.document): \(problem.message)"
    var isLacking = problems.listed.contains { $0.isWarning }
    if case .table(_, _, let found) = rows, found.recorded.count < objects.count {
      isLacking = true
    }
    guard !isLacking else { throw place.failure(reason) }
    return (rows, reason)
  }

  /// The rows of the objects of a line
  ///
  /// Each reading of a source is read alone: a key that its object lacks is never read, and one that is null is missing.
  private func lineRows(
    of objects: [JSONValue], in file: TextFile, now: Instant
  ) -> (rows: LiveRows, problems: ProblemList) {
    guard case .source(let id, let source) = subject else {
      return rows(of: objects, in: file, now: now)
    }
    var readings: [RecordedReading] = []
    var undecided: [LocalTimes.Undecided] = []
    var problems = ProblemList()
    for object in objects {
      let (rows, found) = rows(of: [object], in: file, now: now)
      for problem in found.listed { problems.note(problem) }
      guard case .source(_, _, let new, let open) = rows else { continue }
      readings += new.filter { reading in reading.fields.contains { $0 != .neverRead } }
      undecided += open
    }
    return (.source(id, source, readings, undecided: undecided), problems)
  }
}
