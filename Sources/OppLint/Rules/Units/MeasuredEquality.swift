internal import OppModel
internal import OppSyntax

/// The rule `measured-equality`
///
/// ```
/// found     temp == 20C, wind in [5m/s, 6m/s], pressure != 1013hPa
/// silent    rain == 0mm/h, limit == 50km/h, count(agenda) == 2
/// ```
enum MeasuredEquality {
  static let rule = LintRule(
    name: "measured-equality", category: .units, severity: .warning, precision: .high,
    page: LintPage(
      headline: "a measured value is hardly ever exactly `66.5C`",
      why: """
        Services and sensors deliver 66.4 and 66.6, and between two readings the value in the middle is not seen at
        all. Compare with a range, or with `<` and `>`. No rain, no snow and no speed are exactly 0, and so may be
        compared with it. Limits and targets, which people set, are left alone by their names.
        """,
      bad: """
        source wort fresh for 5min { mash: Temperature }
        opp "Mash" when mash == 66.5C notify "Malt." at most once per day
        """,
      good: """
        source wort fresh for 5min { mash: Temperature }
        opp "Mash" when mash in 66C..67C notify "Malt." at most once per day
        """,
      related: ["one-second-condition"])
  ) { subject, findings in
    for value in subject.comparedValues {
      guard value.comparison.isEquality, isMeasured(value.type),
        value.value != 0 || value.type == .temperature,
        subject.ancestor(of: value.node, .testDeclaration) == nil,
        isMeasured(value.measuredNode, subject)
      else { continue }
      findings.report(
        value.node.range,
        "a measured value is hardly ever exactly `\(subject.text(value.literal.range))`",
        helps: ["compare with a range: `\(subject.text(value.measured.range)) in …..…`"])
    }
  }

  /// `true` if quantities of a type come from measuring; 0 of them may be exact, but for temperatures
  private static func isMeasured(_ type: ValueType) -> Bool {
    switch type {
    case .length, .speed, .temperature, .temperatureDifference, .pressure, .angle, .elevation,
      .measure:
      true
    case .bool, .number, .percent, .text, .duration, .money, .timeOfDay, .date, .instant, .weekday,
      .month, .position, .place, .colour, .enumeration, .row, .list:
      false
    }
  }
}

extension MeasuredEquality {
  /// `true` for the value of a sensor: not of a field that people set, and not rounded
  private static func isMeasured(_ node: NodeID, _ subject: LintSubject) -> Bool {
    var isMeasured = false
    var isSet = false
    subject.forEachOperation(below: node) { _, operation in
      if operation.traits.contains(.rounds) { isSet = true }
      guard let field = subject.field(of: operation) else { return }
      isMeasured = true
      let words = Set(LintSubject.plainWords(field.field))
      if !words.isDisjoint(with: settingWords) { isSet = true }
    }
    return isMeasured && !isSet
  }

  /// Words in the names of fields that people set
  private static let settingWords: Set<String> = [
    "limit", "target", "setpoint", "set", "goal", "step", "level", "mode", "gear", "max", "min",
    "maximum", "minimum", "size", "length", "width", "height", "stage", "preset",
  ]
}
