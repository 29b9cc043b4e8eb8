internal import OppModel
internal import OppRecordings

/// An occurrence of an event in the person's calendar
public struct CalendarEvent: Hashable, Sendable {
  /// The identifier of the event, which all its occurrences share
  public var uid: String
  public var title: String
  public var location: String

  /// The first second
  public var begins: Timestamp

  /// The first second after it
  public var ends: Timestamp

  /// `true` if the person is busy meanwhile
  public var isBusy: Bool

  /// `true` if it has dates without times
  public var isAllDay: Bool

  public init(
    uid: String, title: String, begins: Timestamp, ends: Timestamp, location: String = "",
    isBusy: Bool = true, isAllDay: Bool = false
  ) {
    self.uid = uid
    self.title = title
    self.begins = begins
    self.ends = ends
    self.location = location
    self.isBusy = isBusy
    self.isAllDay = isAllDay
  }

  /// The occurrence as calendars have it
  var occurrence: Occurrence {
    Occurrence(
      uid: uid, title: title, location: location, begins: begins.instant,
      ends: max(begins, ends).instant, isBusy: isBusy, isAllDay: isAllDay)
  }
}
