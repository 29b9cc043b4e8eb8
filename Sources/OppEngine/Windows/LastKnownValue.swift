/// The last known value of something, while it is unknown
///
/// A second note at one second takes the place of the first.
struct LastKnownValue: Sendable {
  /// The latest note; its horizon is the second at which it was made
  private(set) var reading = Reading.unknown

  /// The latest note at the seconds before that of `reading`
  private var before = Reading.unknown
  private var notedAt = Seconds.past

  init() {}

  init(_ reading: Reading) { self.reading = reading }

  /// Takes note of what is known from a second on
  mutating func note(_ known: Reading, at second: Int64) {
    turn(to: second)
    reading = known
    reading.until = second
  }

  /// The value at the second before one from which on it is unknown
  mutating func lose(at second: Int64) -> Reading {
    turn(to: second)
    if reading.drifts {
      let gone = Double(Seconds.subtract(second, 1) - reading.until)
      reading = .scalar(reading.first + reading.second * gone)
    }
    return reading
  }

  private mutating func turn(to second: Int64) {
    if notedAt == second {
      reading = before
    } else {
      before = reading
      notedAt = second
    }
  }
}
