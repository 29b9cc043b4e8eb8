internal import OppEngine
internal import OppModel

/// The readings or rows of a file, read as the proposed lines have them
struct SketchedReading {
  /// The instants of the readings in the order of time
  private(set) var instants: [Instant] = []

  /// The readings in the order of time
  private(set) var readings: [RecordedReading] = []

  /// The rows of a table
  private(set) var rows: [(values: [Value?], from: Instant, until: Instant)] = []
  private(set) var problems = ProblemList()

  /// The median of the steps between readings of one thing, and the number of longer ones; `nil` with fewer than two
  private(set) var step: (seconds: Int64, gaps: Int, longest: Int64)?

  /// The number of readings at the time of another one
  private(set) var sharedTimes = 0

  init(source: Source, request: SketchRequest, options: FileOptions, isJSONLines: Bool) {
    let columns = RecordedColumns(
      source: source, zone: request.fileZone(by: options), enumerations: request.enumerations,
      options: options)
    var rows = SourceRows(source: source, columns: columns)
    RowFile.read(request.file, ending: isJSONLines ? "jsonl" : "csv", into: &rows, &problems)
    let found = rows.finished(in: request.file, &problems)
    readings = found.readings
    readings.sort { $0.time < $1.time }
    instants = readings.map { $0.time.instant }
    measureSteps()
  }

  init(table: Table, request: SketchRequest, options: FileOptions, isJSONLines: Bool) {
    let columns = RecordedColumns(
      table: table, zone: request.fileZone(by: options), enumerations: request.enumerations,
      options: options)
    var rows = TableRows(table: table, columns: columns)
    RowFile.read(request.file, ending: isJSONLines ? "jsonl" : "csv", into: &rows, &problems)
    self.rows = rows.recorded
  }

  /// Finds the usual step and the gaps, separately for each value of the parameters
  private mutating func measureSteps() {
    var last: [[Value?]: Int64] = [:]
    var steps: [Int64] = []
    for reading in readings {
      let seconds = reading.time.instant.seconds
      if let before = last[reading.arguments] {
        if seconds > before { steps.append(seconds - before) } else { sharedTimes += 1 }
      }
      last[reading.arguments] = seconds
    }
    guard !steps.isEmpty else { return }
    steps.sort()
    let median = steps[steps.count / 2]
    let gaps = steps.filter { $0 > median + median / 2 }
    step = (seconds: median, gaps: gaps.count, longest: gaps.last ?? 0)
  }

  /// The values of a field that are known, in the order of time or of the file
  func values(of field: Int) -> [Value] {
    if !rows.isEmpty { return rows.compactMap { field < $0.values.count ? $0.values[field] : nil } }
    return readings.compactMap { reading in
      guard field < reading.fields.count, case .known(let value) = reading.fields[field] else {
        return nil
      }
      return value
    }
  }

  /// The number of readings or rows
  var count: Int { readings.count + rows.count }
}
