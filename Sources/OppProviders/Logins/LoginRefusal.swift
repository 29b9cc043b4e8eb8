internal import OppEngine
internal import OppSession

/// The reason why a person could not be logged in
package struct LoginRefusal: Error, Sendable {
  /// A sentence without its end, and without anything secret in it
  package let reason: String

  /// The advice; `nil` for none
  package let help: String?

  /// `true` if the network or the service failed, rather than the person or the client
  package let isOutside: Bool

  init(_ reason: String, help: String? = nil, isOutside: Bool = false) {
    self.reason = reason
    self.help = help
    self.isOutside = isOutside
  }

  init(_ failure: FetchFailure) {
    self.init(failure.reason, help: failure.remedy, isOutside: true)
  }

  init(_ failure: TokenFailure, of service: LoginService) {
    switch failure {
    case .failed(let failure): self.init(failure)
    case .refused(let refusal):
      let reason = "\(service.title) refuses the login (\(refusal.rawValue))"
      self.init(reason, help: Self.help(refusal, service))
    }
  }

  private static func help(
    _ refusal: TokenFailure.Refusal, _ service: LoginService
  ) -> String? {
    switch refusal {
    case .invalidClient, .unauthorizedClient, .deletedClient:
      switch service {
      case .google: "make the client again in the Google Cloud console, and download its file"
      case .microsoft:
        "check the application's id, and that `Allow public client flows` is on"
      }
    case .invalidGrant: "begin again: the permission counts for a few minutes, and once"
    case .invalidScope, .consentRequired, .interactionRequired:
      "allow the program to read calendars, where it is registered"
    case .expiredToken: "begin again, and enter the code sooner"
    case .authorizationDeclined, .accessDenied, .loginRequired, .invalidRequest, .invalidToken,
      .unsupportedGrantType, .authorizationPending, .slowDown, .badVerificationCode,
      .invalidResource:
      nil
    }
  }
}
