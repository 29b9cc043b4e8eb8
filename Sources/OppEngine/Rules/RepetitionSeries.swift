/// The series of `again every D for D2` that a firing by condition or event has begun
///
/// ```
/// t          t + D      t + 2D     t + 3D     t + D2
/// ├──────────┼──────────┼──────────┼──────────┤        fires at each ┼ at which the condition is true
///
/// t          t + D      snoozed ─────── s      s + D   t + D2
/// ├──────────┼──────────              ──┼──────┼───────┤        k counts from the end of a snooze, D2 from t
/// ```
///
/// It ends with an answer for good, and when the condition is false. After t + D2 it is *over*: it does not fire again,
/// but is still that of the firing, which may be snoozed.
struct RepetitionSeries: Hashable, Sendable {
  /// D in seconds, 0 without `again every`
  let duration: Int64

  /// D2 in seconds; nil for no end
  let span: Int64?

  /// The second of the firing that began it; nil if there is none
  private(set) var begins: Int64?

  /// The second from which D counts: that firing, or the end of a snooze; nil if none comes any more
  private(set) var anchor: Int64?

  init(every duration: Int64, span: Int64?) {
    self.duration = duration
    self.span = span
  }

  /// Whether it may fire again
  var isRunning: Bool { anchor != nil }

  /// Begins with a firing, and ends the one before
  mutating func begin(at second: Int64) { (begins, anchor) = (second, second) }

  /// Ends: nothing is left of it
  mutating func end() { (begins, anchor) = (nil, nil) }

  /// Continues with the firing at the end of a snooze, if it is not over; if there is none, that firing begins one
  mutating func resume(at second: Int64) {
    guard let begins else { return begin(at: second) }
    anchor = second < last(begins) ? second : nil
  }

  /// Whether a second is one of those at which it fires again
  func repeats(at second: Int64) -> Bool {
    guard let begins, let anchor, duration > 0, second > anchor, second <= last(begins) else {
      return false
    }
    return (second - anchor) % duration == 0
  }

  /// The next second after one at which it may fire again; nil if it is over, which it takes note of
  mutating func next(after second: Int64) -> Int64? {
    guard let begins, let anchor, duration > 0 else { return nil }
    let count = max(0, second - anchor) / duration + 1
    let next = Seconds.add(anchor, count * duration)
    if next <= last(begins) { return next }
    self.anchor = nil
    return nil
  }

  /// The last second at which a series may fire that began at one
  private func last(_ begins: Int64) -> Int64 {
    span.map { Seconds.add(begins, $0) } ?? Seconds.never
  }

  // MARK: Memory

  /// Takes up a kept series; entries of earlier versions have the anchor alone, which was the firing
  mutating func restore(begins: Int64?, anchor: Int64?) {
    self.begins = begins ?? anchor
    self.anchor = anchor
  }
}
