internal import OppModel

/// `stdout()`: a line for each notice, as `opp eval` prints a firing
struct StdoutNotifier: Notifier {
  let name: String
  let zone: Zone

  /// Whether it writes JSON Lines
  let isJSON: Bool
  let print: @Sendable (String) -> Bool

  func tell(_ notice: Notice) async throws(TellingFailure) {
    guard print(isJSON ? Self.json(notice) : line(notice)) else {
      throw TellingFailure("standard output cannot be written to")
    }
  }

  /// `2026-06-21 12:00:00  Walk: It is sunny`, without what could upset a terminal
  private func line(_ notice: Notice) -> String {
    let text = notice.text == notice.title ? "" : ": \(notice.text)"
    let line = "\(local(notice.at))  \(notice.title)\(text)"
    let isPlain = line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    if isPlain { return line }
    return String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }

  /// By the wall clock; of a local time that occurs twice the second has its offset
  private func local(_ instant: Instant) -> String {
    let local = zone.local(at: instant)
    let text = zone.instant(of: local) == instant ? local.iso8601 : zone.rfc3339(instant)
    return String(text.map { $0 == "T" ? " " : $0 })
  }

  private static func json(_ notice: Notice) -> String {
    let recipients = notice.recipients
    let to =
      recipients.count > 1
      ? Notice.json(recipients) : recipients.first.map { Notice.json($0) }
    return Notice.object([
      ("type", Notice.json("firing")), ("opp", Notice.json(notice.title)),
      ("at", Notice.json(notice.at.rfc3339)), ("text", Notice.json(notice.text)), ("to", to),
      ("payload", notice.payload), ("id", Notice.json(notice.id)),
    ])
  }
}
