internal import OppEngine
internal import OppSession

/// The failure that a status means: whose mistake it is, and how a person can mend it
struct StatusFailure {
  let status: Int
  let host: String

  /// `true` if the request had a password, a token or a secret address
  let hasCredentials: Bool

  var kind: FetchFailure.Kind {
    switch status {
    case 401, 402, 403, 407, 511: .refused
    case 429: .limited
    // The service was slow, or is not ready yet.
    case 408, 425: .broken
    // No other response comes before somebody changes the address or an option.
    case 300..<500: .misconfigured
    default: .broken
    }
  }

  var reason: String {
    switch status {
    case 401 where !hasCredentials: "\(host) wants a password or a token (401)"
    case 402: "\(host) wants to be paid (402)"
    case 403 where !hasCredentials: "\(host) refuses this program or this machine (403)"
    case 407: "the proxy wants a password"
    case 451: "\(host) may not answer for legal reasons (451)"
    case 511: "this network wants you to log in first"
    default: "\(host) responded with \(status)"
    }
  }

  /// The advice; `nil` for that of the kind
  var remedy: String? {
    switch status {
    case 401 where !hasCredentials: "Give one, as with `token: env(\"…\")`"
    case 403 where !hasCredentials: "Read the service's terms of use"
    case 401, 403: "Check the key, the password or the token"
    case 402: "See your account there"
    case 407: "Write it into http_proxy or https_proxy"
    case 451: "Use another service"
    case 511: "Open a page in a browser"
    default: kind == .misconfigured ? "Correct the address" : nil
    }
  }
}
