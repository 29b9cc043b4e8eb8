/// A service at which people log in, so that Opp reads their calendar
package enum LoginService: String, CaseIterable, Sendable {
  case google
  case microsoft

  /// The word for it in rules and on the command line, which is also the usual name of a login there
  package var name: String { rawValue }

  /// The name for people
  package var title: String {
    switch self {
    case .google: "Google"
    case .microsoft: "Microsoft"
    }
  }

  /// The permissions that a login asks for
  var scope: String {
    switch self {
    case .google: "https://www.googleapis.com/auth/calendar.events.readonly"
    // Without the second there is no refresh token.
    case .microsoft: "Calendars.Read offline_access"
    }
  }

  /// `true` if the permissions that a service granted let a calendar be read
  ///
  /// On Google's page a person can leave a permission out.
  func grantsCalendar(_ scope: String) -> Bool {
    let part =
      switch self {
      case .google: "/auth/calendar"
      case .microsoft: "calendars.read"
      }
    return scope.lowercased().firstRange(of: part) != nil
  }

  /// The address of the service, as it names itself in the file of a login
  var issuer: String {
    switch self {
    case .google: "https://accounts.google.com"
    case .microsoft: "https://login.microsoftonline.com"
    }
  }

  /// The address of Google's page for people, or that of Microsoft's codes for devices
  var authorizationAddress: String {
    switch self {
    case .google: "https://accounts.google.com/o/oauth2/v2/auth"
    case .microsoft: "https://login.microsoftonline.com/common/oauth2/v2.0/devicecode"
    }
  }

  /// The address that gives tokens
  var tokenAddress: String {
    switch self {
    case .google: "https://oauth2.googleapis.com/token"
    case .microsoft: "https://login.microsoftonline.com/common/oauth2/v2.0/token"
    }
  }

  /// The page on which a person sees and withdraws the permissions of programs
  package var permissionsPage: String {
    switch self {
    case .google: "https://myaccount.google.com/connections"
    case .microsoft: "https://account.live.com/consent/Manage or https://myapps.microsoft.com"
    }
  }

  /// The service of an issuer
  init(issuer: String) {
    self = issuer.lowercased().firstRange(of: "microsoft") == nil ? .google : .microsoft
  }
}
