internal import OppModel

/// Comparisons of steady readings, whose texts, places and lists are in the pool
extension ObjectPool {
  /// Compares two steady readings; texts by the Unicode scalars of their canonical composition, and a place by its position where the other is one
  func compare(
    _ comparison: Comparison, _ left: Reading, _ right: Reading, until: Int64
  ) -> Reading {
    if left.kind == .scalar, right.kind == .scalar {
      return .truth(comparison.holds(left.first, right.first), until: until)
    }
    let isEqual = isSame(left, right)
    switch comparison {
    case .equal: return .truth(isEqual, until: until)
    case .notEqual: return .truth(!isEqual, until: until)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    guard let first = value(left), let second = value(right) else {
      return .unknown(until: until)
    }
    if isEqual {
      return .truth(comparison == .lessOrEqual || comparison == .greaterOrEqual, until: until)
    }
    let isLess = KeyOrder.isLess(first, second)
    return .truth((comparison == .less || comparison == .lessOrEqual) == isLess, until: until)
  }

  /// Whether two steady readings are equal; a place counts as its position beside one
  func isSame(_ left: Reading, _ right: Reading) -> Bool {
    if left.kind != right.kind, left.kind == .position || right.kind == .position,
      let first = position(left), let second = position(right)
    {
      return first == second
    }
    return left.hasSameContent(as: right)
  }

  /// The position of a place; a position, steady or moving, is its own
  func placePosition(_ reading: Reading) -> Reading {
    guard let position = position(reading) else { return .unknown(until: reading.until) }
    return reading.kind == .moving ? reading : .position(position, until: reading.until)
  }
}
