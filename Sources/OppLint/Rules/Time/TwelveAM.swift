internal import OppModel
internal import OppSyntax

/// The rule `twelve-am`
///
/// ```
/// found     12am..3pm: midnight to three in the afternoon       9am..12am: nine in the morning to midnight
/// silent    12am..6am: the small hours                          8pm..12am: the evening
/// ```
enum TwelveAM {
  static let rule = LintRule(
    name: "twelve-am", category: .time, severity: .note, precision: .high, fix: .unsafe,
    page: LintPage(
      headline: "`12am` is midnight",
      why: """
        Noon is `12pm`, midnight `12am`. The window covers a working day as it is, which is rarely meant. Writing
        `0:00` or `12:00` says it without doubt.
        """,
      bad: """
        opp "Siesta" when time in 12am..3pm and free >= 1h at most once per day
        """,
      good: """
        opp "Siesta" when time in 12pm..3pm and free >= 1h at most once per day
        """,
      related: ["window-runs-backwards"])
  ) { subject, findings in
    for node in subject.nodes(.range) {
      guard case .range(let range) = node.expression, let first = subject.scalar(range.low),
        let last = subject.scalar(range.high), subject.type(range.low) == .timeOfDay
      else { continue }
      // From midnight to after 10:00, or from a time between 4:00 and noon to midnight.
      let isLow = isMidnightByTwelve(range.low) && last > 36_000
      let isHigh = isMidnightByTwelve(range.high) && first > 14_400 && first < 43_200
      guard isLow || isHigh else { continue }
      let literal = isLow ? range.low.range : range.high.range
      let text = subject.text(literal)
      let noon = String(text.dropLast(2)) + "pm"
      findings.report(
        literal, "`\(text)` is midnight",
        helps: ["write `\(noon)` for noon", "write `\(isLow ? "0:00" : "24:00")` for midnight"],
        fix: .replacing(literal, with: noon, .unsafe))
    }
  }
}

extension TwelveAM {
  /// `true` if a time is written `12am` or `12:00am`
  private static func isMidnightByTwelve(_ expression: ExpressionSyntax) -> Bool {
    guard case .literal(let literal) = expression else { return false }
    let text = literal.text.lowercased()
    return text == "12am" || text == "12:00am"
  }
}
