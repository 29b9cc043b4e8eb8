internal import OppEngine
package import OppModel
package import OppSession

/// A way to notify a person, as `connect notifications to …` declares it
///
/// | thrown | then |
/// | --- | --- |
/// | nothing | the firing is delivered |
/// | a failure | it is tried again, later each time, or when `retryAfter` says |
/// | a failure that is final | it has failed: the same would be refused again |
///
/// A delivery that succeeds may be repeated, if the daemon ends before that is recorded: the identity of the notice
/// lets a service recognize it.
package protocol Notifier: Sendable {
  /// The name by which people know it, such as `notifications (ntfy)`
  var name: String { get }

  /// Delivers once; the caller tries again
  ///
  /// - Throws: the reason why it could not be delivered, without a secret.
  func deliver(_ notice: Notice) async throws(DeliveryFailure)

  /// The reports that come by themselves, such as buttons that people press; the stream ends when its task is cancelled
  func reports() -> AsyncStream<NotifierReport>?
}

extension Notifier {
  package func reports() -> AsyncStream<NotifierReport>? { nil }
}

/// Something that a notifier reports by itself
package enum NotifierReport: Sendable {
  case pressed(PressedButton)

  /// Something that people should know though notifications are delivered
  case noted(FetchFailure)
}

/// A button of a notification that a person has pressed
package struct PressedButton: Hashable, Sendable {
  /// The identity of the firing
  package let firing: String
  package let answer: Answer

  package init(firing: String, answer: Answer) {
    (self.firing, self.answer) = (firing, answer)
  }
}

/// A notification to be delivered
package struct Notice: Hashable, Sendable {
  /// The identity of the firing: the same however often it is delivered
  package let id: String

  /// The name of the Opp
  package let title: String
  package let text: String

  /// The people to notify; empty for the person
  package let recipients: [String]

  /// The time at which it happened
  package let at: Instant

  /// `with { name: value }`, a JSON object; nil if there is none
  package let payload: String?

  /// 0xRRGGBB
  package let colour: Int32?
  package let isUrgent: Bool

  /// The last second at which it is of use; nil for no end
  package let expires: Instant?

  package init(
    id: String, title: String, text: String, recipients: [String], at: Instant, payload: String?,
    colour: Int32?, isUrgent: Bool, expires: Instant? = nil
  ) {
    self.id = id
    self.title = title
    self.text = text
    self.recipients = recipients
    self.at = at
    self.payload = payload
    self.colour = colour
    self.isUrgent = isUrgent
    self.expires = expires
  }
}
