internal import OppModel
internal import OppSyntax

/// The rule `implausible-value`
///
/// ```
/// found     temp > 90C         write 90F                    wind > 150m/s        write 150km/h
///           pressure < 760hPa, max(temp, last 3h) in 70C..80C, within 600km
/// silent    temp in 30C..100C, whose end is open; heat > 90C of a source of the rules' own
/// ```
enum ImplausibleValue {
  static let rule = LintRule(
    name: "implausible-value", category: .units, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`temp > 90C`: air has never been so hot",
      why: """
        The value lies outside of all that has ever been measured: air from -90 to 57 °C, wind up to 113 m/s, pressure
        from 870 to 1085 hPa, rain up to 400 mm/h, a view of 10 m and more. Mostly the unit is that of another scale.
        Only fields of the prelude are looked at: an oven or a sauna is as hot as it is.
        """,
      bad: """
        opp "Heat" when temp > 90C notify "Stay in." at most once per day
        """,
      good: """
        opp "Heat" when temp > 90F notify "Stay in." at most once per day
        """,
      related: ["freezing-in-the-wrong-scale", "unit-of-another-kind", "threshold-never-crossed"])
  ) { subject, findings in
    for value in subject.comparedValues {
      guard let range = subject.violatedRange(value),
        UnitOfAnotherKind.unitOfAnotherKind(value, subject) == nil
      else { continue }
      let text = subject.text(value.node.range)
      // Another unit is offered if the same number is plausible in it.
      let reason = value.value > range.high ? range.tooHigh : range.tooLow
      var fix: Fix?
      var helps: [String] = []
      if let unit = subject.unit(of: value.literal), let other = otherScale[unit],
        let literal = literal(value, in: other), literal.value >= range.low,
        literal.value <= range.high
      {
        helps = ["write `\(literal.text)` if that is meant"]
        fix = .replacing(value.literal.range, with: literal.text, .unsafe)
      }
      findings.report(value.literal.range, "`\(text)`: \(reason)", helps: helps, fix: fix)
    }
    for node in subject.nodes(.radius) {
      guard let radius = node.node.optionalExpression(0), let metres = subject.scalar(radius),
        metres >= widestCircle
      else { continue }
      findings.report(
        radius.range, "`\(subject.text(radius.range))`: such a circle holds whole countries")
    }
  }

  /// In metres
  ///
  /// A circle that holds whole countries
  private static let widestCircle = 500_000.0

  /// The unit that is most likely meant in place of one
  private static let otherScale = [
    "C": "F", "°C": "°F", "m/s": "km/h", "m": "km", "km": "m", "cm": "mm", "cm/h": "mm/h",
    "in/h": "mm/h",
  ]
}

extension ImplausibleValue {
  /// A constant with the same number and another unit
  ///
  /// `90C` in F is `90F`, 32.2 in the base unit °C; nil if the unit is of another quantity.
  private static func literal(
    _ value: ComparedValue, in unit: String
  ) -> (text: String, value: Double)? {
    guard case .literal(let literal) = value.literal.withoutParentheses, literal.parts.count == 1,
      let dimension = Dimension(value.type),
      let unit = Unit.candidates(unit).first(where: { $0.dimension == dimension }),
      let number = (try? ExactDecimal.parse(literal.parts[0].number))?.value
    else { return nil }
    let signed = literal.isNegative ? -number : number
    // The base unit is (number · numerator + offset) / denominator.
    let base =
      (signed * Double(unit.numerator) + Double(unit.offset)) / Double(unit.denominator)
    return ((literal.isNegative ? "-" : "") + literal.parts[0].number + unit.spelling, base)
  }
}
