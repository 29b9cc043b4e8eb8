/// The notation of POSIX for a rule, with the extensions of RFC 9636
///
/// ```
/// std offset [ dst [ offset ] , date [ / time ] , date [ / time ] ]
///
/// std, dst  three or more letters, or <…> of letters, digits, + and -
/// offset    [+|-] hours [ : minutes [ : seconds ] ], counted westwards
/// date      Jn | n | Mm.w.d
/// time      as an offset, of -167 to 167 hours; 02:00:00 when not given
/// ```
///
/// ```
/// PST8PDT,M3.2.0,M11.1.0         −8 h; −7 h from the second Sunday of March 02:00 to the first of November 02:00
/// <+0545>-5:45                   5 h 45 min east of UTC, always
/// EST5EDT,0/0,J365/25            −4 h: daylight saving time that never ends
/// ```
extension ZoneRule {
  /// Longer than any footer
  static let textLimit = 256

  /// - Returns: nil for anything that is not a rule.
  init?(posix text: [UInt8]) {
    var reader = PosixReader(text)
    guard reader.name(), let west = reader.duration(hours: 24) else { return nil }
    if reader.isAtEnd {
      self.init(standardOffset: -west, saving: nil)
      return
    }
    guard reader.name() else { return nil }
    var offset = -west + 3600
    if reader.peek() != UInt8(ascii: ",") {
      guard let west = reader.duration(hours: 24) else { return nil }
      offset = -west
    }
    guard let start = reader.yearlyTime(), let end = reader.yearlyTime(), reader.isAtEnd else {
      return nil
    }
    self.init(
      standardOffset: -west, saving: Saving(offset: offset, start: start, end: end))
  }
}

/// Reads the pieces of a rule; each function skips its piece, or returns nil or false
private struct PosixReader {
  /// The footer, without its line ends
  private let bytes: [UInt8]

  /// The index of the next byte
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Skips a character if it comes next
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads the name of an offset, which nothing here needs
  mutating func name() -> Bool {
    let isQuoted = take("<")
    let start = position
    while let byte = peek(), Self.isLetter(byte) || isQuoted && Self.isDigitOrSign(byte) {
      position += 1
    }
    let isLongEnough = position - start >= 3
    return isQuoted ? isLongEnough && take(">") : isLongEnough
  }

  /// Reads hours, minutes and seconds with a sign
  mutating func duration(hours limit: Int64) -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number(), hours <= limit else { return nil }
    var seconds = hours * 3600
    if take(":") {
      guard let minutes = number(), minutes < 60 else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let rest = number(), rest < 60 else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads a comma, a date and perhaps a time
  mutating func yearlyTime() -> YearlyTime? {
    guard take(","), let day = day() else { return nil }
    guard take("/") else { return YearlyTime(day: day, second: 7200) }
    guard let second = duration(hours: 167) else { return nil }
    return YearlyTime(day: day, second: second)
  }

  /// Reads `Jn`, `n` or `Mm.w.d`
  private mutating func day() -> YearlyTime.Day? {
    if take("J") {
      guard let day = number(), (1...365).contains(day) else { return nil }
      return .julian(Int(day))
    }
    if take("M") {
      guard let month = number(), (1...12).contains(month), take("."), let week = number(),
        (1...5).contains(week), take("."), let weekday = number(), weekday <= 6
      else { return nil }
      // POSIX counts from Sunday.
      return .weekday(month: Int(month), week: Int(week), weekday: Int(weekday + 6) % 7)
    }
    guard let day = number(), day <= 365 else { return nil }
    return .ordinal(Int(day))
  }

  /// Reads one to three digits
  private mutating func number() -> Int64? {
    var value: Int64 = 0
    let start = position
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      guard position - start < 3 else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      position += 1
    }
    return position > start ? value : nil
  }

  /// `true` if a byte is a letter of ASCII
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// `true` if a byte may be in a quoted name beside letters
  private static func isDigitOrSign(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-")
  }
}
