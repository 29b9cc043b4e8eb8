internal import OppModel
internal import OppSyntax

/// The rule `two-comparisons-for-a-window`
///
/// ```
/// found     time >= 13:00 and time < 14:30          time in 13:00..14:30
///           temp <= 25C and temp >= 20C             temp in 20C..25C
/// silent    time >= 22:00 or time < 4:00            an `or`
///           time >= 13:00 and time <= 14:30         the end would be left out
///           temp > 20C and temp < 25C               both ends would be included
/// ```
enum TwoComparisonsForAWindow {
  static let rule = LintRule(
    name: "two-comparisons-for-a-window", category: .style, severity: .style,
    precision: .veryHigh, fix: .safe,
    page: LintPage(
      headline: "`time >= 13:00 and time < 14:30` is `time in 13:00..14:30`",
      why: """
        One window says it once. A window of times and instants holds its start and not its end, one of quantities
        holds both; other pairs of comparisons are no window.
        """,
      bad: """
        opp "Nap" when time >= 13:00 and time < 14:30 and free >= 30min at most once per day
        """,
      good: """
        opp "Nap" when time in 13:00..14:30 and free >= 30min at most once per day
        """,
      related: ["equalities-for-a-list", "last-hour-included"])
  ) { subject, findings in
    // Comparisons with one constant, by their places.
    var bounds: [SourceRange: ComparedValue] = [:]
    for value in subject.comparedValues where !value.isEnd {
      guard value.comparison.isLowerBound || value.comparison.isUpperBound else { continue }
      bounds[value.node.range] = value
    }
    for chain in subject.nodes(.conjunction) {
      let operands = chain.node.expressions
      // Neighbours in a chain, in either order, of one value.
      for (first, second) in zip(operands, operands.dropFirst()) {
        guard let one = bounds[first.range], let other = bounds[second.range],
          one.measuredNode == other.measuredNode
        else { continue }
        let (low, high) = one.comparison.isLowerBound ? (one, other) : (other, one)
        guard low.comparison == .greaterOrEqual, high.comparison == Self.end(of: low.type),
          low.value < high.value
        else { continue }
        let range = SourceRange(
          file: first.range.file, start: first.range.start, end: second.range.end)
        let text =
          "\(subject.operandText(low.measured)) in \(subject.text(low.literal.range))..\(subject.text(high.literal.range))"
        findings.report(
          range, "`\(subject.text(range))` is `\(text)`",
          fix: subject.hasComments(range) ? nil : .replacing(range, with: text, .safe))
      }
    }
  }

  /// The operator of the end of a window of a type; nil for a type without windows that end
  private static func end(of type: ValueType) -> ComparisonOperator? {
    switch type {
    case .timeOfDay, .instant: .less
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .measure, .money, .date:
      .lessOrEqual
    case .bool, .text, .angle, .elevation, .weekday, .month, .position, .place, .colour,
      .enumeration, .row,
      .list:
      nil
    }
  }
}
