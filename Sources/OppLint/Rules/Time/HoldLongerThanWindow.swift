internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `hold-longer-than-window`
///
/// ```
/// (sky == sunny and time in 12:00..12:30) for 45min        lasts 1800 s at most: found
/// (sky == sunny and time in 12:00..12:30) for 30min        1800 s are not more than 1800: found
/// (weekday == sun and not busy) for 2d                     86,400 s at most: found
/// (sky == sunny and time in 12:00..13:30) for 45min        5400 s: silent
/// ```
enum HoldLongerThanWindow {
  static let rule = LintRule(
    name: "hold-longer-than-window", category: .time, severity: .warning, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "this cannot last as long as `for` asks",
      why: """
        A window of the clock bounds how long a condition can be true without a break, and the hold is as long or
        longer: it is never true. The same is true of `again every`, which begins anew with each stretch. A window
        ends before its last second: 30 minutes of a window of 30 minutes are one second too many.
        """,
      bad: """
        opp "Sun" when (sky == sunny and time in 12:00..12:30) for 45min at most once per day
        """,
      good: """
        opp "Sun" when (sky == sunny and time in 12:00..13:30) for 45min at most once per day
        """,
      related: ["never-true", "hold-binds-tighter", "repeat-against-limit"])
  ) { subject, findings in
    for node in subject.nodes(.lasting) {
      guard case .lasting(let hold) = node.expression,
        let condition = subject.graphNode(hold.condition),
        let seconds = subject.scalar(hold.duration),
        !subject.proofs.isNever([Literal(condition, .isTrue)]),
        let longest = subject.proofs.longestStretch(of: condition),
        longest > 0, Double(longest) <= seconds
      else { continue }
      findings.report(
        hold.duration.range,
        "this can last \(words(longest)) at most, never \(words(Int64(seconds)))",
        labels: [Diagnostic.Label(range: hold.condition.range, text: "this ends with its window")])
    }
    // Without events, `again every` restarts with each interval of truth.
    for opp in subject.opps {
      guard let again = opp.syntax.again, let seconds = opp.rule.repetition,
        opp.rule.events.isEmpty, let condition = opp.rule.condition,
        let longest = subject.proofs.longestStretch(of: condition),
        longest > 0, longest <= seconds
      else { continue }
      findings.report(
        again.range,
        "it never fires again: its condition lasts \(words(longest)) at most",
        labels: [Diagnostic.Label(range: opp.places.name, text: "in this Opp")])
    }
  }

  /// A span as written: `1h30min`
  private static func words(_ seconds: Int64) -> String {
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
    return text.isEmpty ? "0s" : text.joined()
  }
}
