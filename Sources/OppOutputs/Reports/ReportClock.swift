internal import OppModel

/// Dates and times of a report, by the wall clock
///
/// ```
/// date      21 June 2026            time      14:05    14:05:30    2:05 pm
/// day       Sun 21 June             hour      14       2 pm
/// moment    Sun 21 June, 14:05      of an hour that the clock shows twice, the second time: 1:30 (-05:00)
/// ```
package struct ReportClock: Sendable {
  let zone: Zone

  /// `true` if times are written as `2:05 pm`, by `set clock 12h`
  let usesTwelveHourClock: Bool

  /// The names of months, as dates have them
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The names of weekdays, from Monday
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// `21 June 2026`
  func date(_ date: CivilDate) -> String {
    let (year, month, day) = date.parts
    return "\(day) \(Self.months[month - 1]) \(year)"
  }

  /// `Sun 21 June`
  func day(_ date: CivilDate) -> String {
    "\(weekday(date)) \(date.day) \(Self.months[date.month - 1])"
  }

  /// `Sun`
  func weekday(_ date: CivilDate) -> String { Self.weekdays[date.weekday] }

  /// `June`
  func month(_ date: CivilDate) -> String { Self.months[date.month - 1] }

  /// `Sun 21 June, 14:05`
  func moment(_ instant: Instant) -> String {
    day(zone.local(at: instant).date) + ", " + time(instant)
  }

  /// `14:05`, `2:05 pm`; with seconds unless it is a whole minute
  func time(_ instant: Instant) -> String {
    let local = zone.local(at: instant)
    var text = usesTwelveHourClock ? "\(Self.dial(local.hour))" : Self.padded(local.hour)
    text += ":" + Self.padded(local.minute)
    if local.second != 0 { text += ":" + Self.padded(local.second) }
    if usesTwelveHourClock { text += local.hour < 12 ? " am" : " pm" }
    guard zone.instant(of: local) != instant else { return text }
    return text + " (" + zone.rfc3339(instant).dropFirst(19) + ")"
  }

  /// `14`, `2 pm`
  func hour(_ hour: Int) -> String {
    usesTwelveHourClock ? "\(Self.dial(hour)) " + (hour < 12 ? "am" : "pm") : "\(hour)"
  }

  /// `1 to 30 June 2026`, `28 May to 3 June 2026`, `21 June 2026`; the last day is included
  func dates(_ first: CivilDate, _ last: CivilDate) -> String {
    if first == last { return date(first) }
    if first.year != last.year { return "\(date(first)) to \(date(last))" }
    if first.month != last.month {
      return "\(first.day) \(Self.months[first.month - 1]) to \(date(last))"
    }
    return "\(first.day) to \(date(last))"
  }

  /// An hour on a dial of twelve
  private static func dial(_ hour: Int) -> Int { hour % 12 == 0 ? 12 : hour % 12 }

  /// Two digits
  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
