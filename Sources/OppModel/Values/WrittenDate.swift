/// The numbers of a date as it is written: year, month and day of the proleptic Gregorian calendar
struct WrittenDate {
  let year: Int64
  let month: Int
  let day: Int

  /// - Parameter days: since 1970-01-01.
  init(days: Int64) {
    // Years are counted from 1 March, so that the leap day is the last; 146 097 days are 400 years.
    // Held to ±10^12 days, far beyond any date that is written.
    let shifted = min(max(days, -1_000_000_000_000), 1_000_000_000_000) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2026-06-21`
  var iso: String {
    Self.padded(year, to: 4) + "-" + Self.padded(Int64(month), to: 2) + "-"
      + Self.padded(Int64(day), to: 2)
  }

  /// `HH:MM:SS` of seconds since midnight
  static func time(_ seconds: Int64) -> String {
    shortTime(seconds) + ":" + padded(seconds % 60, to: 2)
  }

  /// `HH:MM` of seconds since midnight
  static func shortTime(_ seconds: Int64) -> String {
    padded(seconds / 3600, to: 2) + ":" + padded(seconds / 60 % 60, to: 2)
  }

  /// `2026-06-21T12:00:00Z`
  static func instant(_ instant: Instant) -> String {
    let second = instant.seconds % 86_400
    let secondOfDay = second < 0 ? second + 86_400 : second
    let days = (instant.seconds - secondOfDay) / 86_400
    return WrittenDate(days: days).iso + "T" + time(secondOfDay) + "Z"
  }

  static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}
