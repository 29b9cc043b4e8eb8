internal import OppModel

/// The last known value of something, while it is unknown
///
/// A second note at one second takes the place of the first.
///
/// A value that drifts ends with its last second: `free`, noted at second 0 as 1200 s falling by 1 s a second and lost
/// at 100, was last known as 1200 - 99 = 1101 s.
struct LastKnownValue: Sendable {
  /// The latest note; its horizon is the second at which it was made
  private(set) var reading = Reading.unknown

  /// The latest note at the seconds before that of `reading`
  private var before = Reading.unknown

  /// The second of the latest note or loss, both of which another at the same second replaces
  private var notedAt = Seconds.past

  init() {}

  /// The value of an earlier run, of which nothing can be taken back
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

  /// Begins a second, or takes back what was noted at it before
  private mutating func turn(to second: Int64) {
    if notedAt == second {
      reading = before
    } else {
      before = reading
      notedAt = second
    }
  }
}

extension LastKnownValue {
  /// Writes the reading of a type, and, where it drifts, the second of its note
  func write(to writer: inout MemoryWriter, _ type: ValueType, _ pool: ObjectPool) {
    writer.add(reading, type, pool)
    // When it was noted matters to what drifts only.
    if reading.drifts { writer.add(reading.until) }
  }

  /// - Parameter now: the second that stands for that of the note where it does not matter.
  mutating func restore(
    from reader: inout MemoryReader, _ type: ValueType, _ pool: inout ObjectPool, at now: Int64
  ) {
    var reading = reader.reading(type, &pool)
    reading.until = reading.drifts ? reader.second() : now
    self = LastKnownValue(reading)
  }
}
