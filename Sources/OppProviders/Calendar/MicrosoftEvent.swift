internal import OppJSON
internal import OppModel
internal import OppRecordings

/// An event as Microsoft Graph gives it with `calendarView/delta`
///
/// The shape is that of the resource *event* of version 1.0 (learn.microsoft.com/graph/api/resources/event). A series comes as
/// its master, which is no event of the window itself, and occurrences that may name nothing but their time.
///
/// ```json
/// {"id": "AA1", "type": "singleInstance", "subject": "Dentist", "showAs": "busy", "isAllDay": false,
///  "start": {"dateTime": "2026-06-22T07:00:00.0000000", "timeZone": "UTC"}, "end": {…}}
/// {"id": "AA2", "type": "seriesMaster", "subject": "Daily call", "showAs": "busy", …}
/// {"id": "AA3", "type": "occurrence", "seriesMasterId": "AA2", "start": {…}, "end": {…}}
/// {"id": "AA4", "@removed": {"reason": "deleted"}}                                     has been taken out
/// ```
struct MicrosoftEvent: SyncedEvent {
  let id: String
  let series: String?
  let isGone: Bool

  /// Its first second and its end; `nil` for one that is gone, and for the master of a series
  private let time: Time?

  /// `nil` if the response leaves it to the master of the series, as in the properties below
  private let uid: String?
  private let title: String?
  private let location: String?

  /// The word for the person's time during the event, such as `busy`
  private let shownAs: String?

  /// The person's own reply, such as `declined`
  private let reply: String?

  /// The time of an event
  private struct Time {
    let begins: Instant
    let ends: Instant
    let isAllDay: Bool
  }

  /// Reads an event
  ///
  /// - Returns: `nil` if its time or its identity cannot be determined.
  init?(_ value: JSONValue, zone: Zone, database: ZoneDatabase) {
    guard let id = value["id"]?.text, !id.isEmpty else { return nil }
    self.id = id
    series = value["seriesMasterId"]?.text
    isGone = value["@removed"] != nil || Self.truth(value["isCancelled"]) == true
    if isGone || value["type"]?.text == "seriesMaster" {
      time = nil
    } else {
      guard let time = Self.time(value, zone: zone, database: database) else { return nil }
      self.time = time
    }
    uid = value["iCalUId"]?.text
    title = value["subject"]?.text
    location = value["location"]?["displayName"]?.text
    shownAs = value["showAs"]?.text
    reply = value["responseStatus"]?["response"]?.text
  }

  /// The occurrence; `nil` for the master of a series
  ///
  /// - Parameter master: the event of its series, with the fields that the occurrence leaves out.
  func occurrence(in master: MicrosoftEvent?) -> Occurrence? {
    guard let time else { return nil }
    let shown = shownAs ?? master?.shownAs
    // Who works elsewhere is at work, as with Google's working location.
    let isFree = shown == "free" || shown == "workingElsewhere"
    let isDeclined = (reply ?? master?.reply) == "declined"
    return Occurrence(
      uid: uid ?? master?.uid ?? id, title: title ?? master?.title ?? "",
      location: location ?? master?.location ?? "", begins: time.begins, ends: time.ends,
      isBusy: !isFree && !isDeclined && time.ends > time.begins, isAllDay: time.isAllDay)
  }

  private static func truth(_ value: JSONValue?) -> Bool? {
    if case .truth(let truth)? = value?.content { truth } else { nil }
  }

  // MARK: - Times

  /// The time of an event; that of whole days is of the person's days, as in a file
  private static func time(
    _ value: JSONValue, zone: Zone, database: ZoneDatabase
  ) -> Time? {
    let (first, last) = (value["start"], value["end"])
    let midnight = "T00:00:00"
    // An occurrence without `isAllDay` from midnight to midnight UTC may be one of whole days or not: it is taken as it says.
    if truth(value["isAllDay"]) == true, let start = first?["dateTime"]?.text,
      let end = last?["dateTime"]?.text, start.dropFirst(10).hasPrefix(midnight),
      end.dropFirst(10).hasPrefix(midnight)
    {
      guard let from = CivilDate(iso8601: String(start.prefix(10))),
        let to = CivilDate(iso8601: String(end.prefix(10)))
      else { return nil }
      // The end of a date is not part of it, so one that ends on itself is one day long.
      let after = max(to, from.advanced(by: 1))
      return Time(
        begins: zone.instant(of: LocalDateTime(date: from, secondOfDay: 0)),
        ends: zone.instant(of: LocalDateTime(date: after, secondOfDay: 0)), isAllDay: true)
    }
    guard let start = instant(first, database), let end = instant(last, database) else {
      return nil
    }
    return Time(
      begins: min(start, end), ends: max(start, end), isAllDay: truth(value["isAllDay"]) == true)
  }

  /// The instant of `{"dateTime": "2026-06-22T07:00:00.0000000", "timeZone": "UTC"}`
  private static func instant(_ value: JSONValue?, _ database: ZoneDatabase) -> Instant? {
    guard let text = value?["dateTime"]?.text else { return nil }
    if let instant = Instant(rfc3339: text) { return instant }
    let name = value?["timeZone"]?.text ?? "UTC"
    if ["UTC", "Etc/UTC", "Etc/GMT"].contains(name) { return Instant(rfc3339: text + "Z") }
    // The service writes 7 digits behind the seconds, all of them zero.
    guard let zone = try? database.zone(named: name),
      let local = LocalDateTime(iso8601: String(text.prefix(19)))
    else { return nil }
    return zone.instant(of: local)
  }
}
