internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession

/// Reads the lines of a program, and keeps their readings and rows until they are handed over
///
/// ```
/// {"open": true}      a reading waits
/// garbage             a problem waits: line 2 of door.sh is no JSON
/// {"open": false}     a second reading waits
/// next()              the first reading, the problem
/// next()              the second reading
/// ```
///
/// A program may print things that concern no rule: once a line was read, a line without any field is passed over.
struct LineReadings {
  /// The reader of a line
  private let reader: JSONRows

  /// The readings that wait; `nil` for a table
  private var readings: WaitingReadings?

  /// The rows that wait; `nil` for a source
  private var rows: WaitingRows?

  /// `true` if a line had a reading or rows
  private var hasRead = false

  /// The number of the last line since the program began
  private var number = 0

  /// The lines of all runs
  private var tally = LineTally()

  /// The problems that have not been handed over
  private var problems: [String] = []

  /// The problems that have been reported, without the numbers of their lines
  private var reported: Set<String> = []

  /// The most problems that are reported; all others only count
  private static let mostProblems = 10

  /// The name of the program, for messages
  private let name: String

  init(_ reader: JSONRows) {
    self.reader = reader
    name = reader.origin.name
    switch reader.subject {
    case .source(let id, let source): readings = WaitingReadings(id, source)
    case .table(let id, let table): rows = WaitingRows(id, table)
    }
  }

  /// `true` if no more lines are to be taken before some are handed over
  var isFull: Bool { readings?.isFull ?? rows?.isFull ?? false }

  /// The next time at which something is to be handed over without a line
  var nextTurn: Instant? { rows?.nextTurn }

  /// Notes that the program begins again, so that its lines are counted from 1
  mutating func begin() { number = 0 }

  /// Takes a line
  ///
  /// - Returns: `true` if it has a reading or rows.
  mutating func take(_ line: LineSplitter.Line, at now: Instant) -> Bool {
    number += 1
    switch line {
    case .tooLong:
      note("line \(number) of \(name) is longer than \(LineSplitter.longestLine >> 10) KiB")
      tally.lines += 1
      return false
    case .bytes(let bytes):
      guard let first = bytes.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") })
      else { return false }
      tally.lines += 1
      return take(bytes, isArray: first == UInt8(ascii: "["), at: now)
    }
  }

  /// Takes the bytes of a line that is not empty
  private mutating func take(_ bytes: [UInt8], isArray: Bool, at now: Instant) -> Bool {
    do throws(FetchFailure) {
      let read = try reader.read(line: bytes, number: number, now: now)
      guard let found = read.rows else {
        if !hasRead { note(reader.line(number).noField.reason) }
        return false
      }
      if let problem = read.problem { note(problem) }
      let isRead = add(found, isArray: isArray, at: now)
      if isRead { hasRead = true }
      return isRead
    } catch {
      note(error.reason)
      return false
    }
  }

  /// Adds the readings or rows of a line
  ///
  /// - Returns: `false` if nothing of it counts.
  private mutating func add(_ found: LiveRows, isArray: Bool, at now: Instant) -> Bool {
    switch found {
    case .source(_, _, let found, _):
      let counting = found.filter { $0.time.instant <= now }
      for reading in counting { readings?.add(reading) }
      if counting.count < found.count {
        note("line \(number) of \(name) has a time that has not come yet")
      }
      return !counting.isEmpty
    case .table(_, _, let found):
      let isAdded = rows?.add(found, isWhole: isArray, at: now) ?? false
      if !isAdded {
        note("line \(number) of \(name) has one row too many that comes or goes later")
      }
      return isAdded
    }
  }

  /// Takes the next readings or rows to hand over; `nil` if there are none
  mutating func next(at now: Instant, taken: @escaping @Sendable () -> Void) -> PushedLines? {
    let arrivals = readings?.next() ?? rows?.next(at: now) ?? []
    guard !arrivals.isEmpty || !problems.isEmpty else { return nil }
    defer { problems = [] }
    let unread = tally.summary.map { UnreadParts(messages: problems, summary: $0) }
    return PushedLines(arrivals: arrivals, unread: unread, taken: taken)
  }

  /// Counts a line that cannot be read, and reports it unless one like it was reported
  private mutating func note(_ problem: String) {
    let place = "line \(number) of \(name)"
    tally.unreadable += 1
    tally.last = place
    let isNew = reported.count < Self.mostProblems
    guard isNew, reported.insert(String(problem.dropFirst(place.count))).inserted else { return }
    problems.append("\(problem): check the program")
  }
}
