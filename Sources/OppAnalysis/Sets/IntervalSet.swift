/// A set of fractions, as intervals from the least to the greatest that do not touch
///
/// `temp < 10C or temp in 20C..30C` is `(-∞, 10) ∪ [20, 30]`:
///
/// ```
/// intervals   low nil  high 10, without its ends      low 20  high 30, with both
/// complement  [10, 20) ∪ (30, ∞)
/// hull        (-∞, 30]
/// ```
///
/// Sets of whole numbers are the same with ends that are whole: `[0, 86399]` for the seconds of a day.
struct IntervalSet: Hashable, Sendable {
  /// Ascending; empty of the empty set
  private(set) var intervals: [Interval]

  /// An interval of numbers with or without its ends; an end that is nil is infinite
  struct Interval: Hashable, Sendable {
    /// Nil for no lower bound
    var low: Rational?

    /// Nil for no upper bound
    var high: Rational?
    var includesLow: Bool
    var includesHigh: Bool

    /// `(5, 5]` and `[6, 5]` are empty, `[5, 5]` has one number
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

  /// - Requires: `intervals` ascend and do not overlap; empty ones are left out.
  init(_ intervals: [Interval]) {
    self.intervals = intervals.filter { !$0.isEmpty }
  }

  /// All fractions, without bounds
  static let everything = IntervalSet([
    Interval(low: nil, high: nil, includesLow: false, includesHigh: false)
  ])
  static let nothing = IntervalSet([])

  /// The set of one number
  static func point(_ value: Rational) -> IntervalSet { closed(value, value) }

  /// `[low, high]`; an end that is nil is infinite, and the set is empty if `low` is above `high`
  static func closed(_ low: Rational?, _ high: Rational?) -> IntervalSet {
    IntervalSet([Interval(low: low, high: high, includesLow: true, includesHigh: true)])
  }

  static func closed(_ low: Int64, _ high: Int64) -> IntervalSet {
    closed(Rational(low), Rational(high))
  }

  /// `[low, high)`; an end that is nil is infinite
  static func halfOpen(_ low: Rational?, _ high: Rational?) -> IntervalSet {
    IntervalSet([Interval(low: low, high: high, includesLow: true, includesHigh: false)])
  }

  /// `(-∞, value)`, or with `value` itself
  static func below(_ value: Rational, including: Bool) -> IntervalSet {
    IntervalSet([Interval(low: nil, high: value, includesLow: false, includesHigh: including)])
  }

  /// `(value, ∞)`, or with `value` itself
  static func above(_ value: Rational, including: Bool) -> IntervalSet {
    IntervalSet([Interval(low: value, high: nil, includesLow: including, includesHigh: false)])
  }

  var isEmpty: Bool { intervals.isEmpty }

  /// The least and the greatest end
  ///
  /// `[0, 5) ∪ [9, 12]` has the hull `[0, 12]`; nil of the empty set.
  var hull: Interval? {
    guard let first = intervals.first, let last = intervals.last else { return nil }
    return Interval(
      low: first.low, high: last.high, includesLow: first.includesLow,
      includesHigh: last.includesHigh)
  }

  /// The only number in it; `nil` if there are none or several
  var single: Rational? {
    guard intervals.count == 1, let low = intervals[0].low, low == intervals[0].high else {
      return nil
    }
    return low
  }

  /// - Complexity: O(*n*) in the intervals, of which there are few.
  func contains(_ value: Rational) -> Bool { intervals.contains { $0.contains(value) } }

  /// The numbers that are in both
  ///
  /// - Complexity: O(n + m), as both are sorted.
  func intersection(_ other: IntervalSet) -> IntervalSet {
    // The interval that ends first meets nothing of the other set behind its end.
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
    // `next` is the gap that begins after the interval before; nil after one without an end.
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
    // By De Morgan: the numbers that are not outside of both.
    complement.intersection(other.complement).complement
  }

  func isSubset(of other: IntervalSet) -> Bool { intersection(other.complement).isEmpty }

  func isDisjoint(with other: IntervalSet) -> Bool { intersection(other).isEmpty }

  /// The whole numbers of the set, each interval by its first and last
  ///
  /// `(0.5, 3) ∪ [7, 7.5]` becomes `[1, 2] ∪ [7, 7]`.
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
  /// For `factor` 2 and `offset` 1, `[5, 9)` becomes `[2, 4)`; for `factor` -1 and `offset` 0, `(-9, -5]`.
  ///
  /// - Requires: `factor` is not zero.
  /// - Returns: nil if a number does not fit.
  func preimage(factor: Rational, offset: Rational) -> IntervalSet? {
    var result: [Interval] = []
    for interval in intervals {
      let low = interval.low.map { ($0 - offset) / factor }
      let high = interval.high.map { ($0 - offset) / factor }
      guard low?.isValid ?? true, high?.isValid ?? true else { return nil }
      result.append(
        // A negative factor turns the ends around, and the order of the intervals with them.
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
  /// The numbers in both intervals, which may be none: the result may have its low end above its high one
  fileprivate func intersection(_ other: Self) -> Self {
    var result = self
    // The greater of the lower ends, and of equal ones the one that leaves its number out.
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

  /// `true` if the interval ends before another: a missing end is behind all others
  fileprivate func endsBefore(_ other: Self) -> Bool {
    guard let high else { return false }
    guard let otherHigh = other.high else { return true }
    return high < otherHigh || (high == otherHigh && !includesHigh && other.includesHigh)
  }
}
