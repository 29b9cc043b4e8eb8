internal import OppModel

/// A recurrence rule at work: the local times that it generates from its start on
///
/// Time is cut into periods of the rule's frequency; the `interval`-th of them are visited. Each period
/// has a set of days, each day the same set of times of day; `BYSETPOS` picks from their product:
///
/// ```
/// period k           days                      × times          = starts
/// June 2026  →  [1 June, 8 June, 15 June, …]  × [9:00, 17:00]  = [1 June 9:00, 1 June 17:00, …]
/// ```
///
/// A period is found from a time by arithmetic, so a query about a late window costs no more than one about an
/// early one. Rules of hours, minutes and seconds leap over months, days, hours and minutes that do not
/// fit, each as a whole. All is wall clock time; zones come later. The parts that RFC 5545 §3.3.10 takes from the
/// start are filled in once.
struct Recurrence: Sendable {
  let rule: RecurrenceRule

  /// Seconds of the wall clock since 1970
  let start: Int64

  /// The date of the start, which fills in the parts that the rule leaves out
  private let startParts: (year: Int64, month: Int, day: Int)

  /// The months that a day may lie in, as bits 1 to 12
  let months: Int

  /// Whether ordinals of `BYDAY` count within the month, the year, or not at all
  private let ordinals: OrdinalScope

  /// The range in which `2TU` means the second Tuesday
  private enum OrdinalScope: Sendable {
    case month
    case year
    case none
  }

  /// The last year, because years are written with four digits
  static let lastYear: Int64 = 9999

  /// The end of the last year, in seconds of the wall clock
  static let end: Int64 = 253_402_300_800

  /// The number of periods without a single time after which a rule has ended
  ///
  /// Four hundred years have 146 097 days, and then the calendar repeats.
  static let emptyPeriodLimit = 150_000

  init(_ written: RecurrenceRule, start: Int64) {
    var rule = written
    // So many seconds lead from any year past the last one, and sums of them do not overflow.
    rule.interval = min(rule.interval, 1 << 40)
    self.start = start
    let date = LocalDateTime(secondsSinceEpoch: start)
    startParts = date.date.parts
    let hasDays =
      !rule.monthDays.isEmpty || !rule.yearDays.isEmpty || !rule.weekdays.isEmpty
    switch rule.frequency {
    case .yearly where !hasDays:
      if rule.weekNumbers.isEmpty {
        rule.monthDays = [startParts.day]
        if rule.months.isEmpty { rule.months = [startParts.month] }
      } else {
        rule.weekdays = [.init(ordinal: 0, weekday: date.date.weekday)]
      }
    case .monthly where !hasDays && rule.weekNumbers.isEmpty:
      rule.monthDays = [startParts.day]
    case .weekly where !hasDays && rule.weekNumbers.isEmpty:
      rule.weekdays = [.init(ordinal: 0, weekday: date.date.weekday)]
    default: break
    }
    if rule.frequency > .hourly, rule.hours.isEmpty { rule.hours = [date.hour] }
    if rule.frequency > .minutely, rule.minutes.isEmpty { rule.minutes = [date.minute] }
    if rule.frequency > .secondly, rule.seconds.isEmpty { rule.seconds = [date.second] }
    months =
      rule.months.isEmpty ? 0x1FFE : rule.months.reduce(0) { $0 | 1 << $1 }
    switch rule.frequency {
    case .monthly: ordinals = .month
    case .yearly where !rule.weekNumbers.isEmpty: ordinals = .none
    case .yearly: ordinals = rule.months.isEmpty ? .year : .month
    default: ordinals = .none
    }
    self.rule = rule
  }

  /// The greatest number of occurrences of the rule in a day
  var dailyRate: Double {
    func share(_ list: [Int], _ total: Double) -> Double {
      list.isEmpty ? 1 : Double(list.count) / total
    }
    let days = Double(rule.frequency.seconds) / 86_400
    let periods = 1 / (days * Double(rule.interval))
    let times = Double(timesPerPeriod)
    let rate: Double
    switch rule.frequency {
    case .secondly, .minutely, .hourly:
      var fitting = share(rule.hours, 24) / days
      if rule.frequency < .hourly { fitting *= share(rule.minutes, 60) }
      if rule.frequency == .secondly { fitting *= share(rule.seconds, 60) }
      rate = min(periods, fitting) * times
    case .daily, .weekly, .monthly, .yearly:
      rate = min(1, daysAtMost * periods) * times
    }
    return rule.positions.isEmpty ? rate : min(rate, Double(rule.positions.count) * periods)
  }

