package import OppModel

extension CalendarFile {
  /// Reads a calendar
  ///
  /// The steps, each on the result of the one before: bytes to lines (``CalendarLines``), lines to components
  /// (``CalendarComponents``), the zones that the file describes (``CalendarZones``), components to events
  /// (``EventReader``), events to single occurrences and series (``SeriesBuilder``). Linear in the bytes, but for rules
  /// that are counted through, which ``CalendarCost`` limits.
  package static func read(
    _ bytes: [UInt8], defaultZone: Zone, zones: @escaping (String) -> Zone?,
    owners: [String] = []
  ) -> (CalendarFile, [CalendarProblem]) {
    var problems: [CalendarProblem] = []
    do throws(CalendarProblem) {
      let lines = try CalendarLines(bytes)
      let components = try CalendarComponents(reading: lines, problems: &problems)
      var table = CalendarZones(defaultZone: defaultZone, database: zones)
      table.read(components.zones, of: lines, problems: &problems)
      var addresses = Set(owners.map(EventReader.address))
      for property in components.properties {
        let value = lines.unescaped(lines.trimmed(property.value))
        if property.name == "X-WR-TIMEZONE" {
          guard value.isEmpty || table.setFloating(value) else {
            problems.append(
              lines.problem(
                .unknownZone(name: value), line: property.line, at: property.value.lowerBound))
            continue
          }
        } else if value.contains("@") {
          addresses.insert(EventReader.address(value))
        }
      }
      let reader = EventReader(lines: lines, zones: table, owners: addresses)
      let file = read(components, with: reader, problems: &problems)
      return (file, problems)
    } catch {
      problems.append(error)
      return (unknown(error.message), problems)
    }
  }

  /// A calendar of which nothing is known: it has no events, and a reason
  private static func unknown(_ reason: String) -> CalendarFile {
    CalendarFile(unknownReason: reason, singles: [], series: [], busyPeriods: [])
  }

  /// The events of a file whose structure and zones are known; the first event that could not be read and might make
  /// busy gives the reason why the times of the person are unknown
  private static func read(
    _ components: CalendarComponents, with reader: EventReader, problems: inout [CalendarProblem]
  ) -> CalendarFile {
    var reader = reader
    var reason: String?
    var events: [CalendarEvent] = []
    events.reserveCapacity(components.events.count)
    for component in components.events {
      switch reader.event(component) {
      case .event(let event): events.append(event)
      case .beyondLimit: break
      case .unreadable:
        guard reason == nil, reader.couldBeBusy(component) else { continue }
        reason = "the event in line \(component.line.number) of the calendar cannot be read"
      }
    }
    let periods = reader.busyPeriods(of: components.freeBusy)
    if periods == nil, reason == nil { reason = "a busy period of the calendar cannot be read" }
    problems += reader.problems
    var builder = SeriesBuilder(zones: reader.zones.all)
    builder.add(events)
    return CalendarFile(
      unknownReason: reason, singles: builder.singles, series: builder.series,
      busyPeriods: periods ?? [])
  }
}

extension EventReader {
  /// The busy periods of `VFREEBUSY`, or nil where one cannot be read
  mutating func busyPeriods(of components: [CalendarComponents.Component]) -> [Range<Int64>]? {
    var periods: [Range<Int64>] = []
    var isComplete = true
    for component in components {
      for property in component.properties {
        if property.parameter("FBTYPE")?.uppercased() == "FREE" { continue }
        for value in lines.split(property.value, at: ",") {
          guard let period = period(value) else {
            report(
              .badValue(
                property: "FREEBUSY", value: lines.string(value).prefix(60).description,
                expected: "a period like 20260621T120000Z/PT1H"), property)
            isComplete = false
            continue
          }
          periods.append(period)
        }
      }
    }
    return isComplete ? periods : nil
  }

  /// `start/end` or `start/duration`
  private func period(_ value: Range<Int>) -> Range<Int64>? {
    let sides = lines.split(value, at: "/")
    guard sides.count == 2, let start = lines.time(sides[0]), !start.isDate else { return nil }
    let zone = start.isUTC ? CalendarZones.utc : CalendarZones.floating
    let begin = CalendarTime(local: start.local, isDate: false, zone: zone).instant(in: zones.all)
    if let duration = lines.duration(sides[1]) {
      let end = CalendarEvent.Length.nominal(duration).end(
        ofLocal: start.local, instant: begin, in: zones[zone])
      return begin <= end ? begin..<end : nil
    }
    guard let last = lines.time(sides[1]), !last.isDate, last.isUTC == start.isUTC else {
      return nil
    }
    let end = CalendarTime(local: last.local, isDate: false, zone: zone).instant(in: zones.all)
    return begin <= end ? begin..<end : nil
  }
}
