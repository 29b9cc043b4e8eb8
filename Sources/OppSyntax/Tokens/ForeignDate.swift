/// A date as people write it elsewhere: `6/13/2026`, `28.2.2026`, `2026-6-1`
///
/// ```
/// 6/13/2026    2026-06-13                  there is no month 13
/// 6/7/2026     2026-06-07, 2026-07-06      month first, or day first
/// 28.2.2026    2026-02-28                  with dots, the day is first
/// 2026-6-1     2026-06-01
/// 30.2.2026    none
/// ```
package struct ForeignDate {
  /// The date as the language writes it: none if there is no such day, two if day and month may
  /// be exchanged
  package let readings: [String]

  /// Nil for a text that does not look like a date
  package init?(_ text: String) {
    let bytes = text.utf8.filter { $0 != UInt8(ascii: " ") }
    guard let sign = bytes.first(where: { !$0.isDigit }),
      sign == UInt8(ascii: "/") || sign == UInt8(ascii: ".") || sign == UInt8(ascii: "-")
    else { return nil }
    let parts = bytes.split(separator: sign, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard parts.count == 3, numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    // The years have four digits, which decides on the order of the parts.
    let candidates: [(year: Int, month: Int, day: Int)]
    if parts[0].count == 4, parts[1].count <= 2, parts[2].count <= 2 {
      candidates = [(numbers[0], numbers[1], numbers[2])]
    } else if parts[2].count == 4, parts[0].count <= 2, parts[1].count <= 2 {
      let dayFirst = (numbers[2], numbers[1], numbers[0])
      let isDotted = sign == UInt8(ascii: ".")
      candidates = isDotted ? [dayFirst] : [(numbers[2], numbers[0], numbers[1]), dayFirst]
    } else {
      return nil
    }
    var readings: [String] = []
    for date in candidates where date.day <= Self.days(inMonth: date.month, of: date.year) {
      let reading = Self.text(date.year, date.month, date.day)
      if !readings.contains(reading) { readings.append(reading) }
    }
    self.readings = readings
  }

  /// A date as the language writes it: `2026-06-01`
  static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  /// The number of days of a month; 0 for a number that is not a month
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 1...12: 31
    default: 0
    }
  }

  /// In English; the first three letters of each are the case of the enum of months
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// In English, likewise
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// In German and French, if they are not as in English
  private static let foreignMonths: [[String]] = [
    ["januar", "janvier"], ["februar", "fevrier"], ["maerz", "mars"], ["avril"], ["mai"],
    ["juni", "juin"], ["juli", "juillet"], ["aout"], ["septembre"], ["oktober", "octobre"],
    ["novembre"], ["dezember", "decembre"],
  ]

  /// In German, French, Spanish, Italian and Dutch
  private static let foreignWeekdays: [[String]] = [
    ["montag", "lundi", "lunes", "lunedi", "maandag"],
    ["dienstag", "mardi", "martes", "martedi", "dinsdag"],
    ["mittwoch", "mercredi", "miercoles", "mercoledi", "woensdag"],
    ["donnerstag", "jeudi", "jueves", "giovedi", "donderdag"],
    ["freitag", "vendredi", "viernes", "venerdi", "vrijdag"],
    ["samstag", "sonnabend", "samedi", "sabado", "sabato", "zaterdag"],
    ["sonntag", "dimanche", "domingo", "domenica", "zondag"],
  ]

  /// The number of the month that a word names: 6 of `June`, `jun` and `Juni`
  package static func month(named word: String) -> Int? {
    let small = word.lowercased()
    if small == "sept" { return 9 }
    let index =
      months.firstIndex { $0 == small || small.utf8.count == 3 && $0.hasPrefix(small) }
      ?? foreignMonths.firstIndex { $0.contains(small) }
    return index.map { $0 + 1 }
  }

  /// The case of the weekday or of the month that a word of another language means: `mon` of `Montag`
  ///
  /// - Parameter isMonth: whether a month is meant, as `mar` and `mer` are days of the week elsewhere.
  package static func foreignCase(named word: String, isMonth: Bool) -> String? {
    let small = word.lowercased()
    if isMonth {
      return foreignMonths.firstIndex { $0.contains(small) }.map { nameOfMonth($0 + 1) }
    }
    let short = [
      ["mo", "lun"], ["di", "mar"], ["mi", "mer"], ["do", "jeu"], ["fr", "ven"], ["sa", "sam"],
      ["so", "dim"],
    ]
    let index =
      foreignWeekdays.firstIndex { $0.contains(small) } ?? short.firstIndex { $0.contains(small) }
    return index.map { nameOfWeekday($0) }
  }

  /// The case of a month by its number: `jun`
  package static func nameOfMonth(_ month: Int) -> String {
    months.indices.contains(month - 1) ? String(months[month - 1].prefix(3)) : ""
  }

  /// The weekday that a word names, 0 Monday to 6 Sunday: 1 of `Tuesdays` and `tue`
  static func weekday(named word: String) -> Int? {
    let small = word.lowercased()
    let singular = small.hasSuffix("s") ? String(small.dropLast()) : small
    return weekdays.firstIndex { $0 == singular || small.utf8.count == 3 && $0.hasPrefix(small) }
      ?? foreignWeekdays.firstIndex { $0.contains(singular) }
  }

  /// The case of a weekday by its number: `tue` of 1
  static func nameOfWeekday(_ weekday: Int) -> String {
    weekdays.indices.contains(weekday) ? String(weekdays[weekday].prefix(3)) : ""
  }

  /// The condition that is true on a day that a word names: `weekday == mon` of `Mondays`
  ///
  ///     Mondays → weekday == mon     workday → weekday in weekdays     weekends → weekday in weekend
  static func condition(ofDay word: String) -> String? {
    let small = word.lowercased()
    let singular = small.hasSuffix("s") ? String(small.dropLast()) : small
    if let day = weekdays.first(where: { $0 == singular }) { return "weekday == \(day.prefix(3))" }
    if let day = foreignWeekdays.firstIndex(where: { $0.contains(singular) }) {
      return "weekday == \(nameOfWeekday(day))"
    }
    return switch singular {
    case "weekday", "workday": "weekday in weekdays"
    case "weekend": "weekday in weekend"
    default: nil
    }
  }
}
