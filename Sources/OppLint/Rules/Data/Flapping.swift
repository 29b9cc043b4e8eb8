internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `flapping`
///
/// ```
/// found     31 times true within two hours of one day
/// silent    4 times, or an Opp with `at most 4` and less, which a person hardly notices
/// ```
enum Flapping {
  /// Times that it becomes true
  private static let crossings = LintOption(
    "crossings", standard: 4, "how often a condition may become true within two hours")

  static let rule = LintRule(
    name: "flapping", category: .data, severity: .note, precision: .high, need: .recorded,
    page: LintPage(
      headline: "this became true many times in two hours: add a hold or a margin",
      why: """
        A value that moves about its bound makes a condition come and go, and each time it comes the Opp may fire. A hold
        such as `for 30min` waits until it stays, and a second bound for the way back, further away, leaves it a margin.
        """,
      bad: """
        opp "Warm" when temp > 20C notify "Terrace."
        """,
      good: """
        opp "Warm" when temp > 20C for 30min notify "Terrace." at most once per day
        """,
      options: [crossings],
      related: ["fires-too-often", "hold-binds-tighter"])
  ) { subject, findings in
    let most = subject.settings.value(of: crossings, in: "flapping")
    for (opp, observed, facts) in subject.observedOpps {
      guard let flapping = facts.flapping, Double(flapping.count) > most,
        opp.rule.limit == nil || opp.rule.limit?.count ?? 0 > 4
      else { continue }
      let range =
        opp.syntax.when?.condition.range ?? opp.syntax.on?.range ?? opp.syntax.near?.range
      findings.report(
        range ?? opp.places.name,
        "this became true \(flapping.count) times in two hours on \(flapping.date.words): add a hold or a margin",
        helps: ["write for example `for 30min` behind it"], notes: [observed.note])
    }
  }
}
