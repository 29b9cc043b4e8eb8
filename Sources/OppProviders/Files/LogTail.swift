internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSystem

/// The rows of a log, and the bytes before its place that show that a file is the same
struct LogTail {
  private(set) var log: SourceLog

  /// The last bytes before the place of the log
  private var mark: [UInt8] = []

  /// The most bytes of the mark
  private static let markLength = 64

  init(_ log: SourceLog) { self.log = log }

  /// Reads the bytes of a file from the place on
  ///
  /// - Returns: the new readings; `nil` if the file has to be read from its beginning.
  mutating func readNew(
    of file: borrowing OpenFile, _ size: Int64, _ now: Instant
  ) throws(SystemFailure) -> [RecordedReading]? {
    let start = log.place - Int64(mark.count)
    guard log.isBegun, size >= log.place, size - start <= Int64(TextFile.maximumSize) else {
      return nil
    }
    try file.seek(to: start)
    let bytes = try file.read(upTo: Int(size - start))
    guard bytes.starts(with: mark) else { return nil }
    let place = log.place
    guard let new = log.append(Array(bytes[mark.count...]), at: now) else { return nil }
    mark = bytes[..<(mark.count + Int(log.place - place))].suffix(Self.markLength)
    return new
  }

  /// Hands the log its beginning
  ///
  /// - Parameter gap: the number of bytes that were left out.
  mutating func begin(_ bytes: [UInt8], gap: Int64, at now: Instant) -> [RecordedReading] {
    let new = log.begin(bytes, at: now)
    mark = bytes[..<min(Int(log.place), bytes.count)].suffix(Self.markLength)
    if gap > 0 { log.skip(gap) }
    return new
  }

  /// Forgets everything that was read
  mutating func forget() {
    log.forget()
    mark = []
  }
}

/// A log that another file has taken the name of
///
/// A program may write into it until `logrotate` has it open its log again.
struct RenamedLog: ~Copyable {
  private let file: OpenFile
  private var tail: LogTail

  /// The instant from which on it is not read any more
  let end: Instant

  init(_ file: consuming OpenFile, _ tail: LogTail, until end: Instant) {
    self.file = file
    self.tail = tail
    self.end = end
  }

  /// Reads the lines that were added since the last look; none if the file cannot be read any more
  mutating func readNew(at now: Instant) -> [RecordedReading] {
    do throws(SystemFailure) {
      return try tail.readNew(of: file, try file.status.size, now) ?? []
    } catch {
      return []
    }
  }
}
