/// A set of seconds of a week, from Monday at midnight, as intervals in order
///
/// A condition of the clock is true in such a set of an ordinary week. What else a condition needs is taken to be
/// true, so that the longest stretch of a set is an upper bound.
struct WeekSet: Sendable {
  static let day: Int64 = 86_400
  static let length: Int64 = 7 * day

  /// Half open, none touching another
  private(set) var intervals: [Range<Int64>]

  static let all = WeekSet(intervals: [0..<length])
  static let none = WeekSet(intervals: [])

  private init(intervals: [Range<Int64>]) { self.intervals = intervals }

  init(joining ranges: [Range<Int64>]) {
    var joined: [Range<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    intervals = joined
  }

  /// The same window on every day, over midnight where the end is not after the start
  init(everyDay start: Int64, _ end: Int64) {
    var ranges: [Range<Int64>] = []
    for day in stride(from: 0, to: Self.length, by: Int(Self.day)) {
      if start < end {
        ranges.append(day + start..<day + end)
      } else {
        ranges += [day..<day + end, day + start..<day + Self.day]
      }
    }
    self.init(joining: ranges)
  }

  /// Whole days, 0 being Monday
  init(days: [Int]) {
    let ranges = days.map { day -> Range<Int64> in
      let start = Int64(day) * Self.day
      return start..<start + Self.day
    }
    self.init(joining: ranges)
  }

  var complement: WeekSet {
    var found: [Range<Int64>] = []
    var start: Int64 = 0
    for range in intervals {
      if start < range.lowerBound { found.append(start..<range.lowerBound) }
      start = range.upperBound
    }
    if start < Self.length { found.append(start..<Self.length) }
    return WeekSet(intervals: found)
  }

  func union(_ other: WeekSet) -> WeekSet { WeekSet(joining: intervals + other.intervals) }

  func intersection(_ other: WeekSet) -> WeekSet {
    complement.union(other.complement).complement
  }

  /// The seconds of the longest stretch, with the hour that a change of the clock at night may add; nil where there
  /// is no end
  var longestStretch: Int64? {
    guard let first = intervals.first, let last = intervals.last else { return 0 }
    if intervals == [0..<Self.length] { return nil }
    var ranges = intervals
    if intervals.count > 1, first.lowerBound == 0, last.upperBound == Self.length {
      ranges[0] = last.lowerBound - Self.length..<first.upperBound
      ranges.removeLast()
    }
    return ranges.map { range in
      let seconds = range.upperBound - range.lowerBound
      return Self.crossesNight(range) ? seconds + 3600 : seconds
    }.max()
  }

  /// `true` if a range touches the hours before 4:00 of some day
  private static func crossesNight(_ range: Range<Int64>) -> Bool {
    let start = (range.lowerBound + length) % day
    return start < 4 * 3600 || start + (range.upperBound - range.lowerBound) > day
  }
}
