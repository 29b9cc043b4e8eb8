package import OppModel

/// A message that a service sends until it is acknowledged
package struct StoredMessage: Hashable, Sendable {
  /// The name of the connection that it came by
  package let connection: String

  /// The same for each time that it comes
  package let identity: String

  /// The second at which it came
  package let at: Instant
  package let content: String

  /// The last second at which its rows count; `nil` for a message that is of no use once a step has taken it
  package let until: Instant?

  /// `true` if the service says that it may have sent it before
  package let isRepeated: Bool

  /// `true` if a step has taken it
  package let isTaken: Bool

  package init(
    connection: String, identity: String, at: Instant, content: String, until: Instant?,
    isRepeated: Bool = false, isTaken: Bool = false
  ) {
    self.connection = connection
    self.identity = identity
    self.at = at
    self.content = content
    self.until = until
    self.isRepeated = isRepeated
    self.isTaken = isTaken
  }
}
