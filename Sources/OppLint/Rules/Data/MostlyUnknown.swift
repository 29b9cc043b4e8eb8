internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `mostly-unknown`
///
/// ```
/// found     unknown for 83.5 % of the time: “this was unknown 83 % of the time, mostly because of …”
/// silent    half of the time and less; a field that is never delivered, and a place that is never found, have rules
/// ```
enum MostlyUnknown {
  static let rule = LintRule(
    name: "mostly-unknown", category: .data, severity: .warning, precision: .high,
    need: .recorded,
    page: LintPage(
      headline: "this was unknown most of the time",
      why: """
        A condition that is unknown does not fire. Here it was unknown for more than half of the time that was observed;
        the message names the cause of most of it. Often a hold or a window is longer than the readings are fresh, or a
        field is delivered only now and then.
        """,
      bad: """
        opp "Home" when near "Hauptstrasse 1, Bern" for 8h at most once per day
        """,
      good: """
        opp "Home" when near "Hauptstrasse 1, Bern" for 15min at most once per day
        """,
      related: ["window-broken-by-gaps", "field-never-read", "never-fired"])
  ) { subject, findings in
    for (opp, observed, facts) in subject.observedOpps {
      // Rules that name the cause at its place go before this one.
      guard let share = facts.unknownShare, share > 0.5,
        !subject.settings.mayRun(FieldNeverRead.rule) || !readsNothing(opp, observed, subject),
        !subject.settings.mayRun(PlaceNeverFound.rule)
          || !PlaceNeverFound.isNeeded(by: opp, observed, subject)
      else { continue }
      let percent = Int((share * 100).rounded(.down))
      let cause = facts.unknownReason.map { ", mostly because of \($0)" } ?? ""
      let range =
        opp.syntax.when?.condition.range ?? opp.syntax.near?.range ?? opp.places.name
      findings.report(
        range, "this was unknown \(percent) % of the time\(cause)", notes: [observed.note])
    }
  }
}

extension MostlyUnknown {
  /// `true` if a condition reads a field that is never delivered, which is reported at the field
  private static func readsNothing(
    _ opp: LintedOpp, _ observed: ObservedData, _ subject: LintSubject
  ) -> Bool {
    opp.conditionNodes.flatMap { subject.readings(below: $0) }.contains { field in
      let name = ObservedData.FieldName(owner: field.owner, field: field.field)
      return observed.owners.contains(field.owner) && observed.fields[name]?.count ?? 0 == 0
    }
  }
}
