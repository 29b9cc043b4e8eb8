internal import OppModel

/// The comparisons of one scalar with constants, in the order of the constants
///
/// ```
///   temp > 10C   temp in 15C..25C   temp < 20C
///       10              15 ─┐           20        25
///   ─────┼───────────────┼──┼────────────┼─────────┼────
///                       16 ├──→ 19                        evaluates nothing
///                       16 ├────────────────→ 22          evaluates temp < 20C
/// ```
///
/// A scalar that moves from one value to another can change only the comparisons whose constant it
/// leaves, meets or passes. Finding the first of them is O(log n).
///
/// Every order with a constant is one question, whether the scalar is at least a limit: `x > c` is so from the number that
/// follows `c`, and `x < c` is the opposite of `x >= c`. So a scalar that moves turns a comparison where its limit lies
/// between, and nothing of the comparison itself is read for that.
struct ThresholdIndex: Sendable {
  /// The comparisons, in the order of ``thresholds``; of equal ones the last inserted comes first
  private(set) var instances: [InstanceID] = []

  /// Ascending; the limit of the comparison at the same place
  private var thresholds: [Double] = []

  /// The question of the comparison at the same place
  private var questions: [Question] = []

  private enum Question {
    /// True from the limit on
    case atLeast
    /// True below the limit
    case below
    /// True or false at the limit alone, or an end of a range: to be evaluated
    case other
  }

  /// The greatest limit of any comparison; nil for none
  var greatest: Double? { thresholds.last }

  /// O(n) in the constants above this one
  ///
  /// - Parameter comparison: how the scalar is compared with the constant; nil for an end of a range.
  mutating func insert(_ instance: InstanceID, at constant: Double, _ comparison: Comparison? = nil)
  {
    let (threshold, question): (Double, Question) =
      switch comparison {
      case .greaterOrEqual: (constant, .atLeast)
      case .greater: (constant.nextUp, .atLeast)
      case .less: (constant, .below)
      case .lessOrEqual: (constant.nextUp, .below)
      case .equal, .notEqual, nil: (constant, .other)
      }
    let place = firstIndex(atLeast: threshold)
    thresholds.insert(threshold, at: place)
    instances.insert(instance, at: place)
    questions.insert(question, at: place)
  }

  /// Removes the comparisons that fulfil a condition
  mutating func remove(where isRemoved: (InstanceID) -> Bool) {
    let kept = instances.indices.filter { !isRemoved(instances[$0]) }
    thresholds = kept.map { thresholds[$0] }
    questions = kept.map { questions[$0] }
    instances = kept.map { instances[$0] }
  }

  /// Whether the comparison at a place turns where the scalar moves, and to which truth; nil if it has to be evaluated
  @inline(__always)
  func turn(at place: Int, from before: Double, to scalar: Double) -> Turn? {
    let (was, isAtLeast) = (before >= thresholds[place], scalar >= thresholds[place])
    switch questions[place] {
    case .atLeast: return was == isAtLeast ? .stays : isAtLeast ? .toTrue : .toFalse
    case .below: return was == isAtLeast ? .stays : isAtLeast ? .toFalse : .toTrue
    case .other: return nil
    }
  }

  /// The change of a comparison with a constant where the scalar moves
  enum Turn {
    case stays
    case toTrue
    case toFalse
  }

  /// The places of those whose constant is not less than `low` and not more than `high`
  ///
  /// With the constants -5, 10, 15, 20, 20 and 25: from 16 through 19 none, from 16 through 20 the places 3 and 4,
  /// from 10 through 10 place 1.
  func places(from low: Double, through high: Double) -> Range<Int> {
    let first = firstIndex(atLeast: low)
    var end = first
    while end < thresholds.count, thresholds[end] <= high { end += 1 }
    return first..<end
  }

  /// The first place whose constant is not less than a number, found by halving; the count if there is none
  private func firstIndex(atLeast threshold: Double) -> Int {
    // Not `>=`: none is less than a bound that is not a number.
    thresholds.indices.partitionPoint { !(thresholds[$0] < threshold) }
  }
}

extension Reading {
  /// The least and the greatest value of a steady scalar; nil for anything else
  var bounds: (least: Double, most: Double)? {
    switch kind {
    case .scalar: (first, first)
    case .deferred: (first, .infinity)
    case .unknown, .undecided, .no, .yes, .drifting, .curved, .position, .moving, .object: nil
    }
  }
}
