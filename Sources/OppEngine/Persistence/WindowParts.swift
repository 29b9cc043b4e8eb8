internal import OppModel

/// The entries that a window over time keeps over a restart: one for itself, and one for each stretch of
/// time in which its operand was noted
///
/// A window of a day that is noted every minute would otherwise be written whole every minute. A stretch is
/// a cell of a dyadic grid, as large as it can be with ``mostSteps`` steps, so that the part that is written again
/// at a note is bounded in steps as well as in seconds:
///
/// ```
/// seconds   0       4       8      10      12              16
///           ├───────────────┼───────┼───────┼───────────────┤
/// steps     │   ·       ·   │·   · ·│· ·   ·│·              │   at most three a cell
///
/// window 0f3c…              the series, and which stretches each has
/// steps window 0f3c… 0 17   the steps of series 0 in the cell 17
/// ```
struct WindowParts {
  /// The window whose series are written
  private let window: WindowState

  /// The memory that it looks at
  private let signal: SignalMemory

  /// The stretches of each series, by ``WindowSeries``
  private let series: [[Stretch]]

  /// The names of the readings that lines come from
  private let origins: WindowOrigins

  /// The texts and lists of readings
  private let pool: ObjectPool

  /// Some entries of a series, by their numbers in its timeline
  private struct Stretch {
    /// Names its cell: the number of the cell among those of its size, and the logarithm of that size
    let name: Int64

    /// The numbers of its entries in the timeline
    let range: Range<Int>

    /// The second at which its last entry starts
    let lastStart: Int64
  }

  /// The largest number of steps of a stretch of more than a second
  private static let mostSteps = 64

  /// - Parameters:
  ///   - signal: the memory of the window, which others may look at further back.
  ///   - first: the first second that the window still looks at.
  ///   - origins: the names of the readings that lines come from.
  ///   - pool: holds the texts of readings.
  init(
    _ window: WindowState, _ signal: SignalMemory, from first: Int64, _ origins: WindowOrigins,
    _ pool: ObjectPool
  ) {
    self.pool = pool
    self.window = window
    let signal = signal.cut(before: window.begins)
    self.signal = signal
    self.origins = origins
    let level = Self.level(of: window.span)
    series =
      signal.histories.map { Self.stretches(of: $0.steps, from: first, level) } + [
        Self.stretches(of: window.lines, from: first, level),
        Self.stretches(of: signal.travel, from: first, level),
      ]
  }

  /// The size of the largest cells: about an eighth of the window, so that little is written twice
  private static func level(of span: WindowSpan) -> Int64 {
    switch span {
    case .last(let duration), .next(let duration):
      Int64(63 - max(64, duration / 8).leadingZeroBitCount)
    case .since: 16
    }
  }

  /// The stretches of a series from a second on, ascending
  private static func stretches<Entry>(
    of timeline: Timeline<Entry>, from first: Int64, _ level: Int64
  ) -> [Stretch] {
    var result: [Stretch] = []
    var next = timeline.number(at: first) ?? timeline.first
    while next < timeline.end {
      let cell = timeline[next].start >> level
      let end = number(after: cell, level, of: timeline)
      split(timeline, next..<end, cell, level, &result)
      next = end
    }
    return result
  }

  /// The number of the first entry behind a cell
  private static func number<Entry>(
    after cell: Int64, _ level: Int64, of timeline: Timeline<Entry>
  ) -> Int {
    timeline.number(at: ((cell + 1) << level) - 1).map { $0 + 1 } ?? timeline.first
  }

  /// Adds a cell, or its halves if it has too many entries
  private static func split<Entry>(
    _ timeline: Timeline<Entry>, _ range: Range<Int>, _ cell: Int64, _ level: Int64,
    _ result: inout [Stretch]
  ) {
    guard let last = range.last else { return }
    guard range.count > mostSteps, level > 0 else {
      result.append(
        Stretch(name: cell << 6 | level, range: range, lastStart: timeline[last].start))
      return
    }
    let middle = max(range.lowerBound, number(after: 2 * cell, level - 1, of: timeline))
    split(timeline, range.lowerBound..<middle, 2 * cell, level - 1, &result)
    split(timeline, middle..<range.upperBound, 2 * cell + 1, level - 1, &result)
  }

  // MARK: Writing

  /// The entry of the window itself: its last position, the names of the stretches of each series, and the last known value
  /// where changes are counted
  ///
  /// `2 - 1 445509896 0 0 0 0`: of the first history one stretch, which is the cell 6961092 of 2⁸ seconds, since
  /// 6961092 × 64 + 8 is its name.
  func entry(_ graph: ConditionGraph) -> String {
    var writer = MemoryWriter(graph, beginning: MemoryVersion.second.rawValue)
    writer.add(signal.lastPosition)
    for stretches in series {
      writer.add(stretches.count)
      for stretch in stretches { writer.add(stretch.name) }
    }
    if case .change(let type) = signal.kind { writer.add(signal.lastValue, type, pool) }
    return writer.text
  }

