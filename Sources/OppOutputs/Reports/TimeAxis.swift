internal import OppModel

/// The interval that a strip shows from its left to its right, in whole local days
///
/// ```
/// span      ├──────────────────────────────────────┤      1 June 0:00 to 1 July 0:00
/// known         ├──────────────────────────┤              the recording; nothing is drawn beside it
/// marks       |3 June  |10 June |17 June |24 June
/// ```
package struct TimeAxis: Sendable {
  /// The seconds from the left to the right
  let span: Range<Int64>

  /// The seconds of which something is drawn
  let known: Range<Int64>

  let clock: ReportClock

  /// A label at a second
  struct Mark {
    let second: Int64
    let text: String

    /// `true` if it gives way if there is little room
    let isMinor: Bool
  }

  /// An axis of the days around the seconds that are drawn
  init(around known: Range<Int64>, clock: ReportClock) {
    let zone = clock.zone
    let first = zone.local(at: Instant(seconds: known.lowerBound)).date
    let last = zone.local(at: Instant(seconds: max(known.upperBound - 1, known.lowerBound))).date
    let start = zone.startOfDay(first).seconds
    let end = zone.startOfDay(last.advanced(by: 1)).seconds
    span = min(start, known.lowerBound)..<max(end, known.upperBound, start + 1)
    self.known = known
    self.clock = clock
  }

  /// An axis of an interval of which a part is drawn
  init(_ span: Range<Int64>, known: Range<Int64>, clock: ReportClock) {
    self.span = span
    self.known = known.clamped(to: span)
    self.clock = clock
  }

  /// The first and the last date
  var dates: (first: CivilDate, last: CivilDate) {
    let first = clock.zone.local(at: Instant(seconds: span.lowerBound)).date
    let last = clock.zone.local(at: Instant(seconds: span.upperBound - 1)).date
    return (first, max(first, last))
  }

  /// The number of local days
  var dayCount: Int { Int(dates.last.days - dates.first.days) + 1 }

  /// The seconds of each local day, in the order of time
  var days: [(date: CivilDate, seconds: Range<Int64>)] {
    let (first, last) = dates
    var found: [(date: CivilDate, seconds: Range<Int64>)] = []
    var date = first
    var start = clock.zone.startOfDay(first).seconds
    while date <= last {
      let next = date.advanced(by: 1)
      let end = max(clock.zone.startOfDay(next).seconds, start)
      found.append((date, start..<end))
      (date, start) = (next, end)
    }
    return found
  }

  /// `true` if a column stands for so long that it is paler if it was true for a part of it: more than an hour
  func isShaded(columns: Int) -> Bool {
    span.upperBound - span.lowerBound > Int64(columns) * 3600
  }

  /// The place of a second: 0 at the left, 1 at the right
  func place(_ second: Int64) -> Double {
    Double(second - span.lowerBound) / Double(span.upperBound - span.lowerBound)
  }

  /// The column in which a second begins, when the interval is divided into so many of one width; the last for its end
  func column(of second: Int64, among columns: Int) -> Int {
    let length = span.upperBound - span.lowerBound
    return min(Int((second - span.lowerBound) * Int64(columns) / length), columns - 1)
  }

  /// The first second that begins in a column, or the end of the interval for the column after the last
  func start(ofColumn column: Int, among columns: Int) -> Int64 {
    let length = span.upperBound - span.lowerBound
    return span.lowerBound + (Int64(column) * length + Int64(columns) - 1) / Int64(columns)
  }

  /// Labels by the length of the interval: hours, days, Mondays, months or years
  var marks: [Mark] {
    let count = dayCount
    let days = days
    if count <= 2 { return hourMarks(days, every: count == 1 ? 3 : 6) }
    var found: [Mark] = []
    for (index, day) in days.enumerated() {
      let text: String?
      switch count {
      case ...10: text = "\(clock.weekday(day.date)) \(day.date.day)"
      case ...75: text = day.date.weekday == 0 ? "\(day.date.day) \(clock.month(day.date))" : nil
      case ...800: text = day.date.day == 1 ? String(clock.month(day.date).prefix(3)) : nil
      default: text = day.date.day == 1 && day.date.month == 1 ? "\(day.date.year)" : nil
      }
      guard let text else { continue }
      let isMinor = count <= 10 ? count > 5 && index % 2 == 1 : found.count % 2 == 1
      found.append(Mark(second: day.seconds.lowerBound, text: text, isMinor: isMinor))
    }
    // A label at the right end has no room, and a long one near it none on a narrow page.
    return found.filter { place($0.second) < 0.95 }.map { mark in
      let isNear = place(mark.second) > 0.84 && mark.text.count > 5
      return Mark(second: mark.second, text: mark.text, isMinor: mark.isMinor || isNear)
    }
  }

  /// Labels at every so many hours of the wall clock
  private func hourMarks(
    _ days: [(date: CivilDate, seconds: Range<Int64>)], every step: Int
  ) -> [Mark] {
    var found: [Mark] = []
    for day in days {
      for hour in stride(from: 0, to: 24, by: step) {
        let local = LocalDateTime(date: day.date, secondOfDay: Int64(hour) * 3600)
        let second = clock.zone.instant(of: local).seconds
        guard day.seconds.contains(second), found.last.map({ $0.second < second }) ?? true else {
          continue
        }
        found.append(Mark(second: second, text: clock.hour(hour), isMinor: hour % (2 * step) != 0))
      }
    }
    return found
  }
}
