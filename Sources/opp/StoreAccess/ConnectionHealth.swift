internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppSession
internal import OppStore

/// A connection that fails, or brings parts that cannot be read, as `opp list` shows it
///
/// The daemon keeps the message on a source as it was reported. That on a notifier has the present number of firings that wait,
/// and the time of the next attempt.
///
/// ```json
/// {"type":"health","name":"notifications (ntfy)","text":"notifications (ntfy): …","waiting":2,"next":"2026-06-21T12:05:00Z"}
/// ```
struct ConnectionHealth {
  /// The name by which people know it
  let name: String

  /// The message for people, in one line
  let text: String

  /// The number of firings that wait for a notifier, and the time of its next attempt
  private let delivery: (waiting: Int, next: Instant?)?

  /// All connections that fail, in the order of their names
  static func all(
    in store: Store, zone: Zone, at now: Instant
  ) throws(StoreFailure) -> [ConnectionHealth] {
    var all: [ConnectionHealth] = []
    for (token, text) in try store.loadTokens() where token.hasPrefix(LiveHealth.token) {
      let name = String(token.dropFirst(LiveHealth.token.count))
      all.append(ConnectionHealth(name: name, text: text, delivery: nil))
    }
    for unread in try LiveUnread.summaries(in: store) {
      all.append(
        ConnectionHealth(
          name: unread.name, text: "\(unread.name): \(unread.text)", delivery: nil))
    }
    // One that is no longer connected matters as long as anything waits for it.
    let awaited = try store.awaitedNotifiers()
    for failing in try store.failingNotifiers()
    where failing.retry != nil || awaited.contains(failing.name) {
      let waiting = try store.waitingCount(for: failing.name)
      let text = HealthText(zone: zone).text(of: failing, waiting: waiting, at: now)
      all.append(
        ConnectionHealth(
          name: failing.name, text: text,
          delivery: (waiting, waiting > 0 ? failing.retry : nil)))
    }
    return all.sorted { $0.name < $1.name }
  }

  /// The line for programs
  var json: String {
    JSONText.object { json in
      json.member("type", string: "health")
      json.member("name", string: name)
      json.member("text", string: text)
      guard let delivery else { return }
      json.member("waiting", raw: "\(delivery.waiting)")
      if let next = delivery.next { json.member("next", string: next.rfc3339) }
    }
  }
}
