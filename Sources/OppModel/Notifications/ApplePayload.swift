/// The JSON that Apple's push service takes for one notification
///
/// ```json
/// {"aps":{"alert":{"title":"Walk","body":"Sunny"},"sound":"default",
///   "interruption-level":"active","thread-id":"Walk","category":"opp"},
///  "opp":{"id":"…","at":"2026-06-21T19:00:00Z","apns-expiration":1782072000},"gate":4}
/// ```
///
/// See https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification.
/// The members that an Opp gives after `with` are placed beside `aps`.
package enum ApplePayload {
  /// The most bytes that Apple takes
  package static let maximumSize = 4096

  /// The payload's own members beside those of `with`, whose names `with` may not use
  package static let reservedNames = ["aps", "opp"]

  /// The category for which an app declares the buttons of a notification: snooze, done, dismiss
  package static let category = "opp"

  /// On one line
  ///
  /// - Parameters:
  ///   - title: the name of the Opp, which also groups its notifications.
  ///   - expires: the last second at which it is of use, the header `apns-expiration`; nil for no end.
  ///   - members: the values of `with`, as members of a JSON object without its braces.
  package static func json(
    title: String, text: String, isUrgent: Bool, id: String, at: Instant,
    expires: Instant? = nil, recipients: [String] = [], members: String = ""
  ) -> String {
    let name = ValueNotation.jsonString(title)
    let alert = #"{"title":"# + name + #","body":"# + ValueNotation.jsonString(text) + "}"
    let level = isUrgent ? "time-sensitive" : "active"
    var opp =
      #"{"id":"# + ValueNotation.jsonString(id) + #","at":"# + ValueNotation.jsonString(at.rfc3339)
    if let expires { opp += #","apns-expiration":"# + String(expires.seconds) }
    if !recipients.isEmpty {
      let names = recipients.map { ValueNotation.jsonString($0) }
      opp += #","to":["# + names.joined(separator: ",") + "]"
    }
    let aps =
      #"{"alert":"# + alert + #","sound":"default","interruption-level":""# + level
      + #"","thread-id":"# + name + #","category":""# + category + #""}"#
    return #"{"aps":"# + aps + #","opp":"# + opp + "}" + (members.isEmpty ? "" : ",") + members
      + "}"
  }

  /// The least size of a notification, in bytes: with an identity of no length
  package static func leastSize(title: String, text: String, isUrgent: Bool) -> Int {
    json(title: title, text: text, isUrgent: isUrgent, id: "", at: Instant(seconds: 0)).utf8.count
  }
}
