/// The reason why a notification could not be delivered
package struct DeliveryFailure: Error, Hashable, Sendable {
  /// A fragment for people without a secret in it
  package let reason: String

  /// The advice for the person, such as `Check the port`; `nil` for none
  package let remedy: String?

  /// Whether another attempt to deliver the same can never succeed
  package let isFinal: Bool

  /// The number of seconds for which it should be left alone; nil where the notifier does not state it
  package let retryAfter: Int64?

  package init(
    _ reason: String, remedy: String? = nil, isFinal: Bool = false, retryAfter: Int64? = nil
  ) {
    self.reason = reason
    self.remedy = remedy
    self.isFinal = isFinal
    self.retryAfter = retryAfter
  }
}
