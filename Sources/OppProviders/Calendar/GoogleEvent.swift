internal import OppJSON
internal import OppModel
internal import OppRecordings

/// An event as the Google Calendar API gives it with `singleEvents`: one occurrence
///
/// The shape is that of the resource *Events* of version 3
/// (developers.google.com/workspace/calendar/api/v3/reference/events).
///
/// ```json
/// {"id": "abc_20260621T100000Z", "recurringEventId": "abc", "status": "confirmed", "summary": "Daily call",
///  "start": {"dateTime": "2026-06-21T12:00:00+02:00"}, "end": {"dateTime": "2026-06-21T12:15:00+02:00"}}
/// {"id": "def", "status": "cancelled"}                                                          has been taken out
/// ```
struct GoogleEvent: Sendable {
  /// Opaque; that of an occurrence begins with that of its series
  let id: String

  /// The id of the series that it is of
  let series: String?

  /// Nil if the event has been taken out of the calendar
  let occurrence: Occurrence?

  /// Reads an event
  ///
  /// - Returns: nil if its time or its identity cannot be determined.
  init?(_ value: JSONValue, zone: Zone, database: ZoneDatabase) {
    guard let id = value["id"]?.text, !id.isEmpty else { return nil }
    self.id = id
    series = value["recurringEventId"]?.text
    // A deleted event may have nothing but its id.
    if value["status"]?.text == "cancelled" {
      occurrence = nil
      return
    }
    guard let start = GoogleTime(value["start"], zone: zone, database: database),
      let end = GoogleTime(value["end"], zone: zone, database: database),
      start.isDate == end.isDate
    else { return nil }
    var ends = max(start.instant, end.instant)
    let begins = min(start.instant, end.instant)
    if start.isDate, ends == begins {
      // The end of a date is not part of it, so one that ends on itself is one day long.
      guard let date = start.date else { return nil }
      ends = zone.instant(of: LocalDateTime(date: date.advanced(by: 1), secondOfDay: 0))
    }
    occurrence = Occurrence(
      uid: value["iCalUID"]?.text ?? id, title: value["summary"]?.text ?? "",
      location: value["location"]?.text ?? "", begins: begins, ends: ends,
      isBusy: Self.isBusy(value) && ends > begins, isAllDay: start.isDate)
  }

  /// `true` if an event makes its person busy
  ///
  /// A working location or a birthday does not make its person busy; absence and time to focus are
  /// opaque, and marked so as other events are.
  private static func isBusy(_ value: JSONValue) -> Bool {
    if value["transparency"]?.text == "transparent" { return false }
    switch value["eventType"]?.text {
    case "workingLocation", "birthday": return false
    default: break
    }
    guard case .array(let attendees)? = value["attendees"]?.content else { return true }
    return !attendees.contains { attendee in
      guard case .truth(true)? = attendee["self"]?.content else { return false }
      return attendee["responseStatus"]?.text == "declined"
    }
  }
}

/// The time at which an event begins or ends: `{"date": "2026-06-21"}`, or
/// `{"dateTime": "2026-06-21T12:00:00+02:00", "timeZone": "Europe/Berlin"}`
private struct GoogleTime {
  let instant: Instant
  let isDate: Bool

  /// Nil for a time
  let date: CivilDate?

  init?(_ value: JSONValue?, zone: Zone, database: ZoneDatabase) {
    if let text = value?["dateTime"]?.text {
      isDate = false
      date = nil
      if let instant = Instant(rfc3339: text) {
        self.instant = instant
        return
      }
      // Without an offset the zone is given, by the reference.
      guard let local = LocalDateTime(iso8601: text), let name = value?["timeZone"]?.text,
        let named = try? database.zone(named: name)
      else { return nil }
      instant = named.instant(of: local)
    } else {
      guard let text = value?["date"]?.text, let date = CivilDate(iso8601: text) else { return nil }
      isDate = true
      self.date = date
      // The whole of the person's day, as in a file.
      instant = zone.instant(of: LocalDateTime(date: date, secondOfDay: 0))
    }
  }
}
