internal import OppModel

/// A date and a time that a pattern reads out of a cell
///
///     %d.%m.%y %H:%M     21.06.26 8:05     21 June 2026, 8:05
struct PatternTime {
  private var year: Int64 = 0
  private var month: Int64 = 1
  private var day: Int64 = 1
  private var dayOfYear: Int64?
  private var (hour, minute, second): (Int64, Int64, Int64) = (0, 0, 0)
  private var fraction: UInt64 = 0
  private var isAfternoon: Bool?
  private var offset: Int64?

  /// `true` if the pattern has a time of day
  private let hasTime: Bool

  /// Returns `nil` if the cell does not match the pattern
  init?(_ cell: Cell, in file: TextFile, _ pattern: DatePattern) {
    hasTime = pattern.hasTime
    var scanner = WrittenTimeScanner(cell, in: file)
    for part in pattern.parts {
      let isRead =
        switch part {
        case .byte(let byte): scanner.accept(byte)
        case .spaces: scanner.skipSpaces() || scanner.isAtEnd
        case .field(let field): read(field, &scanner)
        }
      guard isRead else { return nil }
    }
    guard scanner.isAtEnd else { return nil }
  }

  /// Reads one part
  private mutating func read(
    _ field: DatePattern.Field, _ scanner: inout WrittenTimeScanner
  ) -> Bool {
    switch field {
    case .year: return Self.set(&year, scanner.number(4...4))
    case .yearOfTwoDigits:
      guard let (digits, _) = scanner.number(2...2) else { return false }
      year = WrittenTimeScanner.year(digits)
    case .month: return Self.set(&month, scanner.number(1...2))
    case .monthName:
      guard let found = scanner.monthName() else { return false }
      month = found
    case .day: return Self.set(&day, scanner.number(1...2))
    case .dayOfYear:
      guard let (found, _) = scanner.number(1...3) else { return false }
      dayOfYear = found
    case .hour: return Self.set(&hour, scanner.number(1...2))
    case .minute: return Self.set(&minute, scanner.number(1...2))
    case .second: return Self.set(&second, scanner.number(1...2))
    case .fraction:
      guard let digits = scanner.fractionDigits() else { return false }
      fraction = digits
    case .half:
      guard let found = scanner.halfOfDay() else { return false }
      isAfternoon = found
    case .offset:
      guard let found = scanner.offset() else { return false }
      offset = found
    }
    return true
  }

  /// Keeps a number that was read
  private static func set(_ value: inout Int64, _ found: (value: Int64, width: Int)?) -> Bool {
    guard let found else { return false }
    value = found.value
    return true
  }

  /// The day, or `nil` if there is none such
  var date: CivilDate? {
    guard (1...9999).contains(year) else { return nil }
    guard let dayOfYear else {
      return CivilDate(year: year, month: Int(month), day: Int(day))
    }
    guard dayOfYear >= 1, let first = CivilDate(year: year, month: 1, day: 1) else { return nil }
    let found = CivilDate(days: first.days + dayOfYear - 1)
    return found.year == year ? found : nil
  }

  /// The date and time, or `nil` if the pattern has a day alone, or there is no such time
  var moment: WrittenMoment? {
    guard hasTime, let date else { return nil }
    var hour = hour
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    // A leap second is the first second of the next minute.
    guard minute < 60, second <= 60,
      hour < 24 || hour == 24 && minute == 0 && second == 0 && fraction == 0
    else { return nil }
    let local =
      LocalDateTime(date: date, secondOfDay: 0).secondsSinceEpoch
      + hour * 3600 + minute * 60 + second
    return WrittenMoment(
      seconds: local - (offset ?? 0), fraction: fraction, isLocal: offset == nil)
  }
}
