internal import OppModel
internal import OppSyntax

/// The rule `fraction-for-percent`
///
/// ```
/// found     humidity < 0.4%        write 40%            0.2% > battery        write 20%
/// silent    rate < 0.9%, if `rate` is a field of the rules' own; humidity < 1%
/// ```
enum FractionForPercent {
  static let rule = LintRule(
    name: "fraction-for-percent", category: .units, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`0.4%` is less than one percent",
      why: """
        Forty percent is `40%`; `0.4%` is a hundredth of it. Rates, interest, alcohol and the like, which are small,
        are left alone by their names.
        """,
      bad: """
        opp "Dry" when humidity < 0.4% notify "Humidifier." at most once per day
        """,
      good: """
        opp "Dry" when humidity < 40% notify "Humidifier." at most once per day
        """,
      related: ["implausible-value"])
  ) { subject, findings in
    for value in subject.comparedValues {
      guard value.type == .percent, value.value > 0, value.value < 1,
        let measurement = subject.measurement(value.measuredNode),
        measurement.isOfPrelude || !isSmall(measurement)
      else { continue }
      // A hundred times the number, without the tail that a Double has.
      let tens = (value.value * 1000).rounded() / 10
      let whole = tens == tens.rounded() ? "\(Int(tens))%" : "\(tens)%"
      let text = subject.text(value.literal.range)
      findings.report(
        value.literal.range, "`\(text)` is less than one percent",
        helps: ["write `\(whole)` if that is meant"],
        fix: subject.unit(of: value.literal) == nil
          ? nil : .replacing(value.literal.range, with: whole, .unsafe))
    }
  }

  /// `true` for a field that is often below one percent
  private static func isSmall(_ measurement: Measurement) -> Bool {
    let words = Set(
      LintSubject.plainWords(measurement.field) + LintSubject.plainWords(measurement.owner))
    return !words.isDisjoint(with: [
      "rate", "interest", "growth", "alcohol", "salinity", "salt", "error", "errors", "loss",
      "inflation", "change", "yield", "slope", "grade", "gradient", "chlorine", "tax", "fee",
      "drift", "leak", "failure", "failures", "packet", "margin", "strain", "volume",
    ])
  }
}
