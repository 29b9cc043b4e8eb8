internal import OppModel
internal import OppSyntax

/// Checks the formats of values in texts
///
/// ```
/// {temp:.1}         one decimal, always
/// {rain:mm/h}       in that unit, which a speed has
/// {used / total:%}  a number as a percentage
/// {temp:km}         an error, which names the units of a temperature
/// {free:.1}         an error: hours or minutes?
/// ```
struct FormatChecker: CheckerPart {
  let checker: Checker

  /// The format of a value of a type; `nil` if it does not fit, which is reported
  func format(
    _ token: SyntaxToken, of type: ValueType, _ expression: ExpressionSyntax
  ) -> ValueFormat? {
    // The parser has reported a text that is no format.
    guard let text = FormatText(token.text) else { return nil }
    let element = if case .list(let element) = type { element } else { type }
    let dimension = Dimension(element)
    guard dimension != nil || element == .number else {
      report(.formatOfOther(element), at: token.range)
      return nil
    }
    guard let spelling = text.unit else {
      if dimension == .duration {
        let value = self.text(at: expression.range) ?? "x"
        report(.durationWithoutUnit("{\(value):\(token.text) h}"), at: token.range)
        return nil
      }
      return ValueFormat(decimals: text.decimals, unit: nil)
    }
    let candidates = Unit.candidates(spelling)
    // A number is a ratio there: `{used / total:%}`.
    if element == .number, let percent = candidates.first(where: { $0.dimension == .percent }) {
      return ValueFormat(decimals: text.decimals, unit: percent)
    }
    guard let unit = candidates.first(where: { $0.dimension == dimension }) else {
      if candidates.isEmpty {
        let nearest =
          EverydayWords.unit(meantBy: spelling)
          ?? nameTable.nearest(to: spelling, in: Unit.spellings)
        report(.unknownUnit(spelling, nearest: nearest, corrected: nil), at: token.range)
      } else {
        report(
          .formatUnit(spelling, of: element, units: dimension.map(Self.units) ?? []),
          at: token.range)
      }
      return nil
    }
    return ValueFormat(decimals: text.decimals, unit: unit)
  }

  /// The units of a dimension that a message names
  private static func units(of dimension: Dimension) -> [String] {
    if case .money(let currency) = dimension { return [currency.code] }
    let isTemperature = dimension == .temperature || dimension == .temperatureDifference
    return Unit.all.filter { unit in
      unit.dimension == dimension && unit.spelling.utf8.allSatisfy { $0 < 0x80 }
        && !(isTemperature && unit.spelling.hasPrefix("°"))
        && !(dimension == .duration && unit.spelling == "m")
    }.map { $0.spelling }
  }
}
