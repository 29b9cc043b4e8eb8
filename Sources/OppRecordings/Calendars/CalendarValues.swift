internal import OppModel

/// A date or a date and time as a property writes it, before its zone is known
struct WrittenTime: Hashable, Sendable {
  /// Seconds from 1970-01-01T00:00:00 of the wall clock
  let local: Int64

  /// `true` if it is a date alone; `local` is then its midnight
  let isDate: Bool

  /// `true` if it ends with `Z`
  let isUTC: Bool
}

/// A duration as RFC 5545 writes it: days that are nominal, and seconds that are exact
struct WrittenDuration: Hashable, Sendable {
  let days: Int64
  let seconds: Int64
}

extension CalendarLines {
  /// A date or a time (RFC 5545 §3.3.4 and §3.3.5); nil if it is none, or a day that does not exist
  ///
  /// ```
  /// 20260621            local 1 782 000 000, a date
  /// 20260621T120000     local 1 782 043 200, in the zone of its property
  /// 20260621T120000Z    local 1 782 043 200, in UTC
  /// 20260621Z           local 1 782 000 000, a date
  /// 20260631            nil
  /// ```
  func time(_ range: Range<Int>) -> WrittenTime? {
    var bytes = text[trimmed(range)]
    let start = bytes.startIndex
    // A date is the same with a `Z`, which some programs write after every value.
    if bytes.count == 9, bytes[start + 8] | 32 == UInt8(ascii: "z") { bytes.removeLast() }
    guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16,
      let year = digits(start, 4), year > 0, let month = digits(start + 4, 2),
      let day = digits(start + 6, 2),
      let date = CivilDate(year: year, month: Int(month), day: Int(day))
    else { return nil }
    let midnight = date.days * LocalDateTime.secondsPerDay
    if bytes.count == 8 { return WrittenTime(local: midnight, isDate: true, isUTC: false) }
    let isUTC = bytes.count == 16
    guard bytes[start + 8] | 32 == UInt8(ascii: "t"),
      !isUTC || bytes[start + 15] | 32 == UInt8(ascii: "z"),
      let hour = digits(start + 9, 2), let minute = digits(start + 11, 2),
      let second = digits(start + 13, 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    // RFC 5545 §3.3.12: who does not know leap seconds reads 60 as 59.
    let local = midnight + hour * 3600 + minute * 60 + min(second, 59)
    return WrittenTime(local: local, isDate: false, isUTC: isUTC)
  }

  /// A duration (RFC 5545 §3.3.6); nil if it is none
  ///
  /// ```
  /// P15DT5H0M20S    15 days and 18 020 seconds
  /// P7W             49 days
  /// -PT15M          −900 seconds
  /// P1H             nil: hours come after `T`
  /// ```
  func duration(_ range: Range<Int>) -> WrittenDuration? {
    var bytes = text[trimmed(range)]
    var sign: Int64 = 1
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? -1 : 1
      bytes = bytes.dropFirst()
    }
    guard bytes.first.map({ $0 | 32 }) == UInt8(ascii: "p") else { return nil }
    var days: Int64 = 0
    var seconds: Int64 = 0
    var number: Int64?
    var isTime = false
    var hasPart = false
    for byte in bytes.dropFirst() {
      if byte >= 0x30, byte <= 0x39 {
        let next = (number ?? 0) * 10 + Int64(byte - 0x30)
        guard next < 1_000_000_000 else { return nil }
        number = next
        continue
      }
      if byte | 32 == UInt8(ascii: "t"), number == nil, !isTime {
        isTime = true
        continue
      }
      guard let value = number else { return nil }
      switch (byte | 32, isTime) {
      case (UInt8(ascii: "w"), false): days += value * 7
      case (UInt8(ascii: "d"), false): days += value
      case (UInt8(ascii: "h"), true): seconds += value * 3600
      case (UInt8(ascii: "m"), true): seconds += value * 60
      case (UInt8(ascii: "s"), true): seconds += value
      default: return nil
      }
      // Nothing that a person plans lasts longer than the calendar of four digits.
      guard days <= 3_700_000, seconds <= 320_000_000_000 else { return nil }
      number = nil
      hasPart = true
    }
    guard hasPart, number == nil else { return nil }
    return WrittenDuration(days: days * sign, seconds: seconds * sign)
  }

  /// Seconds east of UTC (RFC 5545 §3.3.14): `-0500` is −18 000, `+013015` is 5 415
  func offset(_ range: Range<Int>) -> Int64? {
    let bytes = text[trimmed(range)]
    let start = bytes.startIndex
    guard bytes.count == 5 || bytes.count == 7,
      bytes[start] == UInt8(ascii: "+") || bytes[start] == UInt8(ascii: "-"),
      let hours = digits(start + 1, 2), let minutes = digits(start + 3, 2), hours < 26, minutes < 60
    else { return nil }
    var seconds: Int64 = 0
    if bytes.count == 7 {
      guard let written = digits(start + 5, 2), written < 60 else { return nil }
      seconds = written
    }
    let size = hours * 3600 + minutes * 60 + seconds
    return bytes[start] == UInt8(ascii: "-") ? -size : size
  }

  /// An integer with an optional sign
  func integer(_ range: Range<Int>) -> Int64? {
    var text = Substring(string(trimmed(range)))
    if text.first == "+" { text = text.dropFirst() }
    return Int64(text)
  }

  /// A range without the backslash at its end, which escapes the separator behind it
  func withoutEscape(_ range: Range<Int>) -> Range<Int> {
    guard let last = range.last, text[last] == UInt8(ascii: "\\") else { return range }
    return range.lowerBound..<last
  }

  /// `true` if a property says that there is none: its value is empty, or `None` as Python writes it
  func isNothing(_ property: ContentLine) -> Bool {
    let range = trimmed(property.value)
    guard !range.isEmpty else { return !property.isMalformed }
    return capitals(range) == "NONE" || capitals(range) == "NULL"
  }

  /// A range without the spaces and tabs at its ends
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, text[start] == 32 || text[start] == 9 { start += 1 }
    while end > start, text[end - 1] == 32 || text[end - 1] == 9 { end -= 1 }
    return start..<end
  }

  /// The number that `count` digits form; nil if one of the bytes is no digit
  private func digits(_ start: Int, _ count: Int) -> Int64? {
    var value: Int64 = 0
    for index in start..<(start + count) {
      guard text[index] >= 0x30, text[index] <= 0x39 else { return nil }
      value = value * 10 + Int64(text[index] - 0x30)
    }
    return value
  }
}
