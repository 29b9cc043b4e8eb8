internal import OppModel

/// The times of day at which an Opp happens, if the clock alone says so
///
/// ```
/// on 7:30 or 19:30                  times 27000, 70200
/// on every 6h                       times 0, 21600, 43200, 64800
/// on 9:00 or temp > 30C             nil: data decide, too
/// ```
///
/// A condition may make fewer of them happen; rules that need all of them look at it themselves.
struct DailySchedule {
  /// In seconds, ascending, each once
  let times: [Int64]

  /// Seconds
  private static let day: Int64 = 86_400

  /// - Returns: nil for an Opp with other events, with `for each` or with `again`.
  init?(_ rule: Rule, _ graph: ConditionGraph) {
    guard rule.rows == nil, rule.repetition == nil, !rule.events.isEmpty else { return nil }
    var found: Set<Int64> = []
    for event in rule.events {
      switch event {
      case .timeOfDay(let node):
        guard case .constant(.scalar(let time)) = graph[node].operation,
          let seconds = Int64(exactly: time)
        else { return nil }
        found.insert(seconds)
      case .every(let seconds):
        // Every second or so would be tens of thousands of times.
        guard seconds >= 60 else { return nil }
        found.formUnion(stride(from: 0, to: Self.day, by: Int(seconds)))
      case .becomes, .sun, .instant, .changes, .rowAdded, .rowRemoved: return nil
      }
    }
    times = found.sorted()
  }

  /// The most times that it can happen in a period; nil for a period without end
  ///
  /// `on 7:30 or 8:10`: once per hour, since hours are those of the clock; twice per 2h, a period that slides.
  func most(in period: RateLimit.Period) -> Int? {
    switch period {
    case .hour: return byHour.map { $0.count }.max()
    case .day: return times.count
    case .week: return 7 * times.count
    case .month: return 31 * times.count
    case .ever: return nil
    case .seconds(let seconds):
      // A change of the clock brings times that are a night apart an hour nearer.
      // As many days as the period touches, and an hour for a change of the clock.
      let (all, reach) = (times(ofDays: seconds / Self.day + 2), seconds + 3600)
      return times.map { first in all.count { $0 >= first && $0 <= first + reach } }.max()
    }
  }

  /// The times that a limit never lets through, if the Opp fires whenever it can
  ///
  /// `on 7:30 or 8:10` with `at most once per 2h` drops 8:10 each day; with `once per hour` nothing.
  func dropped(by limit: RateLimit) -> [Int64] {
    var fired: Set<Int64> = []
    switch limit.period {
    case .hour: for hour in byHour { fired.formUnion(hour.prefix(limit.count)) }
    case .day: fired.formUnion(times.prefix(limit.count))
    case .week: fired.formUnion(first(limit.count, ofDays: 7))
    case .month: fired.formUnion(first(limit.count, ofDays: 31))
    case .ever: return []
    case .seconds(let seconds):
      // A sliding period: the firings within it, over so many days that the pattern repeats.
      var recent: [Int64] = []
      for time in times(ofDays: 60) {
        recent.removeAll { $0 < time - seconds }
        if recent.count >= limit.count { continue }
        recent.append(time)
        fired.insert(time % Self.day)
      }
    }
    return times.filter { !fired.contains($0) }
  }

  /// The times of each hour of the day, by the hour
  private var byHour: [[Int64]] {
    (0..<24).map { hour in times.filter { $0 / 3600 == hour } }
  }

  /// The times of the first days, as seconds since the first midnight; at most 400 days
  private func times(ofDays count: Int64) -> [Int64] {
    (0..<min(count, 400)).flatMap { day in times.map { day * Self.day + $0 } }
  }

  /// The times of day that the first firings of a calendar period take
  private func first(_ count: Int, ofDays days: Int64) -> [Int64] {
    times(ofDays: days).prefix(count).map { $0 % Self.day }
  }
}

extension LintSubject {
  /// `true` if a condition has one value from midnight to midnight: it looks at nothing but the date
  func isOfWholeDays(_ condition: NodeID?) -> Bool {
    guard let condition else { return true }
    // Any operation that is known to change within a day, or that data decide.
    var isOfDays = true
    forEachOperation(below: condition) { node, operation in
      if operation.traits.absence == .byItself || operation.traits.role == .sun
        || changesWithinDay(operation)
      {
        isOfDays = false
      }
    }
    return isOfDays
  }

  /// `true` for the clock, or a part of an instant, that has several values on a day
  private func changesWithinDay(_ operation: Operation) -> Bool {
    if case .clock(let field) = operation { return field == .time || field == .now }
    guard case .part(let part, _) = operation else { return false }
    return part == .hour || part == .minute || part == .second || part == .time
  }

  /// A time of day as written: `7:30`
  func clockText(_ seconds: Int64) -> String {
    let minutes = seconds / 60 % 60
    return "\(seconds / 3600 % 24):\(minutes < 10 ? "0" : "")\(minutes)"
  }
}

extension RateLimit.Period {
  /// The period as a limit names it; nil for one of a number of seconds, and for none
  var word: String? {
    switch self {
    case .hour: "hour"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .seconds, .ever: nil
    }
  }

  /// The least number of seconds that the period lasts; nil for one without end
  var seconds: Int64? {
    switch self {
    case .hour: 3600
    case .day: 23 * 3600
    case .week: 7 * 86_400 - 3600
    case .month: 28 * 86_400 - 3600
    case .seconds(let seconds): seconds
    case .ever: nil
    }
  }
}
