/// The amount of work that the recurrences of one file cause
///
/// A file of a few lines can name more occurrences than a computer can hold. The work that it may cause is
/// counted while it is read, so that no query about it later takes long.
///
/// For an event of one hour (`DTEND`) without an end of its recurrence:
///
/// ```
/// FREQ=DAILY               401 occurrences in the period, at the most
/// FREQ=HOURLY            9 602
/// FREQ=SECONDLY     34 563 601 by arithmetic, so 20 001 and more are counted: above `eventLimit`
/// ```
struct CalendarCost {
  /// Occurrences in the period, summed over the events; those that overlap count as often as they do
  private var occurrences: Double = 0

  /// Occurrences counted through for `COUNT`, and empty periods on the way
  var walked = 0

  /// The days in which occurrences are counted: as far ahead as `agenda` looks
  static let period = 400.0

  /// The most occurrences of all events in the period
  static let limit: Int64 = 4_000_000

  /// The most occurrences of one event in the period: 50 a day
  ///
  /// An invitation is written by somebody else, and each occurrence may notify a person.
  static let eventLimit: Int64 = 20_000

  /// The most ``walked`` of one file; rules that would be counted through after that are refused
  static let walkLimit = 4_000_000

  /// The most occurrences that are counted through for one rule
  static let countLimit: Int64 = 400_000

  /// Notes an event
  ///
  /// - Returns: the limit that it would exceed; nil if it is within all of them, and noted.
  mutating func add(_ event: CalendarEvent) -> CalendarProblem.Kind? {
    var sum = Double(event.addedTimes.count)
    for rule in event.rules + event.exceptionRules {
      sum += rule.perPeriod
    }
    guard sum <= Double(Self.eventLimit) else { return .eventTooOften(limit: Self.eventLimit) }
    guard occurrences + sum <= Double(Self.limit) else {
      return .tooManyOccurrences(limit: Self.limit)
    }
    occurrences += sum
    return nil
  }

  /// The most occurrences of a rule in the period, those included that still last
  ///
  /// Arithmetic gives a bound. If that is too much, the first two periods are counted through.
  mutating func occurrences(
    of bound: BoundRule, lasting length: CalendarEvent.Length
  ) -> Double {
    let recurrence = bound.recurrence
    let last = min(bound.lastLocal, bound.lastInstant)
    let days = Double(max(last - recurrence.start, 0)) / 86_400 + 1
    let lasting = Double(length.atMost) / 86_400
    var most =
      min(days, Self.period + lasting) * recurrence.dailyRate + Double(recurrence.timesPerPeriod)
    if let count = recurrence.rule.count { most = min(most, Double(count)) }
    guard most > Double(Self.eventLimit), walked <= Self.walkLimit else { return most }
    // `FREQ=MINUTELY;INTERVAL=10;BYMONTH=1` has at most 144 occurrences a day, which arithmetic takes for 57 601 in the
    // period. Counted from March on, two Januaries have 8 928, which is 4 464 in a period.
    var counted = 0
    let end = recurrence.start + Int64(2 * Self.period) * 86_400
    let looked = recurrence.forEach(from: recurrence.start, through: min(end, last)) { _ in
      counted += 1
      return counted <= 2 * Int(Self.eventLimit)
    }
    walked += looked
    let periods = max(1, min(days, 2 * Self.period) / Self.period)
    return min(most, Double(counted) / periods * (1 + lasting / Self.period))
  }
}
