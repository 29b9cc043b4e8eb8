internal import OppEngine
package import OppModel

/// The rows of a table's file, each for as long as it holds
///
/// ```
/// id,day,done,valid_from,valid_until
/// a,mon,false,,                             replay from 10:00     10:00 + a mon false
/// a,mon,true,11:00,13:00                                          11:00 + a mon true, which replaces it
///                                                                 13:00 − a: the first row does not come back
/// ```
///
/// (Times are written with their dates in a file.) Changes are found once all rows are read: n log n in the rows.
package struct TableRows: RowSink {
  /// The rows in the order of the file
  private var rows: [ValidRow] = []

  /// The columns so far
  private(set) var columns: RecordedColumns

  /// The rows so far, and those that cannot be read
  package private(set) var tally = RowTally()

  /// The table, for its fields and its key
  private let table: Table

  package init(table: Table, columns: RecordedColumns) {
    self.table = table
    self.columns = columns
  }

  /// A row in `[from, until)`
  private struct ValidRow {
    let from: Instant
    let until: Instant

    /// The values of the key, in the order of the table's `by`
    let key: [Value]

    /// The value of each field of the table; nil if it is not known
    let values: [Value?]
  }

  package mutating func addColumn(_ header: Cell, in file: TextFile, _ problems: inout ProblemList)
  {
    columns.add(header, in: file, &problems)
  }

  package func checkColumns(
    in file: TextFile, times: FileOptionValue?, _ problems: inout ProblemList
  ) {
    columns.checkComplete(file, times: times, &problems)
    let read = columns.readFields
    for field in table.key where !read.contains(field) && table.fields.indices.contains(field) {
      let kind = RecordingProblem.Kind.missingColumn(
        name: table.fields[field].name, of: table.name)
      problems.append(RecordingProblem(kind: kind, file: file.path))
    }
  }

  package var options: FileOptions { columns.options }

  package mutating func addJoinedColumns(in file: TextFile, _ problems: inout ProblemList) {
    columns.addJoined(in: file, &problems)
  }

  package func fits(_ cells: [Cell], in file: TextFile) -> Bool { columns.fits(cells, in: file) }

  package var beginsWithText: Bool { columns.beginsWithText }

  package var hasOpenCells: Bool { columns.hasOpenCells }

  package func prove(_ row: RecordedRow, in file: TextFile, _ notation: inout FileNotation) {
    columns.prove(row, in: file, &notation)
  }

  package mutating func note(leftOut: RowTally) { tally.add(leftOut) }

  package mutating func addRow(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList)
  {
    tally.begin(line: row.line)
    var values = [Value?](repeating: nil, count: table.fields.count)
    var (from, until) = (Instant.distantPast, Instant.distantFuture)
    var untilCell: Cell?
    var pin = PositionColumns()
    for index in columns.columns.indices {
      let keepsSpaces = columns.columns[index].keepsSpaces
      guard let cell = row.cell(index, in: file, keepsSpaces: keepsSpaces) else { continue }
      switch columns.columns[index].role {
      case .field(let field, let parser):
        values[field] = columns.value(
          cell, parser, index, in: row.unit, file, &problems)
        if values[field] == nil, !columns.isMissing(cell, in: file) {
          tally.noteUnreadableCell()
          // The identity of this row cannot be determined.
          if table.key.contains(field) { return tally.leaveOut() }
        }
      case .validFrom(let parser), .validUntil(let parser):
        guard let time = parser.instant(cell, in: file) else {
          columns.report(cell, parser, index, file, &problems)
          return tally.leaveOut()
        }
        if case .validFrom = columns.columns[index].role {
          from = time.instant
        } else {
          until = time.instant
          untilCell = cell
        }
      case .latitude: pin.latitude = cell
      case .longitude: pin.longitude = cell
      case .time, .day, .parameter, .none: continue
      }
    }
    if let field = columns.positionField, !pin.isEmpty {
      values[field] = pin.position(row, in: file, &problems).map { .position($0) }
      if values[field] == nil {
        columns.noteOpenCell(in: file)
        tally.noteUnreadableCell()
      }
    }
    guard until > from else {
      problems.append(
        file.problem(.emptyValidity, at: untilCell?.start ?? row.start, line: row.line))
      return tally.leaveOut()
    }
    guard let key = key(of: values, row, file, &problems) else { return tally.leaveOut() }
    rows.append(ValidRow(from: from, until: until, key: key, values: values))
  }

  /// The key of a row; nil, and a problem, if a cell of it is empty
  private func key(
    of values: [Value?], _ row: RecordedRow, _ file: TextFile, _ problems: inout ProblemList
  ) -> [Value]? {
    var key: [Value] = []
    for field in table.key {
      guard values.indices.contains(field), let value = values[field] else {
        // A key without a column has been reported once, for the header.
        if values.indices.contains(field), columns.readFields.contains(field) {
          let name = table.fields[field].name
          problems.append(file.problem(.emptyCell(column: name), at: row.start, line: row.line))
        }
        return nil
      }
      key.append(value)
    }
    return key
  }
}

