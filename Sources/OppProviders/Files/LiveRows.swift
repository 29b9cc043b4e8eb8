internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession

/// The current rows of a source or table, from the content of a file or the response of a service
enum LiveRows {
  /// The readings of a source, in the order of the file; several of one value of the parameters at different times
  ///
  /// Beside them are those whose local time comes twice and is not decided by the rows around.
  case source(SourceID, Source, [RecordedReading], undecided: [LocalTimes.Undecided])

  /// The rows of a table, with the times from and until which they count
  case table(TableID, Table, TableRows)

  /// The outcome at an instant: of a source, a reading for each value of its parameters
  ///
  /// - Parameter memory: the last state of the table.
  func outcome(
    of fetch: Fetch, at now: Instant, _ memory: RowDiffer?
  ) -> FetchResponse.Outcome {
    switch self {
    case .source(let id, _, let readings, let undecided):
      // Of two times the one that is still to come falls out.
      let decided = undecided.filter { $0.second.instant > now }.map { $0.reading }
      return .arrived(
        Self.latest(of: readings + decided, at: now).map { .reading($0.reading(of: id)) })
    case .table(_, _, let rows):
      let change = memory?.change(to: rows.rows(at: now))
      return change.map { .arrived([.rows($0)]) } ?? .unchanged
    }
  }

  /// For each value of the parameters the latest reading not after an instant; of two at one second the
  /// later counts
  ///
  /// ```
  /// room hall   10:00 20C        at 12:00: hall 11:00 21C, attic 9:00 25C
  /// room hall   11:00 21C
  /// room hall   13:00 22C        not yet
  /// room attic   9:00 25C
  /// ```
  ///
  /// - Complexity: linear in the readings.
  static func latest(
    of readings: [RecordedReading], at now: Instant
  ) -> [RecordedReading] {
    var latest: [[Value?]: Int] = [:]
    var order: [[Value?]] = []
    for (index, reading) in readings.enumerated() where reading.time.instant <= now {
      guard let found = latest[reading.arguments] else {
        latest[reading.arguments] = index
        order.append(reading.arguments)
        continue
      }
      if readings[found].time <= reading.time { latest[reading.arguments] = index }
    }
    return order.compactMap { arguments in latest[arguments].map { readings[$0] } }
  }
}

extension RecordedReading {
  /// The reading for the engine: a field that is not read is missing
  func reading(of source: SourceID) -> SourceReading {
    let fields = fields.map { $0 == .neverRead ? FieldReading.missing : $0 }
    return SourceReading(
      source: source, arguments: arguments, instant: time.instant, fields: fields, freshness: nil,
      isLasting: false)
  }
}

extension ConnectionTarget {
  /// Memory for a table; nil for a source
  var memory: RowDiffer? {
    if case .table(let id, let table) = self { RowDiffer(id, table) } else { nil }
  }

  /// Reads rows with the reader of recordings
  ///
  /// - Parameters:
  ///   - present: the time of a reading that has none; nil if each must have its own.
  ///   - file: the file of the rows, for problems.
  ///   - read: hands the rows over.
  func rows(
    zone: Zone, enumerations: [Enumeration], options: FileOptions = FileOptions(),
    present: Instant?, in file: TextFile,
    reading read: (inout any RowSink, inout ProblemList) -> Void
  ) -> (rows: LiveRows, problems: ProblemList, tally: RowTally) {
    var problems = ProblemList()
    switch self {
    case .source(let id, let source):
      let columns = RecordedColumns(
        source: source, zone: zone, enumerations: enumerations, options: options)
      let time = present.map { RecordedInstant(seconds: $0.seconds, fraction: 0) }
      var sink: any RowSink = SourceRows(source: source, columns: columns, present: time)
      read(&sink, &problems)
      let rows = sink as? SourceRows
      let found = rows?.finished(in: file, &problems)
      return (
        .source(id, source, found?.readings ?? [], undecided: found?.undecided ?? []), problems,
        rows?.tally ?? RowTally()
      )
    case .table(let id, let table):
      let columns = RecordedColumns(
        table: table, zone: zone, enumerations: enumerations, options: options)
      let empty = TableRows(table: table, columns: columns)
      var sink: any RowSink = empty
      read(&sink, &problems)
      let rows = sink as? TableRows ?? empty
      return (.table(id, table, rows), problems, rows.tally)
    }
  }
}
