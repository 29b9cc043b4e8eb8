internal import OppModel

// The rows of a log, which is read in portions.

extension SourceRows {
  /// The readings since the last ``forgetReadings()``, and those whose time is one of two
  func newReadings(
    in file: TextFile, _ problems: inout ProblemList
  ) -> (readings: [RecordedReading], undecided: [LocalTimes.Undecided]) {
    let rows = self
    let found = rows.finished(in: file, &problems)
    // The earlier ones have local times: if none of these can be read, they are out already.
    let earlier = localTimes.areUnread ? 0 : earlierCount
    return (Array(found.readings.dropFirst(earlier)), found.undecided)
  }

  /// Forgets the readings, but for those by which a local time that comes twice is decided
  mutating func forgetReadings() {
    readings = localTimes.forgetReadings(readings)
    earlierCount = readings.count
  }

  /// The first byte of the first row whose local time rows below may decide, or `nil` if there is none
  func firstOpenRow(in file: TextFile) -> Int? {
    guard var index = localTimes.firstOpenCell(readings) else { return nil }
    while index > 0, file.bytes[index - 1] != UInt8(ascii: "\n") { index -= 1 }
    return index
  }
}
