internal import OppEngine
package import OppModel

/// A firing that has just happened, in words: kept by the store before anybody is notified
///
/// ```
/// opp "Hardware before it closes" …            opp: Hardware before it closes      row: (empty)
///   at 2013-01-01T23:00:00Z                    id:  2013-01-01T23:00:00Z/Hardware%20before%20it%20closes
///   text "Hardware Co closes at 19:00."        delivered: as `at`, as it is not quiet
/// ```
package struct NewFiring: Hashable, Sendable {
  /// The name of the Opp
  package let opp: String

  /// The key of the row of `for each` as JSON; empty if there is none
  package let row: String

  /// The title, subject or name of the row; `nil` for a row without one
  package let title: String?

  /// The second at which it fired
  package let at: Instant

  /// The text of the notification; nil for an Opp without one
  package let text: String?

  /// The people to notify; empty for the person
  package let recipients: [String]

  /// `with { name: value }`, a JSON object; nil if there is none
  package let payload: String?

  /// 0xRRGGBB
  package let colour: Int32?
  package let isUrgent: Bool

  /// The time of delivery: `at`, or the second at which it was quiet no longer
  package let delivered: Instant

  /// The last second at which it is still delivered; nil without `expires`
  package let expires: Instant?

  /// `true` if it waits until it is quiet no longer
  package let isHeld: Bool

  /// `true` if it is too late to deliver: it happened while no daemon was running
  package let isMissed: Bool

  package init(
    opp: String, row: String = "", title: String? = nil, at: Instant, text: String?,
    recipients: [String] = [],
    payload: String? = nil, colour: Int32? = nil, isUrgent: Bool = false,
    delivered: Instant? = nil, expires: Instant? = nil, isHeld: Bool = false, isMissed: Bool = false
  ) {
    self.opp = opp
    self.row = row
    self.title = title
    self.at = at
    self.text = text
    self.recipients = recipients
    self.payload = payload
    self.colour = colour
    self.isUrgent = isUrgent
    self.delivered = delivered ?? at
    self.expires = expires
    self.isHeld = isHeld
    self.isMissed = isMissed
  }

  /// The state in which it is kept at first
  var firstState: StoredFiring.State {
    if isMissed { return expires == nil ? .missed : .expired }
    if text == nil { return .silent }
    return isHeld ? .held : .waiting
  }

  /// The identity: the same for the same Opp, row and instant, in every run of the daemon
  package var id: String { FiringIdentity.text(opp: opp, row: row, at: at) }
}
