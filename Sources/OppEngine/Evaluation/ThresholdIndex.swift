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
struct ThresholdIndex: Sendable {
  /// The comparisons, in the order of ``thresholds``; of equal ones the last inserted comes first
  private(set) var instances: [Int32] = []

  /// Ascending; the constant of the comparison at the same place
  private var thresholds: [Double] = []

  /// The comparison of the scalar with the constant at the same place; nil for an end of a range
  private var comparisons: [Comparison?] = []

  /// O(n) in the constants above this one
  mutating func insert(_ instance: Int32, at threshold: Double, _ comparison: Comparison? = nil) {
    let place = firstIndex(atLeast: threshold)
    thresholds.insert(threshold, at: place)
    instances.insert(instance, at: place)
    comparisons.insert(comparison, at: place)
  }

  /// Whether the comparison at a place holds for a scalar; nil where the constant alone does not say so
  func holds(_ scalar: Double, at place: Int) -> Bool? {
    comparisons[place]?.holds(scalar, thresholds[place])
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

  /// The first place whose constant is not less than a number, found by halving; the count where there is none
  private func firstIndex(atLeast threshold: Double) -> Int {
    var (low, high) = (0, thresholds.count)
    while low < high {
      let middle = (low + high) / 2
      if thresholds[middle] < threshold { low = middle + 1 } else { high = middle }
    }
    return low
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
