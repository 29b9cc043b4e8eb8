internal import OppModel
internal import OppSystem

extension ConnectorSettings {
  /// The credentials of the user, for HTTP Basic
  ///
  /// - Throws: if only half of it is there.
  func credentials() throws(ConnectorProblem) -> CalendarCredentials? {
    switch (text("user"), options.secret("password")) {
    case (nil, nil): return nil
    case (let user?, let password?):
      // RFC 7617: a colon would end the name.
      guard !user.contains(":") else { throw problem("the name of a user has no colon") }
      return CalendarCredentials(user: user, password: password)
    case (nil, .some): throw problem("a password needs the option `user`")
    case (.some, nil): throw problem("a user needs the option `password`")
    }
  }
}

extension ConnectorSettings {
  /// The names in a text, which commas separate: `Work, Family`; none if the option is missing
  func names(_ option: String) -> [String] {
    (text(option) ?? "").split(separator: ",").map { String($0).trimming(" ") }
      .filter { !$0.isEmpty }
  }
}

/// A user and a password
struct CalendarCredentials: Sendable {
  let user: String
  let password: Secret
}
