internal import OppModel

/// Times, steps and numbers as findings write them
///
/// ```
/// 2026-02-09 07:05 to 07:20          every 15 min          -3.5C to -3.1C          4 March to 6 May 2026
/// ```
enum SketchWords {
  /// A number with its noun: `1 row`, `2 rows`
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The first and the last time, in UTC or by the clocks of a zone
  static func period(_ first: Instant, _ last: Instant, _ zone: Zone?) -> String {
    let mark = zone == nil ? "Z" : ""
    let (from, to) = ((zone ?? .utc).local(at: first), (zone ?? .utc).local(at: last))
    let beginning = from.date.iso8601 + " " + time(from) + mark
    if first == last { return beginning }
    return beginning + " to " + (from.date == to.date ? "" : to.date.iso8601 + " ") + time(to)
      + mark
  }

  /// The same as days in words
  static func days(_ first: Instant, _ last: Instant, _ zone: Zone) -> String {
    let (from, to) = (zone.local(at: first).date, zone.local(at: last).date)
    if from == to { return day(from, hasYear: true) }
    return day(from, hasYear: from.year != to.year) + " to " + day(to, hasYear: true)
  }

  /// `07:05`, with seconds if there are any
  private static func time(_ local: LocalDateTime) -> String {
    let text = two(local.hour) + ":" + two(local.minute)
    let second = Int(local.secondOfDay % 60)
    return second == 0 ? text : text + ":" + two(second)
  }

  private static func day(_ date: CivilDate, hasYear: Bool) -> String {
    let month = CaseNames.wholeMonths[date.month - 1]
    return "\(date.day) \(month)" + (hasYear ? " \(date.year)" : "")
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A step between readings: `15 min`, `1 h`, `63 days`; days and minutes are rounded beyond a day and an hour
  static func step(_ step: Int64) -> String {
    let seconds = step > 3600 && step % 60 > 0 ? (step + 30) / 60 * 60 : step
    if seconds >= 86_400, step % 3600 > 0 { return Self.step((seconds + 43_200) / 86_400 * 86_400) }
    if seconds >= 2 * 86_400, seconds % 3600 == 0 { return "\((seconds + 43_200) / 86_400) days" }
    if seconds % 86_400 == 0 { return seconds == 86_400 ? "day" : "\(seconds / 86_400) days" }
    if seconds % 3600 == 0 { return seconds == 3600 ? "hour" : "\(seconds / 3600) h" }
    if seconds > 3600, seconds % 60 == 0 {
      return "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
    if seconds % 60 == 0 { return seconds == 60 ? "minute" : "\(seconds / 60) min" }
    return seconds == 1 ? "second" : "\(seconds) s"
  }

  /// A span with its number: `1 hour`, `2 days`
  static func span(_ seconds: Int64) -> String {
    let text = step(seconds)
    return text.first.map { $0.isNumber } == true ? text : "1 \(text)"
  }

  /// Three steps as a freshness, rounded up to minutes, hours or days
  static func freshness(step: Int64) -> String {
    let seconds = step.multipliedReportingOverflow(by: 3).partialValue
    if seconds < 60 { return "\(max(seconds, 1))s" }
    if seconds < 2 * 3600 { return "\((seconds + 59) / 60)min" }
    if seconds < 3 * 86_400 { return "\((seconds + 3599) / 3600)h" }
    return "\((seconds + 86_399) / 86_400)d"
  }

  /// A value in a unit as the language writes it, or as a plain number
  static func value(_ value: Double, _ type: ValueType, in unit: OppModel.Unit?) -> String {
    guard let dimension = Dimension(type) else { return number(value) }
    let unit = literalUnit(unit ?? dimension.baseUnit) ?? dimension.baseUnit
    return number(unit.amount(ofBase: value)) + (literal(unit) ?? unit.spelling)
  }

  /// A number to six decimals at most
  static func number(_ value: Double) -> String {
    guard value.magnitude < 1e9 else { return ValueNotation.jsonNumber(value) }
    return ValueNotation.jsonNumber((value * 1e6).rounded() / 1e6)
  }

  /// The unit if the language has it, or `nil`
  private static func literalUnit(_ unit: OppModel.Unit) -> OppModel.Unit? {
    OppModel.Unit.candidates(unit.spelling).isEmpty ? nil : unit
  }

  /// The spelling of a unit in rules, shorter than that of files: `C` for `°C`
  static func literal(_ unit: OppModel.Unit) -> String? {
    switch unit.spelling {
    case "°C", "C", "℃": "C"
    case "°F", "F", "℉": "F"
    default: OppModel.Unit.candidates(unit.spelling).isEmpty ? nil : unit.spelling
    }
  }

  /// The unit in a sentence: `in °C`
  static func shown(_ unit: OppModel.Unit) -> String {
    switch unit.spelling {
    case "C": "°C"
    case "F": "°F"
    default: unit.spelling
    }
  }
}