  /// The times of a day, or of the shorter period that the rule repeats
  var timesPerPeriod: Int {
    switch rule.frequency {
    case .secondly: 1
    case .minutely: rule.seconds.count
    case .hourly: rule.minutes.count * rule.seconds.count
    default: rule.hours.count * rule.minutes.count * rule.seconds.count
    }
  }

  /// The greatest number of days of a period that can fit
  private var daysAtMost: Double {
    switch rule.frequency {
    case .yearly:
      if !rule.yearDays.isEmpty { return Double(rule.yearDays.count) }
      let months = Double(rule.months.isEmpty ? 12 : rule.months.count)
      return months * (rule.monthDays.isEmpty ? 31 : Double(rule.monthDays.count))
    case .monthly: return rule.monthDays.isEmpty ? 31 : Double(rule.monthDays.count)
    case .weekly: return rule.weekdays.isEmpty ? 7 : Double(rule.weekdays.count)
    default: return 1
    }
  }
}

// MARK: - Walking

extension Recurrence {
  /// Calls a function with each start from `lower` to `upper`, both included, in order
  ///
  /// - Parameter body: returns whether to continue.
  /// - Returns: the number of periods that were searched.
  @discardableResult
  func forEach(
    from lower: Int64, through upper: Int64, _ body: (Int64) -> Bool
  ) -> Int {
    let first = max(lower, start)
    let last = min(upper, Self.end - 1)
    guard first <= last else { return 0 }
    return rule.frequency < .daily
      ? walkTimes(first, last, body) : walkDays(first, last, body)
  }

  /// Yearly, monthly, weekly and daily rules
  private func walkDays(_ first: Int64, _ last: Int64, _ body: (Int64) -> Bool) -> Int {
    let times = timesOfDay
    let origin = periodIndex(of: start)
    var (index, overflow) = aligned(periodIndex(of: first), origin: origin)
    var looked = 0
    var empty = 0
    var days: [Int64] = []
    while !overflow, empty < Self.emptyPeriodLimit {
      let begin = periodStart(index)
      guard begin * 86_400 <= last else { break }
      looked += 1
      days.removeAll(keepingCapacity: true)
      collectDays(ofPeriod: index, begin: begin, into: &days)
      empty = picksNothing(of: days.count * times.count) ? empty + 1 : 0
      if !emit(days, times, first, last, body) { break }
      (index, overflow) = index.addingReportingOverflow(rule.interval)
    }
    return looked
  }

  /// The index of the last visited period not after the one at `index`
  func aligned(_ index: Int64, origin: Int64) -> (Int64, Bool) {
    let steps = max(0, index - origin) / rule.interval
    let (distance, overflow) = steps.multipliedReportingOverflow(by: rule.interval)
    let (sum, overflows) = origin.addingReportingOverflow(distance)
    return (sum, overflow || overflows)
  }

  /// Years, months since year 0, weeks or days since 1970, of a local time
  private func periodIndex(of local: Int64) -> Int64 {
    let date = LocalDateTime(secondsSinceEpoch: local).date
    switch rule.frequency {
    case .yearly: return date.year
    case .monthly: return date.year * 12 + Int64(date.month - 1)
    case .weekly: return floorDivided(date.days + 3 - Int64(rule.weekStart), by: 7)
    default: return date.days
    }
  }

  /// The first day of a period, in days since 1970
  private func periodStart(_ index: Int64) -> Int64 {
    let beyond = Self.end / 86_400
    switch rule.frequency {
    case .yearly:
      guard index <= Self.lastYear else { return beyond }
      return CivilDate(year: index, month: 1, day: 1)?.days ?? beyond
    case .monthly:
      guard index < (Self.lastYear + 1) * 12 else { return beyond }
      let year = floorDivided(index, by: 12)
      return CivilDate(year: year, month: Int(index - year * 12) + 1, day: 1)?.days ?? beyond
    case .weekly: return index > beyond ? beyond : index * 7 - 3 + Int64(rule.weekStart)
    default: return min(index, beyond)
    }
  }

  /// Emits the times of the days of one period, less those that `BYSETPOS` leaves out
  func emit(
    _ days: [Int64], _ times: [Int64], _ first: Int64, _ last: Int64, _ body: (Int64) -> Bool
  ) -> Bool {
    let count = days.count * times.count
    func time(_ index: Int) -> Int64 {
      days[index / times.count] * 86_400 + times[index % times.count]
    }
    guard rule.positions.isEmpty else {
      for index in Self.picked(rule.positions, of: count) {
        let value = time(index)
        if value > last { return false }
        if value >= first, !body(value) { return false }
      }
      return true
    }
    for index in 0..<count {
      let value = time(index)
      if value > last { return false }
      if value >= first, !body(value) { return false }
    }
    return true
  }

