package import OppModel

extension CalendarFile {
  /// Reads a calendar
  ///
  /// The steps, each on the result of the one before: bytes to lines (``CalendarLines``), lines to components
  /// (``CalendarComponents``), the zones that each calendar of the file describes (``CalendarZones``), components to
  /// events (``EventReader``), events to single occurrences and series (``SeriesBuilder``). Linear in the bytes, but for
  /// rules that are counted through, which ``CalendarCost`` limits.
  ///
  /// - Parameters:
  ///   - bytes: in UTF-8, or in UTF-16 with its mark.
  ///   - owners: addresses of the person, who is not busy at events that they declined.
  ///   - makesBusy: false for a calendar whose events do not make the person busy.
  package static func read(
    _ bytes: [UInt8], defaultZone: Zone, zones: @escaping (String) -> Zone?,
    owners: [String] = [], makesBusy: Bool = true
  ) -> (CalendarFile, [CalendarProblem]) {
    var problems: [CalendarProblem] = []
    do throws(CalendarProblem) {
      let lines = try CalendarLines(TextFile(path: "", bytes: bytes).decoded.bytes)
      let components = try CalendarComponents(reading: lines, problems: &problems)
      let table = CalendarZones(defaultZone: defaultZone, database: zones)
      var reading = CalendarReading(
        EventReader(lines: lines, zones: table, owners: [], makesBusy: makesBusy),
        owners: owners)
      for calendar in components.calendars { reading.read(calendar) }
      let file = reading.finish()
      return (file, problems + reading.problems)
    } catch {
      problems.append(error)
      return (unknown(error.message), problems)
    }
  }

  /// A calendar of which nothing is known: it has no events, and a reason
  private static func unknown(_ reason: String) -> CalendarFile {
    CalendarFile(unknownReason: reason, singles: [], series: [], busyPeriods: [])
  }
}

/// The events and problems of the calendars of one stream
private struct CalendarReading {
  private var reader: EventReader

  /// The addresses of the person that are known from elsewhere
  private let owners: [String]

  private var events: [CalendarEvent] = []
  private var periods: [Range<Int64>] = []
  private var unclear: [UnclearTime] = []

  /// The reason why nothing is known of the person's times; `nil` if something is
  private var reason: String?

  /// The problems found so far
  private(set) var problems: [CalendarProblem] = []

  init(_ reader: EventReader, owners: [String]) {
    self.reader = reader
    self.owners = owners
  }

  /// Reads one calendar of the stream, with its own zones and its own owner
  mutating func read(_ calendar: CalendarComponents.Calendar) {
    let lines = reader.lines
    reader.zones.beginCalendar()
    reader.zones.read(calendar.zones, of: lines, problems: &problems)
    var addresses = Set(owners.map(EventReader.address))
    for property in calendar.properties {
      let value = lines.unescaped(lines.trimmed(property.value))
      if property.name == "X-WR-TIMEZONE" {
        guard value.isEmpty || reader.zones.setFloating(value) else {
          problems.append(
            lines.problem(
              .unknownZone(name: value), line: property.line, at: property.value.lowerBound))
          continue
        }
      } else if value.contains("@") {
        addresses.insert(EventReader.address(value))
      }
    }
    reader.owners = addresses
    let first = events.count
    events.reserveCapacity(first + calendar.events.count)
    for component in calendar.events {
      switch reader.event(component) {
      case .event(let event): events.append(event)
      case .beyondLimit: break
      case .unreadable: note(component)
      }
    }
    let busy = reader.busyPeriods(of: calendar.freeBusy)
    periods += busy.periods
    unclear += busy.unclear
    reason = reason ?? busy.unknownReason
    for zone in calendar.zones {
      if let problem = contradiction(of: zone, with: events[first...]) {
        problems.append(problem)
      }
    }
  }

  /// Notes an event that cannot be read: the person's times are not known while it may take place, or at all
  private mutating func note(_ component: CalendarComponents.Component) {
    guard reader.couldBeBusy(component) else { return }
    let why = "\(reader.name(of: component)) cannot be read"
    if let range = reader.possibleTime(component) {
      unclear.append(UnclearTime(range: range, reason: why))
    } else {
      reason = reason ?? why
    }
  }

  /// The note that a description of a zone and the zone database disagree on an event; `nil` if they agree
  private mutating func contradiction(
    of component: CalendarComponents.Component, with events: ArraySlice<CalendarEvent>
  ) -> CalendarProblem? {
    guard let tzid = component.property("TZID") else { return nil }
    let name = reader.lines.unescaped(tzid.value)
    guard let index = reader.zones.index(of: name),
      case .described(let zone) = reader.zones[index], let known = zone.known
    else { return nil }
    let database = CalendarZone.database(known)
    for event in events where event.start.zone == index {
      // Half a year on, a series is on the other side of a change to or from summer time.
      for later in event.rules.isEmpty ? [0] : [0, 182 * 86_400] {
        let local = event.start.local + Int64(later)
        let difference = database.instant(ofLocal: local) - zone.instant(ofLocal: local)
        guard difference != 0 else { continue }
        let date = Instant(seconds: local).rfc3339.prefix(10)
        return reader.lines.problem(
          .contradictedZone(name: name, seconds: difference, on: String(date)), line: tzid.line,
          at: tzid.value.lowerBound)
      }
    }
    return nil
  }

  /// The calendar of all that was read
  mutating func finish() -> CalendarFile {
    problems += reader.problems
    var builder = SeriesBuilder(zones: reader.zones.all)
    for event in builder.add(events) {
      problems.append(
        reader.lines.problem(
          .sharedIdentifier(uid: event.uid), line: event.line, at: event.line.start))
    }
    return CalendarFile(
      unknownReason: reason, unclear: unclear, singles: builder.singles, series: builder.series,
      busyPeriods: periods)
  }
}
