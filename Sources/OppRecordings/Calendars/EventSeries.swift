internal import OppModel

/// An event that recurs, less the occurrences that were changed one by one
///
/// A changed occurrence is a single event of its own; here its start is only skipped. A change of an occurrence and
/// all after it is kept, because it moves those that the rule still generates:
///
/// ```
/// DTSTART:20200310T130000Z                              10 March 13:00  (COUNT=3)
/// RRULE:FREQ=DAILY;COUNT=3
/// RECURRENCE-ID;RANGE=THISANDFUTURE:20200311T130000Z    11 March 13:00  skipped; the change is a single at 14:00
/// DTSTART:20200311T140000Z                              12 March 14:00  shift of 3600 s
/// ```
///
/// Starts are not stored: ``collect(from:to:into:)`` generates those of a window, in time that depends on the length of
/// the window, the number of added and excluded dates, and not on how far the window is from the first start.
struct EventSeries: Sendable {
  /// The event without `RECURRENCE-ID`
  private let master: CalendarEvent

  /// All the zones of the file
  private let zones: [CalendarZone]

  /// Starts that do not occur, in seconds since the epoch
  private var skippedStarts: Set<Int64> = []

  /// Days that do not occur, in days since 1970-01-01 of the series' zone: from `EXDATE;VALUE=DATE:20200311`
  private var skippedDays: Set<Int64> = []

  /// Changes of an occurrence and all after it, by the start they begin with, ascending
  private var futures: [Future] = []

  /// The most seconds that an occurrence lasts: how far before a window one may begin that reaches into it
  private var maximumLength: Int64

  /// The most seconds by which ``futures`` move an occurrence, either way
  private var maximumShift: Int64 = 0

  /// An instant before which nothing of the series happens, and one after which nothing does
  let span: ClosedRange<Int64>

  /// A change of an occurrence and all after it
  private struct Future: Sendable {
    /// The start that it names, in seconds since the epoch, as the rule generates it
    let start: Int64

    /// Seconds of the wall clock by which later occurrences move
    let shift: Int64

    /// The event that gives title, length and the like from then on
    let event: CalendarEvent
  }

  /// A start that the rule or `RDATE` gives
  private struct Start {
    /// Seconds since the epoch
    let instant: Int64

    /// Seconds of the wall clock of the series' zone, since 1970
    let local: Int64

    /// The length that `RDATE` gives with a period; nil if that of the event counts
    let length: CalendarEvent.Length?
  }

  /// - Parameter changes: those with a `RECURRENCE-ID`.
  init(master: CalendarEvent, changes: [CalendarEvent], zones: [CalendarZone]) {
    self.master = master
    self.zones = zones
    maximumLength = master.addedTimes.reduce(master.length.atMost) {
      max($0, $1.length?.atMost ?? 0)
    }
    let zone = zones[master.start.zone]
    for time in master.excludedTimes {
      Self.skip(time, master, zones, &skippedStarts, &skippedDays)
    }
    for change in changes {
      guard let id = change.recurrence else { continue }
      Self.skip(id.time, master, zones, &skippedStarts, &skippedDays)
      guard id.isThisAndFuture else { continue }
      let start = Self.instant(of: id.time, master, zones)
      let moved = change.start.instant(in: zones)
      let shift =
        change.start.isDate
        ? change.start.local - id.time.local
        : zone.local(at: moved)
          - zone.local(at: start)
      futures.append(Future(start: start, shift: shift, event: change))
      maximumLength = max(maximumLength, change.length.atMost)
      maximumShift = max(maximumShift, abs(shift))
    }
    futures.sort { $0.start < $1.start }
    let first = master.start.instant(in: zones)
    let added = master.addedTimes.map { $0.start.instant(in: zones) }
    let lastRule = master.rules.map { min($0.lastLocal, $0.lastInstant) }.max() ?? first
    // Two days more than the greatest difference between zones.
    let slack = maximumShift + 4 * 86_400
    let begin = min(first, added.min() ?? first) - slack
    let end = max(first, lastRule, added.max() ?? first) + slack + maximumLength
    span = begin...max(begin, end)
  }

  var uid: String { master.uid }

  /// `true` if some of its occurrences may make a person busy
  var isBusy: Bool { master.isBusy || futures.contains { $0.event.isBusy } }

  /// Appends the occurrences that have a second in `[from, to)`, or begin in it
  func collect(from: Int64, to: Int64, into occurrences: inout [Occurrence]) {
    guard span.lowerBound < to, span.upperBound >= from else { return }
    // An occurrence of the window may begin before it, and may have been moved into it from before or after.
    let reach = maximumLength + maximumShift
    for start in starts(from: from - reach, to: to + maximumShift) {
      var event = master
      var local = start.local
      var instant = start.instant
      var length = start.length ?? master.length
      if let future = futures.last(where: { $0.start <= start.instant }) {
        event = future.event
        length = start.length ?? event.length
        if future.shift != 0 {
          local += future.shift
          instant = zones[master.start.zone].instant(ofLocal: local)
        }
      }
      guard !event.isCancelled else { continue }
      let end = length.end(ofLocal: local, instant: instant, in: zones[master.start.zone])
      if instant < to, end > from || (end == instant && instant == from) {
        occurrences.append(event.occurrence(begins: instant, ends: end))
      }
    }
  }

