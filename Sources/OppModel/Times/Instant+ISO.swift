extension Instant {
  /// The instant that an RFC 3339 text with an offset names: `2026-06-21T12:00:00.5-07:00`
  ///
  /// Seconds may be left out, as the literals of the language allow. A fraction counts as the whole
  /// second after it.
  ///
  /// - Returns: nil for anything else.
  package init?(rfc3339 text: some StringProtocol) {
    var reader = ISOReader(text)
    guard let date = reader.date(), reader.take(UInt8(ascii: "T"), UInt8(ascii: "t")),
      let time = reader.time(), let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    let local = LocalDateTime(date: date, secondOfDay: time.second)
    let instant = Instant(seconds: local.secondsSinceEpoch - offset)
    if time.isLeapSecond {
      // One second before, rounded up or not, lies the end of a UTC month.
      let day = LocalDateTime(secondsSinceEpoch: instant.seconds)
      guard day.secondOfDay <= 1, day.date.day == 1 else { return nil }
    }
    guard instant.isWritable else { return nil }
    self = instant
  }

  /// This instant in UTC: `2026-06-21T19:00:00Z`
  package var rfc3339: String {
    LocalDateTime(secondsSinceEpoch: seconds).iso8601 + "Z"
  }
}

extension Zone {
  /// An instant as wall clocks show it, with their offset: `2026-06-21T12:00:00-07:00`
  ///
  /// An offset with seconds, as local mean times have, is written with them, beyond RFC 3339.
  package func rfc3339(_ instant: Instant) -> String {
    let offset = offset(at: instant)
    let clock = LocalDateTime(secondsSinceEpoch: abs(offset))
    return local(at: instant).iso8601 + (offset < 0 ? "-" : "+")
      + ISOWriter.time(clock.secondOfDay, hasSeconds: clock.second != 0)
  }
}

extension LocalDateTime {
  /// The local time that a text without an offset names: `2026-06-21T12:00`
  ///
  /// A fraction of a second counts as the whole second after it.
  ///
  /// - Returns: nil for anything else.
  package init?(iso8601 text: some StringProtocol) {
    var reader = ISOReader(text)
    guard let date = reader.date(), reader.take(UInt8(ascii: "T"), UInt8(ascii: "t")),
      let time = reader.time(), !time.isLeapSecond, reader.isAtEnd
    else { return nil }
    self.init(date: date, secondOfDay: time.second)
    // A fraction may carry into the year after the last.
    guard self.date.year <= 9999 else { return nil }
  }

  /// `2026-06-21T12:00:00`
  package var iso8601: String {
    date.iso8601 + "T" + ISOWriter.time(secondOfDay, hasSeconds: true)
  }
}

extension CivilDate {
  /// The date of a text `2026-06-21`
  ///
  /// - Returns: nil for anything else.
  package init?(iso8601 text: some StringProtocol) {
    var reader = ISOReader(text)
    guard let date = reader.date(), reader.isAtEnd else { return nil }
    self = date
  }

  /// `2026-06-21`; a year outside of 0 to 9999 has a sign and at least six digits
  package var iso8601: String {
    let (year, month, day) = parts
    let isExpanded = year < 0 || year > 9999
    let sign = isExpanded ? (year < 0 ? "-" : "+") : ""
    let digits = ISOWriter.padded(abs(year), isExpanded ? 6 : 4)
    return sign + digits + "-" + ISOWriter.padded(Int64(month), 2) + "-"
      + ISOWriter.padded(Int64(day), 2)
  }
}

/// Digits of dates and times
enum ISOWriter {
  /// `12:00:00` or `12:00`
  static func time(_ second: Int64, hasSeconds: Bool) -> String {
    let minutes = padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2)
    return hasSeconds ? minutes + ":" + padded(second % 60, 2) : minutes
  }

  /// A number that is not negative, with zeros in front
  static func padded(_ number: Int64, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
