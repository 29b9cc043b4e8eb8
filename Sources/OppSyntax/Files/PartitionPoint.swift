/// The first of some indices that lies behind a boundary; their end if none does
///
///     let starts: [Int32] = [0, 7, 19]
///     partitionPoint(of: 0..<3) { starts[$0] > 7 }  // 2
///
/// - Requires: every index after one that is behind the boundary is behind it too.
/// - Complexity: O(log *n*) in the number of indices.
package func partitionPoint(of indices: Range<Int>, isBehind: (Int) -> Bool) -> Int {
  var (low, high) = (indices.lowerBound, indices.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if isBehind(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
