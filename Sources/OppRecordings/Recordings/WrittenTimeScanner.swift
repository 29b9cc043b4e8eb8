internal import OppModel

/// The numbers of a date in the order in which they are written
struct WrittenDate {
  /// The first of the numbers of day and month; the day if the order is known
  let first: Int64
  let second: Int64
  let year: Int64
  let form: Form

  /// The knowledge of which number is the day
  enum Form {
    /// `2026-06-21`, `21 Jun 2026`
    case sure
    /// `21.06.2026`: the day is first, as in all languages that write points
    case points
    /// `06/21/2026`: the day or the month is first
    case numbers
    /// `26-06-21`: none of the three says which it is
    case shortYear
  }

  /// The day, or `nil` if the file does not prove it, or there is no such day
  func date(_ notation: FileNotation) -> CivilDate? {
    guard let (day, month) = notation.dayAndMonth(of: self), (1...9999).contains(year) else {
      return nil
    }
    return CivilDate(year: year, month: Int(month), day: Int(day))
  }
}

/// Reads dates and times as people and spreadsheets write them
///
/// ```
/// 21.06.2026, 8:00        6/21/2026 8:00:05 PM     Sun, 21 Jun 2026 08:00 GMT
/// 2026/6/21 24:00         20260621T080000          Jun 21, 2026, 8:00:05 AM
/// 1782028800 (seconds since 1970)
/// ```
struct WrittenTimeScanner {
  private let bytes: ArraySlice<UInt8>

  /// The next byte to read
  private var position: Int

  /// The order of dates that is said, or `nil`
  private let dates: FileDates?

  /// `true` if `8` behind a date is an hour, as in a column of its own
  private let allowsHour: Bool

  init(_ cell: Cell, in file: TextFile) {
    bytes = CellText.core(of: file.bytes[cell.start..<cell.end])
    position = bytes.startIndex
    dates = file.said?.dates
    allowsHour = file.join(at: cell.start)?.isWhole ?? false
  }

  /// A date and a time, or a number of seconds since 1970
  mutating func moment(_ notation: FileNotation) -> WrittenMoment? {
    if let moment = sinceEpoch() { return moment }
    guard let date = writtenDate()?.date(notation) else { return nil }
    let hasComma = accept(",")
    if hasComma || !accept("T") && !accept("t"), !skipSpaces() { return nil }
    _ = skipSpaces()
    return timeAndOffset(on: date)
  }

  /// A time of day of which the date is in another cell
  mutating func moment(on date: CivilDate) -> WrittenMoment? { timeAndOffset(on: date) }

  /// A date alone
  mutating func date(_ notation: FileNotation) -> CivilDate? {
    guard let date = writtenDate()?.date(notation), isAtEnd else { return nil }
    return date
  }

  /// A time of day alone, in seconds since midnight
  mutating func timeOfDay() -> Int64? {
    guard let time = clock(), isAtEnd, time.fraction == 0 else { return nil }
    return time.seconds
  }

  /// The numbers of the date that the cell begins with
  mutating func writtenDate() -> WrittenDate? {
    if let date = monthNameFirst() { return date }
    skipWeekday()
    if let date = monthNameFirst() { return date }
    guard let (first, width) = number(1...8) else { return nil }
    switch width {
    case 4: return yearFirst(first)
    case 8:
      guard position < bytes.endIndex, bytes[position] | 0x20 == UInt8(ascii: "t") else {
        return nil
      }
      return WrittenDate(
        first: first % 100, second: first / 100 % 100, year: first / 10_000, form: .sure)
    case 1, 2: return dayOrMonthFirst(first)
    default: return nil
    }
  }

  var isAtEnd: Bool { position == bytes.endIndex }
}

// MARK: - Dates

extension WrittenTimeScanner {
  /// The rest of `2026-06-21`, `2026/6/21`, `2026.6.21`
  private mutating func yearFirst(_ year: Int64) -> WrittenDate? {
    guard let separator = separator(), let (month, _) = number(1...2), accept(separator),
      let (day, _) = number(1...2)
    else { return nil }
    return WrittenDate(first: day, second: month, year: year, form: .sure)
  }

