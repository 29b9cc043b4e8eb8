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

  /// The instant in UTC: `2026-06-21T19:00:00Z`
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
  package var iso8601: String { text(separator: "T") }

  /// The date and the time with an ASCII character in between: with a space, `2026-06-21 12:00:00`
  package func text(separator: Unicode.Scalar) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    ISOWriter.write(date, to: &bytes)
    bytes.append(UInt8(ascii: separator))
    ISOWriter.write(time: secondOfDay, hasSeconds: true, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
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
    var bytes: [UInt8] = []
    ISOWriter.write(self, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Digits of dates and times, as bytes: texts that are put together of texts take ten times as long
enum ISOWriter {
  /// `12:00:00` or `12:00`
  static func time(_ second: Int64, hasSeconds: Bool) -> String {
    var bytes: [UInt8] = []
    write(time: second, hasSeconds: hasSeconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A number that is not negative, with zeros in front
  static func padded(_ number: Int64, _ count: Int) -> String {
    var bytes: [UInt8] = []
    write(number, count, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a date, `2026-06-21`; a year outside of 0 to 9999 has a sign and at least six digits
  static func write(_ date: CivilDate, to bytes: inout [UInt8]) {
    let (year, month, day) = date.parts
    let isExpanded = year < 0 || year > 9999
    if isExpanded { bytes.append(UInt8(ascii: year < 0 ? "-" : "+")) }
    write(abs(year), isExpanded ? 6 : 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    write(Int64(month), 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    write(Int64(day), 2, to: &bytes)
  }

  /// Writes a time of day, `12:00:00` or `12:00`
  static func write(time second: Int64, hasSeconds: Bool, to bytes: inout [UInt8]) {
    write(second / 3600, 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    write(second / 60 % 60, 2, to: &bytes)
    guard hasSeconds else { return }
    bytes.append(UInt8(ascii: ":"))
    write(second % 60, 2, to: &bytes)
  }

  /// Writes a number that is not negative, with zeros in front of it up to a number of digits
  private static func write(_ number: Int64, _ count: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    var digits = 0
    while rest > 0 || digits < count {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      digits += 1
    }
    // The last digit came first.
    bytes[start...].reverse()
  }
}
