/// A set of fractions, as intervals from the least to the greatest that do not touch
struct IntervalSet: Hashable, Sendable {
  private(set) var intervals: [Interval]

  /// A stretch of numbers with or without its ends; an end that is nil is infinite
  struct Interval: Hashable, Sendable {
    var low: Rational?
    var high: Rational?
    var includesLow: Bool
    var includesHigh: Bool

    var isEmpty: Bool {
      guard let low, let high else { return false }
      return low > high || (low == high && !(includesLow && includesHigh))
    }

    func contains(_ value: Rational) -> Bool {
      if let low, value < low || (value == low && !includesLow) { return false }
      if let high, value > high || (value == high && !includesHigh) { return false }
      return true
    }
  }

  init(_ intervals: [Interval]) {
    self.intervals = intervals.filter { !$0.isEmpty }
  }

  static let everything = IntervalSet([
    Interval(low: nil, high: nil, includesLow: false, includesHigh: false)
  ])
  static let nothing = IntervalSet([])

  static func point(_ value: Rational) -> IntervalSet { closed(value, value) }

  static func closed(_ low: Rational?, _ high: Rational?) -> IntervalSet {
    IntervalSet([Interval(low: low, high: high, includesLow: true, includesHigh: true)])
  }

  static func closed(_ low: Int64, _ high: Int64) -> IntervalSet {
    closed(Rational(low), Rational(high))
  }

  static func halfOpen(_ low: Rational?, _ high: Rational?) -> IntervalSet {
    IntervalSet([Interval(low: low, high: high, includesLow: true, includesHigh: false)])
  }

  static func below(_ value: Rational, including: Bool) -> IntervalSet {
    IntervalSet([Interval(low: nil, high: value, includesLow: false, includesHigh: including)])
  }

  static func above(_ value: Rational, including: Bool) -> IntervalSet {
    IntervalSet([Interval(low: value, high: nil, includesLow: including, includesHigh: false)])
  }

  var isEmpty: Bool { intervals.isEmpty }

  /// The least and the greatest end
  var hull: Interval? {
    guard let first = intervals.first, let last = intervals.last else { return nil }
    return Interval(
      low: first.low, high: last.high, includesLow: first.includesLow,
      includesHigh: last.includesHigh)
  }

  /// The only number in it; nil where there are none or several
  var single: Rational? {
    guard intervals.count == 1, let low = intervals[0].low, low == intervals[0].high else {
      return nil
    }
    return low
  }

  func contains(_ value: Rational) -> Bool { intervals.contains { $0.contains(value) } }

  /// The numbers that are in both
  ///
  /// - Complexity: O(n + m), as both are sorted.
  func intersection(_ other: IntervalSet) -> IntervalSet {
    var result: [Interval] = []
    var (left, right) = (0, 0)
    while left < intervals.count, right < other.intervals.count {
      let (first, second) = (intervals[left], other.intervals[right])
      result.append(first.intersection(second))
      if first.endsBefore(second) { left += 1 } else { right += 1 }
    }
    return IntervalSet(result)
  }

  /// The numbers that are not in it
  var complement: IntervalSet {
    var result: [Interval] = []
    var next: Interval? = Interval(low: nil, high: nil, includesLow: false, includesHigh: false)
    for interval in intervals {
      if var gap = next, interval.low != nil {
        gap.high = interval.low
        gap.includesHigh = !interval.includesLow
        result.append(gap)
      }
      next = nil
      if let high = interval.high {
        next = Interval(
          low: high, high: nil, includesLow: !interval.includesHigh, includesHigh: false)
      }
    }
    if let next { result.append(next) }
    return IntervalSet(result)
  }

  /// The numbers that are in one or the other
  func union(_ other: IntervalSet) -> IntervalSet {
    complement.intersection(other.complement).complement
  }

  func isSubset(of other: IntervalSet) -> Bool { intersection(other.complement).isEmpty }

  func isDisjoint(with other: IntervalSet) -> Bool { intersection(other).isEmpty }

  /// The whole numbers of the set, each stretch by its first and last
  var wholeNumbers: IntervalSet {
    let whole = intervals.map { interval in
      var low = interval.low.map { $0.ceiling }
      if let first = low, !interval.includesLow, interval.low == Rational(first) { low = first + 1 }
      var high = interval.high.map { $0.floor }
      if let last = high, !interval.includesHigh, interval.high == Rational(last) {
        high = last - 1
      }
      return Interval(
        low: low.map { Rational($0) }, high: high.map { Rational($0) }, includesLow: true,
        includesHigh: true)
    }
    return IntervalSet(whole)
  }

  /// The numbers `x` for which `factor * x + offset` is in the set
  ///
  /// - Requires: `factor` is not zero.
  /// - Returns: nil where a number does not fit.
  func preimage(factor: Rational, offset: Rational) -> IntervalSet? {
    var result: [Interval] = []
    for interval in intervals {
      let low = interval.low.map { ($0 - offset) / factor }
      let high = interval.high.map { ($0 - offset) / factor }
      guard low?.isValid ?? true, high?.isValid ?? true else { return nil }
      result.append(
        factor.isNegative
          ? Interval(
            low: high, high: low, includesLow: interval.includesHigh,
            includesHigh: interval.includesLow)
          : Interval(
            low: low, high: high, includesLow: interval.includesLow,
            includesHigh: interval.includesHigh))
    }
    return IntervalSet(factor.isNegative ? result.reversed() : result)
  }
}

extension IntervalSet.Interval {
  fileprivate func intersection(_ other: Self) -> Self {
    var result = self
    if let otherLow = other.low {
      if let low, low > otherLow {
      } else if let low, low == otherLow {
        result.includesLow = includesLow && other.includesLow
      } else {
        result.low = otherLow
        result.includesLow = other.includesLow
      }
    }
    if let otherHigh = other.high {
      if let high, high < otherHigh {
      } else if let high, high == otherHigh {
        result.includesHigh = includesHigh && other.includesHigh
      } else {
        result.high = otherHigh
        result.includesHigh = other.includesHigh
      }
    }
    return result
  }

  fileprivate func endsBefore(_ other: Self) -> Bool {
    guard let high else { return false }
    guard let otherHigh = other.high else { return true }
    return high < otherHigh || (high == otherHigh && !includesHigh && other.includesHigh)
  }
}
