internal import OppModel

/// The aggregation of known values
enum Aggregation {
  /// The value of an aggregate over known values
  ///
  /// Of no values `any` is false, `none` true, `count` and `sum` 0 and `collect` an empty list.
  ///
  /// - Returns: nil if they come to nothing, as the least of no values does.
  static func combine(_ kind: Aggregate, _ values: [Value]) -> Value? {
    switch kind {
    case .any: return .truth(values.contains(.truth(true)))
    case .none: return .truth(!values.contains(.truth(true)))
    case .atLeast(let count):
      return .truth(values.count { $0 == .truth(true) } >= count)
    case .count: return .scalar(Double(values.count))
    case .collect: return .list(values)
    case .first: return values.first
    case .minimum: return least(values) { KeyOrder.isLess($0, $1) }
    case .maximum: return least(values) { KeyOrder.isLess($1, $0) }
    case .sum, .average: break
    }
    var scalars: [Double] = []
    for value in values {
      guard case .scalar(let scalar) = value, scalar.isFinite else { return nil }
      scalars.append(scalar)
    }
    return (kind == .sum ? ExactSum.of(scalars) : ExactSum.mean(of: scalars)).map { .scalar($0) }
  }

  /// The first of the values that no other comes before; nil of none
  private static func least(_ values: [Value], _ isLess: (Value, Value) -> Bool) -> Value? {
    guard var best = values.first else { return nil }
    for value in values.dropFirst() where isLess(value, best) { best = value }
    return best
  }
}
