package import OppModel

/// The instant that a file gives, to the fraction of a second
///
/// Opp counts whole seconds, and a reading counts from the first one not before its own instant. Of
/// two readings in one second the later still wins, so the fraction matters until they are sorted.
///
/// ```
/// 12:00:00       instant 12:00:00
/// 12:00:00.25    instant 12:00:01, of which the next one …
/// 12:00:00.9     instant 12:00:01, … is the later and counts
/// ```
package struct RecordedInstant: Hashable, Comparable {
  /// Whole seconds, rounded down
  package let seconds: Int64

  /// In units of 10^-18 s; digits beyond are dropped, but never to zero
  package let fraction: UInt64

  package init(seconds: Int64, fraction: UInt64) {
    self.seconds = seconds
    self.fraction = fraction
  }

  /// The first whole second not before it
  package var instant: Instant {
    Instant(seconds: fraction > 0 ? seconds + 1 : seconds)
  }

  package static func < (left: RecordedInstant, right: RecordedInstant) -> Bool {
    left.seconds == right.seconds ? left.fraction < right.fraction : left.seconds < right.seconds
  }
}

/// A date and a time as a cell writes it, before its zone is known
struct WrittenMoment {
  /// Seconds since 1970 in UTC, or on the clocks of the file if ``isLocal``
  let seconds: Int64

  /// In units of 10^-18 s
  let fraction: UInt64

  /// `true` if it has no offset
  let isLocal: Bool

  /// The abbreviation of its offset, such as `CEST`, or `nil` if there is none: the seconds are those of the clocks
  var zoneName: String?

  /// The instant, or `nil` if the language has none so far away
  func instant(in zone: Zone) -> RecordedInstant? {
    if let zoneName {
      guard let instant = zone.instant(of: local, named: zoneName) else { return nil }
      return RecordedInstant(seconds: instant.seconds, fraction: fraction)
    }
    let utc = isLocal ? zone.instant(of: local).seconds : seconds
    let found = RecordedInstant(seconds: utc, fraction: fraction)
    return found.instant.isWritable ? found : nil
  }

  /// The time on the clocks of the file
  var local: LocalDateTime { LocalDateTime(secondsSinceEpoch: seconds) }
}

/// Reads dates and times of cells, without making a String of them
struct TimeScanner {
  /// The bytes of the whole file
  private let bytes: [UInt8]

  /// The next byte to read
  private var position: Int

  /// The byte after the cell
  private let end: Int

  init(_ file: TextFile, _ cell: Cell) {
    bytes = file.bytes
    position = cell.start
    end = cell.end
  }

  /// `2026-06-21T12:00`, with seconds, a fraction of them and an offset if they are given
  ///
  /// RFC 3339, also with a space for the `T`; local in `zone` if it has no offset.
  mutating func instant(_ zone: Zone) -> RecordedInstant? { moment()?.instant(in: zone) }

  /// The same before its zone is known
  mutating func moment() -> WrittenMoment? {
    guard let date = civilDate(),
      accept(UInt8(ascii: "T")) || accept(UInt8(ascii: "t"))
        || accept(UInt8(ascii: " ")),
      let hour = digits(2), hour < 24, accept(UInt8(ascii: ":")), let minute = digits(2),
      minute < 60
    else { return nil }
    var second: Int64 = 0
    var fraction: UInt64 = 0
    if accept(UInt8(ascii: ":")) {
      // 60 is a leap second, which is the first second of the next minute here.
      guard let seconds = digits(2), seconds <= 60 else { return nil }
      second = seconds
      if accept(UInt8(ascii: ".")) {
        guard let digits = fractionDigits() else { return nil }
        fraction = digits
      }
    }
    let local = LocalDateTime(date: date, secondOfDay: hour * 3600 + minute * 60 + second)
    let seconds = local.secondsSinceEpoch
    if position == end { return WrittenMoment(seconds: seconds, fraction: fraction, isLocal: true) }
    guard let offset = offset(), position == end else { return nil }
    return WrittenMoment(seconds: seconds - offset, fraction: fraction, isLocal: false)
  }

  /// `2026-06-21`, as days since 1970-01-01
  mutating func date() -> Int64? {
    guard let date = civilDate(), position == end else { return nil }
    return date.days
  }

  /// `12:00`, `7:30`, `23:59:59`, `7am`, `12:30pm`, `24:00`, as seconds since midnight
  mutating func timeOfDay() -> Int64? {
    guard let hour = digits(1...2) else { return nil }
    var rest: Int64 = 0
    var hasMinutes = false
    if accept(UInt8(ascii: ":")) {
      guard let minute = digits(2), minute < 60 else { return nil }
      hasMinutes = true
      rest = minute * 60
      if accept(UInt8(ascii: ":")) {
        guard let second = digits(2), second < 60 else { return nil }
        rest += second
      }
    }
    if position == end {
      return hasMinutes && (hour < 24 || hour == 24 && rest == 0) ? hour * 3600 + rest : nil
    }
    let isAfternoon = accept(UInt8(ascii: "p"))
    guard isAfternoon || accept(UInt8(ascii: "a")), accept(UInt8(ascii: "m")), position == end,
      hour >= 1, hour <= 12
    else { return nil }
    return (hour % 12 + (isAfternoon ? 12 : 0)) * 3600 + rest
  }

  /// `2026-06-21`; nil if there is no such day
  private mutating func civilDate() -> CivilDate? {
    guard let year = digits(4), year > 0, accept(UInt8(ascii: "-")), let month = digits(2),
      accept(UInt8(ascii: "-")), let day = digits(2)
    else { return nil }
    return CivilDate(year: year, month: Int(month), day: Int(day))
  }

  /// `Z`, `-07:00`, in seconds
  private mutating func offset() -> Int64? {
    if accept(UInt8(ascii: "Z")) || accept(UInt8(ascii: "z")) { return 0 }
    let isBehind = accept(UInt8(ascii: "-"))
    guard isBehind || accept(UInt8(ascii: "+")), let hours = digits(2), hours < 24,
      accept(UInt8(ascii: ":")), let minutes = digits(2), minutes < 60
    else { return nil }
    let size = hours * 3600 + minutes * 60
    return isBehind ? -size : size
  }

  /// The digits after the point in units of 10^-18
  private mutating func fractionDigits() -> UInt64? {
    var value: UInt64 = 0
    var count = 0
    var isInexact = false
    while position < end, bytes[position] &- UInt8(ascii: "0") < 10 {
      let digit = UInt64(bytes[position] - UInt8(ascii: "0"))
      if count < 18 { value = value * 10 + digit } else if digit > 0 { isInexact = true }
      count += 1
      position += 1
    }
    guard count > 0 else { return nil }
    for _ in min(count, 18)..<18 { value *= 10 }
    return value == 0 && isInexact ? 1 : value
  }

  /// Reads exactly so many digits
  private mutating func digits(_ count: Int) -> Int64? { digits(count...count) }

  /// Reads as many digits as there are, within limits
  private mutating func digits(_ counts: ClosedRange<Int>) -> Int64? {
    var value: Int64 = 0
    var count = 0
    while count < counts.upperBound, position < end, bytes[position] &- UInt8(ascii: "0") < 10 {
      value = value * 10 + Int64(bytes[position] - UInt8(ascii: "0"))
      position += 1
      count += 1
    }
    return count >= counts.lowerBound ? value : nil
  }

  /// Skips a byte if it is the one given
  private mutating func accept(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}
