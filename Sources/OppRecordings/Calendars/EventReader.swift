internal import OppModel

/// Reads the events of a calendar
///
/// ``event(_:)`` is called for each `VEVENT`, then `busyPeriods(of:)` once, then ``problems`` are taken. A mistake in a
/// text is of no account; one in a property that determines the time makes the event unreadable:
///
/// ```
/// DTSTART:2020                   bad value: the event is left out, and the person's busy times are unknown …
/// TRANSP:TRANSPARENT             … unless it could not make busy anyway
/// DTEND before DTSTART           reported, and the two are swapped
/// RRULE:FREQ=SECONDLY            beyond a limit: the event is left out, and makes nothing else unknown
/// ```
struct EventReader {
  /// The text that the ranges of properties refer to
  let lines: CalendarLines

  /// The zones found so far; reading a `TZID` may add one
  var zones: CalendarZones

  /// Addresses of the person whose calendar it is, in small letters
  var owners: Set<String>

  /// `true` if an event of this calendar may make busy
  let makesBusy: Bool

  /// Problems in the order in which they are found, which is not quite that of the lines
  var problems: [CalendarProblem] = []

  /// The properties without a value that have been reported
  private var noted: Set<String> = []

  /// The work that the events read so far cause
  var cost = CalendarCost()

  /// An error in a property that determines an event's time, which is therefore unknowable
  struct Unreadable: Error {
    /// `true` if nothing is wrong with the event but that it exceeds a limit of one event
    var isBeyondLimit = false
  }

  /// The result of reading a component
  enum Outcome {
    case event(CalendarEvent)
    /// Its time is unknowable
    case unreadable
    /// It occurs more often than an event may; real events do not, and anybody can send such a one
    case beyondLimit
  }

  init(lines: CalendarLines, zones: CalendarZones, owners: Set<String>, makesBusy: Bool) {
    self.makesBusy = makesBusy
    self.lines = lines
    self.zones = zones
    self.owners = owners
  }

  /// The event of a component; its problems have been reported
  mutating func event(_ component: CalendarComponents.Component) -> Outcome {
    do throws(Unreadable) {
      let event = try readEvent(component)
      guard let kind = cost.add(event) else { return .event(event) }
      problems.append(lines.problem(kind, line: event.line, at: event.line.start))
      // The occurrences of all events have a limit too, at which any event may be the last.
      if case .eventTooOften = kind { return .beyondLimit }
      return .unreadable
    } catch {
      return error.isBeyondLimit ? .beyondLimit : .unreadable
    }
  }

  /// `true` if an event that cannot be read could have made the person busy
  func couldBeBusy(_ component: CalendarComponents.Component) -> Bool {
    // An event that replaces an occurrence of a series matters even if it does not make the person busy itself.
    guard makesBusy else { return false }
    return component.property("RECURRENCE-ID") != nil
      || isBusy(component) && !isCancelled(component)
  }

  /// The seconds in which an event that cannot be read may take place; `nil` if it may be any
  ///
  /// It is known if the event does not recur and its start can be read: clocks differ from UTC by less than 26 hours,
  /// and an end that cannot be read is taken for a day after the start.
  ///
  /// ```
  /// DTSTART;TZID=Nowhere:20120621T100000   20 June 08:00Z ..< 22 June 12:00Z, and as long as the event lasts
  /// DTSTART:20120621T100000Z, DTEND:soon   21 June 10:00Z ..< 22 June 10:00Z
  /// ```
  mutating func possibleTime(_ component: CalendarComponents.Component) -> Range<Int64>? {
    guard
      !component.properties.contains(where: {
        Self.recurrenceNames.contains($0.name) && $0.name != "EXDATE" && !lines.isNothing($0)
      }), let property = component.property("DTSTART"), let written = lines.time(property.value)
    else { return nil }
    let start = possibleInstants(written, property)
    var end = start.upperBound + 86_400
    if let property = component.property("DTEND"), let written = lines.time(property.value) {
      end = max(possibleInstants(written, property).upperBound, start.upperBound)
    } else if let duration = component.property("DURATION").flatMap({ lines.duration($0.value) }) {
      let seconds = duration.days * 86_400 + duration.seconds
      if seconds < 0 { return start.lowerBound + seconds..<start.upperBound + 1 }
      end = start.upperBound + seconds
    }
    return start.lowerBound..<end + 1
  }

  /// The instants that a time may mean, depending on its zone
  private mutating func possibleInstants(
    _ written: WrittenTime, _ property: ContentLine
  ) -> ClosedRange<Int64> {
    guard let time = placed(written, property) else {
      return written.local - 26 * 3600...written.local + 26 * 3600
    }
    let instant = time.instant(in: zones.all)
    return instant...instant
  }

