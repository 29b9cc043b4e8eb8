/// The search of ``LineDifference`` over numbered lines
///
/// Called once: ``changes()`` searches from (0, 0), and again from each point where a search gave up. For the
/// texts `a b c` and `b d`, numbered `0 1 2` and `1 3`, the search keeps
///
/// ```
/// cost   diagonals      furthest x
///  0      0              0
///  1     -1  1           0  2         1: `a` out, then `b` is common
///  2     -2  0  2        0  2  3      2: `c` out
///  3     -3 -1  1        0  2  3      1: `d` in; x = 3, y = x - 1 = 2 is the end
/// ```
///
/// and the way back from the last row gives the changes: line 0 out, line 2 out and line 1 in.
struct ShortestEdits {
  /// The numbers of the old lines; equal numbers are equal lines
  private let left: [Int32]
  /// The numbers of the new lines
  private let right: [Int32]
  /// The changes up to where the search has got, in the order of the texts
  private var found: [LineDifference.Change] = []

  /// A point of the grid: lines of the old text passed, lines of the new one passed
  private struct Point {
    var x: Int
    var y: Int
  }

  init(left: [Int32], right: [Int32]) {
    self.left = left
    self.right = right
  }

  /// All changes, in the order of the texts
  mutating func changes() -> [LineDifference.Change] {
    var start = Point(x: 0, y: 0)
    // Along common lines the way is free; paid steps are searched for only from where the lines differ.
    while start.x < left.count || start.y < right.count {
      let end = follow(start)
      start = end.x > start.x ? end : advance(from: start)
    }
    return found
  }

  /// The end of the diagonal that begins at a point
  private func follow(_ point: Point) -> Point {
    var point = point
    while point.x < left.count, point.y < right.count, left[point.x] == right[point.y] {
      point.x += 1
      point.y += 1
    }
    return point
  }

  /// Searches from a point, records the changes on the way, and returns the point reached
  private mutating func advance(from start: Point) -> Point {
    /// For each cost, the furthest x on the diagonals -cost, -cost + 2, … cost
    // Its row for a cost begins at diagonal -cost: see `index`.
    var trace: [[Int32]] = []
    // The point that got furthest, should the limit come first; `reach` counts lines of both texts.
    var best = (cost: 0, diagonal: 0, reach: -1)
    for cost in 0...LineDifference.costLimit {
      var row: [Int32] = []
      row.reserveCapacity(cost + 1)
      for diagonal in stride(from: -cost, through: cost, by: 2) {
        let entry = entry(cost, diagonal, trace.last, start)
        // Beyond an edge there is no line to put in or take out; the place in the row is kept for the index.
        guard entry.x <= left.count, entry.y <= right.count else {
          row.append(Int32(clamping: entry.x - start.x))
          continue
        }
        let point = follow(entry)
        row.append(Int32(clamping: point.x - start.x))
        if point.x + point.y > best.reach {
          best = (cost, diagonal, point.x + point.y)
        }
        if point.x == left.count, point.y == right.count {
          trace.append(row)
          return walkBack(trace, cost, diagonal, start)
        }
      }
      trace.append(row)
    }
    return walkBack(trace, best.cost, best.diagonal, start)
  }

  /// The point on a diagonal just after its last paid step
  private func entry(_ cost: Int, _ diagonal: Int, _ previous: [Int32]?, _ start: Point) -> Point {
    guard let previous, cost > 0 else { return start }
    let x =
      start.x
      + (isDown(cost, diagonal, previous)
        ? Int(previous[index(cost - 1, diagonal + 1)])
        : Int(previous[index(cost - 1, diagonal - 1)]) + 1)
    return Point(x: x, y: x - start.x - diagonal + start.y)
  }

  /// `true` if the paid step onto a diagonal puts a line in rather than takes one out
  private func isDown(_ cost: Int, _ diagonal: Int, _ previous: [Int32]) -> Bool {
    if diagonal == -cost { return true }
    if diagonal == cost { return false }
    return previous[index(cost - 1, diagonal - 1)] < previous[index(cost - 1, diagonal + 1)]
  }

  /// The place of a diagonal in the row of a cost, which has every second one: -2, 0, 2 are at 0, 1, 2
  private func index(_ cost: Int, _ diagonal: Int) -> Int { (diagonal + cost) / 2 }

  /// Records the changes on the way to a diagonal, last first, and returns the point that it reached
  private mutating func walkBack(
    _ trace: [[Int32]], _ cost: Int, _ diagonal: Int, _ start: Point
  ) -> Point {
    let reachedX = start.x + Int(trace[cost][index(cost, diagonal)])
    let reached = Point(x: reachedX, y: reachedX - start.x - diagonal + start.y)
    var steps: [LineDifference.Change] = []
    var cost = cost
    var diagonal = diagonal
    while cost > 0 {
      // From the end to the start: each diagonal was entered from the one that `entry` had preferred.
      let previous = trace[cost - 1]
      let point = entry(cost, diagonal, previous, start)
      if isDown(cost, diagonal, previous) {
        steps.append(.init(removed: point.x..<point.x, inserted: point.y - 1..<point.y))
        diagonal += 1
      } else {
        steps.append(.init(removed: point.x - 1..<point.x, inserted: point.y..<point.y))
        diagonal -= 1
      }
      cost -= 1
    }
    for step in steps.reversed() { note(step) }
    return reached
  }

  /// Adds a change, as one with that before it if there is no common line between
  private mutating func note(_ change: LineDifference.Change) {
    if let last = found.last, last.removed.upperBound == change.removed.lowerBound,
      last.inserted.upperBound == change.inserted.lowerBound
    {
      found[found.count - 1] = .init(
        removed: last.removed.lowerBound..<change.removed.upperBound,
        inserted: last.inserted.lowerBound..<change.inserted.upperBound)
    } else {
      found.append(change)
    }
  }
}
