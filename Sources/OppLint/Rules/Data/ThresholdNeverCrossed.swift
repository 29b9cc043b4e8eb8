internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `threshold-never-crossed`
///
/// ```
/// `weather.temp` between -12 and 37 °C
///   found     temp > 45C        by 8 °C
///   silent    temp > 30C        within the observed range; and any bound in an Opp that is an alarm
/// ```
enum ThresholdNeverCrossed {
  static let rule = LintRule(
    name: "threshold-never-crossed", category: .data, severity: .note, precision: .medium,
    need: .recorded,
    page: LintPage(
      headline: "a recorded value never reached the limit that it is compared with",
      why: """
        All values that were observed lie on one side of this bound, so that the comparison was always true or always
        false. Alarms are meant to be rare: Opps that are urgent or red, or whose words speak of danger, are left
        alone.
        """,
      bad: """
        opp "Pool" when temp > 45C notify "Pool." at most once per day
        """,
      good: """
        opp "Pool" when temp > 30C notify "Pool." at most once per day
        """,
      related: ["implausible-value", "never-fired", "value-never-seen"])
  ) { subject, findings in
    let schema = ValueText(
      schema: ValueSchema(subject.graph), usesTwelveHourClock: false, zone: .utc)
    for value in subject.comparedValues {
      guard value.comparison.isUpperBound || value.comparison.isLowerBound,
        let (observed, measurement, facts) = subject.facts(of: value.measuredNode),
        let range = facts.range, !range.contains(value.value), !isAlarm(around: value.node, subject)
      else { continue }
      func words(_ number: Double) -> String { schema.text(of: .scalar(number), type: value.type) }
      let name = "\(measurement.owner).\(measurement.field)"
      // The distance to the nearer end; one of temperatures is a difference.
      let distance = max(range.lowerBound - value.value, value.value - range.upperBound)
      let kind: ValueType = value.type == .temperature ? .temperatureDifference : value.type
      findings.report(
        value.literal.range,
        "`\(name)` was between \(words(range.lowerBound)) and \(words(range.upperBound)); `\(subject.text(value.literal.range))` was never reached",
        helps: unitHelp(value, range).map { [$0] } ?? [],
        notes: ["by \(schema.text(of: .scalar(distance), type: kind))", observed.note])
    }
  }
}

extension ThresholdNeverCrossed {
  /// The advice if durations in the data are bare numbers of minutes or hours, which count as seconds; nil elsewhere
  ///
  ///     45 to 90 s beside `60min` → minutes     20 to 25 s beside `2h` → nil
  private static func unitHelp(_ value: ComparedValue, _ range: ClosedRange<Double>) -> String? {
    guard value.type == .duration, range.lowerBound > 0 else { return nil }
    let units: [(name: String, seconds: Double)] = [("min", 60), ("h", 3600), ("d", 86_400)]
    let unit = units.first { unit in
      range.lowerBound * unit.seconds <= value.value
        && range.upperBound * unit.seconds >= value.value
    }
    return unit.map {
      "a bare number in data is seconds: write its unit there, as in `\"45\($0.name)\"`"
    }
  }

  /// `true` for a node in an Opp that is meant to be rare, or in a `let` that only such Opps use
  private static func isAlarm(around node: LintedNode, _ subject: LintSubject) -> Bool {
    if let opp = node.opp { return subject.isAlarm(subject.opps[opp]) }
    return !subject.context(of: node).isDisjoint(with: [
      "storm", "smoke", "frost", "alarm", "danger",
    ])
  }
}
