/// Finds the second at which something that drifts becomes different
///
/// A predicate that has been the same since `start` and, once different, stays different until
/// `limit`, is evaluated at exact seconds: first near where the rate says it turns, then in steps of
/// doubling size, then by halving.
///
/// ```
///   start            estimate                      limit
///   ├─────same─────────┼──same──┤different ─────────┤
///                      └→ +1 → +2 → +4   then halving between the last two
/// ```
///
/// A good estimate costs three evaluations, any other about twice the logarithm of the seconds by which it is off.
enum Crossing {
  /// The first second at which a predicate differs from its value at `start`
  ///
  /// - Parameters:
  ///   - start: a second at which the predicate is known; it is not evaluated there.
  ///   - limit: the result if there is no turn before it.
  ///   - estimate: a second near the turn; any will do, infinite or not a number included.
  ///   - differs: whether the predicate differs at a second.
  /// - Returns: the least second in `(start, limit)` at which the predicate differs; else `limit`.
  static func first(
    after start: Int64, before limit: Int64, estimate: Double, differs: (Int64) -> Bool
  ) -> Int64 {
    let (first, last) = (Seconds.add(start, 1), Seconds.subtract(limit, 1))
    guard first <= last else { return limit }
    let guess = min(max(estimate.isFinite ? Seconds.whole(estimate) : first, first), last)
    // Invariant of both: the predicate is the same at `low` and different at `high`.
    var low = start
    var high = limit
    var step: Int64 = 1
    if differs(guess) {
      high = guess
      while true {
        let probe = Seconds.subtract(high, step)
        guard probe > start else { break }
        guard differs(probe) else {
          low = probe
          break
        }
        high = probe
        step = Seconds.add(step, step)
      }
    } else {
      low = guess
      while true {
        let probe = Seconds.add(low, step)
        guard probe < limit else { break }
        guard !differs(probe) else {
          high = probe
          break
        }
        low = probe
        step = Seconds.add(step, step)
      }
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if differs(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// The second at which a distance is least that shrinks at first and has come to grow by the end
  ///
  /// Two curves may come near each other, meet for a while, and part: a predicate that is the same at both ends may differ
  /// between them, and does so where they are nearest if anywhere.
  ///
  /// - Parameter distance: convex over these seconds, so that it is least in one place.
  /// - Returns: nil if it does not shrink at `start`, or does not grow at the last second before `limit`.
  /// - Complexity: two distances for each halving of the seconds between the two.
  static func nearest(
    after start: Int64, before limit: Int64, distance: (Int64) -> Double
  ) -> Int64? {
    func shrinks(at second: Int64) -> Bool { distance(second + 1) < distance(second) }
    var (low, high) = (start, Seconds.subtract(limit, 2))
    guard low < high, shrinks(at: low), distance(high + 1) > distance(high) else { return nil }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if shrinks(at: middle) { low = middle } else { high = middle }
    }
    return high
  }
}
