internal import OppModel

/// What a window over time keeps over a restart: an entry for itself, and one for each stretch of time
/// in which its operand was noted
///
/// A window of a day that is noted every minute would otherwise be written whole every minute:
///
/// ```
/// window 0f3c…              the series, and which stretches each has
/// steps window 0f3c… 0 17   series 0 in the seconds 17·width ..< 18·width
/// ```
struct WindowParts {
  private let window: WindowMemory
  private let series: [(number: Int, stretches: [(number: Int64, range: Range<Int>)])]
  private let steps: [[History.Step]]
  private let lines: [WindowMemory.Line]
  private let travel: [WindowMemory.Way]
  private let origins: WindowOrigins
  private let pool: ObjectPool

  /// The series of lines and of travel follow those of the histories
  static let lineSeries = 3
  static let travelSeries = 4

  /// - Parameters:
  ///   - first: the first second that the window still looks at.
  ///   - origins: names what lines come from.
  ///   - pool: holds the texts of readings.
  init(
    _ window: WindowMemory, from first: Int64, _ origins: WindowOrigins, _ pool: ObjectPool
  ) {
    self.pool = pool
    self.window = window
    self.origins = origins
    steps = window.histories.map { history in
      // A step from the past only carries the sum that the next one has too.
      history.steps.entries(from: first).filter { $0.start > Seconds.past }
    }
    lines = window.lines.entries(from: first)
    travel = window.travel.entries(from: first)
    let width = Self.width(of: window.span)
    var series: [(number: Int, stretches: [(number: Int64, range: Range<Int>)])] = []
    for (number, steps) in steps.enumerated() {
      series.append((number, Self.stretches(steps.map { $0.start }, width)))
    }
    series.append((Self.lineSeries, Self.stretches(lines.map { $0.start }, width)))
    series.append((Self.travelSeries, Self.stretches(travel.map { $0.start }, width)))
    self.series = series
  }

  /// How long a stretch is: an eighth of the window, so that little is written twice
  private static func width(of span: WindowSpan) -> Int64 {
    switch span {
    case .last(let duration), .next(let duration): max(60, duration / 8)
    case .since: 86_400
    }
  }

  private static func stretches(
    _ starts: [Int64], _ width: Int64
  ) -> [(number: Int64, range: Range<Int>)] {
    var result: [(number: Int64, range: Range<Int>)] = []
    for (index, start) in starts.enumerated() {
      let number = start.quotient(dividingBy: width)
      if let last = result.last, last.number == number {
        result[result.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        result.append((number, index..<index + 1))
      }
    }
    return result
  }

  // MARK: Writing

  func entry(_ writer: inout MemoryWriter) -> String {
    writer.add(window.lastPosition)
    for history in window.histories { writer.add(history.overflow) }
    for (_, stretches) in series {
      writer.add(stretches.count)
      for stretch in stretches { writer.add(stretch.number) }
    }
    return writer.text
  }

  func entries(_ key: String, _ graph: ConditionGraph) -> [(key: String, content: String)] {
    var result: [(key: String, content: String)] = []
    for (number, stretches) in series {
      for stretch in stretches {
        var writer = MemoryWriter(graph)
        writer.add(stretch.range.count)
        switch number {
        case Self.lineSeries: for index in stretch.range { write(lines[index], &writer) }
        case Self.travelSeries:
          for index in stretch.range {
            writer.add(travel[index].start)
            writer.add(travel[index].quanta)
          }
        default: write(steps[number], stretch.range, &writer)
        }
        result.append((Self.key(key, number, stretch.number), writer.text))
      }
    }
    return result
  }

  static func key(_ window: String, _ series: Int, _ stretch: Int64) -> String {
    MemoryKind.steps.rawValue + " " + window + " " + String(series) + " " + String(stretch)
  }

  private func write(_ line: WindowMemory.Line, _ writer: inout MemoryWriter) {
    writer.add(line.start)
    writer.add(line.value)
    writer.add(line.rate)
    origins.write(line.origin, &writer, pool)
  }

  /// The sums before the first step, and the steps, from which the other sums follow
  private func write(
    _ steps: [History.Step], _ range: Range<Int>, _ writer: inout MemoryWriter
  ) {
    guard let first = range.first else { return }
    writer.add(steps[first].sum)
    writer.add(steps[first].known)
    for index in range {
      writer.add(steps[index].start)
      if steps[index].quanta == nil { writer.word("-") } else { writer.add(steps[index].value) }
    }
  }
}
