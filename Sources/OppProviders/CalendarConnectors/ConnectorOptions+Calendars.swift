internal import OppEngine
internal import OppModel

extension ConnectorOptions {
  /// A text, which may come from the environment: the private address of a calendar is as good as a
  /// password
  func textOrSecret(_ name: String) -> (text: String, isSecret: Bool)? {
    if let secret = secret(name) { return (secret.revealed, true) }
    return text(name).map { ($0, false) }
  }

  /// The credentials of the user, for HTTP Basic
  ///
  /// - Throws: where only half of it is there.
  func credentials() throws(FetchFailure) -> CalendarCredentials? {
    switch (textOrSecret("user")?.text, secret("password")) {
    case (nil, nil): return nil
    case (let user?, let password?):
      // RFC 7617: a colon would end the name.
      guard !user.contains(":") else {
        throw FetchFailure(.misconfigured, "the name of a user has no colon")
      }
      return CalendarCredentials(user: user, password: password)
    case (nil, .some): throw FetchFailure(.misconfigured, "a password needs the option `user`")
    case (.some, nil): throw FetchFailure(.misconfigured, "a user needs the option `password`")
    }
  }
}

/// A user and a password
struct CalendarCredentials: Sendable {
  let user: String
  let password: Secret
}
