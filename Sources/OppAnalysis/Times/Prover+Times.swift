package import OppModel

/// The times at which conditions can be true by the clock and the calendar
extension Prover {
  /// The times of day at which a condition can be true, in seconds, as far as the clock decides
  ///
  /// ```
  /// time in 22:00..2:00                             [0..<7200, 79200..<86400]
  /// time in 8:00..9:00 or time in 20:00..21:00      [28800..<32400, 72000..<75600]
  /// temp > 20C                                      [0..<86400]
  /// ```
  ///
  /// - Returns: intervals that do not touch, ascending; the whole day if the condition does not restrict the time;
  ///   nil if it has too many bounds on it.
  package mutating func times(of condition: NodeID) -> [Range<Int64>]? {
    let attempt = attempt(below: [condition])
    guard let network = attempt.question([(condition, .isTrue)])?.network else { return [] }
    let edges = DayEdges(network)
    guard !edges.isTooFine else { return nil }
    var result: [Range<Int64>] = []
    for arc in edges.arcs {
      let times = IntervalSet.closed(arc.lowerBound, arc.upperBound)
      if attempt.refutes([(condition, .isTrue)], present: [.time: times]) { continue }
      // Neighbours grow together.
      if let last = result.last, last.upperBound == arc.lowerBound {
        result[result.count - 1] = last.lowerBound..<(arc.upperBound + 1)
      } else {
        result.append(arc.lowerBound..<(arc.upperBound + 1))
      }
    }
    return result
  }

  /// The weekdays on which a condition can be true: 0 Monday to 6 Sunday, ascending
  package mutating func weekdays(of condition: NodeID) -> [Int] {
    values(of: .weekday, in: 0...6, condition)
  }

  /// The months in which a condition can be true: 1 to 12, ascending
  package mutating func months(of condition: NodeID) -> [Int] {
    values(of: .month, in: 1...12, condition)
  }

  /// The values of a field with which the condition is not refuted, one proof each
  private mutating func values(
    of field: TimeField, in range: ClosedRange<Int>, _ condition: NodeID
  ) -> [Int] {
    let attempt = attempt(below: [condition])
    return range.filter { value in
      let point = IntervalSet.point(Rational(Int64(value)))
      return !attempt.refutes([(condition, .isTrue)], present: [field: point])
    }
  }

  /// The seconds of the longest interval without a break for which the clock and the calendar let a
  /// condition be true
  ///
  /// Exact for conditions of nothing else; for others no interval is longer. `c for D` needs one of more
  /// than `D` seconds, the first and the last included.
  ///
  /// ```
  /// sky == clear and time in 12:00..12:30        1800
  /// time in 22:00..2:00                          14400
  /// time in 22:00..2:00 and weekday == fri       7200       Friday from 22:00; from 0:00 it is two hours as well
  /// temp > 20C                                   nil
  /// ```
  ///
  /// - Returns: `nil` if it is not bounded, or was not found out.
  package mutating func longestStretch(of condition: NodeID) -> Int64? {
    let attempt = attempt(below: [condition])
    guard let network = attempt.question([(condition, .isTrue)])?.network else { return 0 }
    let edges = DayEdges(network)
    guard !edges.isTooFine else { return nil }
    var walk = StretchWalk(
      attempt: attempt, condition: condition, edges: edges, zone: zone ?? .utc)
    return walk.longest(near: reference)
  }
}
