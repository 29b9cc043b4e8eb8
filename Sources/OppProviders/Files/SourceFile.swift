internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession
internal import OppSystem

/// A file of a source, which is read from its beginning once, and from then on if it grows
///
/// | since the last look | it reads |
/// | --- | --- |
/// | nothing has changed | nothing |
/// | the file is larger, and the bytes before its new ones are the same | the new ones |
/// | another file has its name, or none | the end of the old file, which stays open for a minute, and the new one |
/// | it is smaller, or was written without becoming larger | all of it |
///
/// Of a very large file it reads the beginning, for the header, and the end.
struct SourceFile: ~Copyable {
  /// The file as it is named, and without its folders
  private let path: String
  private let name: String

  /// `true` if its rows are objects with keys
  private let hasKeys: Bool

  /// The rows so far
  private var tail: LogTail
  private var log: SourceLog { tail.log }

  /// The file that was read last, which stays open so that its end can be read under another name, and its status then
  private var last: OpenFile?
  private var status: FileStatus?

  /// The file that had the name before, as long as its writer may still have it open
  private var renamed: RenamedLog?

  /// The readings of the file that had the name before: each counts until this one has another in its place
  private var former: [RecordedReading] = []

  /// The time of the last reading that was handed over, by the values of the parameters; `nil` before the first look
  private var handedOver: [[Value?]: RecordedInstant]?

  /// The readings that have been read and count from a later second on
  private var pending: [RecordedReading] = []

  /// The last line without a line end, and since when it has been the last one
  private var half: (line: Int, since: Instant)?

  /// The first look that found the file missing; `nil` while it is there
  private var missingSince: Instant?

  /// The size of the file in MiB if only its beginning and its end were read, so that lines are not counted
  private var cutSize: Int?

  /// The most bytes that are read at once; of a larger file its beginning, and its end in one of two lengths
  private static let largest = TextFile.maximumSize
  private static let beginning = 64 << 10
  private static let ends = [64 << 20, 16 << 20]

  /// The seconds for which a file may be missing while another one takes its place
  private static let patience: Int64 = 60

  /// The seconds after which a last line without an end is reported, because its writer has had the time to finish it
  private static let writingTime: Int64 = 10

  /// - Parameter ending: `csv` or `jsonl`.
  init(path: String, source: Source, columns: RecordedColumns, ending: String) {
    self.path = path
    name = FilePath(path).name
    hasKeys = ending != "csv"
    tail = LogTail(SourceLog(source: source, columns: columns, path: path, ending: ending))
  }

  /// The state of a source at a look
  struct Look {
    /// For each value of the parameters the latest reading until now
    let latest: [RecordedReading]

    /// The new readings before these, in the order of time
    let earlier: [RecordedReading]

    /// The second from which the next reading counts, or `nil` if there is none
    let due: Instant?
    let unread: UnreadParts?
  }

  /// Reads the new lines, and returns the readings that count now
  mutating func look(at now: Instant) throws(FetchFailure) -> Look {
    let new: [RecordedReading]
    do throws(RegularFile.Failure) {
      new = try readNews(at: now)
    } catch {
      return try lookWithoutFile(error, at: now)
    }
    return try look(with: new, at: now)
  }
}

// MARK: - Reading

extension SourceFile {
  /// Reads the lines that were added since the last look
  private mutating func readNews(
    at now: Instant
  ) throws(RegularFile.Failure) -> [RecordedReading] {
    let file = try RegularFile.open(path)
    do throws(SystemFailure) {
      let found = try file.status
      missingSince = nil
      let late = readRenamed(at: now)
      guard found != status else { return late }
      let new = try readNews(of: file, found, at: now)
      last = consume file
      status = found
      return late + new
    } catch {
      throw .system(error)
    }
  }

  /// Reads the new lines of a file that has changed
  private mutating func readNews(
    of file: borrowing OpenFile, _ found: FileStatus, at now: Instant
  ) throws(SystemFailure) -> [RecordedReading] {
    var new: [RecordedReading] = []
    if let status {
      if status.number != found.number || status.device != found.device {
        new = try readRest(at: now)
        if let old = last.take() {
          renamed = RenamedLog(old, tail, until: now.advanced(by: Self.patience))
        }
      } else if found.size > status.size, let added = try tail.readNew(of: file, found.size, now) {
        return added
      }
    }
    former = standing(at: now)
    return new + (try readWhole(file, found.size, at: now))
  }

  /// Reads the new lines of the last file, which by now has another name, or none
  private mutating func readRest(at now: Instant) throws(SystemFailure) -> [RecordedReading] {
    guard let old = last.take() else { return [] }
    let found = try old.status
    var new: [RecordedReading] = []
    if log.isBegun {
      new = try tail.readNew(of: old, found.size, now) ?? []
    } else if let status, found.size > status.size {
      // Only its header was there.
      former = standing(at: now)
      new = try readWhole(old, found.size, at: now)
    }
    last = consume old
    status = found
    return new
  }

  /// Reads the lines that a program has written into a file that had the name before, because it opens the new file a little later
  private mutating func readRenamed(at now: Instant) -> [RecordedReading] {
    guard var old = renamed.take() else { return [] }
    let new = old.readNew(at: now)
    if now < old.end { renamed = consume old }
    former += new
    return new
  }

