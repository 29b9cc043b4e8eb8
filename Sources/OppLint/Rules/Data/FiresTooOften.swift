internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `fires-too-often`
///
/// ```
/// 47 firings on 22 April 2025 and 9 on the next day, of 412 days:
///   this would have fired 47 times on 22 April 2025, 0.1 a day on average
/// ```
enum FiresTooOften {
  /// Firings
  private static let perDay = LintOption(
    "per-day", standard: 10, "the firings of one day that are still few enough")

  static let rule = LintRule(
    name: "fires-too-often", category: .data, severity: .warning, precision: .high,
    need: .recorded,
    page: LintPage(
      headline: "this would have fired many times on one day",
      why: """
        A notification that comes all the time is not read any more. The count is that of a replay of the recording, or
        of the store's history, with the limits that the Opp has. The help names the limit that would have
        changed nothing on 95 of 100 days.
        """,
      bad: """
        opp "Wind" on wind > 5m/s notify "{wind}"
        """,
      good: """
        opp "Wind" on wind > 5m/s notify "{wind}" at most 2 per day
        """,
      options: [perDay],
      related: ["flapping", "unlimited-repetition"])
  ) { subject, findings in
    let limit = subject.settings.value(of: perDay, in: "fires-too-often")
    for (opp, observed, facts) in subject.observedOpps where opp.rule.text != nil {
      // The worst day; of two that are equally bad the first.
      guard let worst = facts.firings.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        Double(worst.value) > limit
      else { continue }
      let total = facts.firings.values.reduce(0, +)
      let average = (Double(total) / Double(observed.dayCount) * 10).rounded() / 10
      var notes = [observed.note]
      if let share = facts.dismissedShare, share >= 0.5 {
        notes.append("\(Int((share * 100).rounded())) % of them were dismissed")
      }
      findings.report(
        opp.places.name,
        "this \(observed.origin.verb) \(worst.value) times on \(worst.key.words), \(ValueNotation.jsonNumber(average)) a day on average",
        helps: [limitHelp(facts, observed)], notes: notes)
    }
  }

  /// The limit that lets all firings of 95 of 100 days through
  ///
  /// 410 days with none, one with 9, one with 47: place 391 of 0 to 411 has 0, so the least limit, 1, is named.
  private static func limitHelp(
    _ facts: ObservedData.OppFacts, _ observed: ObservedData
  ) -> String {
    // Days without a firing count as 0.
    let empty = max(observed.dayCount - facts.firings.count, 0)
    let counts = Array(repeating: 0, count: min(empty, 100_000)) + facts.firings.values.sorted()
    let place = min(counts.count * 95 / 100, counts.count - 1)
    return "`at most \(max(counts[place], 1)) per day` would have changed nothing on 95 of 100 days"
  }
}

extension ObservedData.Origin {
  /// The words between an Opp and the number of its firings
  fileprivate var verb: String {
    switch self {
    case .replay: "would have fired"
    case .store: "fired"
    }
  }
}
