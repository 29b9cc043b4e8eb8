package import OppModel

/// One time at which an event of a calendar takes place
package struct Occurrence: Hashable, Sendable {
  /// The identifier of the event, which all its occurrences share
  package let uid: String
  package let title: String
  package let location: String

  /// The first second of it
  package let begins: Instant

  /// The first second after it
  package let ends: Instant

  /// `true` if it makes a person busy; one that takes no time can be so too, but fills no second
  package let isBusy: Bool

  /// `true` if its event has dates without times
  package let isAllDay: Bool

  package init(
    uid: String, title: String, location: String, begins: Instant, ends: Instant, isBusy: Bool,
    isAllDay: Bool
  ) {
    self.uid = uid
    self.title = title
    self.location = location
    self.begins = begins
    self.ends = ends
    self.isBusy = isBusy
    self.isAllDay = isAllDay
  }

  /// The same with a number behind its uid: `lunch@x#2`
  func numbered(_ number: Int) -> Occurrence {
    Occurrence(
      uid: "\(uid)#\(number)", title: title, location: location, begins: begins, ends: ends,
      isBusy: isBusy, isAllDay: isAllDay)
  }

  /// The order of `agenda`
  static func isOrdered(_ left: Occurrence, _ right: Occurrence) -> Bool {
    if left.begins != right.begins { return left.begins < right.begins }
    return left.uid.unicodeScalars.lexicographicallyPrecedes(right.uid.unicodeScalars)
  }
}

/// A row of `agenda` that comes or goes
package struct AgendaChange: Hashable, Sendable {
  /// The first second at which the row is, or is no longer, in the agenda
  package let instant: Instant
  package let isEntering: Bool
  package let occurrence: Occurrence
}
