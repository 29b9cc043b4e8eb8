/// One `VEVENT`: a single event, the first of a series, or one changed occurrence of a series
struct CalendarEvent: Sendable {
  let uid: String
  let title: String
  let location: String
  let start: CalendarTime
  let length: Length

  /// Whether it is opaque, and not declined
  let isBusy: Bool
  let isCancelled: Bool
  let sequence: Int64
  var recurrence: RecurrenceID?
  var rules: [BoundRule] = []
  var exceptionRules: [BoundRule] = []
  var addedTimes: [AddedTime] = []
  var excludedTimes: [CalendarTime] = []
  let line: CalendarLines.Line

  /// The length of each occurrence
  enum Length: Hashable, Sendable {
    /// As many seconds (`DTEND`)
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
    let isThisAndFuture: Bool
  }

  /// The periods and dates of one event
  static let valueLimit = 100_000
}

/// A date, or a time in a zone
struct CalendarTime: Hashable, Sendable {
  /// Seconds from 1970-01-01T00:00:00 of the wall clock
  let local: Int64
  let isDate: Bool

  /// An index into ``CalendarZones``
  let zone: Int

  /// Seconds since the epoch
  func instant(in zones: [CalendarZone]) -> Int64 {
    zone == CalendarZones.utc ? local : zones[zone].instant(ofLocal: local)
  }
}

/// A recurrence rule and where it ends
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