// MARK: - The recorded rows

extension TableRows {
  /// The values of each row and the time for which it holds, in the order of the file
  ///
  /// Without `valid_from` a row holds from the distant past on, without `valid_until` into the distant future.
  package var recorded: [(values: [Value?], from: Instant, until: Instant)] {
    rows.map { ($0.values, $0.from, $0.until) }
  }
}

// MARK: - The present

extension TableRows {
  /// The rows that hold at an instant, in the order of the file
  package func rows(at instant: Instant) -> [[Value?]] {
    var current: [[Value]: Int] = [:]
    for index in rows.indices where rows[index].from <= instant {
      // Of two rows at one instant the later in the file counts.
      if let other = current[rows[index].key], rows[other].from > rows[index].from { continue }
      current[rows[index].key] = index
    }
    return current.values.sorted().filter { rows[$0].until > instant }.map { rows[$0].values }
  }
}

// MARK: - Changes

extension TableRows {
  /// The changes of the table by instant, the first at `beginning`, even if it has no rows
  ///
  /// A row holds from its `valid_from` until its `valid_until` or until the next row of its key,
  /// whichever comes first; a row that has been replaced does not come back.
  func changes(_ id: TableID, beginning: Instant) -> [TimedArrival] {
    var histories: [[Value]: [Int]] = [:]
    for index in rows.indices { histories[rows[index].key, default: []].append(index) }
    var events: [Event] = []
    for history in histories.values {
      // Stable: of two rows at one instant the later in the file comes last, and counts.
      let ordered = history.sorted { rows[$0].from < rows[$1].from }
      for (place, index) in ordered.enumerated() {
        let row = rows[index]
        let next = place + 1 < ordered.count ? rows[ordered[place + 1]].from : .distantFuture
        let end = min(row.until, next)
        guard end > beginning, row.from < next else { continue }
        events.append(Event(instant: max(row.from, beginning), row: index, isRemoval: false))
        if row.until < next { events.append(Event(instant: end, row: index, isRemoval: true)) }
      }
    }
    events.sort { ($0.instant, $0.row) < ($1.instant, $1.row) }
    return grouped(events, id, beginning)
  }

  /// A row, by its place in the file, that comes or goes
  private struct Event {
    let instant: Instant
    let row: Int

    /// `true` if the row goes; else it comes, or replaces that of its key
    let isRemoval: Bool
  }

  /// Ordered events as one change for each instant; the first is at `beginning` even if nothing comes then
  private func grouped(
    _ events: [Event], _ id: TableID, _ beginning: Instant
  ) -> [TimedArrival] {
    var arrivals: [TimedArrival] = []
    var index = 0
    var instant = beginning
    repeat {
      var added: [[Value?]] = []
      var removed: [[Value]] = []
      while index < events.count, events[index].instant == instant {
        if events[index].isRemoval {
          removed.append(rows[events[index].row].key)
        } else {
          added.append(rows[events[index].row].values)
        }
        index += 1
      }
      let change = TableChange(table: id, rows: added, removedKeys: removed)
      arrivals.append(TimedArrival(instant: instant, arrival: .rows(change)))
      if index < events.count { instant = events[index].instant }
    } while index < events.count
    return arrivals
  }
}
