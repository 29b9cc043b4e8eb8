/// Functions of lists of known values
enum ValueLists {
  /// A list that is ordered by keys, pair by pair; nil if the lists have different lengths
  ///
  ///     [a, b, c], [2, 1, 2], false      →   [b, a, c]
  ///     [a, b, c], [2, 1, 2], true       →   [a, c, b]
  static func ordered(_ operands: [Value]) -> [Value]? {
    guard case .list(let values)? = operands.first, operands.count % 2 == 1 else { return nil }
    var places = Array(values.indices)
    for pair in stride(from: 1, to: operands.count, by: 2) {
      guard case .list(let keys) = operands[pair], keys.count == values.count,
        case .truth(let isDescending) = operands[pair + 1]
      else { return nil }
      let before = places
      let order = before.indices.sorted { left, right in
        let (first, second) = (keys[before[left]], keys[before[right]])
        if first.comesBefore(second) { return !isDescending }
        if second.comesBefore(first) { return isDescending }
        return left < right
      }
      places = order.map { before[$0] }
    }
    return places.map { values[$0] }
  }

  /// The places at which a list has a value for the first time
  static func firstAppearances(of values: [Value]) -> [Int] {
    var known: Set<Value> = []
    return values.indices.filter { known.insert(values[$0]).inserted }
  }
}

extension Value {
  /// `true` if a value comes before another: numbers by size, texts by the Unicode scalars of their canonical composition, false before true
  ///
  /// Neither does if they are of different kinds, or have no order.
  package func comesBefore(_ other: Value) -> Bool {
    if case .scalar(let left) = self, case .scalar(let right) = other { return left < right }
    if case .text(let left) = self, case .text(let right) = other {
      return left < right
    }
    if case .truth(let left) = self, case .truth(let right) = other { return !left && right }
    return false
  }
}
