package import OppModel

/// A notifier that fails, or that the rules no longer connect
package struct FailingNotifier: Hashable, Sendable {
  /// The name by which people know it
  package let name: String

  /// The number of attempts in a row that failed, each after a pause
  package let failures: Int

  /// The second of the first of them
  package let since: Instant

  /// The time of the next attempt; nil for a notifier that the rules no longer connect
  package let retry: Instant?

  /// `true` if the notifier itself asked to be left alone until then
  package let isAsked: Bool

  /// A fragment for people without a secret in it
  package let reason: String

  /// The advice for the person, such as `Check the port`; `nil` for none
  package let remedy: String?

  package init(
    name: String, failures: Int, since: Instant, retry: Instant?, isAsked: Bool, reason: String,
    remedy: String? = nil
  ) {
    self.name = name
    self.failures = failures
    self.since = since
    self.retry = retry
    self.isAsked = isAsked
    self.reason = reason
    self.remedy = remedy
  }
}
