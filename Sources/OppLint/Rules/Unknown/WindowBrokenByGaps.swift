internal import OppModel
internal import OppSyntax

/// The rule `window-broken-by-gaps`
///
/// ```
/// total(rain, last 30d)           readings fresh for 1 h: 720 of them, more than 50: found
/// temp < 0C for 5d                120: found
/// total(rain, last 1d)            24: silent
/// average(rain, last 7d)          passes over gaps: silent
/// ```
enum WindowBrokenByGaps {
  static let rule = LintRule(
    name: "window-broken-by-gaps", category: .unknown, severity: .warning, precision: .high,
    page: LintPage(
      headline: "one missing reading in 30 d makes this unknown",
      why: """
        `total`, `change`, `increase` and a hold need every reading of their window. The longer it is, the surer one of them is
        missing: with readings that are fresh for an hour, a window of a month has 720. `average` passes over gaps,
        `otherwise` fills them.
        """,
      bad: """
        opp "Drought" on 19:00 when total(rain, last 30d) < 5mm notify "Water."
        """,
      good: """
        opp "Drought" on 19:00 when average(rain, last 7d) < 0.01mm/h notify "Water."
        """,
      options: [readingsOfWindow],
      related: ["implausible-duration", "mostly-unknown"])
  ) { subject, findings in
    let limit = subject.settings.value(of: readingsOfWindow, in: "window-broken-by-gaps")
    // Readings that the window needs: its seconds by the shortest freshness below it.
    func report(_ range: SourceRange, _ operand: NodeID, _ seconds: Double) {
      guard !isFilled(operand, subject),
        let freshness = subject.readings(below: operand).compactMap({ $0.freshness }).min(),
        seconds > limit * Double(freshness)
      else { return }
      findings.report(
        range, "one missing reading in \(subject.durationText(seconds)) makes this unknown",
        helps: ["take a shorter window, or `average`, which passes over gaps"])
    }
    for node in subject.nodes(.call) {
      guard let id = subject.graphNode(node.expression),
        case .window(let function, let operand, .last(let seconds)) = subject.graph[id].operation,
        function == .total || function == .change || function == .increase
      else { continue }
      report(node.range, operand, Double(seconds))
    }
    // A hold of minutes over readings of seconds is kept by one who sees to it that they come.
    for hold in ImplausibleDuration.holds(subject)
    where hold.seconds >= 21_600 && hold.seconds <= 1_209_600 {
      report(hold.duration.range, hold.condition, hold.seconds)
    }
  }

  /// Readings
  private static let readingsOfWindow = LintOption(
    "readings", standard: 50, "the number of readings in a window from which on it warns")
}

extension WindowBrokenByGaps {
  /// `true` if `otherwise`, `known`, an average or a last known value leaves no gaps
  static func isFilled(_ node: NodeID, _ subject: LintSubject) -> Bool {
    subject.contains(node) { operation in
      if case .known = operation { return true }
      if case .window(.average, _, _) = operation { return true }
      return operation.traits.contains(.fillsGaps)
    }
  }
}