  /// The entries of the stretches; the content of a stretch that is still as it was written is `nil`
  ///
  /// Before the last written second only steps at the beginning of a series change, when they are forgotten.
  ///
  /// - Parameters:
  ///   - second: the second at which they were last written.
  ///   - ledger: has those that were.
  func entries(
    _ key: String, _ graph: ConditionGraph, since second: Int64, in ledger: MemoryLedger
  ) -> [(key: String, content: String?)] {
    var result: [(key: String, content: String?)] = []
    for (series, stretches) in zip(WindowSeries.allCases, series) {
      for (place, stretch) in stretches.enumerated() {
        let part = Self.key(key, series, stretch.name)
        let isAtEnd = place == 0 || place == stretches.count - 1
        if !isAtEnd, stretch.lastStart < second, ledger.entries[part] != nil {
          result.append((part, nil))
        } else {
          result.append((part, content(of: stretch, in: series, graph)))
        }
      }
    }
    return result
  }

  /// `steps window 7505faf9… 0 445509896`
  static func key(_ window: String, _ series: WindowSeries, _ stretch: Int64) -> String {
    MemoryKind.steps.rawValue + " " + window + " " + String(series.rawValue) + " " + String(stretch)
  }

  /// The entry of a stretch, as ``History/write(_:to:)`` has it, or as many lines or ways
  private func content(
    of stretch: Stretch, in series: WindowSeries, _ graph: ConditionGraph
  ) -> String {
    var writer = MemoryWriter(graph)
    switch series {
    case .x, .y, .z:
      let history = signal.histories[series.rawValue]
      if case .value(let type) = signal.kind {
        history.writeValues(stretch.range, to: &writer, type, pool)
      } else {
        writer.begin(.second)
        history.write(stretch.range, to: &writer)
      }
    case .lines:
      writer.add(stretch.range.count)
      for number in stretch.range { window.lines[number].write(to: &writer, origins, pool) }
    case .travel:
      writer.add(stretch.range.count)
      for number in stretch.range { signal.travel[number].write(to: &writer) }
    }
    return writer.text
  }

  // MARK: Restoring

  /// Restores a window and its memory from its entry and those of its stretches
  ///
  /// - Parameters:
  ///   - key: that of the window.
  ///   - kind: that of its memory.
  ///   - entries: those of the memory.
  /// - Returns: the memory of the window; `nil` if one of the entries cannot be read.
  static func restore(
    _ window: inout WindowState, _ key: String, _ kind: SignalMemory.Kind,
    from entries: inout MemoryEntries, _ origins: WindowOrigins, _ pool: inout ObjectPool
  ) -> SignalMemory? {
    guard var reader = entries.reader(key, latest: .second) else { return nil }
    var (restored, signal) = (window, SignalMemory(kind))
    let position = reader.position()
    // Entries of version 1 have the first second at which each history was too large to be added up.
    if reader.version == .first { for _ in signal.histories { _ = reader.optionalSecond() } }
    var names: [[Int64]] = []
    for _ in WindowSeries.allCases {
      var own: [Int64] = []
      for _ in 0..<reader.count() { own.append(reader.integer()) }
      names.append(own)
    }
    if case .change(let type) = kind { signal.restore(lastValue: reader.reading(type, &pool)) }
    guard entries.accepts(reader) else { return nil }
    for (series, names) in zip(WindowSeries.allCases, names) {
      for name in names {
        guard var reader = entries.reader(Self.key(key, series, name), latest: .second) else {
          return nil
        }
        switch series {
        case .x: signal.restoreSteps(from: &reader, &pool)
        case .y: signal.restoreStepsOfY(from: &reader, &pool)
        case .z: signal.restoreStepsOfZ(from: &reader)
        case .lines: restored.restoreLines(from: &reader, origins, &pool)
        case .travel: signal.restoreTravel(from: &reader)
        }
        guard entries.accepts(reader) else { return nil }
      }
    }
    signal.restore(lastPosition: position)
    let lineStart =
      restored.lines.isEmpty ? Seconds.never : restored.lines[restored.lines.first].start
    restored.begins = min(signal.begins, lineStart)
    window = restored
    return signal
  }
}

/// The series of the steps that a window is written as, in the order of entries
///
/// The numbers are part of the keys of stored entries.
enum WindowSeries: Int, CaseIterable {
  /// The value, or an axis of a position
  case x = 0
  case y = 1
  case z = 2
  case lines = 3
  case travel = 4
}

extension WindowState {
  /// Adds the lines of a stretch
  fileprivate mutating func restoreLines(
    from reader: inout MemoryReader, _ origins: WindowOrigins, _ pool: inout ObjectPool
  ) {
    for _ in 0..<reader.count() { lines.append(Line(from: &reader, origins, &pool)) }
  }
}
