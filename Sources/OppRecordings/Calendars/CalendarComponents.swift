/// The parts of a calendar file that Opp reads, not yet understood
///
/// Components nest by `BEGIN` and `END`. One that ends goes to its parent; kinds that Opp does not read are dropped there:
///
/// ```
/// BEGIN:VCALENDAR                   calendars[0]
/// X-WR-TIMEZONE:Europe/Paris        properties[0]
/// BEGIN:VTIMEZONE                   zones[0], with the property TZID
/// BEGIN:STANDARD … END:STANDARD     zones[0].parts[0], with DTSTART, TZOFFSETFROM, TZOFFSETTO
/// END:VTIMEZONE
/// BEGIN:VEVENT                      events[0], with UID, DTSTART, …
/// BEGIN:VALARM … END:VALARM         dropped
/// END:VEVENT
/// END:VCALENDAR
/// ```
struct CalendarComponents {
  /// The calendars of the stream, each with the zones that it describes (RFC 5545 §3.8.3.1)
  private(set) var calendars: [Calendar] = []

  /// The calendar that has begun and not ended
  private var current = Calendar()

  /// One `VCALENDAR`
  struct Calendar {
    var events: [Component] = []
    var freeBusy: [Component] = []
    var zones: [Component] = []

    /// Properties of the calendar itself
    var properties: [ContentLine] = []
  }

  /// One component, with the properties that are read of its kind, in the order of the file
  struct Component {
    /// The line with its `BEGIN`, at which problems of the component as a whole are reported
    let line: CalendarLines.Line
    var properties: [ContentLine] = []

    /// `STANDARD` and `DAYLIGHT` of a zone
    var parts: [Component] = []
  }

  /// The most components that are open at once; no calendar in the wild nests more than three
  static let depthLimit = 32
}

extension CalendarComponents {
  /// Reads the structure of a calendar
  ///
  /// Text after the last calendar is reported and left out.
  ///
  /// - Throws: if the file is no calendar, or is cut off: nothing of it can be relied on.
  init(
    reading lines: CalendarLines, problems: inout [CalendarProblem]
  ) throws(CalendarProblem) {
    // The components that have begun and not ended, outermost first.
    var open: [(name: String, component: Component)] = []
    for line in lines.lines {
      // 1. The name of the line. A line without one is reported and left out, except at the beginning of the file:
      //    `<!DOCTYPE html>` is no calendar with one bad line.
      guard let (name, nameEnd) = lines.name(of: line) else {
        guard !open.isEmpty || !calendars.isEmpty else {
          throw lines.problem(.notACalendar, line: line, at: line.start)
        }
        problems.append(lines.problem(.malformedLine, line: line, at: line.start))
        continue
      }
      // 2. A property belongs to the innermost open component.
      guard name == "BEGIN" || name == "END" else {
        guard let last = open.indices.last else {
          guard !calendars.isEmpty else {
            throw lines.problem(.notACalendar, line: line, at: line.start)
          }
          problems.append(lines.problem(.malformedLine, line: line, at: line.start))
          continue
        }
        guard Self.isRead(name, in: open[last].name) else { continue }
        guard let property = lines.property(of: line, name: name, nameEnd: nameEnd) else {
          problems.append(lines.problem(.malformedLine, line: line, at: nameEnd))
          // The reader of the component reports the properties that cannot be known.
          open[last].component.properties.append(
            ContentLine(
              name: name, parameters: [], value: line.end..<line.end, line: line,
              isMalformed: true))
          continue
        }
        open[last].component.properties.append(property)
        continue
      }
      // 3. `BEGIN` opens a component in the last one, `END` closes the last one and has to have its name.
      let value = nameEnd < line.end ? lines.trimmed((nameEnd + 1)..<line.end) : line.end..<line.end
      let component = lines.capitals(value)
      if name == "BEGIN" {
        if open.isEmpty, component != "VCALENDAR" {
          throw lines.problem(.notACalendar, line: line, at: line.start)
        }
        guard open.count < Self.depthLimit else {
          throw lines.problem(.tooDeep(limit: Self.depthLimit), line: line, at: line.start)
        }
        open.append((component, Component(line: line)))
      } else {
        guard let last = open.popLast(), last.name == component else {
          let expected = open.count < Self.depthLimit ? open.last?.name : nil
          throw lines.problem(
            .strayEnd(found: component, open: expected), line: line, at: value.lowerBound)
        }
        close(last, in: &open)
      }
    }
    if let last = open.last {
      throw lines.problem(
        .truncated(component: last.name), line: last.component.line, at: last.component.line.start)
    }
    guard !lines.lines.isEmpty else { throw CalendarProblem(.notACalendar, line: 1, column: 1) }
  }

  /// Puts a component that has ended where its parent keeps it; `open` holds the parents only
  private mutating func close(
    _ closed: (name: String, component: Component),
    in open: inout [(name: String, component: Component)]
  ) {
    let parent = open.last?.name
    switch (closed.name, parent) {
    case ("VCALENDAR", nil):
      current.properties = closed.component.properties
      calendars.append(current)
      current = Calendar()
    case ("VEVENT", "VCALENDAR"): current.events.append(closed.component)
    case ("VFREEBUSY", "VCALENDAR"): current.freeBusy.append(closed.component)
    case ("VTIMEZONE", "VCALENDAR"): current.zones.append(closed.component)
    case ("STANDARD", "VTIMEZONE"), ("DAYLIGHT", "VTIMEZONE"):
      open[open.count - 1].component.parts.append(closed.component)
    default: break
    }
  }

  /// `true` if a property of a component matters here
  private static func isRead(_ name: String, in component: String) -> Bool {
    switch component {
    case "VCALENDAR":
      switch name {
      case "X-WR-TIMEZONE", "X-WR-CALNAME", "X-OWNER": true
      default: false
      }
    case "VEVENT":
      switch name {
      case "UID", "SUMMARY", "LOCATION", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXRULE",
        "EXDATE", "RECURRENCE-ID", "SEQUENCE", "DTSTAMP", "STATUS", "TRANSP", "ATTENDEE",
        "ORGANIZER", "X-MICROSOFT-CDO-BUSYSTATUS":
        true
      default: false
      }
    case "VFREEBUSY": name == "FREEBUSY"
    case "VTIMEZONE": name == "TZID"
    case "STANDARD", "DAYLIGHT":
      switch name {
      case "DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE": true
      default: false
      }
    default: false
    }
  }
}

extension CalendarComponents.Component {
  /// The first property of a name
  func property(_ name: String) -> ContentLine? {
    properties.first { $0.name == name }
  }
}
