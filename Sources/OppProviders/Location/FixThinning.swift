internal import OppModel

/// Leaves out fixes that add hardly anything new
///
/// A receiver reports its position every second, also in a phone on a table. A fix arrives when the person
/// has gone farther than the fix is exact (or a metre), has become faster or slower by half a metre a
/// second, or when the last one is ten seconds old.
///
/// ```
/// 12:00:00  36.07,-79.79   0 m/s      arrives, as the first
/// 12:00:01  36.07,-79.79   0 m/s      is left out
/// 12:00:02  36.07,-79.79   1.4 m/s    arrives: it has become faster by 0.5 m/s or more
/// 12:00:12  36.07,-79.79   1.4 m/s    arrives: ten seconds have passed
/// ```
struct FixThinning {
  /// The age in seconds from which the last fix is followed by any other
  static let interval: Int64 = 10

  /// In metres
  static let leastDistance = 1.0

  /// In metres a second
  static let leastSpeedChange = 0.5

  /// The last fix that arrived, and the second of its arrival; nil before the first
  private var last: (fix: Fix, at: Instant)?

  /// `true` if a fix is to arrive; then it is the one that the next are compared with
  mutating func lets(_ fix: Fix, at now: Instant) -> Bool {
    if let last, !isNews(fix, after: last.fix), age(of: last.at, at: now) < Self.interval {
      return false
    }
    last = (fix, now)
    return true
  }

  /// `true` if a fix differs enough from the last one to arrive
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
