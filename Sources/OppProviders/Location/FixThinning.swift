internal import OppModel

/// Leaves out fixes that add hardly anything new
///
/// A receiver reports its position every second, also in a phone on a table. A fix arrives where the person
/// has gone farther than the fix is exact (or a metre), has become faster or slower by half a metre a
/// second, or where the last one is ten seconds old.
struct FixThinning {
  static let interval: Int64 = 10
  static let leastDistance = 1.0
  static let leastSpeedChange = 0.5
  private var last: (fix: Fix, at: Instant)?

  /// Whether a fix is to arrive; then it is the one that the next are compared with
  mutating func lets(_ fix: Fix, at now: Instant) -> Bool {
    if let last, !isNews(fix, after: last.fix), age(of: last.at, at: now) < Self.interval {
      return false
    }
    last = (fix, now)
    return true
  }

  private func isNews(_ fix: Fix, after last: Fix) -> Bool {
    let distance = Geodesic.distance(from: last.position, to: fix.position)
    if distance > max(Self.leastDistance, fix.accuracy ?? 0) { return true }
    guard let speed = fix.speed, let before = last.speed else {
      return (fix.speed == nil) != (last.speed == nil)
    }
    return (speed - before).magnitude >= Self.leastSpeedChange
  }

  /// A clock that was set back ends the wait
  private func age(of instant: Instant, at now: Instant) -> Int64 {
    now < instant ? Self.interval : now.seconds(since: instant)
  }
}
