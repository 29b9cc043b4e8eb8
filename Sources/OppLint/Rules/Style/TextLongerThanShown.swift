internal import OppModel
internal import OppSyntax

/// The rule `text-longer-than-shown`
///
/// ```
/// "It is {temp}."                          6 + 6 + 1 = 13 characters
/// if busy then "Later." else "Now."        the longer of both: 6
/// ```
enum TextLongerThanShown {
  static let rule = LintRule(
    name: "text-longer-than-shown", category: .style, severity: .style, isOnByDefault: false,
    precision: .high,
    page: LintPage(
      headline: "this text is long: a lock screen shows about 178 characters",
      why: """
        What does not fit is cut off, and it is the end that is missing. Each value in braces is counted as six
        characters.
        """,
      bad: """
        opp "List" on 7:00 notify "Tent, poles, pegs, hammer, mats, sleeping bags, pillows, stove, gas, lighter, pots, plates, cups, cutlery, knife, board, sponge, towels, torch, batteries, maps, sun cream, hats, boots, tape."
        """,
      good: """
        opp "List" on 7:00 notify "The list is on the fridge."
        """,
      options: [shownCharacters])
  ) { subject, findings in
    let limit = subject.settings.value(of: shownCharacters, in: "text-longer-than-shown")
    for opp in subject.opps {
      guard let text = opp.syntax.notify?.text, let length = length(of: text),
        Double(length) > limit
      else { continue }
      findings.report(
        text.range, "\(length) characters: a lock screen shows about \(Int(limit))")
    }
  }

  /// Characters; the number that the lock screen of a common phone shows
  private static let shownCharacters = LintOption(
    "characters", standard: 178, "the number of characters that are shown")
}

extension TextLongerThanShown {
  /// The characters of a text, of the longest branch if a condition chooses
  ///
  /// - Returns: nil for an expression that has no text of its own, such as a name.
  private static func length(of expression: ExpressionSyntax) -> Int? {
    switch expression.withoutParentheses {
    case .text(let text):
      return text.pieces.reduce(0) { sum, piece in
        switch piece {
        case .characters(let characters, _): return sum + characters.count
        case .interpolation(let inner, _): return sum + (length(of: inner) ?? 6)
        }
      }
    case .conditional(let view):
      return [length(of: view.whenTrue), length(of: view.whenFalse)].compactMap { $0 }.max()
    case .name, .literal, .list, .parenthesized, .call, .field, .negative, .not, .conjunction,
      .disjunction, .sum, .product, .comparison, .comparisonChain, .range, .lasting, .within,
      .latch,
      .filter, .mapping, .ordering, .near, .nearestPlace, .counted, .span, .changes, .missing:
      return nil
    }
  }
}
