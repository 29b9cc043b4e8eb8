internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSession
internal import OppStore

/// The output of a live run: firings on standard output, everything else on standard error
///
/// ```
/// 2026-06-21 12:00:00  Lunch walk: It is sunny and 21°C.                                              output
/// {"type":"firing","opp":"Lunch walk","at":"2026-06-21T12:00:00Z","text":"It is sunny and 21°C.","id":"…"}
/// 2026-06-21 12:01:00  weather (openmeteo) works again.                                               error
/// {"type":"notice","at":"2026-06-21T12:01:00Z","text":"weather (openmeteo) works again."}
/// ```
final class LiveOutput {
  let console: Console
  let isJSON: Bool

  /// The zone of the times that are shown: that of the rules
  var zone: Zone

  init(console: Console, isJSON: Bool, zone: Zone) {
    self.console = console
    self.isJSON = isJSON
    self.zone = zone
  }

  /// Writes a firing to standard output, as `eval` prints it
  ///
  /// - Returns: why it was not delivered; nil if the whole line was written.
  func deliver(_ stored: StoredFiring) -> DeliveryFailure? {
    console.deliver(isJSON ? json(stored) : line(stored)).map { reason in
      DeliveryFailure("standard output cannot be written: \(reason)")
    }
  }

  /// A firing for people; its text is left out if it is the name of the Opp
  private func line(_ stored: StoredFiring) -> String {
    let firing = stored.firing
    let row = firing.row.isEmpty ? "" : " \(RowKey.readable(firing.row, in: zone))"
    let text = firing.text.map { $0 == firing.opp ? "" : ": \($0)" } ?? ""
    return "\(zone.readable(firing.at))  \(console.styled(firing.opp, .strong))\(row)\(text)"
  }

  /// A firing for programs
  private func json(_ stored: StoredFiring) -> String {
    let firing = stored.firing
    return JSONText.object { json in
      json.member("type", string: "firing")
      json.member("opp", string: firing.opp)
      if !firing.row.isEmpty { json.member("row", raw: firing.row) }
      json.member("at", string: firing.at.rfc3339)
      if firing.delivered != firing.at {
        json.member("delivered", string: firing.delivered.rfc3339)
      }
      if let text = firing.text { json.member("text", string: text) }
      if !firing.recipients.isEmpty { json.member("to", strings: firing.recipients) }
      if let colour = firing.colour { json.member("colour", string: Colour.hexadecimal(colour)) }
      if let payload = firing.payload { json.member("payload", raw: payload) }
      json.member("id", string: stored.id)
    }
  }

  /// Prints a message without a time
  func say(_ text: String) { console.message(isJSON ? json(text) : text) }

  /// Prints a message that something is missing or there again
  func say(_ text: String, at now: Instant) {
    console.message(isJSON ? json(text, at: now) : "\(zone.readable(now))  \(text)")
  }

  /// A message for programs
  private func json(_ text: String, at now: Instant? = nil) -> String {
    JSONText.object { json in
      json.member("type", string: "notice")
      if let now { json.member("at", string: now.rfc3339) }
      json.member("text", string: text)
    }
  }

  /// The first lines of a run: its rules, sources, delivery and state
  func greet(_ rules: LiveRules, store: String?, isRehearsal: Bool) {
    let opps = rules.graph.rules.count
    let files = rules.checked.files.files.count
    let zone =
      rules.zoneName ?? (isRehearsal ? "the recording's zone" : "the system's time zone")
    say("\(counted(opps, "Opp")) of \(counted(files, "file")), in \(zone)")
    let names = rules.connectors.map { $0.provider.name }
    if isRehearsal {
      say("a rehearsal: the recording takes the place of the services")
    } else {
      say(
        names.isEmpty
          ? "nothing is connected: only the clock and the sun are known"
          : "sources: \(names.joined(separator: ", "))")
    }
    let services = rules.routes.services
    say("delivery: \(services.isEmpty ? "printed here" : services.joined(separator: ", "))")
    say(store.map { "state: kept in \($0)" } ?? "state: not kept")
  }

  /// `1 Opp`, `2 Opps`
  func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
