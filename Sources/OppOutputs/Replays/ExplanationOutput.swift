package import OppEngine
internal import OppJSON
package import OppModel

/// Prints why an Opp's condition is what it is, for people or as JSON
package struct ExplanationOutput {
  package let explanation: OppExplanation
  package let words: ExplanationText
  package let console: Console

  package init(explanation: OppExplanation, words: ExplanationText, console: Console) {
    self.explanation = explanation
    self.words = words
    self.console = console
  }

  private var rule: Rule { words.graph.rules[explanation.rule] }
  private var readable: ReadableValue { words.readable }

  // MARK: For people

  package func printText() {
    console.line(headline)
    if let condition = explanation.condition {
      ExplanationTree(words: words, console: console, at: explanation.at).print(condition)
    }
    for note in notes { console.line(note) }
    guard explanation.rows.count > 1 else { return }
    let others = explanation.rows.filter { $0.row != explanation.row }
    let informative = others.filter { $0.truth != .false }
    let shown = (informative.isEmpty ? others : informative).prefix(Self.rowLimit)
    let count = others.count == 1 ? "1 other row" : "\(others.count) other rows"
    console.line("\(count) (`--row KEY` explains one):")
    for (row, truth) in shown { console.line("  \(mark(truth)) [\(words.text(of: row))]") }
    if others.count > shown.count { console.line("  … \(others.count - shown.count) more") }
  }

  /// The number of other rows that are listed
  private static let rowLimit = 8

  private func mark(_ truth: Truth) -> String {
    switch truth {
    case .true: console.styled("✓", .good)
    case .false: console.styled("✗", .bad)
    case .unknown: console.styled("?", .unsure)
    }
  }

  /// `"Lunch walk" is false at 2026-06-21 12:08:00: free is 22min, needs 30min; …`
  private var headline: String {
    let name = console.styled(ValueNotation.textLiteral(rule.name), .strong)
    let row = explanation.row.map { " [\(words.text(of: $0))]" } ?? ""
    let at = readable.local(explanation.at)
    guard let condition = explanation.condition else {
      if rule.rows == nil { return "\(name) has no condition: it fires at its events." }
      return "\(name) has no rows at \(at)."
    }
    var sentence = "\(name)\(row) is \(condition.truth.word) at \(at)"
    let since = condition.since.map { ", since \(readable.local($0, after: explanation.at))" } ?? ""
    let until = condition.until.map { " until \(readable.local($0, after: explanation.at))" } ?? ""
    sentence += since + (since.isEmpty && !until.isEmpty ? "," : "") + until
    if condition.truth != .true {
      let missing = words.missing(condition)
      if !missing.isEmpty { sentence += ": \(missing.joined(separator: ", and "))" }
      if let possible = possibilityWords(condition) { sentence += "; \(possible)" }
    }
    return sentence + "."
  }

  private func possibilityWords(_ condition: Explanation) -> String? {
    switch explanation.possibility {
    case nil: nil
    case .afterReading: condition.truth == .false ? "it can be true as soon as that changes" : nil
    case .from(let instant):
      "the next time it can be true is \(readable.local(instant, after: explanation.at))"
    case .notWithinSearch:
      "as far as is known, it will not be true in the next \(EarliestTruth.searchDays) days"
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
    // What was held back before the last firing no longer explains anything.
    let fired = explanation.lastFiring ?? .distantPast
    if let held = explanation.lastHeldBack, held > fired, !rule.isDisabled {
      notes.append("`at most` held back its firing of \(readable.local(held)).")
    }
    return notes
  }

  // MARK: For programs

  package func printJSON() {
    console.line(
      JSONText.object { json in
        json.member("type", string: "explanation")
        json.member("opp", string: rule.name)
        if let row = explanation.row { json.member("row", raw: readable.json(of: row)) }
        json.member("at", string: explanation.at.rfc3339)
        if let condition = explanation.condition {
          add(condition, &json)
          if condition.truth == .false { json.member("missing", strings: words.missing(condition)) }
        }
        add(explanation.possibility, &json)
        member("last_firing", explanation.lastFiring, &json)
        member("last_held_back", explanation.lastHeldBack, &json)
        if !rule.events.isEmpty {
          member("last_event", explanation.lastEvent, &json)
          member("next_event", explanation.nextEvent, &json)
        }
        if rule.isDisabled { json.member("disabled", raw: "true") }
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

  private func member(_ name: String, _ instant: Instant?, _ json: inout JSONText) {
    if let instant { json.member(name, string: instant.rfc3339) }
  }

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