  /// The event as a message names it: ``Dentist` of 2026-06-21`, as far as it can be read
  func name(of component: CalendarComponents.Component) -> String {
    let title = component.property("SUMMARY").map { lines.unescaped($0.value) } ?? ""
    var name = title.isEmpty ? "the event" : "the event `\(shortened(title))`"
    if let start = component.property("DTSTART").flatMap({ lines.time($0.value) }) {
      name += " of \(Instant(seconds: start.local).rfc3339.prefix(10))"
    }
    return name + " in line \(component.line.number) of the calendar"
  }

  /// Notes a problem at the value of a property
  mutating func report(_ kind: CalendarProblem.Kind, _ property: ContentLine) {
    problems.append(lines.problem(kind, line: property.line, at: property.value.lowerBound))
  }

  /// The event of a component; each failure has been reported when it is thrown
  private mutating func readEvent(
    _ component: CalendarComponents.Component
  ) throws(Unreadable) -> CalendarEvent {
    guard let startProperty = component.property("DTSTART") else {
      problems.append(
        lines.problem(
          .missing(property: "DTSTART", component: "VEVENT"), line: component.line,
          at: component.line.start))
      throw Unreadable()
    }
    var start = try time(startProperty)
    let length = try readLength(component, start: &start)
    var event = CalendarEvent(
      uid: identifier(of: component),
      title: component.property("SUMMARY").map { lines.unescaped($0.value) } ?? "",
      location: component.property("LOCATION").map { lines.unescaped($0.value) } ?? "",
      start: start, length: length, isBusy: isBusy(component),
      isCancelled: isCancelled(component),
      sequence: component.property("SEQUENCE").flatMap { lines.integer($0.value) } ?? -1,
      line: component.line)
    if let stamp = component.property("DTSTAMP").flatMap({ lines.time($0.value) }) {
      event.stamp = stamp.local
    }
    try readRecurrence(component, into: &event)
    return event
  }

  /// The UID of an event; `line 12` for an event without one, or with an empty one
  private func identifier(of component: CalendarComponents.Component) -> String {
    let uid = component.property("UID").map { lines.unescaped(lines.trimmed($0.value)) } ?? ""
    return uid.isEmpty ? "line \(component.line.number)" : uid
  }

  /// `true` if a property has a value; that it has none is noted once for each name
  private mutating func isThere(_ property: ContentLine) -> Bool {
    guard lines.isNothing(property) else { return true }
    if noted.insert(property.name).inserted { report(.noValue(property: property.name), property) }
    return false
  }

  /// The properties that make an event recur, or say which occurrence it changes
  private static let recurrenceNames: Set<String> = [
    "RECURRENCE-ID", "RRULE", "EXRULE", "RDATE", "EXDATE",
  ]

  /// Reads the properties that make an event recur, or say which occurrence it changes
  private mutating func readRecurrence(
    _ component: CalendarComponents.Component, into event: inout CalendarEvent
  ) throws(Unreadable) {
    for property in component.properties
    where Self.recurrenceNames.contains(property.name) && isThere(property) {
      switch property.name {
      case "RECURRENCE-ID":
        let range = property.parameter("RANGE")?.uppercased()
        event.recurrence = .init(
          time: try time(property), isThisAndFuture: range == "THISANDFUTURE")
      case "RRULE": event.rules.append(try rule(property, of: event))
      case "EXRULE": event.exceptionRules.append(try rule(property, of: event))
      case "RDATE":
        for value in lines.split(property.value, at: ",") where !value.isEmpty {
          event.addedTimes.append(try addedTime(value, property))
        }
      case "EXDATE":
        for value in lines.split(property.value, at: ",") where !value.isEmpty {
          event.excludedTimes.append(try time(property, value))
        }
      default: break
      }
      let count = event.addedTimes.count + event.excludedTimes.count
      guard count <= CalendarEvent.valueLimit else {
        report(.tooManyValues(limit: CalendarEvent.valueLimit), property)
        throw Unreadable(isBeyondLimit: true)
      }
    }
  }
}

// MARK: - Times

extension EventReader {
  /// The time of a property with one value
  mutating func time(_ property: ContentLine) throws(Unreadable) -> CalendarTime {
    try time(property, property.value)
  }

  /// One of the times of a property; its zone is that of `Z`, of `TZID`, or the floating one
  mutating func time(
    _ property: ContentLine, _ value: Range<Int>
  ) throws(Unreadable) -> CalendarTime {
    guard let written = lines.time(value) else {
      report(
        .badValue(
          property: property.name, value: shown(value),
          expected: "a date like 20260621 or a time like 20260621T120000Z"), property)
      throw Unreadable()
    }
    guard let time = placed(written, property) else {
      report(.unknownZone(name: property.parameter("TZID") ?? ""), property)
      throw Unreadable()
    }
    return time
  }

