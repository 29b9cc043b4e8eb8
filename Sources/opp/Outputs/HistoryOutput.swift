internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppStore

/// Prints firings that the store keeps, for people or as JSON Lines
///
/// | state | behind the text |
/// | --- | --- |
/// | delivered within a minute, silent | nothing |
/// | delivered later | `(delivered at 2026-06-21 14:00:00)` |
/// | held | `(waiting while it is quiet)` |
/// | superseded, expired | `(replaced by a later one)`, `(expired)` |
/// | waiting for the end of quiet hours, by an earlier version | `(to be delivered at 2026-06-22 07:00:00)` |
/// | waiting after a failure | `(not delivered yet: ntfy.sh cannot be reached; tried next at 2026-06-21 12:05:00)` |
/// | failed, missed | `(not delivered: …)`, `(missed)` |
/// | answered | `(done)`, `(dismissed)`, `(snoozed until 2026-06-21 14:00:00)` |
struct HistoryOutput {
  let zone: ShownZone
  let now: Instant
  let console: Console
  let isJSON: Bool

  func print(_ firings: [StoredFiring]) {
    for firing in firings {
      if isJSON {
        console.line(json(firing))
      } else {
        console.folded(text(firing), under: Self.column)
      }
    }
    if !isJSON, !firings.isEmpty { zone.report(console) }
  }

  /// A firing as `eval` prints it, with the state of its delivery if there is more to say
  private func text(_ stored: StoredFiring) -> String {
    let firing = stored.firing
    let row = RowKey.words(firing.row, title: firing.title, in: zone.zone).map { " \($0)" } ?? ""
    let text = firing.text.map { $0 == firing.opp ? "" : ": \($0)" } ?? ""
    let words = [delivery(of: stored), answer(to: stored)].compactMap { $0 }
    let delivery = words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
    return
      "\(zone.readable(firing.at))  \(console.styled(firing.opp, .strong))\(row)\(text)\(delivery)"
  }

  /// The words on the delivery of a firing; nil if there is nothing more to say
  private func delivery(of stored: StoredFiring) -> String? {
    switch stored.state {
    case .delivered:
      stored.changed > stored.firing.at.advanced(by: Self.promptness)
        ? "delivered at \(zone.readable(stored.changed))" : nil
    case .waiting:
      if let error = stored.error {
        "not delivered yet: \(error); tried next at \(zone.readable(stored.next))"
      } else if stored.next > now {
        "to be delivered at \(zone.readable(stored.next))"
      } else {
        "not delivered yet"
      }
    case .held: "waiting while it is quiet"
    case .superseded: "replaced by a later one"
    case .expired: "expired"
    case .failed: "not delivered: \(stored.error ?? "it failed")"
    // Its answer says so, unless that was a snooze which has ended.
    case .dismissed: answer(to: stored) == nil ? "dismissed" : nil
    case .silent: "recorded, without a notification"
    case .missed: "missed"
    }
  }

  /// The words on the answer to a firing; nil for none
  private func answer(to stored: StoredFiring) -> String? {
    switch stored.answer(at: now) {
    case .done: "done"
    case .dismissed: "dismissed"
    case .snoozed: stored.until.map { "snoozed until \(zone.readable($0))" }
    case .unanswered, nil: nil
    }
  }

  /// The cell behind `2026-06-21 14:00:00`
  private static let column = 21

  /// The number of seconds within which a delivery counts as immediate
  private static let promptness: Int64 = 60

  /// A firing as a line of JSON, with its identity and the state of its delivery
  private func json(_ stored: StoredFiring) -> String {
    let firing = stored.firing
    return JSONText.object { json in
      // As everywhere, a firing that only records is counted as a record.
      json.member("type", string: stored.state == .silent ? "record" : "firing")
      json.member("opp", string: firing.opp)
      if !firing.row.isEmpty { json.member("row", raw: firing.row) }
      if let title = firing.title { json.member("title", string: title) }
      json.member("at", string: firing.at.rfc3339)
      if stored.state == .superseded || stored.state == .expired {
        json.member("delivered", raw: "null")
      } else if firing.delivered != firing.at {
        json.member("delivered", string: firing.delivered.rfc3339)
      }
      if let expires = firing.expires { json.member("expires", string: expires.rfc3339) }
      if let text = firing.text { json.member("text", string: text) }
      if !firing.recipients.isEmpty { json.member("to", strings: firing.recipients) }
      if let payload = firing.payload { json.member("payload", raw: payload) }
      if let colour = firing.colour {
        json.member("colour", string: Colour.hexadecimal(colour))
      }
      json.member("id", string: stored.id)
      json.member("state", string: stored.state.rawValue)
      json.member("changed", string: stored.changed.rfc3339)
      if stored.attempts > 0 { json.member("attempts", raw: "\(stored.attempts)") }
      if stored.state == .waiting { json.member("next", string: stored.next.rfc3339) }
      if let error = stored.error { json.member("error", string: error) }
      if let answer = stored.answer(at: now) { json.member("answer", string: answer.name) }
    }
  }
}
