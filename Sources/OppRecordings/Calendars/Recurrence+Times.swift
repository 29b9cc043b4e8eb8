internal import OppModel

/// Hours, minutes and seconds
extension Recurrence {
  /// Hourly, minutely and secondly rules; periods are hours, minutes or seconds since 1970
  func walkTimes(_ first: Int64, _ last: Int64, _ body: (Int64) -> Bool) -> Int {
    let unit = rule.frequency.seconds
    let origin = floorDivided(start, by: unit)
    var (index, overflow) = aligned(floorDivided(first, by: unit), origin: origin)
    let times = timesOfPeriod
    // All periods have as many times, so that none has a start if one has none.
    guard !picksNothing(of: times.count) else { return 0 }
    var looked = 0
    var empty = 0
    var day: (days: Int64, next: Int64)?
    while !overflow, empty < Self.emptyPeriodLimit {
      // Years beyond the last one are out of reach before a multiplication could overflow.
      guard index <= last / unit + 1 else { break }
      let time = index * unit
      guard time <= last else { break }
      looked += 1
      let days = floorDivided(time, by: 86_400)
      if day?.days != days { day = (days, nextDay(after: days)) }
      let next = day?.next ?? 0
      let skipped = next == days ? skippedTime(after: time, of: days) : next * 86_400
      if let skipped {
        empty += 1
        let target = floorDivided(skipped + unit - 1, by: unit)
        let steps = (target - origin + rule.interval - 1) / rule.interval
        let distance = steps.multipliedReportingOverflow(by: rule.interval)
        let sum = origin.addingReportingOverflow(distance.partialValue)
        index = sum.partialValue
        overflow = distance.overflow || sum.overflow
        continue
      }
      empty = 0
      if !emit([0], times.map { time + $0 }, first, last, body) { break }
      (index, overflow) = index.addingReportingOverflow(rule.interval)
    }
    return looked
  }

  /// The day itself if it fits, else the next one worth looking at
  private func nextDay(after days: Int64) -> Int64 {
    let date = CivilDate(days: days)
    let parts = date.parts
    if fits(date, parts: parts) { return days }
    if months & 1 << parts.month != 0 { return days + 1 }
    let later = (1...12).first { $0 > parts.month && months & 1 << $0 != 0 }
    let month = later ?? (1...12).first { months & 1 << $0 != 0 } ?? 1
    let year = later == nil ? parts.year + 1 : parts.year
    return CivilDate(year: year, month: month, day: 1)?.days ?? days + 1
  }

  /// The next time worth looking at if the hour, minute or second of one does not fit
  private func skippedTime(after time: Int64, of days: Int64) -> Int64? {
    let second = time - days * 86_400
    let (hour, minute) = (Int(second / 3600), Int(second / 60 % 60))
    if !rule.hours.isEmpty, !rule.hours.contains(hour) {
      let next = rule.hours.first { $0 > hour } ?? 24
      return time - second + Int64(next) * 3600
    }
    if rule.frequency < .hourly, !rule.minutes.isEmpty, !rule.minutes.contains(minute) {
      let next = rule.minutes.first { $0 > minute } ?? 60
      return time - second + Int64(hour * 3600 + next * 60)
    }
    if rule.frequency == .secondly, !rule.seconds.isEmpty,
      !rule.seconds.contains(Int(second % 60))
    {
      let minute = floorDivided(time, by: 60) * 60
      let next = rule.seconds.first { Int64($0) > second % 60 }
      return minute + Int64(next ?? 60)
    }
    return nil
  }

  /// The seconds from the beginning of an hour, a minute or a second that the rule expands it to
  var timesOfPeriod: [Int64] {
    switch rule.frequency {
    case .hourly:
      rule.minutes.flatMap { minute in rule.seconds.map { Int64(minute * 60 + $0) } }
    case .minutely: rule.seconds.map(Int64.init)
    default: [0]
    }
  }
}