  /// `true` if a period with so many times has no start
  func picksNothing(of count: Int) -> Bool {
    rule.positions.isEmpty ? count == 0 : Self.picked(rule.positions, of: count).isEmpty
  }

  /// The indices, ascending, that positions from 1, or from -1 at the end, mean
  private static func picked(_ positions: [Int], of count: Int) -> [Int] {
    var indices: Set<Int> = []
    for position in positions {
      let index = position > 0 ? position - 1 : count + position
      if index >= 0, index < count { indices.insert(index) }
    }
    return indices.sorted()
  }

  /// Seconds since midnight, ascending: `BYHOUR=9,17;BYMINUTE=30` is [34 200, 63 000]
  private var timesOfDay: [Int64] {
    var times: [Int64] = []
    for hour in rule.hours {
      for minute in rule.minutes {
        for second in rule.seconds {
          times.append(Int64(hour * 3600 + minute * 60 + second))
        }
      }
    }
    return times
  }
}

// MARK: - Days

extension Recurrence {
  /// Appends the days of a period that fit, ascending, in days since 1970
  private func collectDays(ofPeriod index: Int64, begin: Int64, into days: inout [Int64]) {
    switch rule.frequency {
    case .yearly:
      for month in 1...12 where months & 1 << month != 0 {
        collectDays(ofMonth: month, year: index, into: &days)
      }
    case .monthly:
      let year = floorDivided(index, by: 12)
      let month = Int(index - year * 12) + 1
      if months & 1 << month != 0 { collectDays(ofMonth: month, year: year, into: &days) }
    case .weekly:
      for day in begin..<(begin + 7) where fits(CivilDate(days: day)) { days.append(day) }
    default:
      if fits(CivilDate(days: begin)) { days.append(begin) }
    }
  }

  /// Appends the days of a month that fit; a rule of one day of the month needs no search for it
  private func collectDays(ofMonth month: Int, year: Int64, into days: inout [Int64]) {
    guard let first = CivilDate(year: year, month: month, day: 1) else { return }
    let count = CivilDate.dayCount(year: year, month: month)
    let isByMonthDayOnly =
      rule.weekdays.isEmpty && rule.yearDays.isEmpty && rule.weekNumbers.isEmpty
    if isByMonthDayOnly, rule.monthDays.count == 1, let day = rule.monthDays.first {
      let number = day > 0 ? day : count + 1 + day
      if number >= 1, number <= count { days.append(first.days + Int64(number - 1)) }
      return
    }
    for day in 0..<count {
      let date = first.advanced(by: Int64(day))
      if fits(date, parts: (year, month, day + 1)) { days.append(date.days) }
    }
  }

  private func fits(_ date: CivilDate) -> Bool { fits(date, parts: date.parts) }

  /// `true` if all the parts of the rule that concern days admit a date
  func fits(_ date: CivilDate, parts: (year: Int64, month: Int, day: Int)) -> Bool {
    if months & 1 << parts.month == 0 { return false }
    if !rule.monthDays.isEmpty {
      let left = CivilDate.dayCount(year: parts.year, month: parts.month) - parts.day
      if !rule.monthDays.contains(parts.day), !rule.monthDays.contains(-left - 1) { return false }
    }
    if !rule.weekdays.isEmpty, !fitsWeekday(date, parts) { return false }
    if !rule.yearDays.isEmpty {
      let day = date.dayOfYear
      let left = CivilDate.dayCount(year: parts.year) - day
      if !rule.yearDays.contains(day), !rule.yearDays.contains(-left - 1) { return false }
    }
    if !rule.weekNumbers.isEmpty {
      let week = date.week(weekStart: rule.weekStart)
      let left = CivilDate.weekCount(year: week.year, weekStart: rule.weekStart) - week.number
      if !rule.weekNumbers.contains(week.number), !rule.weekNumbers.contains(-left - 1) {
        return false
      }
    }
    return true
  }

  /// `true` if `BYDAY` admits a date: `-1FR` in June 2026 is the 26th alone
  private func fitsWeekday(
    _ date: CivilDate, _ parts: (year: Int64, month: Int, day: Int)
  ) -> Bool {
    let weekday = date.weekday
    for wanted in rule.weekdays where wanted.weekday == weekday {
      if wanted.ordinal == 0 { return true }
      let day: Int
      let count: Int
      switch ordinals {
      case .none: return true
      case .month:
        day = parts.day
        count = CivilDate.dayCount(year: parts.year, month: parts.month)
      case .year:
        day = date.dayOfYear
        count = CivilDate.dayCount(year: parts.year)
      }
      let ordinal = wanted.ordinal > 0 ? (day - 1) / 7 + 1 : -((count - day) / 7 + 1)
      if ordinal == wanted.ordinal { return true }
    }
    return false
  }
}
