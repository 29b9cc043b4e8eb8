internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics
internal import OppSession

/// The explanation why an Opp is true, false or unknown at the present second of a session
public struct Explanation: Hashable, Sendable {
  /// The three truth values of Kleene's logic
  public enum Truth: String, Hashable, Sendable, CaseIterable {
    case `true`
    case `false`
    case unknown
  }

  /// A part of a condition, and below it the parts that it is made of
  public struct Part: Hashable, Sendable {
    /// The text of the rules, or words for a part that they leave out
    public let text: String

    /// The value; `nil` if it is unknown
    public let value: Value?

    /// The truth of a condition; nil for a part of another kind
    public let truth: Truth?

    /// The reasons why it is unknown: `weather.rain: no reading yet`
    public let reasons: [String]

    /// The instant that a reading is of; nil for a part of another kind
    public let readAt: Timestamp?
    public let parts: [Part]
  }

  /// The name of the Opp
  public let opp: String

  /// The row of `for each` that is explained; `nil` for an Opp without rows, and if its list is empty
  public let row: String?

  /// The second that is explained
  public let at: Timestamp
  public let truth: Truth

  /// The parts that are missing, as fragments for people: `free is 22min, needs 30min`; empty for a condition that is true
  public let missing: [String]

  /// The condition; nil for an Opp that fires at its events alone, and for one without rows to explain
  public let condition: Part?

  /// The second of its last firing; `nil` if it has not fired, or fired long ago
  public let lastFiring: Timestamp?
}

extension Session {
  /// Explains an Opp at the present second
  ///
  /// - Parameters:
  ///   - opp: its name.
  ///   - row: the row of `for each`, as ``Firing/row`` spells it; without one the first that is true is explained, else
  ///     the nearest to it.
  /// - Returns: `nil` if there is no such Opp or row.
  /// - Complexity: the rules are checked again for their texts, which takes as long as making the rule set.
  public func explanation(of opp: String, row: String? = nil) -> Explanation? {
    guard let rule = rules.graph.rules.firstIndex(where: { $0.name == opp }) else { return nil }
    let texts = RowText(rules.graph)
    var key: [OppModel.Value]?
    if let row {
      let found = live.engine.rows(ofRule: rule).first {
        RowText.isSpelling(row, of: texts.text(of: $0))
      }
      guard let found else { return nil }
      key = found.key
    }
    let explained = live.engine.explanation(ofRule: rule, row: key)
    let words = ExplanationText(
      analysis: rules.analysis(), graph: rules.graph, zone: zone, rule: rule,
      at: live.present)
    let writer = PartWriter(words: words, schema: ValueSchema(rules.graph))
    let truth = explained.condition.map { Explanation.Truth($0.truth) }
    return Explanation(
      opp: opp, row: explained.row.map { texts.text(of: $0) }, at: present,
      truth: truth ?? (rules.graph.rules[rule].condition == nil ? .true : .unknown),
      missing: explained.condition.map { $0.truth == .true ? [] : words.missing($0) } ?? [],
      condition: explained.condition.map { writer.part($0) },
      lastFiring: explained.lastFiring.map { Timestamp($0) })
  }
}

/// Puts the parts of a condition into words
private struct PartWriter {
  let words: ExplanationText
  let schema: ValueSchema

  func part(_ part: OppEngine.Explanation) -> Explanation.Part {
    Explanation.Part(
      text: words.text(of: part), value: part.value.map { Value($0, type: part.type, schema) },
      truth: part.type == .bool ? Explanation.Truth(part.truth) : nil,
      reasons: part.reasons.map { $0.message(in: words.graph, zone: words.readable.zone) },
      readAt: part.readAt.map { Timestamp($0) }, parts: part.parts.map { self.part($0) })
  }
}

extension Explanation.Truth {
  fileprivate init(_ truth: OppModel.Truth) {
    self =
      switch truth {
      case .true: .true
      case .false: .false
      case .unknown: .unknown
      }
  }
}
