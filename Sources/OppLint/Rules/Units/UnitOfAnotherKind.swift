internal import OppModel
internal import OppSyntax

/// The rule `unit-of-another-kind`
///
/// ```
/// found     rain > 1m/s, wind > 40mm/h, visibility < 200mm, new_snow > 1km
/// silent    rain > 10mm/h, wind > 40km/h, rain > 0m/s
/// ```
enum UnitOfAnotherKind {
  static let rule = LintRule(
    name: "unit-of-another-kind", category: .units, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "rain is measured in mm/h; `1m/s` would be 3600000 mm/h",
      why: """
        Rain and wind are both speeds, and lengths are views and depths of snow: they are one type for the compiler,
        people can. A rain of 1 m/s would be 3,600,000 mm/h.
        """,
      bad: """
        opp "Gutter" when rain > 1m/s notify "Gutter." at most once per day
        """,
      good: """
        opp "Gutter" when rain > 10mm/h notify "Gutter." at most once per day
        """,
      related: ["implausible-value"])
  ) { subject, findings in
    for value in subject.comparedValues {
      guard let kind = unitOfAnotherKind(value, subject) else { continue }
      findings.report(
        value.literal.range,
        "\(kind.subject) is measured in \(kind.unit); `\(subject.text(value.literal.range))` is not",
        helps: ["write a value in \(kind.unit)"])
    }
  }
}

extension UnitOfAnotherKind {
  /// The measured quantity and its unit, if a constant has one of another kind
  static func unitOfAnotherKind(_ value: ComparedValue, _ subject: LintSubject) -> (
    subject: String, unit: String
  )? {
    // Nothing is wrong with zero in any unit.
    guard value.value != 0, let measurement = subject.measurement(value.measuredNode),
      measurement.isOfPrelude, let unit = subject.unit(of: value.literal)
    else { return nil }
    switch (measurement.owner, measurement.field) {
    case ("weather", "rain"), ("weather", "snow"), ("forecast", "rain"), ("forecast", "snow"):
      let name = measurement.field == "rain" ? "rain" : "snow"
      return ["m/s", "km/h", "mph", "kn", "ft/s"].contains(unit) ? (name, "mm/h") : nil
    case ("weather", "wind"), ("weather", "gust"), ("forecast", "wind"), ("location", "speed"):
      let name = measurement.field == "speed" ? "a speed of travel" : "wind"
      return ["mm/h", "cm/h", "in/h"].contains(unit) ? (name, "m/s or km/h") : nil
    case ("weather", "visibility"):
      return ["mm", "cm", "in"].contains(unit) ? ("the view", "m or km") : nil
    case ("resort", "new_snow"), ("resort", "base"):
      return ["km", "mi"].contains(unit) ? ("lying snow", "cm") : nil
    default: return nil
    }
  }
}
