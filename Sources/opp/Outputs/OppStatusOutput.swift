internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppStore
internal import OppSyntax

/// The present state of an Opp, in words
///
/// | rules | choice | snooze | state |
/// | --- | --- | --- | --- |
/// | `disabled` | none | none | disabled |
/// | `disabled` | enabled | until 14:00 | snoozed |
/// | not | disabled | until 14:00 | disabled |
/// | not | none | until 11:00, which is over | enabled |
struct OppStatus {
  let opp: DeclaredOpp
  let listed: ListedOpp?
  let now: Instant

  /// The titles of its rows, by their keys
  var titles: [String: String] = [:]

  enum State: String {
    case enabled
    case disabled
    case snoozed
  }

  var state: State {
    guard isEnabled else { return .disabled }
    return snoozedUntil == nil ? .enabled : .snoozed
  }

  /// `true` if the choice, else the rules, enable it
  private var isEnabled: Bool { choice?.isEnabled ?? !opp.isDisabled }

  /// The last choice of a command or a notifier; nil if only the rules count
  var choice: OppOverrides.Choice? { listed?.overrides.choice }

  /// The end of the snooze of the whole Opp; nil if there is none
  var snoozedUntil: Instant? {
    snoozes.first { $0.row.isEmpty }?.until
  }

  /// The rows that are snoozed on their own
  var snoozedRows: [OppOverrides.Snooze] { snoozes.filter { !$0.row.isEmpty } }

  /// The snoozes that have not ended, of the Opp and of rows
  private var snoozes: [OppOverrides.Snooze] {
    (listed?.overrides.snoozes ?? []).filter { $0.until > now }
  }

  /// The answer to its last firing, of an Opp without rows; nil for none
  var answer: Answer? {
    listed?.last.flatMap { $0.firing.row.isEmpty ? $0.answer(at: now) : nil }
  }

  /// The rows that were answered with `done` or `dismissed` within the last day
  var answeredRows: [StoredFiring] {
    (listed?.answered ?? []).filter { firing in
      let isRecent = firing.answered.map { now <= $0.advanced(by: Self.recently) } ?? false
      return isRecent && !snoozedRows.contains { $0.row == firing.firing.row }
    }
  }

  /// The number of seconds for which the answer to a row is listed
  private static let recently: Int64 = 86_400

  /// The time of its last firing; nil if it never fired
  var last: Instant? { listed?.last?.firing.at }
}

/// Prints the states of Opps, for people or as JSON Lines
struct OppStatusOutput {
  let zone: ShownZone
  let console: Console
  let isJSON: Bool

  func print(_ statuses: [OppStatus]) {
    if isJSON { return statuses.forEach { console.line(json($0)) } }
    let names = statuses.map { $0.opp.name.printable.cellCount }.max() ?? 0
    let states = statuses.map { whole($0).printable.cellCount }.max() ?? 0
    for status in statuses {
      let name = console.styled(status.opp.name.printable.padded(to: names), .strong)
      let colour = status.opp.colour.map { "  \(Colour.text($0))" } ?? ""
      let answer = answer(status).map { ", \($0)" } ?? ""
      let last = status.last.map { "last fired \(zone.readable($0))\(answer)" } ?? "never fired"
      let waiting = status.listed.map(\.waiting) ?? 0
      let undelivered = waiting > 0 ? ", \(waiting) waiting to be delivered" : ""
      let state = whole(status).printable.padded(to: states)
      console.folded(
        "\(name)  \(state)  \(last)\(undelivered)\(colour)", under: names + 2 + states + 2)
      for row in rows(status) { console.folded("  \(row)", under: 4) }
    }
    if statuses.contains(where: { $0.last != nil || hasTimes($0) }) { zone.report(console) }
  }

  /// `true` if the state of an Opp is printed with a time
  func hasTimes(_ status: OppStatus) -> Bool {
    switch status.state {
    case .snoozed: true
    case .disabled: status.choice != nil
    case .enabled: status.snoozedRows.contains { !$0.isDone }
    }
  }

  /// `enabled, ["dishes"] snoozed until 2026-06-21 14:00:00`
  ///
  /// - Parameter saysAnswer: whether the answer to an Opp without rows is said in place of its state.
  func state(_ status: OppStatus, saysAnswer: Bool = false) -> String {
    if saysAnswer, let answer = answer(status) { return answer }
    return ([whole(status)] + rows(status)).joined(separator: ", ")
  }

  /// The word for the answer to the last firing of an Opp without rows; a snooze is a state
  private func answer(_ status: OppStatus) -> String? {
    switch status.answer {
    case .done: "done"
    case .dismissed: "dismissed"
    case .snoozed, .unanswered, nil: nil
    }
  }

  /// The words for each row that is snoozed or answered on its own
  private func rows(_ status: OppStatus) -> [String] {
    status.snoozedRows.map { row in
      let name = name(ofRow: row.row, status)
      return row.isDone ? "\(name) done" : "\(name) snoozed until \(zone.readable(row.until))"
    }
      + status.answeredRows.map { "\(name(ofRow: $0.firing.row, status)) \($0.answer?.name ?? "")" }
  }

  /// The title of a row, else its key
  private func name(ofRow row: String, _ status: OppStatus) -> String {
    RowKey.words(row, title: status.titles[row], in: zone.zone) ?? ""
  }

  /// The words for the Opp as a whole
  private func whole(_ status: OppStatus) -> String {
    switch status.state {
    case .enabled: return "enabled"
    case .disabled:
      guard let choice = status.choice else { return "disabled by the rules" }
      return "disabled by \(choice.by) at \(zone.readable(choice.at))"
    case .snoozed:
      return "snoozed until \(status.snoozedUntil.map { zone.readable($0) } ?? "")"
    }
  }

  /// ```json
  /// {"type":"opp","opp":"Lunch walk","state":"disabled","by":"opp disable","since":"2026-06-21T12:00:00Z",
  ///  "until":"2026-06-21T14:00:00Z","colour":"green","waiting":0}
  /// ```
  func json(_ status: OppStatus) -> String {
    JSONText.object { json in
      json.member("type", string: "opp")
      json.member("opp", string: status.opp.name)
      json.member("state", string: status.state.rawValue)
      if let choice = status.choice {
        json.member("by", string: choice.by)
        json.member("since", string: choice.at.rfc3339)
      }
      if let until = status.snoozedUntil { json.member("until", string: until.rfc3339) }
      if !status.snoozedRows.isEmpty || !status.answeredRows.isEmpty {
        json.key("rows")
        json.array { array in
          for row in status.snoozedRows {
            array.object { object in
              object.member("row", raw: row.row)
              if let title = status.titles[row.row] { object.member("title", string: title) }
              if row.isDone { object.member("done", raw: "true") }
              object.member("until", string: row.until.rfc3339)
            }
          }
          for row in status.answeredRows {
            array.object { object in
              object.member("row", raw: row.firing.row)
              if let title = status.titles[row.firing.row] { object.member("title", string: title) }
              object.member("answer", string: row.answer?.name ?? "")
            }
          }
        }
      }
      if let colour = status.opp.colour {
        json.member("colour", string: Colour.text(colour))
      }
      if let last = status.last { json.member("last", string: last.rfc3339) }
      if let answer = status.answer { json.member("answer", string: answer.name) }
      json.member("waiting", raw: "\(status.listed?.waiting ?? 0)")
    }
  }
}
