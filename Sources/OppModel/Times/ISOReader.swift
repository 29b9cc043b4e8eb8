/// A strict reader of the dates and times of RFC 3339 and ISO 8601
///
/// - Dates are `YYYY-MM-DD` from year 1 on, times `HH:MM`, `HH:MM:SS` or `HH:MM:SS.f…`, with `T` between them.
/// - A fraction of a second counts as the whole second after it: a reading counts from the first
///   whole second not before its own instant.
/// - Two times are left out: `24:00`, and a 60th second except in front of a UTC month's end, where leap
///   seconds are; there it is the second after.
///
/// ```
/// 2026-06-21T12:00:00.5-07:00     2026-06-21T19:00:01Z
/// 2016-12-31T23:59:60Z            2017-01-01T00:00:00Z
/// 2026-06-21T23:59:60Z            none
/// ```
struct ISOReader {
  /// The beginning of the text
  private let bytes: [UInt8]

  /// The index of the next byte
  private var position = 0

  /// More digits of a fraction than anything writes
  private static let fractionLimit = 64

  init(_ text: some StringProtocol) {
    // A longer text is none of these, and reading all of it would take long.
    bytes = Array(text.utf8.prefix(40 + Self.fractionLimit))
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ characters: UInt8...) -> Bool {
    guard position < bytes.count, characters.contains(bytes[position]) else { return false }
    position += 1
    return true
  }

  /// `YYYY-MM-DD`
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), take(UInt8(ascii: "-")), let month = number(digits: 2),
      take(UInt8(ascii: "-")), let day = number(digits: 2), year > 0
    else { return nil }
    return CivilDate(year: year, month: Int(month), day: Int(day))
  }

  /// A time of day, in whole seconds since midnight
  mutating func time() -> Time? {
    guard let hour = number(digits: 2), hour < 24, take(UInt8(ascii: ":")),
      let minute = number(digits: 2), minute < 60
    else { return nil }
    let start = hour * 3600 + minute * 60
    guard take(UInt8(ascii: ":")) else { return Time(second: start, isLeapSecond: false) }
    guard let second = number(digits: 2), second <= 60, let carried = fraction() else { return nil }
    return Time(second: start + second + carried, isLeapSecond: second == 60)
  }

  struct Time {
    /// Seconds since midnight, the fraction rounded up: may be that of the next day
    let second: Int64

    /// `true` if the 60th second was written
    let isLeapSecond: Bool
  }

  /// `Z` or `±HH:MM`, in seconds
  mutating func offset() -> Int64? {
    if take(UInt8(ascii: "Z"), UInt8(ascii: "z")) { return 0 }
    let isNegative = take(UInt8(ascii: "-"))
    guard isNegative || take(UInt8(ascii: "+")), let hours = number(digits: 2), hours < 24,
      take(UInt8(ascii: ":")), let minutes = number(digits: 2), minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isNegative ? -seconds : seconds
  }

  /// The second that a fraction adds, rounded up: 1 if it is there and not zero
  private mutating func fraction() -> Int64? {
    guard take(UInt8(ascii: ".")) else { return 0 }
    var isZero = true
    let start = position
    while position < bytes.count, let digit = digit(at: position) {
      guard position - start < Self.fractionLimit else { return nil }
      if digit != 0 { isZero = false }
      position += 1
    }
    guard position > start else { return nil }
    return isZero ? 0 : 1
  }

  /// Exactly so many digits
  private mutating func number(digits: Int) -> Int64? {
    guard bytes.count - position >= digits else { return nil }
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit(at: position) else { return nil }
      value = value * 10 + Int64(digit)
      position += 1
    }
    return value
  }

  /// The value of the digit at an index; nil for any other byte
  private func digit(at index: Int) -> UInt8? {
    let digit = bytes[index] &- UInt8(ascii: "0")
    return digit <= 9 ? digit : nil
  }
}
