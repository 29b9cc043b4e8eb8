internal import OppModel

/// A date as its bytes look, with a year of two or four digits, and the text behind it
///
/// ```
/// 26-06-21          8.6.2026, 7:05 pm          21 Jun 2026          Sun, 21 Jun 2026 08:00 GMT
/// Jun 21, 2026      Feb 13, 2026, 6:25:00 AM
/// ```
struct SketchedDate {
  /// The three numbers as they are written, or `nil` if the order is said: a month's name, or the year in four digits first
  let numbers: (first: Int64, second: Int64, third: Int64)?

  /// `true` if the year, which is the last number or the first, has two digits
  let hasShortYear: Bool

  /// `true` if points are between the numbers
  let hasPoints: Bool

  /// `true` if a time of day follows
  let hasTime: Bool

  /// `true` if an offset or `Z` follows the time
  let hasOffset: Bool

  /// Returns `nil` if the bytes do not look like a date
  init?(_ bytes: ArraySlice<UInt8>) {
    var scanner = Scanner(rest: bytes)
    if scanner.skipMonthFirst() {
      numbers = nil
      (hasShortYear, hasPoints) = (false, false)
      guard let tail = scanner.tail() else { return nil }
      hasTime = !tail.isEmpty
      hasOffset = Self.hasOffset(tail)
      return
    }
    scanner.skipWeekday()
    guard let first = scanner.digits(), first.width <= 4, let mark = scanner.mark() else {
      guard Self.isCompact(bytes) else { return nil }
      numbers = nil
      (hasShortYear, hasPoints, hasTime) = (false, false, true)
      hasOffset = Self.hasOffset(bytes.dropFirst(9))
      return
    }
    let month = scanner.rest.prefix { Scanner.isLetter($0) }
    var second: (value: Int64, width: Int)?
    if month.isEmpty {
      guard mark != UInt8(ascii: " "), let found = scanner.digits(), found.width <= 2 else {
        return nil
      }
      second = found
    } else {
      guard (3...9).contains(month.count), first.width <= 2 else { return nil }
      scanner.rest = scanner.rest.dropFirst(month.count)
    }
    guard scanner.mark() == mark, let last = scanner.digits() else { return nil }
    let isYearFirst = first.width == 4
    guard isYearFirst ? last.width <= 2 : first.width <= 2 && [2, 4].contains(last.width) else {
      return nil
    }
    guard let clock = scanner.tail() else { return nil }
    if let second, !isYearFirst {
      numbers = (first: first.value, second: second.value, third: last.value)
    } else {
      numbers = nil
    }
    hasShortYear = !isYearFirst && last.width == 2
    hasPoints = mark == UInt8(ascii: ".")
    hasTime = !clock.isEmpty
    hasOffset = Self.hasOffset(clock)
  }

  /// `true` if bytes are `20260621T080000`
  private static func isCompact(_ bytes: ArraySlice<UInt8>) -> Bool {
    let date = bytes.prefix { CellText.isDigit($0) }
    let rest = bytes.dropFirst(date.count)
    return date.count == 8 && (rest.first ?? 0) | 0x20 == UInt8(ascii: "t")
      && rest.dropFirst().first.map { CellText.isDigit($0) } == true
  }

  /// `true` if a time of day ends with an offset
  private static func hasOffset(_ clock: ArraySlice<UInt8>) -> Bool {
    clock.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      || (clock.last ?? 0) | 0x20 == UInt8(ascii: "z") || clock.suffix(3).elementsEqual("UTC".utf8)
      || clock.suffix(3).elementsEqual("GMT".utf8)
  }

  /// The parts of a date, taken off the front of bytes
  private struct Scanner {
    var rest: ArraySlice<UInt8>

    static func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Skips `Sun, `
    mutating func skipWeekday() {
      let name = rest.prefix { Self.isLetter($0) }
      guard (2...9).contains(name.count), rest.dropFirst(name.count).first == UInt8(ascii: ",")
      else { return }
      rest = CellText.trimmed(rest.dropFirst(name.count + 1))
    }

