/// One `VEVENT`: a single event, the first of a series, or one changed occurrence of a series
///
/// ```
/// BEGIN:VEVENT
/// UID:lunch@x                                          uid
/// DTSTART;TZID=Europe/Paris:20260622T120000            start: local 1 782 129 600, the zone Europe/Paris
/// DTEND;TZID=Europe/Paris:20260622T130000              length: exact(3600)
/// RRULE:FREQ=WEEKLY;BYDAY=MO                           rules[0]
/// EXDATE;TZID=Europe/Paris:20260629T120000             excludedTimes[0]
/// END:VEVENT
/// BEGIN:VEVENT
/// UID:lunch@x
/// RECURRENCE-ID;TZID=Europe/Paris:20260706T120000      recurrence: this event takes the place of that occurrence
/// DTSTART;TZID=Europe/Paris:20260706T123000            start of the changed occurrence
/// DURATION:PT1H                                        length: nominal(0 days, 3600 seconds)
/// END:VEVENT
/// ```
struct CalendarEvent: Sendable {
  /// The identifier that all parts of a series share; `line 12` for an event without one
  let uid: String
  let title: String
  let location: String
  let start: CalendarTime
  let length: Length

  /// `true` if it is opaque, and not declined
  let isBusy: Bool

  /// `true` if `STATUS` is `CANCELLED`; of a changed occurrence, that it does not take place
  let isCancelled: Bool

  /// The revision (`SEQUENCE`), of which the highest counts; −1 if the event names none
  let sequence: Int64

  /// The instant at which the revision was written (`DTSTAMP`), in seconds since the epoch; the earliest if it names
  /// none
  var stamp = Int64.min

  /// The occurrence that the event changes; nil for an event of its own
  var recurrence: RecurrenceID?

  /// `true` if the event takes the place of another version: of one revision the version that was written last counts (RFC
  /// 5546, section 2.1.5)
  func isLater(than other: CalendarEvent) -> Bool {
    (sequence, stamp) > (other.sequence, other.stamp)
  }

  /// `RRULE`: starts in addition to the first
  var rules: [BoundRule] = []

  /// `EXRULE` of RFC 2445, which calendars still contain: starts that are taken out
  var exceptionRules: [BoundRule] = []
  var addedTimes: [AddedTime] = []
  var excludedTimes: [CalendarTime] = []

  /// The line with its `BEGIN`, for problems
  let line: CalendarLines.Line

  /// The length of each occurrence
  enum Length: Hashable, Sendable {
    /// The length in seconds (`DTEND`)
    case exact(Int64)
    /// Days by the calendar, then seconds (`DURATION`, and all-day events)
    case nominal(WrittenDuration)
  }

  /// A start that `RDATE` adds; a period has an end of its own
  struct AddedTime: Hashable, Sendable {
    let start: CalendarTime
    let length: Length?
  }

  /// The occurrence of its series that an event changes
  struct RecurrenceID: Hashable, Sendable {
    let time: CalendarTime

    /// `RANGE=THISANDFUTURE`: all occurrences after it change likewise
    let isThisAndFuture: Bool
  }

  /// `true` if it may happen more than once
  var recurs: Bool { !rules.isEmpty || !addedTimes.isEmpty }

  /// The most periods and dates (`RDATE`, `EXDATE`) of one event
  static let valueLimit = 100_000
}

/// A date, or a time in a zone
struct CalendarTime: Hashable, Sendable {
  /// Seconds from 1970-01-01T00:00:00 of the wall clock
  let local: Int64
  let isDate: Bool

  /// An index into ``CalendarZones``
  let zone: Int

  /// `true` if it is written without a zone
  var isFloating = false

  /// Seconds since the epoch
  func instant(in zones: [CalendarZone]) -> Int64 {
    zone == CalendarZones.utc ? local : zones[zone].instant(ofLocal: local)
  }
}

/// A recurrence rule and its end
struct BoundRule: Sendable {
  let recurrence: Recurrence

  /// The last local time, from a local or a date `UNTIL` or from `COUNT`
  var lastLocal: Int64

  /// The last instant, from a `UNTIL` in UTC
  var lastInstant: Int64

  /// The most occurrences in ``CalendarCost/period``
  var perPeriod: Double = 0
}

extension CalendarEvent.Length {
  /// The end of an occurrence
  func end(ofLocal local: Int64, instant: Int64, in zone: CalendarZone) -> Int64 {
    switch self {
    case .exact(let seconds): return instant + seconds
    case .nominal(let duration):
      guard duration.days != 0 else { return instant + duration.seconds }
      return zone.instant(ofLocal: local + duration.days * 86_400) + duration.seconds
    }
  }

  /// More seconds than it can ever last
  var atMost: Int64 {
    switch self {
    case .exact(let seconds): max(seconds, 0)
    case .nominal(let duration): max(duration.days * 86_400 + duration.seconds, 0) + 2 * 86_400
    }
  }
}