  /// The starts in `[from, to)` that are not skipped, in no order
  private func starts(from: Int64, to: Int64) -> [Start] {
    var seen: Set<Int64> = []
    var found: [Start] = []
    let zone = zones[master.start.zone]
    let excluded = exclusions(from: from, to: to)
    func add(_ start: Start) {
      guard start.instant >= from, start.instant < to, !excluded.contains(start.instant),
        !skippedStarts.contains(start.instant),
        skippedDays.isEmpty || !skippedDays.contains(floorDivided(start.local, by: 86_400)),
        seen.insert(start.instant).inserted
      else { return }
      found.append(start)
    }
    // Periods go first: their own length counts.
    for time in master.addedTimes where time.length != nil {
      let instant = time.start.instant(in: zones)
      add(Start(instant: instant, local: zone.local(at: instant), length: time.length))
    }
    add(
      Start(
        instant: master.start.instant(in: zones), local: master.start.local, length: nil))
    for time in master.addedTimes where time.length == nil {
      let instant = time.start.instant(in: zones)
      add(Start(instant: instant, local: zone.local(at: instant), length: nil))
    }
    for rule in master.rules {
      walk(rule, from: from, to: to) { local, instant in
        add(Start(instant: instant, local: local, length: nil))
      }
    }
    return found
  }

  /// The starts that `EXRULE` takes out
  private func exclusions(from: Int64, to: Int64) -> Set<Int64> {
    var excluded: Set<Int64> = []
    for rule in master.exceptionRules {
      walk(rule, from: from, to: to) { _, instant in excluded.insert(instant) }
    }
    return excluded
  }

  /// Calls a function with the local time and the instant of each start of a rule that may lie in `[from, to)`
  ///
  /// Some may lie outside of it by as much as ``CalendarZones`` can differ.
  private func walk(
    _ rule: BoundRule, from: Int64, to: Int64, _ body: (Int64, Int64) -> Void
  ) {
    let zone = zones[master.start.zone]
    let isUTC = master.start.zone == CalendarZones.utc
    // Wall clocks differ from UTC by less than 26 hours, and a gap moves a time by less than that.
    let slack: Int64 = 2 * 26 * 3600
    rule.recurrence.forEach(
      from: from - slack, through: min(to + slack, rule.lastLocal)
    ) { local in
      let instant = isUTC ? local : zone.instant(ofLocal: local)
      if instant <= rule.lastInstant { body(local, instant) }
      return true
    }
  }
}

// MARK: - Naming an occurrence

extension EventSeries {
  /// Notes an occurrence that `EXDATE` or `RECURRENCE-ID` names
  private static func skip(
    _ time: CalendarTime, _ master: CalendarEvent, _ zones: [CalendarZone],
    _ starts: inout Set<Int64>, _ days: inout Set<Int64>
  ) {
    if time.isDate {
      days.insert(floorDivided(time.local, by: 86_400))
    } else {
      starts.insert(instant(of: time, master, zones))
    }
  }

  /// The start that a `RECURRENCE-ID` or `EXDATE` means
  ///
  /// A time without a zone is one of the series' own zone; a time, if the series is of dates, is its
  /// date; and a date, if it is of times, is that date at the series' time of day.
  static func instant(
    of time: CalendarTime, _ master: CalendarEvent, _ zones: [CalendarZone]
  ) -> Int64 {
    let zone = master.start.zone
    if master.start.isDate, !time.isDate {
      let day = floorDivided(date(of: time, zones), by: 86_400) * 86_400
      return CalendarTime(local: day, isDate: true, zone: zone).instant(in: zones)
    }
    if !master.start.isDate, time.isDate {
      let second = master.start.local - floorDivided(master.start.local, by: 86_400) * 86_400
      return CalendarTime(local: time.local + second, isDate: false, zone: zone)
        .instant(in: zones)
    }
    if time.isFloating {
      return CalendarTime(local: time.local, isDate: false, zone: zone).instant(in: zones)
    }
    return time.instant(in: zones)
  }

  /// A local second of the date that a time means if a series is of dates
  ///
  /// `20260622T000000Z` is 22 June. Any other time in UTC is taken in the person's zone: `20260621T220000Z` is midnight
  /// of 22 June in Berlin.
  private static func date(of time: CalendarTime, _ zones: [CalendarZone]) -> Int64 {
    guard time.zone == CalendarZones.utc, time.local % 86_400 != 0 else { return time.local }
    return zones[CalendarZones.local].local(at: time.local)
  }

  /// `true` if `EXDATE` takes out the occurrence that a change names
  static func isExcluded(
    _ change: CalendarEvent, by master: CalendarEvent, _ zones: [CalendarZone]
  ) -> Bool {
    guard let id = change.recurrence, !master.excludedTimes.isEmpty else { return false }
    let start = instant(of: id.time, master, zones)
    let day = floorDivided(zones[master.start.zone].local(at: start), by: 86_400)
    return master.excludedTimes.contains { excluded in
      excluded.isDate
        ? floorDivided(excluded.local, by: 86_400) == day
        : instant(of: excluded, master, zones) == start
    }
  }
}

extension CalendarEvent {
  /// An occurrence of the event at given seconds; one without a duration does not make the person busy
  func occurrence(begins: Int64, ends: Int64) -> Occurrence {
    Occurrence(
      uid: uid, title: title, location: location, begins: Instant(seconds: begins),
      ends: Instant(seconds: ends), isBusy: isBusy && ends > begins, isAllDay: start.isDate)
  }

  /// The one occurrence of an event that does not recur
  func occurrence(in zones: [CalendarZone]) -> Occurrence {
    let instant = start.instant(in: zones)
    return occurrence(
      begins: instant,
      ends: length.end(ofLocal: start.local, instant: instant, in: zones[start.zone]))
  }
}
