internal import OppModel

/// The busy periods of `VFREEBUSY`
struct BusyPeriods {
  /// In seconds since the epoch
  var periods: [Range<Int64>] = []

  /// The times of periods of which a part can be read
  var unclear: [UnclearTime] = []

  /// The reason why the person's times are not known at all; `nil` if each period can be read, or a part of it
  var unknownReason: String?
}

extension EventReader {
  /// Reads the busy periods of components
  ///
  /// A period that cannot be read is reported. The person's times are unknown within the days that it names, or within the day
  /// after its start; if that cannot be read either, they are unknown.
  ///
  /// ```
  /// 20260621T120000Z/PT1H                    busy
  /// 20260621/20260623                        unknown from 21 June 0:00 to 24 June 0:00, as days are no instants
  /// 20260621T120000Z/soon                    unknown from 21 June 12:00Z to 22 June 12:00Z
  /// soon/20260621T120000Z                    unknown
  /// ```
  mutating func busyPeriods(of components: [CalendarComponents.Component]) -> BusyPeriods {
    var busy = BusyPeriods()
    for component in components {
      for property in component.properties {
        if property.parameter("FBTYPE")?.uppercased() == "FREE" { continue }
        for value in lines.split(property.value, at: ",") {
          if let period = period(value) {
            busy.periods.append(period)
            continue
          }
          let shown = lines.string(value).prefix(60).description
          report(
            .badValue(
              property: "FREEBUSY", value: shown, expected: "a period like 20260621T120000Z/PT1H"),
            property)
          if let range = possibleTime(ofPeriod: value) {
            let why = "the busy period `\(shown)` of the calendar cannot be read"
            busy.unclear.append(UnclearTime(range: range, reason: why))
          } else {
            busy.unknownReason = "a busy period of the calendar cannot be read"
          }
        }
      }
    }
    return busy
  }

  /// `start/end` or `start/duration`
  private func period(_ value: Range<Int>) -> Range<Int64>? {
    let sides = lines.split(value, at: "/")
    guard sides.count == 2, let start = lines.time(sides[0]), !start.isDate else { return nil }
    let begin = instant(start)
    if let duration = lines.duration(sides[1]) {
      let end = CalendarEvent.Length.nominal(duration).end(
        ofLocal: start.local, instant: begin, in: zones[zone(of: start)])
      return begin <= end ? begin..<end : nil
    }
    guard let last = lines.time(sides[1]), !last.isDate, last.isUTC == start.isUTC else {
      return nil
    }
    let end = instant(last)
    return begin <= end ? begin..<end : nil
  }

  /// The time within which a period lies that cannot be read, or `nil` if its start cannot be read either
  private func possibleTime(ofPeriod value: Range<Int>) -> Range<Int64>? {
    let sides = lines.split(value, at: "/")
    guard let first = sides.first, let start = lines.time(first) else { return nil }
    let begin = instant(start)
    var end = begin
    if sides.count > 1, let last = lines.time(sides[1]) {
      // The end may be meant with its day, or without it.
      end = instant(last) + (last.isDate ? 86_400 : 0)
    } else if sides.count > 1, let duration = lines.duration(sides[1]) {
      end = begin + duration.days * 86_400 + duration.seconds
    }
    if end < begin { return end..<begin + 1 }
    return begin..<(end == begin ? begin + 86_400 : end)
  }

  private func zone(of time: WrittenTime) -> Int {
    time.isUTC ? CalendarZones.utc : zones.floating
  }

  /// The instant of a time; that of a date is its midnight
  private func instant(_ time: WrittenTime) -> Int64 {
    CalendarTime(local: time.local, isDate: time.isDate, zone: zone(of: time)).instant(
      in: zones.all)
  }
}
