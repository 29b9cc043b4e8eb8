/// A line of cron, as an event and a condition
///
/// ```
/// 30 9 * * *       9:30                              0 9 1 * *        9:00 when today.day == 1
/// 0 9 * * 1-5      9:00 when weekday in mon..fri     */15 * * * *     every 15min
/// 0 */2 * * *      every 2h                          @daily           0:00
/// ```
package struct CronLine {
  /// The event, as it is written behind `on`
  package let event: String
  /// The condition on the day; `nil` if every day fits
  package let condition: String?

  /// Returns `nil` if the text is no line of cron, or one that no single event means
  package init?(_ text: String) {
    let fields = text.split(separator: " ").map { String($0) }
    if fields.count == 1 {
      switch text {
      case "@daily", "@midnight": event = "0:00"
      case "@hourly": event = "every 1h"
      default: return nil
      }
      condition = nil
      return
    }
    guard fields.count == 5, fields[3] == "*" else { return nil }
    guard let event = Self.event(minute: fields[0], hour: fields[1]) else { return nil }
    self.event = event
    if fields[2] == "*", fields[4] == "*" {
      condition = nil
    } else if fields[2] == "*", let days = Self.days(fields[4]) {
      condition = days
    } else if fields[4] == "*", let day = Int(fields[2]), (1...31).contains(day) {
      condition = "today.day == \(day)"
    } else {
      return nil
    }
  }

  /// `when` and the condition behind the event, if there is a condition
  package var text: String { condition.map { "\(event) when \($0)" } ?? event }

  private static func event(minute: String, hour: String) -> String? {
    if hour == "*" {
      if minute == "0" { return "every 1h" }
      if minute == "*" { return "every 1min" }
      return step(minute, below: 60).map { "every \($0)min" }
    }
    guard let first = Int(minute), (0...59).contains(first) else { return nil }
    if let hours = step(hour, below: 24) { return first == 0 ? "every \(hours)h" : nil }
    guard let hour = Int(hour), (0...23).contains(hour) else { return nil }
    return "\(hour):\(first < 10 ? "0" : "")\(first)"
  }

  /// 15 of `*/15`, if it divides the hour or the day
  private static func step(_ field: String, below limit: Int) -> Int? {
    guard field.hasPrefix("*/"), let step = Int(field.dropFirst(2)), step > 0, limit % step == 0
    else { return nil }
    return step
  }

  /// The condition that a field of weekdays means, in numbers or names
  private static func days(_ field: String) -> String? {
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    func name(_ part: Substring) -> String? {
      if let number = Int(part) { return names.indices.contains(number) ? names[number] : nil }
      return ForeignDate.weekday(named: String(part)).map { ForeignDate.nameOfWeekday($0) }
    }
    let ends = field.split(separator: "-").compactMap(name)
    if ends.count == 2, field.split(separator: "-").count == 2 {
      return "weekday in \(ends[0])..\(ends[1])"
    }
    let list = field.split(separator: ",").compactMap(name)
    guard !list.isEmpty, list.count == field.split(separator: ",").count else { return nil }
    return list.count == 1
      ? "weekday == \(list[0])" : "weekday in [\(list.joined(separator: ", "))]"
  }
}