  /// A written time in the zone of its property; `nil` if no zone has the name of its `TZID`
  private mutating func placed(
    _ written: WrittenTime, _ property: ContentLine
  ) -> CalendarTime? {
    if written.isDate {
      return CalendarTime(local: written.local, isDate: true, zone: CalendarZones.local)
    }
    if written.isUTC {
      return CalendarTime(local: written.local, isDate: false, zone: CalendarZones.utc)
    }
    guard let name = property.parameter("TZID") else {
      return CalendarTime(
        local: written.local, isDate: false, zone: zones.floating, isFloating: true)
    }
    return zones.index(of: name).map {
      CalendarTime(local: written.local, isDate: false, zone: $0)
    }
  }

  /// `DTEND`, else `DURATION`, else a day for a date and nothing for a time
  private mutating func readLength(
    _ component: CalendarComponents.Component, start: inout CalendarTime
  ) throws(Unreadable) -> CalendarEvent.Length {
    if let property = component.property("DTEND"), isThere(property) {
      let end = try time(property)
      if start.isDate, end.isDate {
        // The end of a date is not part of it, so one that ends on itself is one day long.
        if end.local < start.local { report(.endBeforeBegin, property) }
        let days = max(abs(end.local - start.local) / 86_400, 1)
        if end.local < start.local { start = end }
        return .nominal(WrittenDuration(days: days, seconds: 0))
      }
      let seconds = end.instant(in: zones.all) - start.instant(in: zones.all)
      if seconds < 0 {
        report(.endBeforeBegin, property)
        start = end
      }
      return .exact(abs(seconds))
    }
    if let property = component.property("DURATION"), isThere(property) {
      guard let duration = lines.duration(property.value) else {
        report(
          .badValue(
            property: "DURATION", value: shown(property.value),
            expected: "a duration like PT1H30M or P1D"), property)
        throw Unreadable()
      }
      guard duration.days < 0 || duration.seconds < 0 else { return .nominal(duration) }
      report(.endBeforeBegin, property)
      start = CalendarTime(
        local: start.local + duration.days * 86_400 + duration.seconds, isDate: start.isDate,
        zone: start.zone)
      return .nominal(WrittenDuration(days: -duration.days, seconds: -duration.seconds))
    }
    return .nominal(WrittenDuration(days: start.isDate ? 1 : 0, seconds: 0))
  }

  /// A value of `RDATE`: a time, or a period with an end or a duration
  private mutating func addedTime(
    _ value: Range<Int>, _ property: ContentLine
  ) throws(Unreadable) -> CalendarEvent.AddedTime {
    let sides = lines.split(value, at: "/")
    let start = try time(property, sides[0])
    guard sides.count > 1 else { return .init(start: start, length: nil) }
    if let duration = lines.duration(sides[1]), duration.days >= 0, duration.seconds >= 0 {
      return .init(start: start, length: .nominal(duration))
    }
    let end = try time(property, sides[1])
    return .init(
      start: start,
      length: .exact(max(end.instant(in: zones.all) - start.instant(in: zones.all), 0)))
  }

  /// The rule of `RRULE` or `EXRULE`, and its end
  private mutating func rule(
    _ property: ContentLine, of event: CalendarEvent
  ) throws(Unreadable) -> BoundRule {
    let start = event.start
    var bound = BoundRule(
      recurrence: Recurrence(try writtenRule(property, start: start), start: start.local),
      lastLocal: Recurrence.end, lastInstant: .max)
    if let until = bound.recurrence.rule.until {
      if until.isDate || start.isDate {
        // The rule's end is included, so a date is included with all its hours.
        bound.lastLocal = floorDivided(until.local, by: 86_400) * 86_400 + 86_399
      } else if until.isUTC {
        bound.lastInstant = until.local
        // Clocks are at most 26 hours from UTC.
        bound.lastLocal = until.local + 26 * 3600
      } else {
        bound.lastLocal = until.local
      }
    }
    bound.perPeriod = cost.occurrences(of: bound, lasting: event.length)
    guard bound.perPeriod <= Double(CalendarCost.eventLimit) else {
      report(.eventTooOften(limit: CalendarCost.eventLimit), property)
      throw Unreadable(isBeyondLimit: true)
    }
    if let count = bound.recurrence.rule.count {
      try bind(&bound, count: count, start: start.local, property)
    }
    return bound
  }

