internal import OppModel

/// The last known value of something, while it is unknown
///
/// A second note at one second takes the place of the first. None is of a value that changes continuously: it is a position of
/// the person, or a value whose changes an event follows, and the checker refuses such events.
struct LastKnownValue: Sendable {
  /// The latest note, of which the horizon means nothing
  private(set) var reading = Reading.unknown

  /// The latest note at the seconds before that of `reading`
  private var before = Reading.unknown

  /// The second of the latest note or loss, both of which another at the same second replaces
  private var notedAt = Seconds.past

  init() {}

  /// The value of an earlier run, of which nothing can be taken back
  init(_ reading: Reading) { self.reading = reading }

  /// Takes note of the value from a second on
  mutating func note(_ known: Reading, at second: Int64) {
    turn(to: second)
    reading = known
  }

  /// The value at the second before one from which on it is unknown
  mutating func lose(at second: Int64) -> Reading {
    turn(to: second)
    return reading
  }

  /// Begins a second, or takes back an earlier note of it
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
  func write(to writer: inout MemoryWriter, _ type: ValueType, _ pool: ObjectPool) {
    writer.add(reading, type, pool)
  }

  init(from reader: inout MemoryReader, _ type: ValueType, _ pool: inout ObjectPool) {
    self.init(reader.reading(type, &pool))
  }
}
