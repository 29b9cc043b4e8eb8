/// Something wrong in a calendar file, and where
package struct CalendarProblem: Error, Hashable, Sendable {
  package let kind: Kind

  /// From 1
  package let line: Int

  /// From 1, in Unicode scalars
  package let column: Int

  package init(_ kind: Kind, line: Int, column: Int) {
    self.kind = kind
    self.line = line
    self.column = column
  }

  /// The kind of mistake, with the names, values and limits that its message needs
  package enum Kind: Hashable, Sendable {
    case notACalendar
    case truncated(component: String)
    case strayEnd(found: String, open: String?)
    case tooDeep(limit: Int)
    case tooLarge(bytes: Int)
    case lineTooLong(bytes: Int)
    case malformedLine
    case missing(property: String, component: String)
    case noValue(property: String)
    case sharedIdentifier(uid: String)
    case contradictedZone(name: String, seconds: Int64, on: String)
    case badValue(property: String, value: String, expected: String)
    case unknownZone(name: String)
    case endBeforeBegin
    case unreadableZone(name: String)
    case tooManyOccurrences(limit: Int64)
    case eventTooOften(limit: Int64)
    case countTooHigh(limit: Int64)
    case tooManyValues(limit: Int)
  }

  /// `true` if nothing is lost: the text is read in the only way that it can mean
  package var isNote: Bool {
    switch kind {
    case .noValue, .sharedIdentifier, .contradictedZone: true
    case .notACalendar, .truncated, .strayEnd, .tooDeep, .tooLarge, .lineTooLong, .malformedLine,
      .missing, .badValue, .unknownZone, .endBeforeBegin, .unreadableZone, .tooManyOccurrences,
      .eventTooOften, .countTooHigh, .tooManyValues:
      false
    }
  }

  /// A stable name of the kind of problem
  package var code: String {
    switch kind {
    case .notACalendar: "not-a-calendar"
    case .truncated: "truncated-calendar"
    case .strayEnd: "stray-end"
    case .tooDeep: "calendar-nesting"
    case .tooLarge: "calendar-size"
    case .lineTooLong: "calendar-line-length"
    case .malformedLine: "malformed-line"
    case .missing: "missing-property"
    case .noValue: "no-value"
    case .sharedIdentifier: "shared-uid"
    case .contradictedZone: "contradicted-zone"
    case .badValue: "bad-value"
    case .unknownZone: "unknown-zone"
    case .endBeforeBegin: "end-before-begin"
    case .unreadableZone: "unreadable-zone"
    case .tooManyOccurrences, .eventTooOften, .countTooHigh: "too-many-occurrences"
    case .tooManyValues: "too-many-values"
    }
  }

  /// The mistake in one sentence, without the place
  package var message: String {
    switch kind {
    case .notACalendar:
      "this is not a calendar: an iCalendar file begins with `BEGIN:VCALENDAR`"
    case .truncated(let component):
      "the file ends before `END:\(component)`: it is cut off"
    case .strayEnd(let found, let open?):
      "found `END:\(found)` where `END:\(open)` is expected"
    case .strayEnd(let found, nil):
      "`END:\(found)` ends nothing that has begun"
    case .tooDeep(let limit):
      "components are nested at most \(limit) deep"
    case .tooLarge(let bytes):
      "a calendar has at most \(bytes) bytes"
    case .lineTooLong(let bytes):
      "a line of a calendar has at most \(bytes) bytes, folds taken out"
    case .malformedLine:
      "a line of a calendar is `NAME:value`, or begins with a space where it continues"
    case .missing(let property, let component):
      "a \(component) needs `\(property)`"
    case .noValue(let property):
      "`\(property)` has no value; its events are read as if it were not there"
    case .sharedIdentifier(let uid):
      "several events have the UID `\(uid)` and different starts; each is read as an event of its own"
    case .contradictedZone(let name, let seconds, let date):
      "the file describes `\(name)` otherwise than the zone database: on \(date) its clock is "
        + "\(abs(seconds) / 60) min \(seconds > 0 ? "ahead" : "behind"); the file is followed"
    case .badValue(let property, let value, let expected):
      "`\(value)` is not what `\(property)` holds: expected \(expected)"
    case .unknownZone(let name):
      "no time zone is called `\(name)`, and the file does not describe it"
    case .endBeforeBegin:
      "an event ends after it begins; the two are read in their order"
    case .unreadableZone(let name):
      "the description of the time zone `\(name)` cannot be read; the zone database is used instead"
    case .tooManyOccurrences(let limit):
      "the events of a calendar occur at most \(limit) times in 400 days; this event is left out"
    case .eventTooOften(let limit):
      "an event occurs at most \(limit) times in 400 days; this event is left out"
    case .countTooHigh(let limit):
      "an event that recurs more than once a day has a `COUNT` of at most \(limit); this event is left out"
    case .tooManyValues(let limit):
      "an event has at most \(limit) dates"
    }
  }
}
