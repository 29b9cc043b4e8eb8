internal import OppModel

/// The days of years as cells, a column a week: the longer it was true, the fuller the colour; a dot if it fired
///
/// ```
///       Jan        Feb
/// Mon      ░ ░ ▒ ▓ █ ░
/// Tue    ░ ░ ░ ▒ ▓ █ ░     ░ false all day, ▒ ▓ █ true for a part of it, a gap if nothing is known
/// …
/// ```
struct CalendarHeatMap {
  let axis: TimeAxis

  /// The units from a cell to the next
  static let pitch = 12

  /// The units of a cell
  private static let cell = 10

  /// The least share of a day's known seconds for each fuller colour
  private static let levels = [0.0, 0.05, 0.25, 0.6]

  /// The most years that are drawn
  private static let yearLimit = 10

  /// One calendar year
  struct Year {
    let year: Int64

    /// The number of columns
    let weeks: Int

    /// The paths of the cells
    let paths: String

    /// The column in which each month begins
    let months: [Int]
  }

  /// The years of the axis
  ///
  /// - Parameter firings: in the order of time.
  func years(_ lane: TruthLane?, firings: [Instant]) -> [Year] {
    let days = axis.days
    let sums = lane?.days(axis) ?? days.map { _ in (0, 0) }
    var fired: Set<Int64> = []
    for firing in firings { fired.insert(axis.clock.zone.local(at: firing).date.days) }
    var found: [Year] = []
    var start = 0
    while start < days.count, found.count < Self.yearLimit {
      let year = days[start].date.year
      let end = days[start...].firstIndex { $0.date.year != year } ?? days.count
      found.append(drawn(year, days[start..<end].map { $0.date }, Array(sums[start..<end]), fired))
      start = end
    }
    return found
  }

  /// The cells of a year
  private func drawn(
    _ year: Int64, _ dates: [CivilDate], _ sums: [(isTrue: Int64, known: Int64)],
    _ fired: Set<Int64>
  ) -> Year {
    let first = CivilDate(year: year, month: 1, day: 1) ?? dates[0]
    let last = CivilDate(year: year, month: 12, day: 31) ?? dates[0]
    let offset = Int64(first.weekday)
    func week(_ date: CivilDate) -> Int { Int((date.days - first.days + offset) / 7) }
    // By level, the cells of each weekday from left to right: runs of columns. Dashes make cells of them.
    var cells: [[Range<Int>]] = Array(repeating: [], count: 5 * 7)
    var dots: [[Range<Int>]] = Array(repeating: [], count: 7)
    for (date, sum) in zip(dates, sums) {
      let week = week(date)
      if let level = level(sum) { Self.add(week, to: &cells[level * 7 + date.weekday]) }
      if fired.contains(date.days) { Self.add(week, to: &dots[date.weekday]) }
    }
    var paths = ""
    for level in 0..<5 {
      paths += Self.path("l\(level)", cells[(level * 7)..<(level * 7 + 7)], from: 0, less: 2)
    }
    paths += Self.path("d", dots[...], from: Self.pitch / 2 - 1, less: Self.pitch - 1)
    let months = (1...12).compactMap { month in
      CivilDate(year: year, month: month, day: 1).map { week($0) }
    }
    return Year(year: year, weeks: week(last) + 1, paths: paths, months: months)
  }

  /// Adds a column to runs of columns
  private static func add(_ week: Int, to runs: inout [Range<Int>]) {
    if let last = runs.last, last.upperBound == week {
      runs[runs.count - 1] = last.lowerBound..<week + 1
    } else {
      runs.append(week..<week + 1)
    }
  }

  /// The path of the runs of seven weekdays, whose dashes are the cells
  ///
  /// - Parameters:
  ///   - start: the units from the left of a cell to its first dash.
  ///   - rest: the units that the last dash ends before the next cell.
  private static func path(
    _ name: String, _ runs: ArraySlice<[Range<Int>]>, from start: Int, less rest: Int
  ) -> String {
    var path = ""
    for (weekday, runs) in runs.enumerated() {
      let lines = runs.map { run in
        (run.lowerBound * pitch)..<(run.upperBound * pitch - rest)
      }
      path += Markup.lines(lines, y: weekday * pitch + cell / 2, x: start)
    }
    return path.isEmpty ? "" : "<path class=\"\(name)\" d=\"\(path)\"/>"
  }

  /// The level of a day: 0 if the condition was never true; `nil` if nothing is known
  private func level(_ sum: (isTrue: Int64, known: Int64)) -> Int? {
    guard sum.known > 0 else { return nil }
    guard sum.isTrue > 0 else { return 0 }
    let share = Double(sum.isTrue) / Double(sum.known)
    return Self.levels.lastIndex { share >= $0 }.map { $0 + 1 }
  }
}
