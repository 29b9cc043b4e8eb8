package import OppModel

/// The part of one notifier in a firing
///
/// A firing to Ann and Bo, where Ann has a notifier of her own, is `notifications("Ann") (ntfy)` for Ann and
/// `notifications (webhook)` for Bo.
package struct DeliveryPart: Hashable, Sendable {
  /// The name of the notifier, such as `notifications (ntfy)`; empty as long as none is known
  package let notifier: String

  /// The people that it notifies; empty for the person
  package let recipients: [String]

  package init(notifier: String, recipients: [String]) {
    self.notifier = notifier
    self.recipients = recipients
  }
}

/// A part of a firing that waits for its notifier
package struct PendingDelivery: Hashable, Sendable {
  package let firing: StoredFiring
  package let part: DeliveryPart

  /// The number of attempts that failed, or in which a process ended
  package let attempts: Int

  /// The time of the next attempt
  package let next: Instant
}
