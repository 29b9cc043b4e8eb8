extension Range where Bound: FixedWidthInteger {
  /// The first number of a range that lies behind a boundary, found by halving; the end of the range if none does
  ///
  ///     let starts: [Int64] = [0, 7, 19]
  ///     starts.indices.partitionPoint { starts[$0] > 7 }  // 2
  ///
  /// - Requires: every number after one that is behind the boundary is behind it too.
  /// - Complexity: O(log *n*) in the count of numbers.
  @inlinable @inline(__always)
  package func partitionPoint(isBehind: (Bound) -> Bool) -> Bound {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