  /// The rest of `21.06.2026`, `6/21/2026`, `21-Jun-2026`, `21 June 2026`
  private mutating func dayOrMonthFirst(_ first: Int64) -> WrittenDate? {
    let separator = separator()
    if separator == nil, !skipSpaces() { return nil }
    if let month = monthName() {
      guard separator.map({ accept($0) }) ?? skipSpaces(), let year = number(4...4)?.value else {
        return nil
      }
      return WrittenDate(first: first, second: month, year: year, form: .sure)
    }
    guard let separator, let (second, _) = number(1...2), accept(separator),
      let (last, width) = number(1...4)
    else { return nil }
    let form: WrittenDate.Form = separator == UInt8(ascii: ".") ? .points : .numbers
    guard width <= 2 else {
      guard width == 4, dates != .yearFirst else { return nil }
      return WrittenDate(first: first, second: second, year: last, form: form)
    }
    switch dates {
    case .dayFirst?, .monthFirst?:
      guard width == 2 else { return nil }
      return WrittenDate(first: first, second: second, year: Self.year(last), form: form)
    case .yearFirst?:
      return WrittenDate(first: last, second: second, year: Self.year(first), form: .sure)
    case .spreadsheet?, .pattern?, nil:
      return WrittenDate(first: first, second: second, year: last, form: .shortYear)
    }
  }

  /// `Jun 21, 2026`, `June 21 2026`
  private mutating func monthNameFirst() -> WrittenDate? {
    let start = position
    if let month = monthName(), skipSpaces(), let (day, _) = number(1...2) {
      _ = accept(",")
      if skipSpaces(), let year = number(4...4)?.value {
        return WrittenDate(first: day, second: month, year: year, form: .sure)
      }
    }
    position = start
    return nil
  }

  /// The year of two digits, from 1969 to 2068 (POSIX.1-2017, `strptime`)
  static func year(_ digits: Int64) -> Int64 { digits < 69 ? 2000 + digits : 1900 + digits }

  /// Skips `Sun, `
  private mutating func skipWeekday() {
    let start = position
    let name = letters()
    guard (2...9).contains(name.count), accept(",") || accept("."), skipSpaces() else {
      position = start
      return
    }
  }

  /// The number of the English month that comes next: `Jun`, `June`
  mutating func monthName() -> Int64? {
    let start = position
    let name = letters()
    for (index, month) in Self.months.enumerated()
    where name == month || name.count == 3 && month.hasPrefix(name) { return Int64(index + 1) }
    position = start
    return nil
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}

// MARK: - Times

extension WrittenTimeScanner {
  /// A time of day and the offset behind it
  private mutating func timeAndOffset(on date: CivilDate) -> WrittenMoment? {
    guard let time = clock() else { return nil }
    let local = LocalDateTime(date: date, secondOfDay: 0).secondsSinceEpoch + time.seconds
    if isAtEnd { return WrittenMoment(seconds: local, fraction: time.fraction, isLocal: true) }
    _ = skipSpaces()
    if let name = abbreviation() {
      return WrittenMoment(
        seconds: local, fraction: time.fraction, isLocal: false, zoneName: name)
    }
    guard let offset = offset(), isAtEnd else { return nil }
    return WrittenMoment(seconds: local - offset, fraction: time.fraction, isLocal: false)
  }

  /// `8:00`, `08:00:05.5`, `8:00 PM`, `24:00`, `080000`
  private mutating func clock() -> (seconds: Int64, fraction: UInt64)? {
    guard let (first, width) = number(1...6) else { return nil }
    var (hour, minute, second): (Int64, Int64, Int64) = (first, 0, 0)
    switch width {
    case 4: (hour, minute) = (first / 100, first % 100)
    case 6: (hour, minute, second) = (first / 10_000, first / 100 % 100, first % 100)
    case 1, 2:
      guard accept(":") else {
        let isAfternoon = halfOfDay()
        guard allowsHour, isAfternoon.map({ _ in (1...12).contains(hour) }) ?? (hour <= 24) else {
          return nil
        }
        return ((isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour) * 3600, 0)
      }
      guard let found = number(2...2)?.value else { return nil }
      minute = found
      if accept(":") {
        guard let found = number(2...2)?.value else { return nil }
        second = found
      }
    default: return nil
    }
    var fraction: UInt64 = 0
    if accept(".") || accept(",") {
      guard let digits = fractionDigits() else { return nil }
      fraction = digits
    }
    if let isAfternoon = halfOfDay() {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard minute < 60, second < 60,
      hour < 24 || hour == 24 && minute == 0 && second == 0 && fraction == 0
    else { return nil }
    return (hour * 3600 + minute * 60 + second, fraction)
  }

  /// `AM`, ` p.m.`, `a`: whether it is the second half of the day; `nil` if neither is there
  mutating func halfOfDay() -> Bool? {
    let start = position
    _ = skipSpaces()
    let isAfternoon = accept("p") || accept("P")
    guard isAfternoon || accept("a") || accept("A") else {
      position = start
      return nil
    }
    let hasPoint = accept(".")
    if accept("m") || accept("M") { if hasPoint { _ = accept(".") } }
    guard isAtEnd || CellText.spaceWidth(bytes[position...]) != nil else {
      position = start
      return nil
    }
    return isAfternoon
  }

  /// The letters of `CEST` at the end of a cell, which the zone of the file has to have
  private mutating func abbreviation() -> String? {
    let rest = bytes[position...]
    guard (3...6).contains(rest.count),
      rest.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }),
      !rest.elementsEqual("UTC".utf8), !rest.elementsEqual("GMT".utf8)
    else { return nil }
    return String(decoding: rest, as: UTF8.self)
  }