  /// Reads a file from its beginning
  private mutating func readWhole(
    _ file: borrowing OpenFile, _ size: Int64, at now: Instant
  ) throws(SystemFailure) -> [RecordedReading] {
    cutSize = nil
    if size <= Int64(Self.largest) {
      try file.seek(to: 0)
      let bytes = try file.read(upTo: Int(size))
      let new = tail.begin(bytes, gap: 0, at: now)
      guard hasTooManyRows else { return new }
    }
    cutSize = Int(size >> 20)
    var new: [RecordedReading] = []
    for length in Self.ends {
      new = try readEnds(of: file, size, length, at: now)
      guard hasTooManyRows else { break }
    }
    return new
  }

  /// Reads the beginning of a file, which has the header, and its end
  private mutating func readEnds(
    of file: borrowing OpenFile, _ size: Int64, _ length: Int, at now: Instant
  ) throws(SystemFailure) -> [RecordedReading] {
    let lineEnd = UInt8(ascii: "\n")
    try file.seek(to: 0)
    var bytes = try file.read(upTo: Self.beginning)
    bytes.removeSubrange((bytes.lastIndex(of: lineEnd).map { $0 + 1 } ?? 0)...)
    let start = max(size - Int64(length), Int64(bytes.count))
    try file.seek(to: start)
    let end = try file.read(upTo: Int(size - start))
    let cut = (end.firstIndex(of: lineEnd) ?? end.count - 1) + 1
    let gap = start + Int64(cut) - Int64(bytes.count)
    return tail.begin(bytes + end[cut...], gap: gap, at: now)
  }

  private var hasTooManyRows: Bool {
    log.problems.listed.contains { if case .tooManyRows = $0.kind { true } else { false } }
  }
}

// MARK: - Readings that count

extension SourceFile {
  /// The readings that may count at an instant: those of the file before only if this one has none in their place
  private func standing(at now: Instant) -> [RecordedReading] {
    let own = log.readings(at: now)
    guard !former.isEmpty else { return own }
    let known = Set(own.lazy.filter { $0.time.instant <= now }.map { $0.arguments })
    return former.filter { !known.contains($0.arguments) } + own
  }

  /// The state of the source now, with readings that have just been read
  private mutating func look(
    with new: [RecordedReading], at now: Instant
  ) throws(FetchFailure) -> Look {
    let unread = unreadRows(at: now)
    let standing = standing(at: now)
    if let failure = unread.failure, former.isEmpty || status?.size != 0 { throw failure }
    if standing.isEmpty, let failure = unread.firstRow { throw failure }
    let latest = LiveRows.latest(of: standing, at: now)
    var times: [[Value?]: RecordedInstant] = [:]
    for reading in latest { times[reading.arguments] = reading.time }
    let new = pending + new
    pending = new.filter { $0.time.instant > now }
    var earlier: [RecordedReading] = []
    if let handedOver {
      earlier = new.filter { reading in
        guard reading.time.instant <= now, let last = times[reading.arguments] else { return false }
        return reading.time < last
          && handedOver[reading.arguments].map { $0 < reading.time } ?? true
      }
      earlier.sort { $0.time < $1.time }
    }
    handedOver = (handedOver ?? [:]).merging(times) { max($0, $1) }
    let due = standing.lazy.map { $0.time.instant }.filter { $0 > now }.min()
    return Look(latest: latest, earlier: earlier, due: due, unread: unread.parts)
  }

  /// The rows that cannot be read, and the last line if it seems to stay half
  private mutating func unreadRows(at now: Instant) -> UnreadRows {
    var problems = log.problems
    if let line = log.halfLine {
      // At the first look the file is as its writer left it; later it may be written right now.
      if half?.line != line { half = (line, handedOver == nil ? .distantPast : now) }
      if let half, now.seconds(since: half.since) >= Self.writingTime {
        problems.note(RecordingProblem(kind: .halfLine, file: path, line: line))
      }
    } else {
      half = nil
    }
    return UnreadRows(
      name: name, noun: "readings", problems: problems, tally: log.tally, hasKeys: hasKeys,
      cutSize: cutSize)
  }

  /// The state of the source while there is no file that can be read
  ///
  /// If the file is gone, another one may be about to take its place.
  private mutating func lookWithoutFile(
    _ error: RegularFile.Failure, at now: Instant
  ) throws(FetchFailure) -> Look {
    let problem = RecordingProblem(
      kind: TextFile.ReadFailure(error, limit: Self.largest).kind, file: path)
    let failure = FetchFailure.file(.misconfigured, "\(name): \(problem.message)")
    guard case .system(let reason) = error, reason.code == ENOENT else { throw failure }
    let late = readRenamed(at: now)
    let new = late + ((try? readRest(at: now)) ?? [])
    guard !standing(at: now).isEmpty else { throw failure }
    let since = missingSince ?? now
    missingSince = since
    guard now.seconds(since: since) < Self.patience else {
      _ = last.take()
      (former, status) = ([], nil)
      tail.forget()
      throw failure
    }
    return try look(with: new, at: now)
  }
}
