internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `endless-again`
///
/// ```
/// found     on 9:00 again every 2h                       nothing ends it but an answer
/// silent    on 9:00 again every 2h for 8h
///           on 9:00 when not busy again every 2h         it ends at a repetition at which you are busy
///           when temp > 30C again every 2h
///           on 9:00 again every 2h at most 3 per day     somebody has thought of it
/// ```
enum EndlessAgain {
  static let rule = LintRule(
    name: "endless-again", category: .events, severity: .warning, precision: .veryHigh,
    need: .procedure, fix: .unsafe,
    page: LintPage(
      headline: "only an answer ends this: it goes on day and night",
      why: """
        A series of `again every` ends with an answer (`opp done`, `opp dismiss`, a button), with the end of `for`, or
        where the condition is false. An Opp with `on` and without a condition, whose series has no `for`, is repeated
        until somebody answers, through the night and on all days that follow.
        """,
      bad: """
        opp "Pills" on 8:00 notify "Take it." again every 30min urgent
        """,
      good: """
        opp "Pills" on 8:00 notify "Take it." again every 30min for 4h urgent
        """,
      related: ["unlimited-repetition", "repeat-against-limit"])
  ) { subject, findings in
    for opp in subject.opps where opp.rule.isEndless && opp.rule.limit == nil {
      guard let again = opp.syntax.again else { continue }
      findings.report(
        again.range, "only an answer ends this: it goes on day and night",
        helps: ["say for how long: `\(subject.text(again.range)) for 4h`"],
        fix: Fix.replacing(again.range.endPoint, with: " for 4h", .unsafe))
    }
  }
}

extension Rule {
  /// `true` if nothing but an answer ends a series of repetitions
  var isEndless: Bool {
    repetition != nil && repetitionSpan == nil && !events.isEmpty && condition == nil && rows == nil
  }
}
