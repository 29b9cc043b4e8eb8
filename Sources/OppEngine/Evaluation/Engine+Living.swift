internal import OppModel

/// Steps through time, second by second, with a callback
extension Engine {
  /// Steps to `instant` as ``step(at:arrived:)`` does, and shows every second that mattered on the way
  ///
  /// - Parameter look: called with the step of each such second; it returns whether to continue.
  /// - Returns: whether `instant` was reached.
  @discardableResult
  mutating func live(
    to instant: Instant, arrived: [Arrival] = [], _ look: (inout Engine, Step) -> Bool
  ) -> Bool {
    let target = max(instant.seconds, now)
    if !hasBegun, target > now {
      let step = step(at: present)
      guard look(&self, step) else { return false }
    }
    // Each wake is a step of its own, which a single step to the instant would run through without showing it.
    while let wake = nextWake(), wake < target {
      let step = step(at: Instant(seconds: wake))
      guard look(&self, step) else { return false }
    }
    let step = step(at: Instant(seconds: target), arrived: arrived)
    return look(&self, step)
  }
}