  /// `Z`, `UTC`, `+02:00`, `+0200`, `+02`, in seconds
  mutating func offset() -> Int64? {
    for name: StaticString in ["Z", "z", "UTC", "GMT"] where accept(name) { return 0 }
    let isBehind = accept("-") || accept("\u{2212}")
    guard isBehind || accept("+"), let (first, width) = number(2...4) else { return nil }
    var (hours, minutes) = (first, Int64(0))
    if width == 4 {
      (hours, minutes) = (first / 100, first % 100)
    } else if width == 2, accept(":") {
      guard let found = number(2...2)?.value else { return nil }
      minutes = found
    } else if width == 3 {
      return nil
    }
    guard hours < 24, minutes < 60 else { return nil }
    let size = hours * 3600 + minutes * 60
    return isBehind ? -size : size
  }

  /// 10, 13, 16 or 19 digits that count from 1970 on, as far as they begin with 10 to 18
  ///
  /// Behind 10 digits, which are seconds, a point and the fraction of one may follow.
  mutating func sinceEpoch() -> WrittenMoment? {
    let digits = bytes.prefix { CellText.isDigit($0) }
    let rest = bytes.dropFirst(digits.count)
    let isWhole = rest.isEmpty && [10, 13, 16, 19].contains(digits.count)
    let hasFraction =
      digits.count == 10 && rest.count > 1 && rest.first == UInt8(ascii: ".")
      && rest.dropFirst().allSatisfy { CellText.isDigit($0) }
    guard isWhole || hasFraction, let (start, _) = number(1...2), (10...18).contains(start) else {
      return nil
    }
    position = bytes.startIndex
    guard let (seconds, _) = number(1...10) else { return nil }
    _ = accept(UInt8(ascii: "."))
    let fraction = isAtEnd ? 0 : fractionDigits()
    return fraction.map { WrittenMoment(seconds: seconds, fraction: $0, isLocal: false) }
  }
}

// MARK: - Bytes

extension WrittenTimeScanner {
  /// Reads as many digits as there are, up to a limit
  mutating func number(_ widths: ClosedRange<Int>) -> (value: Int64, width: Int)? {
    var value: Int64 = 0
    var width = 0
    while width < widths.upperBound, position < bytes.endIndex, CellText.isDigit(bytes[position]) {
      value = value * 10 + Int64(bytes[position] - UInt8(ascii: "0"))
      position += 1
      width += 1
    }
    return widths.contains(width) ? (value, width) : nil
  }

  /// Digits behind a point, in units of 10^-18; those beyond are dropped, but never to zero
  mutating func fractionDigits() -> UInt64? {
    let digits = bytes[position...].prefix { CellText.isDigit($0) }
    guard !digits.isEmpty else { return nil }
    position += digits.count
    var value: UInt64 = 0
    for place in 0..<18 {
      let index = digits.startIndex + place
      let digit = index < digits.endIndex ? UInt64(digits[index] - UInt8(ascii: "0")) : 0
      value = value * 10 + digit
    }
    let isInexact = digits.dropFirst(18).contains { $0 != UInt8(ascii: "0") }
    return value == 0 && isInexact ? 1 : value
  }

  /// Reads ASCII letters, in lower case
  private mutating func letters() -> String {
    let found = bytes[position...].prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    position += found.count
    return String(decoding: found.map { $0 | 0x20 }, as: UTF8.self)
  }

  /// Reads `-`, `/` or `.`
  private mutating func separator() -> UInt8? {
    guard position < bytes.endIndex,
      [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")].contains(bytes[position])
    else { return nil }
    position += 1
    return bytes[position - 1]
  }

  /// Skips spaces of any kind; false if there is none
  mutating func skipSpaces() -> Bool {
    let start = position
    while let width = CellText.spaceWidth(bytes[position...]) { position += width }
    return position > start
  }

  /// Skips a byte if it comes next
  mutating func accept(_ byte: UInt8) -> Bool {
    guard position < bytes.endIndex, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a text if it comes next
  private mutating func accept(_ text: StaticString) -> Bool {
    guard bytes[position...].starts(with: text.description.utf8) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }
}
