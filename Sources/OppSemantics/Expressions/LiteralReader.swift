internal import OppModel

/// Reads literals other than quantities from their bytes
///
/// The lexer has settled the shape; the reader finds out if there is such a day, time or point.
enum LiteralReader {
  /// An instant as written
  enum WrittenInstant {
    case absolute(Instant)
    case local(day: Int64, secondOfDay: Int64)
  }

  /// Days since 1970-01-01 of `2026-06-21`
  ///
  ///     1970-01-01 → 0     2026-06-21 → 20625     2026-02-30 → nil     0000-01-01 → nil
  static func date(_ text: Substring.UTF8View) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, let year = integer(parts[0]), let month = integer(parts[1]),
      let day = integer(parts[2]), year > 0, year <= 9999
    else { return nil }
    return CivilDate(year: year, month: Int(month), day: Int(day))?.days
  }

  /// Seconds since midnight of `12:00`, `23:59:30`, `7am`, `7:30pm`; 86400 of `24:00`
  ///
  ///     12:00 → 43200     12am → 0     12pm → 43200     13pm → nil     24:01 → nil     7:60 → nil
  static func timeOfDay(_ text: Substring.UTF8View) -> Int64? {
    var digits = text
    var half: Int64?
    if digits.count > 2, let last = digits.last, last | 0x20 == UInt8(ascii: "m") {
      let first = digits.dropLast().last.map { $0 | 0x20 }
      half = first == UInt8(ascii: "a") ? 0 : first == UInt8(ascii: "p") ? 12 : nil
      guard half != nil else { return nil }
      digits = digits.dropLast(2)
    }
    let parts = digits.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 3, let written = parts.first.flatMap(integer) else { return nil }
    guard let minute = parts.count > 1 ? integer(parts[1]) : 0,
      let second = parts.count > 2 ? integer(parts[2]) : 0, minute < 60, second < 60
    else { return nil }
    var hour = written
    if let half {
      guard written >= 1, written <= 12 else { return nil }
      hour = written % 12 + half
    }
    let seconds = hour * 3600 + minute * 60 + second
    return seconds <= 86_400 ? seconds : nil
  }

  /// `2026-06-21T12:00`, with `Z`, `-07:00` or neither, up to 9999-12-31T23:59:59Z
  static func instant(_ text: Substring.UTF8View) -> WrittenInstant? {
    guard let written = anyInstant(text) else { return nil }
    switch written {
    case .absolute(let instant): return instant.isWritable ? written : nil
    case .local(let day, let second):
      return Instant(seconds: day * 86_400 + second).isWritable ? written : nil
    }
  }

  /// The same, however far away
  ///
  ///     1970-01-01T00:00Z → absolute 0          1970-01-01T00:00-07:00 → absolute 25200
  ///     1970-01-02T12:00  → local: day 1, second 43200
  static func anyInstant(_ text: Substring.UTF8View) -> WrittenInstant? {
    guard let mark = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "t") }),
      let day = date(text[..<mark])
    else { return nil }
    let time = text[text.index(after: mark)...]
    if let last = time.last, last | 0x20 == UInt8(ascii: "z") {
      guard let seconds = timeOfDay(time.dropLast()) else { return nil }
      return .absolute(Instant(seconds: day * 86_400 + seconds))
    }
    if let sign = time.firstIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
      guard let seconds = timeOfDay(time[..<sign]),
        let offset = offset(time[time.index(after: sign)...])
      else { return nil }
      let east = time[sign] == UInt8(ascii: "+")
      return .absolute(Instant(seconds: day * 86_400 + seconds + (east ? -offset : offset)))
    }
    guard let seconds = timeOfDay(time) else { return nil }
    return .local(day: day, secondOfDay: seconds)
  }

  /// Seconds of `07:00`, `0700` or `07`; at most a day
  private static func offset(_ text: Substring.UTF8View) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let first = parts.first.flatMap(integer) else { return nil }
    let seconds: Int64
    if parts.count == 2, let minutes = integer(parts[1]), minutes < 60 {
      seconds = first * 3600 + minutes * 60
    } else if text.count == 4 {
      seconds = first / 100 * 3600 + first % 100 * 60
    } else if parts.count == 1, text.count <= 2 {
      seconds = first * 3600
    } else {
      return nil
    }
    return seconds < 86_400 ? seconds : nil
  }

  /// `@48.4284,-123.3656` as latitude and longitude, in or out of their ranges
  ///
  ///     @48.4284, -123.3656 → 48.4284, -123.3656     @91,0 → 91, 0     @48.4284 → nil
  static func pin(_ text: String) -> (latitude: Double, longitude: Double)? {
    let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: ","))
    guard parts.count == 2, let latitude = degrees(parts[0]), let longitude = degrees(parts[1])
    else { return nil }
    return (latitude, longitude)
  }

  /// A number of degrees, after spaces; nil for anything else
  private static func degrees(_ text: Substring.UTF8View) -> Double? {
    let trimmed = text.drop { $0 == UInt8(ascii: " ") }
    return (try? ExactDecimal.parse(String(Substring(trimmed))))?.value
  }

  /// Digits only, at most nine
  private static func integer(_ text: Substring.UTF8View) -> Int64? {
    guard !text.isEmpty, text.count <= 9 else { return nil }
    var value: Int64 = 0
    for byte in text {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
