package import OppEngine
internal import OppJSON
package import OppModel

/// Prints why an Opp's condition is what it is, for people or as JSON
///
/// ```
/// "Tea" is false at 2013-02-01 01:30:00, since 2013-01-31 18:00:00.
/// missing: total(rain, last 12h) is 3mm, needs less than 1mm
///          time is 01:30, needs 16:00..18:00
/// The next time it can be true is 16:00:00.
///   ✗ total(rain, last 12h) < 1mm  total(rain, last 12h) is 3mm; rain is 0mm/h, read 01:00; since …
///   ✗ time in 16:00..18:00         time is 01:30; since 2013-01-31 18:00:00 until 16:00:00
/// It fires only at its events (`on`): the last was at 2013-01-25 20:00:00, the next is at 2013-03-02 11:00:00.
/// ```
///
/// A headline, the reasons why it is not true, the tree of the condition, notes, and other rows of `for each`.
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
      console.folded("  \(mark(truth)) [\(words.text(of: row))]", under: 2 * Self.indent)
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
    if let possible = possibilityWords(condition) { console.folded(possible, under: Self.indent) }
  }

  /// `"Lunch walk" is false at 2026-06-21 12:08:00, since 11:40:00 until 13:00:00.`
  private var headline: String {
    let name = console.styled(ValueNotation.textLiteral(rule.name), .strong)
    let row = explanation.row.map { " [\(words.text(of: $0))]" } ?? ""
    let at = readable.local(explanation.at)
    guard let condition = explanation.condition else {
      if rule.rows == nil { return "\(name) has no condition: it fires at its events." }
      let table = rule.rows.map { words.graph.tables[Int($0.table.index)].name } ?? ""
      return explanation.isTableKnown
        ? "\(name) has no rows at \(at)."
        : "\(name) has no rows at \(at): nothing is known of `\(table)` yet."
    }
    var sentence = "\(name)\(row) is \(condition.truth.word) at \(at)"
    let since = condition.since.map { ", since \(readable.local($0, after: explanation.at))" } ?? ""
    let until = condition.until.map { " until \(readable.local($0, after: explanation.at))" } ?? ""
    // `since X until Y`, `since X`, or `, until Y`.
    sentence += since + (since.isEmpty && !until.isEmpty ? "," : "") + until
    return sentence + "."
  }

  /// The earliest second at which the condition can be true, as a sentence; `nil` if nothing is known of it
  private func possibilityWords(_ condition: Explanation) -> String? {
    switch explanation.possibility {
    case nil: nil
    case .afterReading: condition.truth == .false ? "It can be true as soon as that changes." : nil
    case .from(let instant):
      "The next time it can be true is \(readable.local(instant, after: explanation.at))."
    case .notWithinSearch:
      "As far as is known, it will not be true in the next \(EarliestTruth.searchDays) days."
    }
  }

  /// The other circumstances that decide whether it fires
  private var notes: [String] {
    var notes: [String] = []
    if !rule.events.isEmpty {
      let last = explanation.lastEvent.map { "the last was at \(readable.local($0))" }
      let next = explanation.nextEvent.map { "the next is at \(readable.local($0))" }
      let events = "\(last ?? "none has happened yet"), \(next ?? "the next is not known")"
      notes.append("It fires only at its events (`on`): \(events).")
    }
    if rule.isDisabled { notes.append("It is disabled: it never fires.") }
    if let fired = explanation.lastFiring {
      notes.append("It fired last at \(readable.local(fired)).")
    }
    // A firing held back before the last one no longer explains anything.
    let fired = explanation.lastFiring ?? .distantPast
    if let held = explanation.lastHeldBack, held > fired, !rule.isDisabled {
      notes.append("`at most` held back its firing of \(readable.local(held)).")
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
        if let row = explanation.row { json.member("row", raw: readable.json(of: row)) }
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
              object.member("row", raw: readable.json(of: row))
              object.member("truth", string: truth.word)
            }
          }
        }
      })
  }

  /// Adds an instant where there is one, in UTC
  private func member(_ name: String, _ instant: Instant?, _ json: inout JSONText) {
    if let instant { json.member(name, string: instant.rfc3339) }
  }

  /// Adds the earliest second at which it can be true; null where none was found within the search
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
