internal import OppAnalysis
internal import OppModel
internal import OppSyntax

/// The rule `whole-day-window`
///
/// ```
/// found     time in 8:00..8:00, time in 0:00..24:00, weekday in mon..sun, month in jan..dec
///           set quiet 7:00..6:00, as all quiet hours of more than 18 hours
/// silent    time in 18:00..8:00
/// ```
enum WholeDayWindow {
  static let rule = LintRule(
    name: "whole-day-window", category: .time, severity: .warning, precision: .veryHigh,
    need: .procedure, fix: .unsafe,
    page: LintPage(
      headline: "this window is the whole day",
      why: """
        A window with equal ends runs over midnight to where it began: it is the whole day. So is `0:00..24:00`, and so
        are `jan..dec`, `mon..sun` and a list of all cases of an enum for theirs. It was meant to be narrower, or it is
        not needed.
        """,
      bad: """
        opp "Card" when time in 8:00..8:00 and near "Rue Royale 3, Bruxelles" at most once per day
        """,
      good: """
        opp "Card" when time in 8:00..18:00 and near "Rue Royale 3, Bruxelles" at most once per day
        """,
      related: ["always-true", "window-runs-backwards"])
  ) { subject, findings in
    for node in subject.nodes(.comparison) {
      guard let words = wholeWindow(node.expression, subject) else { continue }
      findings.report(
        node.range, words, helps: ["write the window that was meant, or take it out"],
        fix: subject.removal(ofOperand: node, .unsafe))
    }
    // The checker refuses quiet hours that end when they begin; the sum is below 86,400 seconds.
    for case .setting(let view) in subject.declarations {
      guard view.name?.text == "quiet", let hours = subject.graph.settings.quietHours else {
        continue
      }
      let seconds = (hours.end - hours.start + 86_399) % 86_400 + 1
      if seconds > 18 * 3600 {
        findings.report(
          view.range, "these quiet hours last \(subject.durationText(Double(seconds)))",
          helps: ["quiet hours over night are written `set quiet 22:00..7:00`"])
      }
    }
  }
}

extension WholeDayWindow {
  /// The words for a window that every value lies in; nil for another expression
  ///
  /// The words depend on the type; that every value lies in it is proved.
  static func wholeWindow(_ expression: ExpressionSyntax, _ subject: LintSubject) -> String? {
    guard let node = subject.graphNode(expression.withoutParentheses) else { return nil }
    guard
      let words = windowedValue(node, subject).flatMap({
        wholeWords(subject.graph[$0].type, subject)
      })
    else {
      return nil
    }
    return subject.proofs.isNever([Literal(node, .isFalse)]) ? words : nil
  }

  /// The value that is looked for in a window of the clock, of the calendar, or in a list
  private static func windowedValue(_ node: NodeID, _ subject: LintSubject) -> NodeID? {
    if case .element(let value, _) = subject.graph[node].operation { return value }
    guard case .inRange(let value, _, _, let kind) = subject.graph[node].operation else {
      return nil
    }
    switch kind {
    case .timeOfDay, .cyclic: return value
    case .closed:
      guard case .part = subject.graph[value].operation else { return nil }
      return value
    case .halfOpen: return nil
    }
  }

  /// The words for a window that holds all values of a type; nil for a type without such windows
  private static func wholeWords(_ type: ValueType, _ subject: LintSubject) -> String? {
    if case .enumeration(let id) = type {
      return "these are all cases of `\(subject.graph.enumerations[Int(id.index)].name)`"
    }
    let words: [ValueType: String] = [
      .timeOfDay: "this window is the whole day", .weekday: "this is every day of the week",
      .month: "this is every month of the year", .number: "this is every value that there is",
    ]
    return words[type]
  }
}