  /// The rule of a property, as it counts for an event that starts with a date or with a time
  ///
  /// RFC 5545 §3.3.10: with a date, `BYHOUR`, `BYMINUTE` and `BYSECOND` are ignored, and no frequency is
  /// finer than a day.
  private mutating func writtenRule(
    _ property: ContentLine, start: CalendarTime
  ) throws(Unreadable) -> RecurrenceRule {
    var rule: RecurrenceRule
    do throws(RecurrenceRule.Mistake) {
      rule = try RecurrenceRule(reading: property.value, of: lines)
      if start.isDate, rule.frequency < .daily {
        throw RecurrenceRule.Mistake(
          part: "FREQ=\(rule.frequency.rawValue)",
          expected: "DAILY, WEEKLY, MONTHLY or YEARLY, for `DTSTART` is a date")
      }
    } catch {
      report(
        .badValue(
          property: property.name, value: shortened(error.part), expected: error.expected),
        property)
      throw Unreadable()
    }
    if start.isDate { (rule.hours, rule.minutes, rule.seconds) = ([], [], []) }
    return rule
  }

  /// Turns the number of occurrences into the last of them
  private mutating func bind(
    _ bound: inout BoundRule, count: Int64, start: Int64, _ property: ContentLine
  ) throws(Unreadable) {
    guard count <= CalendarCost.countLimit else {
      // Once a day, so many take more than a thousand years: the last is never seen.
      if bound.recurrence.dailyRate <= 1 { return }
      report(.countTooHigh(limit: CalendarCost.countLimit), property)
      throw Unreadable(isBeyondLimit: true)
    }
    // Once a file has used up its work, no other rule of it is counted through.
    guard cost.walked <= CalendarCost.walkLimit else {
      report(.tooManyOccurrences(limit: CalendarCost.limit), property)
      throw Unreadable()
    }
    // `left` occurrences are still to come; `last` is the latest of those that have been counted.
    var left = count
    var last = start
    var isFirst = true
    let limit = bound.lastLocal
    var walked = 0
    let looked = bound.recurrence.forEach(from: start, through: limit) { local in
      // The start is the first occurrence whether or not the rule generates it.
      if isFirst, local != start { left -= 1 }
      isFirst = false
      guard left > 0 else { return false }
      left -= 1
      last = local
      walked += 1
      return left > 0
    }
    cost.walked += walked + looked
    bound.lastLocal = min(bound.lastLocal, last)
  }

  /// A value as a problem shows it
  private func shown(_ range: Range<Int>) -> String { shortened(lines.string(range)) }

  /// The first 60 characters of a text, and `…` if it has more
  private func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}

// MARK: - Who is busy

extension EventReader {
  /// `true` if an event is opaque, and not declined by the person
  ///
  /// `TRANSP` takes precedence over the properties that Outlook adds. The person's own reply counts if the owner is known,
  /// else an event that everyone declined is declined.
  private func isBusy(_ component: CalendarComponents.Component) -> Bool {
    guard makesBusy else { return false }
    if let transparency = component.property("TRANSP") {
      if lines.capitals(lines.trimmed(transparency.value)) == "TRANSPARENT" { return false }
    } else if let status = component.property("X-MICROSOFT-CDO-BUSYSTATUS"),
      lines.capitals(lines.trimmed(status.value)) == "FREE"
    {
      return false
    }
    return !isDeclined(component)
  }

  /// `true` if `STATUS` is `CANCELLED`, in any case of letters
  private func isCancelled(_ component: CalendarComponents.Component) -> Bool {
    component.property("STATUS").map { lines.capitals(lines.trimmed($0.value)) } == "CANCELLED"
  }

  /// `true` if the person declined
  ///
  /// If the person is not known, everybody but the organizer has to decline: that is the person, if only one was
  /// invited.
  ///
  /// ```
  /// owner me@x.example
  ///   ATTENDEE;PARTSTAT=DECLINED:mailto:me@x.example       declined
  /// no owner, ORGANIZER:mailto:boss@x.example
  ///   ATTENDEE;PARTSTAT=ACCEPTED:mailto:boss@x.example
  ///   ATTENDEE;PARTSTAT=DECLINED:mailto:me@x.example       declined
  ///   ATTENDEE;PARTSTAT=ACCEPTED:mailto:you@x.example      not declined: one accepted
  /// ```
  private func isDeclined(_ component: CalendarComponents.Component) -> Bool {
    let organizer = component.property("ORGANIZER").map { Self.address(lines.string($0.value)) }
    var isDeclinedByAll = false
    for property in component.properties where property.name == "ATTENDEE" {
      let isDeclined = property.parameter("PARTSTAT")?.uppercased() == "DECLINED"
      let address = Self.address(lines.string(property.value))
      guard owners.isEmpty else {
        if owners.contains(address) { return isDeclined }
        continue
      }
      if address == organizer { continue }
      guard isDeclined else { return false }
      isDeclinedByAll = true
    }
    return isDeclinedByAll
  }

  /// `mailto:A@B.example` as `a@b.example`
  static func address(_ text: String) -> String {
    let small = text.lowercased()[...].withoutOuterSpaces
    return small.hasPrefix("mailto:") ? String(small.dropFirst(7)) : small
  }
}
