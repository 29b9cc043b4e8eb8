internal import OppModel
internal import OppSyntax

/// The rule `window-runs-backwards`
///
/// ```
/// found     time in 12:00..1:00, 9:00..5:00, 8:30..5:30         with 12 hours added they are of the day
/// silent    time in 22:00..6:00, 18:00..8:00                    a night
///           time in 6:00..0:30                                  until after midnight
///           the same in an Opp whose words speak of the night
/// ```
enum WindowRunsBackwards {
  static let rule = LintRule(
    name: "window-runs-backwards", category: .time, severity: .warning, precision: .medium,
    fix: .unsafe,
    page: LintPage(
      headline: "this window lasts more than half a day, over midnight",
      why: """
        Times count to 24: `12:00..1:00` begins at noon and ends in the night, thirteen hours later. The afternoon is
        `12:00..13:00` or `12pm..1pm`. A window that begins in the afternoon, or an Opp that speaks of the night, is
        taken as it is written.
        """,
      bad: """
        opp "Lunch" when time in 12:00..1:00 and free >= 45min at most once per day
        """,
      good: """
        opp "Lunch" when time in 12:00..13:00 and free >= 45min at most once per day
        """,
      related: ["twelve-am", "ends-at-midnight", "night-split-by-weekday"])
  ) { subject, findings in
    for comparison in subject.comparisons {
      let node = comparison.node
      guard case .range(let range) = comparison.right, subject.type(range.low) == .timeOfDay,
        let first = subject.scalar(range.low), let last = subject.scalar(range.high)
      else { continue }
      let length = last - first + 86_400
      guard first > last, length > 43_200, isDaytimeReading(first, last) else { continue }
      if !nightWords.isDisjoint(with: subject.context(of: node)) { continue }
      let text = subject.text(range.high.range)
      let later = afternoon(last)
      findings.report(
        range.range, "this window lasts \(Int(length / 3600)) h, over midnight",
        helps: ["write `\(subject.text(range.low.range))..\(later)` for the afternoon"],
        notes: ["`\(text)` is in the small hours: times count to 24"],
        fix: .replacing(range.high.range, with: later, .unsafe))
    }
  }

  /// `true` if the window is one of the day as soon as its end is read as one of the afternoon
  ///
  /// The start is from 5:00 to before 13:00, the end from 1:00 on, and twelve hours later it is after the start.
  private static func isDaytimeReading(_ first: Double, _ last: Double) -> Bool {
    first >= 18_000 && first < 46_800 && last >= 3600 && last + 43_200 > first
  }

  /// Words of names and texts about the night
  private static let nightWords: Set<String> = [
    "night", "nights", "midnight", "late", "evening", "bed", "sleep", "awake", "bar", "club",
    "pub", "party", "dark", "overnight", "open",
  ]
}

extension WindowRunsBackwards {
  /// A time of the morning, twelve hours later, as it is written
  private static func afternoon(_ seconds: Double) -> String {
    let minutes = Int(seconds) / 60 + 720
    let rest = minutes % 60
    return "\(minutes / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