    /// Skips `Jun 21, 2026`, `June 21 2026`; `false` if the bytes begin in another way
    mutating func skipMonthFirst() -> Bool {
      let start = rest
      skipWeekday()
      let name = rest.prefix { Self.isLetter($0) }
      let month = String(decoding: name.map { $0 | 0x20 }, as: UTF8.self)
      rest = CellText.trimmed(rest.dropFirst(name.count))
      if Self.months.contains(where: { month == $0 || month.utf8.count == 3 && $0.hasPrefix(month) }
      ),
        let day = digits(), day.width <= 2
      {
        if rest.first == UInt8(ascii: ",") { rest = rest.dropFirst() }
        rest = CellText.trimmed(rest)
        if let year = digits(), year.width == 4 { return true }
      }
      rest = start
      return false
    }

    private static let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]

    /// The time of day behind a date; empty if there is none, `nil` if something else is there
    func tail() -> ArraySlice<UInt8>? {
      let tail = CellText.trimmed(rest)
      let isTimed = [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: ",")]
        .contains(tail.first ?? 0)
      let clock = CellText.trimmed(isTimed ? tail.dropFirst() : tail)
      return tail.isEmpty || clock.first.map({ CellText.isDigit($0) }) == true ? clock : nil
    }

    /// Up to nine digits as a number, or `nil` if there is none
    mutating func digits() -> (value: Int64, width: Int)? {
      let found = rest.prefix { CellText.isDigit($0) }
      guard (1...9).contains(found.count) else { return nil }
      rest = rest.dropFirst(found.count)
      let value = found.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
      return (value: value, width: found.count)
    }

    /// A dash, a stroke, a point or a space
    mutating func mark() -> UInt8? {
      guard let mark = rest.first, "-/. ".utf8.contains(mark) else { return nil }
      rest = rest.dropFirst()
      return mark
    }
  }
}

/// The orders in which the dates of a column may be written: those that give a day for every cell
///
/// ```
/// 03/04/2026                       day first or month first
/// 03/04/2026 and 13/04/2026        day first
/// 09.02.2026                       day first: no language writes the month first with points
/// 26-06-21                         year first or day first
/// ```
struct DateOrders {
  /// The words of the option `dates`, of those that are possible
  private(set) var possible = ["mdy", "dmy", "ymd"]

  /// `true` if a date is written so that its order is asked
  private(set) var isAsked = false

  /// The first date that leaves the order open, and its line
  private(set) var example: (shown: String, line: Int)?

  /// `true` if no order gives a day for every cell
  var isContradictory: Bool { isAsked && possible.isEmpty }

  /// Adds the date of a cell
  mutating func note(_ date: SketchedDate, _ shown: String, line: Int) {
    guard let numbers = date.numbers else { return }
    isAsked = true
    if example == nil { example = (shown: shown, line: line) }
    possible = possible.filter { order in
      switch order {
      case "ymd":
        date.hasShortYear
          && Self.isDay(2000 + numbers.first, numbers.second, numbers.third)
      case "mdy":
        !(date.hasPoints && !date.hasShortYear)
          && Self.isDay(Self.year(numbers.third), numbers.first, numbers.second)
      default: Self.isDay(Self.year(numbers.third), numbers.second, numbers.first)
      }
    }
  }

  /// Leaves the orders that another column leaves, too
  mutating func add(_ other: DateOrders) {
    guard other.isAsked else { return }
    possible = possible.filter { other.possible.contains($0) }
    isAsked = true
    if example == nil { example = other.example }
  }

  /// A year of two digits as one of this century
  private static func year(_ number: Int64) -> Int64 { number < 100 ? 2000 + number : number }

  private static func isDay(_ year: Int64, _ month: Int64, _ day: Int64) -> Bool {
    (1...9999).contains(year) && (1...12).contains(month) && (1...31).contains(day)
      && CivilDate(year: year, month: Int(month), day: Int(day)) != nil
  }
}
