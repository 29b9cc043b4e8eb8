/// A name that the zone database does not have, and the likely correction
///
/// The database is read outside of the core, which receives one of these.
package struct UnknownZone: Hashable, Sendable {
  /// A name of the database; `nil` if none is near
  package let nearest: String?

  /// The reason for the suggestion, if that is not obvious
  package let note: String?

  package init(nearest: String?, note: String?) {
    self.nearest = nearest
    self.note = note
  }
}
