internal import OppModel
internal import OppSyntax

/// The rule `last-hour-included`
///
/// ```
/// found     time.hour in 8..18, time.hour >= 9 and time.hour <= 17
/// silent    time.hour in 6..11, 0..5, 12..17, 18..23        quarters of the day
///           time.hour in 9..16                              five o'clock as the end, counted in hours
///           time.hour in 20..23                             until midnight either way
/// ```
enum LastHourIncluded {
  static let rule = LintRule(
    name: "last-hour-included", category: .time, severity: .warning, precision: .medium,
    fix: .unsafe,
    page: LintPage(
      headline: "`time.hour in 9..17` holds until 17:59:59",
      why: """
        Ranges of numbers include both ends, windows of times do not: the hour is 17 until one second before six.
        `time in 9:00..17:00` ends at five, `time in 9:00..18:00` says what the range of hours says. Whole quarters
        of the day, such as `6..11` and `18..23`, are taken as meant.
        """,
      bad: """
        opp "Desk" when time.hour in 9..17 and not busy at most 3 per day
        """,
      good: """
        opp "Desk" when time in 9:00..17:00 and not busy at most 3 per day
        """,
      related: ["end-is-outside", "whole-day-window"])
  ) { subject, findings in
    for value in subject.comparedValues where value.comparison == .lessOrEqual {
      guard case .part(.hour, _) = subject.graph[value.measuredNode].operation,
        let low = lowHour(beside: value, subject), low < value.value, value.value < 23,
        !(Int(low) % 6 == 0 && Int(value.value) % 6 == 5), Int(value.value) != 16
      else { continue }
      let (first, last) = (Int(low), Int(value.value))
      guard case .comparison(let comparison) = value.node.expression else { continue }
      // A `let` of the hour is mostly that of now.
      var clock: String?
      if case .field(let field) = value.measured { clock = subject.text(field.base.range) }
      // A range alone can be replaced by a window; two comparisons are left to the writer.
      var fix: Fix?
      if value.isEnd, comparison.operator == .in, let clock {
        fix = .replacing(
          comparison.range, with: "\(clock) in \(first):00..\(last):00", .unsafe)
      }
      let range = value.isEnd ? comparison.range : value.node.range
      findings.report(
        range, "`\(subject.text(range))` holds until \(last):59:59",
        helps: [
          "write `\(clock ?? "time") in \(first):00..\(last):00` if it is to end at \(last):00",
          "write `\(clock ?? "time") in \(first):00..\(last + 1):00` if this is meant",
        ], fix: fix)
    }
  }
}

extension LastHourIncluded {
  /// The least hour of a range, or of a comparison of the same hour beside it: 9 of `> 8` and of `>= 9`
  private static func lowHour(beside value: ComparedValue, _ subject: LintSubject) -> Double? {
    let found = subject.comparedValues.first { other in
      guard other.measuredNode == value.measuredNode, other.comparison.isLowerBound else {
        return false
      }
      if value.isEnd || other.isEnd { return other.node.range == value.node.range }
      return other.node.parent == value.node.parent
        && subject.parent(of: value.node)?.kind == .conjunction
    }
    return found.map { $0.comparison == .greater ? $0.value + 1 : $0.value }
  }
}
