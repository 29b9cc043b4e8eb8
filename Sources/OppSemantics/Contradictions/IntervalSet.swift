/// A set of numbers, as intervals from the least to the greatest that do not touch
struct IntervalSet: Hashable {
  private(set) var intervals: [Interval]

  /// A stretch of numbers with or without its ends
  struct Interval: Hashable {
    var low: Double
    var high: Double
    var includesLow: Bool
    var includesHigh: Bool

    var isEmpty: Bool { low > high || (low == high && !(includesLow && includesHigh)) }
  }

  init(_ intervals: [Interval]) {
    self.intervals = intervals.filter { !$0.isEmpty }
  }

  static let everything = IntervalSet([
    Interval(low: -.infinity, high: .infinity, includesLow: false, includesHigh: false)
  ])
  static let nothing = IntervalSet([])

  static func point(_ value: Double) -> IntervalSet { closed(value, value) }

  static func closed(_ low: Double, _ high: Double) -> IntervalSet {
    IntervalSet([Interval(low: low, high: high, includesLow: true, includesHigh: true)])
  }

  static func halfOpen(_ low: Double, _ high: Double) -> IntervalSet {
    IntervalSet([Interval(low: low, high: high, includesLow: true, includesHigh: false)])
  }

  static func below(_ value: Double, including: Bool) -> IntervalSet {
    IntervalSet([
      Interval(low: -.infinity, high: value, includesLow: false, includesHigh: including)
    ])
  }

  static func above(_ value: Double, including: Bool) -> IntervalSet {
    IntervalSet([
      Interval(low: value, high: .infinity, includesLow: including, includesHigh: false)
    ])
  }

  var isEmpty: Bool { intervals.isEmpty }

  /// The numbers that are in both
  ///
  /// - Complexity: O(n + m), as both are sorted.
  func intersection(_ other: IntervalSet) -> IntervalSet {
    var result: [Interval] = []
    var left = 0
    var right = 0
    while left < intervals.count, right < other.intervals.count {
      let first = intervals[left]
      let second = other.intervals[right]
      result.append(first.intersection(second))
      if (first.high, first.includesHigh ? 1 : 0) < (second.high, second.includesHigh ? 1 : 0) {
        left += 1
      } else {
        right += 1
      }
    }
    return IntervalSet(result)
  }

  /// The numbers that are in neither
  var complement: IntervalSet {
    var result: [Interval] = []
    var low = -Double.infinity
    var includesLow = false
    for interval in intervals {
      result.append(
        Interval(
          low: low, high: interval.low, includesLow: includesLow,
          includesHigh: !interval.includesLow && interval.low.isFinite))
      low = interval.high
      includesLow = !interval.includesHigh && interval.high.isFinite
    }
    if low < .infinity {
      result.append(
        Interval(low: low, high: .infinity, includesLow: includesLow, includesHigh: false))
    }
    return IntervalSet(result)
  }

  /// The numbers that are in one or the other
  func union(_ other: IntervalSet) -> IntervalSet {
    complement.intersection(other.complement).complement
  }

  /// The whole numbers of the set, each stretch by its first and last
  var wholeNumbers: IntervalSet {
    IntervalSet(
      intervals.map { interval in
        var low = interval.low.rounded(.up)
        if low == interval.low, !interval.includesLow, low.isFinite { low += 1 }
        var high = interval.high.rounded(.down)
        if high == interval.high, !interval.includesHigh, high.isFinite { high -= 1 }
        return Interval(
          low: low, high: high, includesLow: low.isFinite, includesHigh: high.isFinite)
      })
  }
}

extension IntervalSet.Interval {
  fileprivate func intersection(_ other: Self) -> Self {
    var result = self
    if other.low > low {
      result.low = other.low
      result.includesLow = other.includesLow
    } else if other.low == low {
      result.includesLow = includesLow && other.includesLow
    }
    if other.high < high {
      result.high = other.high
      result.includesHigh = other.includesHigh
    } else if other.high == high {
      result.includesHigh = includesHigh && other.includesHigh
    }
    return result
  }
}
