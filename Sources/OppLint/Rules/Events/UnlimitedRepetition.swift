internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `unlimited-repetition`
///
/// ```
/// found     when raining again every 10min               144 a day
///           on every 5min when not busy                  288 a day
/// silent    on 9:00 again every 10min for 2h
///           when not busy and time in 9:00..10:00 again every 10min      6 a day
///           when sky == tornado urgent again every 5min
/// ```
enum UnlimitedRepetition {
  /// Notifications
  private static let perDay = LintOption(
    "per-day", standard: 48, "the notifications a day that are still few enough")

  static let rule = LintRule(
    name: "unlimited-repetition", category: .events, severity: .warning, precision: .medium,
    need: .procedure, fix: .unsafe,
    page: LintPage(
      headline: "this repeats without a limit: there may be a hundred notifications a day",
      why: """
        `again every` or `on every` with a short time, no `at most` and no window of the clock that ends it. The bound
        is computed from the times of day at which the condition can be true. A series with an end, as
        `again every 10min for 2h`, is counted by itself. An `urgent` Opp is left alone: an alarm may go on until somebody
        comes.
        """,
      bad: """
        opp "Lamp" when not daylight notify "Lamp?" again every 5min
        """,
      good: """
        opp "Lamp" when not daylight notify "Lamp?" again every 5min at most 3 per day
        """,
      options: [perDay],
      related: ["endless-again", "repeat-against-limit", "fires-too-often"])
  ) { subject, findings in
    let limit = subject.settings.value(of: perDay, in: "unlimited-repetition")
    for opp in subject.opps {
      guard opp.rule.limit == nil, opp.rule.text != nil, !opp.rule.isUrgent,
        !opp.rule.isDisabled, let (seconds, range) = opp.repetition
      else { continue }
      let fix = Fix.replacing(range.endPoint, with: " at most 3 per day", .unsafe)
      if opp.rule.isEndless { continue }
      if let span = opp.rule.repetitionSpan, Double(span / seconds + 1) <= limit { continue }
      // The seconds of a day at which the clock lets the condition be true, in steps of the repetition.
      let times = opp.rule.condition.flatMap { subject.proofs.times(of: $0) } ?? [0..<86_400]
      let open = times.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
      let count = (open + seconds - 1) / max(seconds, 1)
      guard Double(count) > limit else { continue }
      findings.report(
        range, "up to \(count) notifications a day",
        helps: ["say how many are enough with `at most`, or in what hours with a window"],
        fix: opp.syntax.again == nil ? nil : fix)
    }
  }
}

extension LintedOpp {
  /// The shortest repetition of an Opp and its clause; `nil` if it has none
  fileprivate var repetition: (seconds: Int64, range: SourceRange)? {
    if let again = syntax.again, let seconds = rule.repetition { return (seconds, again.range) }
    guard let clause = syntax.on else { return nil }
    var shortest: Int64?
    for case .every(let seconds) in rule.events {
      shortest = min(shortest ?? seconds, seconds)
    }
    return shortest.map { ($0, clause.range) }
  }
}
