internal import OppEngine
internal import OppJSON
internal import OppRecordings
internal import OppSession

/// One page of the response of `events.list`
///
/// ```json
/// {"kind": "calendar#events", "items": […], "nextPageToken": "…"}     more pages follow
/// {"kind": "calendar#events", "items": […], "nextSyncToken": "…"}     the last
/// ```
struct GooglePage {
  let items: [JSONValue]
  let nextPage: String?

  /// On the last page only
  let nextSync: String?

  /// - Throws: if the response is anything else, such as an error under a status of success.
  init(_ response: WebResponse) throws(FetchFailure) {
    let file = TextFile(path: "", bytes: response.body)
    guard !response.isPage, let value = try? JSONValue.parse(file) else {
      throw response.unreadable("a list of events")
    }
    if value["error"] != nil { throw GoogleFailure.of(response) }
    guard value["kind"]?.text.map({ $0 == "calendar#events" }) ?? true,
      case .array(let items)? = value["items"]?.content
    else { throw response.unreadable("a list of events") }
    self.items = items
    nextPage = value["nextPageToken"]?.text
    nextSync = value["nextSyncToken"]?.text
  }
}

/// The meaning of the errors of Google's APIs
///
/// ```json
/// {"error": {"code": 403, "message": "…",
///            "errors": [{"domain": "usageLimits", "reason": "rateLimitExceeded", "message": "…"}]}}
/// ```
///
/// See developers.google.com/workspace/calendar/api/guides/errors. The messages are the service's own and
/// are not shown, because they could repeat a secret.
enum GoogleFailure {
  static func of(_ response: WebResponse) -> FetchFailure {
    let (code, reasons) = read(response)
    let host = response.address.host
    if !reasons.isDisjoint(with: limits) {
      return FetchFailure(.limited, "\(host) has had too many requests")
    }
    if !reasons.isDisjoint(with: disabled) {
      return FetchFailure(
        .misconfigured, "the Google Calendar API is not enabled in the project of the client",
        remedy: "Only you can correct that: enable it in the Google Cloud console")
    }
    switch code {
    case 401:
      return FetchFailure(
        .refused, "\(host) refuses the token: it has expired or was withdrawn")
    case 403: return FetchFailure(.refused, "\(host) does not let the token read the calendar")
    case 404: return FetchFailure(.misconfigured, "\(host) has no such calendar for the token")
    case 429: return FetchFailure(.limited, "\(host) has had too many requests")
    default: return FetchFailure(.broken, "\(host) responded with \(code)")
    }
  }

  /// The reasons that mean too many requests, in the older list `errors`, and in `status` and `details`
  private static let limits: Set<String> = [
    "rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "dailyLimitExceeded",
    "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED",
  ]

  /// The reasons that mean a project without the service
  private static let disabled: Set<String> = ["accessNotConfigured", "SERVICE_DISABLED"]

  /// The code of an error, which a status of success may hide, and its reasons
  private static func read(_ response: WebResponse) -> (code: Int, reasons: Set<String>) {
    let file = TextFile(path: "", bytes: response.body)
    guard let error = (try? JSONValue.parse(file))?["error"] else { return (response.status, []) }
    var reasons: Set<String> = []
    if let status = error["status"]?.text { reasons.insert(status) }
    for list in ["errors", "details"] {
      guard case .array(let items)? = error[list]?.content else { continue }
      reasons.formUnion(items.compactMap { $0["reason"]?.text })
    }
    var code = response.status
    if code < 400, let cell = error["code"]?.cell, let said = file.text(cell).flatMap({ Int($0) }) {
      code = said
    }
    return (code, reasons)
  }
}
