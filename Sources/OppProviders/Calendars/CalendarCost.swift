/// How much work the recurrences of one file ask for
///
/// A file of a few lines can name more occurrences than a computer can hold. What it may ask for is
/// counted while it is read, so that no question about it later takes long.
struct CalendarCost {
  /// Occurrences in 400 days, summed over the series; those that overlap count as often as they do
  private var occurrences: Double = 0

  /// Occurrences counted through for `COUNT`, and empty periods on the way
  var walked = 0

  static let limit: Int64 = 4_000_000
  static let walkLimit = 4_000_000

  var isTooHigh: Bool { occurrences > Double(Self.limit) }

  mutating func add(_ event: CalendarEvent) {
    occurrences += Double(event.addedTimes.count)
    for rule in event.rules + event.exceptionRules {
      let start = rule.recurrence.start
      let last = min(rule.lastLocal, rule.lastInstant)
      let days = Double(max(last - start, 0)) / 86_400 + 1
      let length = Double(event.length.atMost) / 86_400
      let rate = rule.recurrence.dailyRate
      occurrences += min(days, 400 + length) * rate + Double(rule.recurrence.timesPerPeriod)
    }
  }
}
