internal import OppModel
internal import OppSyntax

/// The rule `window-shorter-than-readings`
///
/// ```
/// found     change(temp, last 10min), average(temp, last 30min)        fresh for 1 h: mostly one reading
/// silent    change(temp, last 3h), max(temp, last 10min)
/// ```
enum WindowShorterThanReadings {
  static let rule = LintRule(
    name: "window-shorter-than-readings", category: .unknown, severity: .note, precision: .medium,
    page: LintPage(
      headline: "a reading holds for longer than the window: there is mostly one in it",
      why: """
        A reading is fetched again when it is no longer fresh, so a window that is much shorter mostly holds one value:
        its `change` is 0, and its `average` is the value itself. A longer window is meant, or a source that says
        `fresh for` less.
        """,
      bad: """
        opp "Cold front" when change(temp, last 10min) < -3C notify "It gets cold." at most once per day
        """,
      good: """
        opp "Cold front" when change(temp, last 3h) < -3C notify "It gets cold." at most once per day
        """,
      related: ["window-broken-by-gaps", "hold-longer-than-window"])
  ) { subject, findings in
    for node in subject.nodes(.call) {
      guard let id = subject.graphNode(node.expression),
        case .window(let function, let value, .last(let seconds)) = subject.graph[id].operation,
        function == .change || function == .average,
        let field = subject.measurement(value), let freshness = field.freshness,
        !field.isRow, seconds * 2 <= freshness
      else { continue }
      let (long, short) = (Double(freshness), Double(seconds))
      findings.report(
        node.range,
        "a reading of `\(field.owner)` holds for \(subject.durationText(long)): in \(subject.durationText(short)) there is mostly one"
      )
    }
  }
}
