/// A recurrence rule as written (RFC 5545 §3.3.10)
///
/// ```
/// FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9,17;UNTIL=20261231     weekdays [−1 FR], hours [9, 17], until a date
/// FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU;COUNT=10    interval 2, weekdays [0 MO, 0 WE], weekStart 6, count 10
/// ```
///
/// A part that the rule does not have is empty; ``Recurrence`` fills in those that follow from the start.
struct RecurrenceRule: Hashable, Sendable {
  /// `FREQ`: the period in which days and times are counted
  var frequency = Frequency.daily

  /// Above 0: of the periods from that of the start on, every `interval`-th counts
  var interval: Int64 = 1

  /// The number of occurrences, the start included; nil without `COUNT`
  var count: Int64?

  /// The last time that may occur, included; nil without `UNTIL`
  var until: WrittenTime?

  /// 0 to 59, ascending; a leap second counts as 59
  var seconds: [Int] = []

  /// 0 to 59, ascending
  var minutes: [Int] = []

  /// 0 to 23, ascending
  var hours: [Int] = []

  /// Days of the week, each with its place in the month or year, or with 0 for all of them
  var weekdays: [OrdinalWeekday] = []

  /// 1 to 31, or −31 to −1 from the end of the month, ascending
  var monthDays: [Int] = []

  /// 1 to 366, or −366 to −1 from the end of the year, ascending
  var yearDays: [Int] = []

  /// 1 to 53, or −53 to −1 from the end of the year, ascending
  var weekNumbers: [Int] = []

  /// 1 to 12, ascending
  var months: [Int] = []

  /// 1 to 366, or −366 to −1 from the end of a period: the occurrences of it that count
  var positions: [Int] = []

  /// 0 Monday to 6 Sunday
  var weekStart = 0

  /// The period that a rule repeats; a shorter one is less than a longer one
  enum Frequency: String, Hashable, Comparable, Sendable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"

    /// The length of a period in seconds, at the least
    var seconds: Int64 {
      switch self {
      case .secondly: 1
      case .minutely: 60
      case .hourly: 3600
      case .daily: 86_400
      case .weekly: 7 * 86_400
      case .monthly: 28 * 86_400
      case .yearly: 365 * 86_400
      }
    }

    static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
  }

  /// `TU`, `2TU`, `-1TU`; without an ordinal it is 0
  struct OrdinalWeekday: Hashable, Sendable {
    let ordinal: Int
    let weekday: Int
  }

  /// The reason why a rule cannot be read: the part as written, and the expected form
  struct Mistake: Error, Hashable {
    let part: String
    let expected: String
  }
}

// MARK: - Reading

extension RecurrenceRule {
  /// The rule of `FREQ=…;…`
  init(reading range: Range<Int>, of lines: CalendarLines) throws(Mistake) {
    var hasFrequency = false
    var parts: [(name: String, value: Range<Int>)] = []
    for part in lines.split(lines.trimmed(range), at: ";") {
      // `\;` separates too: some programs escape a rule as if it were a text.
      let part = lines.withoutEscape(part)
      guard !part.isEmpty else { continue }
      let sides = lines.split(part, at: "=")
      guard sides.count == 2 else {
        throw Mistake(part: lines.string(part), expected: "parts like `FREQ=DAILY`")
      }
      parts.append((lines.capitals(lines.trimmed(sides[0])), lines.trimmed(sides[1])))
    }
    let hasEnd = parts.contains { $0.name == "UNTIL" }
    for part in parts {
      // Beside `UNTIL`, a count that can be none is that of a program which writes both.
      if part.name == "COUNT", hasEnd, (lines.integer(part.value) ?? 1) <= 0 { continue }
      if try read(part.name, part.value, lines) { hasFrequency = true }
    }
    guard hasFrequency else {
      throw Mistake(part: lines.string(range), expected: "a rule with `FREQ`")
    }
  }

  /// Reads one part, such as `BYHOUR=9,17`, whose value is `value`
  ///
  /// - Returns: whether the part was the frequency.
  private mutating func read(
    _ name: String, _ value: Range<Int>, _ lines: CalendarLines
  ) throws(Mistake) -> Bool {
    func numbers(_ bounds: ClosedRange<Int>) throws(Mistake) -> [Int] {
      var result: Set<Int> = []
      for part in lines.split(value, at: ",") {
        guard let number = lines.integer(lines.withoutEscape(part)).flatMap({ Int(exactly: $0) }),
          bounds.contains(number), number != 0 || bounds.lowerBound == 0
        else {
          throw Mistake(
            part: "\(name)=\(lines.string(value))",
            expected: "numbers from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        result.insert(number)
      }
      return result.sorted()
    }
    func positive() throws(Mistake) -> Int64 {
      guard let number = lines.integer(value), number > 0 else {
        throw Mistake(part: "\(name)=\(lines.string(value))", expected: "a number above 0")
      }
      return number
    }
    func mistake(_ expected: String) -> Mistake {
      Mistake(part: "\(name)=\(lines.string(value))", expected: expected)
    }
    switch name {
    case "FREQ":
      guard let frequency = Frequency(rawValue: lines.capitals(value)) else {
        throw mistake("SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY")
      }
      self.frequency = frequency
      return true
    case "INTERVAL": interval = try positive()
    case "COUNT": count = try positive()
    case "UNTIL":
      guard let until = lines.time(value) else { throw mistake("a date or a date and time") }
      self.until = until
    case "BYSECOND": seconds = Set(try numbers(0...60).map { min($0, 59) }).sorted()
    case "BYMINUTE": minutes = try numbers(0...59)
    case "BYHOUR": hours = try numbers(0...23)
    case "BYDAY": weekdays = try Self.weekdays(value, lines)
    case "BYMONTHDAY": monthDays = try numbers(-31...31)
    case "BYYEARDAY": yearDays = try numbers(-366...366)
    case "BYWEEKNO": weekNumbers = try numbers(-53...53)
    case "BYMONTH": months = try numbers(1...12)
    case "BYSETPOS": positions = try numbers(-366...366)
    case "WKST":
      guard let weekday = Self.weekdayNames.firstIndex(of: lines.capitals(value)) else {
        throw mistake("a weekday like `MO`")
      }
      weekStart = weekday
    case "RSCALE":
      guard lines.capitals(value) == "GREGORIAN" else { throw mistake("`GREGORIAN`") }
    case "SKIP":
      guard lines.capitals(value) == "OMIT" else { throw mistake("`OMIT`") }
    default:
      guard name.hasPrefix("X-") else { throw mistake("a part of a rule that RFC 5545 knows") }
    }
    return false
  }

  /// By number, 0 Monday to 6 Sunday
  private static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The weekdays of `MO,-1FR`, each once, in no order
  private static func weekdays(
    _ value: Range<Int>, _ lines: CalendarLines
  ) throws(Mistake) -> [OrdinalWeekday] {
    var result: Set<OrdinalWeekday> = []
    for part in lines.split(value, at: ",").map({ lines.trimmed(lines.withoutEscape($0)) }) {
      let ordinal = part.dropLast(2)
      let number = ordinal.isEmpty ? 0 : lines.integer(ordinal)
      guard part.count >= 2, let number, (-53...53).contains(number),
        ordinal.isEmpty || number != 0,
        let weekday = weekdayNames.firstIndex(
          of: lines.capitals((part.upperBound - 2)..<part.upperBound))
      else {
        throw Mistake(
          part: "BYDAY=\(lines.string(value))", expected: "weekdays like `MO` or `-1FR`")
      }
      result.insert(OrdinalWeekday(ordinal: Int(number), weekday: weekday))
    }
    return Array(result)
  }
}
