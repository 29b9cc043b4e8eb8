internal import OppModel

/// Chooses numbers that people like to read from sets of numbers
///
/// ```
/// above 30                 31             below 5                 4
/// between 20 and 30        25             from 20 to 30           20
/// above 0.2                0.4            from 7.1 to 7.3         7.2
/// ```
enum RoundNumbers {
  /// The grids to try, from coarse to fine; the last is a millimetre an hour in metres a second
  private static let steps: [Rational] = [
    Rational(3600), Rational(1000), Rational(100), Rational(60), Rational(10), Rational(5),
    Rational(1), .ratio(1, 2), .ratio(1, 10), .ratio(1, 100), .ratio(1, 1000), .ratio(1, 3_600_000),
  ]

  /// A number of a set: a preferred one, else the roundest of its first interval
  static func choose(from set: IntervalSet, preferring preferred: [Rational]) -> Rational? {
    for value in preferred where set.contains(value) { return value }
    for interval in set.intervals {
      if let value = choose(from: interval) { return value }
    }
    return nil
  }

  /// The roundest number near the middle of an interval; `nil` if none fits in 64 bits
  private static func choose(from interval: IntervalSet.Interval) -> Rational? {
    switch (interval.low, interval.high) {
    case (nil, nil): return .zero
    case (let low?, nil):
      // Sums of whole numbers are exact in Doubles, too.
      if low < .one, !low.isNegative, !low.isZero { return Rational(2) * low }
      return Rational(low.floor) + .one
    case (nil, let high?): return Rational(high.ceiling) - .one
    case (let low?, let high?):
      if low == high { return low }
      let middle = .ratio(1, 2) * (low + high)
      guard middle.isValid else { return nil }
      for step in steps {
        let value = Rational((middle / step).floor) * step
        if value.isValid, interval.contains(value) { return value }
      }
      return interval.contains(middle) ? middle : nil
    }
  }

  /// Everyday values of a node, the likeliest first
  static func everyday(_ node: NodeID, in graph: ConditionGraph, at second: Int64) -> [Rational] {
    switch graph[node].type {
    case .temperature: return [20, 10, 0, 30].map { Rational($0) }
    case .temperatureDifference: return [5, 0, 2].map { Rational($0) }
    case .percent: return [50, 80, 20].map { Rational($0) }
    case .duration: return [3600, 7200, 1800, 600, 86_400, 0].map { Rational($0) }
    case .length: return [1000, 100, 5000, 10, 0].map { Rational($0) }
    case .speed:
      // Rain and snow are speeds as well, of millimetres an hour.
      let millimetre = Rational.ratio(1, 3_600_000)
      let isFall = isFall(node, in: graph)
      return isFall
        ? [0, 1, 2, 5, 10].map { Rational($0) * millimetre } : [3, 10, 0].map { Rational($0) }
    case .pressure: return [Rational(1013)]
    case .angle: return [270, 90, 0].map { Rational($0) }
    case .elevation: return [30, 0, -10].map { Rational($0) }
    case .measure: return [100, 1000, 10, 1, 0].map { Rational($0) }
    case .money(let currency):
      return [10, 1, 100, 0].map { Rational($0 * currency.minorUnits) }
    case .timeOfDay: return [12, 8, 18].map { Rational($0 * 3600) }
    case .date: return [Rational(LocalDateTime(secondsSinceEpoch: second).date.days)]
    case .instant: return [3600, -3600, 0].map { Rational(second + $0) }
    case .month: return [Rational(6)]
    case .number: return [1, 10, 0, 5].map { Rational($0) }
    case .bool, .text, .weekday, .position, .place, .colour, .enumeration, .row, .list: return []
    }
  }

  /// `true` if a node reads `rain` or `snow`, of a source or of a row
  private static func isFall(_ node: NodeID, in graph: ConditionGraph) -> Bool {
    var name = ""
    if case .reading(let request, let field) = graph[node].operation {
      let source = graph.sources[Int(graph.requests[Int(request.index)].source.index)]
      if source.fields.indices.contains(field) { name = source.fields[field].name }
    } else if case .rowField(let scope, let field) = graph[node].operation {
      let table = graph.tables[Int(graph.scopes[Int(scope.index)].index)]
      if table.fields.indices.contains(field) { name = table.fields[field].name }
    }
    return name == "rain" || name == "snow"
  }
}
