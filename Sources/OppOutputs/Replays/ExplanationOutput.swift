internal import OppEngine
internal import OppJSON
package import OppModel
package import OppReplay

/// Prints why an Opp's condition has its truth, for people or as JSON
///
/// ```
/// "Tea" is false at 01:30 on 1 February 2013.
/// Since 18:00 on 31 January 2013.
/// missing: total(rain, last 12h) is 3 mm, needs less than 1mm
///          time is 01:30, needs 16:00..18:00
/// The next time it can be true is 16:00.
///   ✗ total(rain, last 12h) < 1mm  total(rain, last 12h) is 3 mm; rain is 0 mm/h, read 01:00; since …
///   ✗ time in 16:00..18:00         time is 01:30; since 2013-01-31 18:00 until 16:00
/// It fires only at its events (`on`): the last was at 20:00 on 25 January 2013, the next is at 11:00 on 2 March 2013.
/// ```
///
/// A headline, the time since when and until when it is so, the reasons why it is not true, the tree of the condition, notes, and other rows of `for each`.
package struct ExplanationOutput {
  /// The explanation that the engine gave
  package let explanation: OppExplanation

  /// The words of its parts
  package let words: ExplanationText
  package let console: Console

  package init(explanation: OppExplanation, words: ExplanationText, console: Console) {
    self.explanation = explanation
    self.words = words
    self.console = console
  }

  /// The Opp that is explained
  private var rule: Rule { words.graph.rules[explanation.rule] }

  /// The words of values
  private var readable: ReadableValue { words.readable }

  // MARK: For people

  /// Prints the headline, the reasons, the tree, the notes, and some other rows
  package func printText() {
    console.folded(headline, under: Self.indent)
    if let period { console.folded(period, under: Self.indent) }
    if let condition = explanation.condition {
      printReasons(condition)
      ExplanationTree(words: words, console: console, at: explanation.at).print(condition)
    }
    for note in notes { console.folded(note, under: Self.indent) }
    guard explanation.rows.count > 1 else { return }
    let others = explanation.rows.filter { $0.row != explanation.row }
    // Of many rows those that are not plainly false say most.
    let informative = others.filter { $0.truth != .false }
    let shown = (informative.isEmpty ? others : informative).prefix(Self.rowLimit)
    let count = others.count == 1 ? "1 other row" : "\(others.count) other rows"
    console.line("\(count) (`--row KEY` explains one):")
    for (row, truth) in shown {
      let title = explanation.titles[row].map { "  \($0)" } ?? ""
      console.folded("  \(mark(truth)) [\(words.text(of: row))]\(title)", under: 2 * Self.indent)
    }
    if others.count > shown.count { console.line("  … \(others.count - shown.count) more") }
  }

  /// The number of other rows that are listed
  private static let rowLimit = 8

  /// The sign of a truth, in its colour
  private func mark(_ truth: Truth) -> String {
    switch truth {
    case .true: console.styled("✓", .good)
    case .false: console.styled("✗", .bad)
    case .unknown: console.styled("?", .unsure)
    }
  }

  /// The cells by which a sentence that goes on is indented
  private static let indent = 2

  /// Prints a line for each reason why a condition is not true, and when it can be
  private func printReasons(_ condition: Explanation) {
    guard condition.truth != .true else { return }
    let lead = condition.truth == .false ? "missing: " : "unknown: "
    for (index, reason) in words.missing(condition).enumerated() {
      let start = index == 0 ? lead : String(repeating: " ", count: lead.count)
      console.folded(start + reason, under: lead.count)
    }
    if let change = NeededChange(of: condition, in: words) {
      console.folded("It would take \(change.part).", under: Self.indent)
    }
    if let possible = possibilityWords(condition) { console.folded(possible, under: Self.indent) }
  }

  /// `"Lunch walk" is false at 12:08 on 21 June 2026.`
  private var headline: String {
    let name = console.styled(ValueNotation.textLiteral(rule.name), .strong)
    let at = readable.inWords(explanation.at)
    guard let condition = explanation.condition else {
      if rule.rows == nil { return "\(name) has no condition: it fires at its events." }
      let table = rule.rows.map { words.graph.tables[Int($0.table.index)].name } ?? ""
      return explanation.isTableKnown
        ? "\(name) has no rows at \(at)."
        : "\(name) has no rows at \(at): nothing is known of `\(table)` yet."
    }
    let title = explanation.row.flatMap { explanation.titles[$0] }.map { " for \($0)" } ?? ""
    let row = explanation.row.map { "\(title) [\(words.text(of: $0))]" } ?? ""
    return "\(name)\(row) is \(condition.truth.word) at \(at)."
  }

  /// `Since 11:40 until 13:00.`; `nil` if neither end is known
  private var period: String? {
    guard let condition = explanation.condition else { return nil }
    let since = condition.since.map { "since \(readable.inWords($0, after: explanation.at))" }
    let until = condition.until.map { "until \(readable.inWords($0, after: explanation.at))" }
    let said = [since, until].compactMap { $0 }.joined(separator: " ")
    guard let first = said.first else { return nil }
    return "\(first.uppercased())\(said.dropFirst())."
  }

  /// The earliest second at which the condition can be true, as a sentence; `nil` if nothing is known of it
  private func possibilityWords(_ condition: Explanation) -> String? {
    switch explanation.possibility {
    case nil: nil
    case .afterReading: condition.truth == .false ? "It can be true as soon as that changes." : nil
    case .from(let instant):
      "The next time it can be true is \(readable.inWords(instant, after: explanation.at))."
    case .notWithinSearch:
      "As far as is known, it will not be true in the next \(EarliestTruth.searchDays) days."
    }
  }

  /// The other circumstances that decide whether it fires
  private var notes: [String] {
    var notes: [String] = []
    if !rule.events.isEmpty {
      let last = explanation.lastEvent.map {
        "the last was at \(readable.inWords($0, after: explanation.at))"
      }
      let next = explanation.nextEvent.map {
        "the next is at \(readable.inWords($0, after: explanation.at))"
      }
      let events = "\(last ?? "none has happened yet"), \(next ?? "the next is not known")"
      notes.append("It fires only at its events (`on`): \(events).")
    }
    if rule.isDisabled { notes.append("It is disabled: it never fires.") }
    if let fired = explanation.lastFiring {
      notes.append("It fired last at \(readable.inWords(fired, after: explanation.at)).")
    }
    // A firing held back before the last one no longer explains anything.
    let fired = explanation.lastFiring ?? .distantPast
    if let held = explanation.lastHeldBack, held > fired, !rule.isDisabled {
      notes.append(
        "`at most` held back its firing of \(readable.inWords(held, after: explanation.at)).")
    }
    return notes
  }

  // MARK: For programs

  /// Prints one object, with the parts nested as in the tree
  ///
  /// ```json
  /// {"type":"explanation","opp":"Hardware before it closes","at":"2013-01-02T17:00:00Z","truth":"false",…,
  /// "missing":["time is 12:00, needs store(\"Hardware Co\").closes - 1h, which is 18:00"],…,
  /// "parts":[{"text":"free >= 30min","truth":"true",…,"parts":[{"text":"free","value":77400}]}]}
  /// ```
  package func printJSON() {
    console.line(
      JSONText.object { json in
        // 1. The condition as a whole.
        json.member("type", string: "explanation")
        json.member("opp", string: rule.name)
        if let row = explanation.row { add(row, &json) }
        json.member("at", string: explanation.at.rfc3339)
        if let condition = explanation.condition {
          add(condition, &json)
          if condition.truth == .false { json.member("missing", strings: words.missing(condition)) }
        }
        // 2. Its next truth, and the firings and events around the instant.
        add(explanation.possibility, &json)
        member("last_firing", explanation.lastFiring, &json)
        member("last_held_back", explanation.lastHeldBack, &json)
        if !rule.events.isEmpty {
          member("last_event", explanation.lastEvent, &json)
          member("next_event", explanation.nextEvent, &json)
        }
        if rule.isDisabled { json.member("disabled", raw: "true") }
        // 3. The parts, nested, and the other rows.
        addParts(explanation.condition, &json)
        guard !explanation.rows.isEmpty else { return }
        json.key("rows")
        json.array { array in
          for (row, truth) in explanation.rows {
            array.object { object in
              add(row, &object)
              object.member("truth", string: truth.word)
            }
          }
        }
      })
  }

  /// Adds the key of a row, and the text by which people know it
  private func add(_ row: RowID, _ json: inout JSONText) {
    json.member("row", raw: readable.json(of: row))
    if let title = explanation.titles[row] { json.member("label", string: title) }
  }

  /// Adds an instant, if there is one, in UTC
  private func member(_ name: String, _ instant: Instant?, _ json: inout JSONText) {
    if let instant { json.member(name, string: instant.rfc3339) }
  }

  /// Adds the earliest second at which it can be true; null if none was found within the search
  private func add(_ possibility: EarliestTruth?, _ json: inout JSONText) {
    switch possibility {
    case nil: break
    case .afterReading: json.member("possible_from", string: explanation.at.advanced(by: 1).rfc3339)
    case .from(let instant): json.member("possible_from", string: instant.rfc3339)
    case .notWithinSearch: json.member("possible_from", raw: "null")
    }
  }

  /// Adds the value of a part, since when and until when
  private func add(_ part: Explanation, _ json: inout JSONText) {
    if part.type == .bool {
      json.member("truth", string: part.truth.word)
    } else {
      json.member("value", raw: readable.json(of: part.value, type: part.type))
    }
    if part.value == nil {
      json.member(
        "because", strings: part.reasons.map { $0.message(in: words.graph, zone: readable.zone) })
    }
    member("read", part.readAt, &json)
    member("since", part.since, &json)
    member("until", part.until, &json)
    if let rows = part.rows {
      json.member("rows", raw: String(rows.count))
      json.member("members", raw: String(rows.members))
    }
  }

  /// Adds the parts that there are words for, and theirs
  private func addParts(_ part: Explanation?, _ json: inout JSONText) {
    guard let part else { return }
    let parts = words.namedParts(of: part)
    guard !parts.isEmpty else { return }
    json.key("parts")
    json.array { array in
      for part in parts {
        array.object { object in
          object.member("text", string: words.text(of: part))
          add(part, &object)
          addParts(part, &object)
        }
      }
    }
  }
}

extension Truth {
  /// The value as the formats write it
  package var word: String {
    switch self {
    case .true: "true"
    case .false: "false"
    case .unknown: "unknown"
    }
  }
}
