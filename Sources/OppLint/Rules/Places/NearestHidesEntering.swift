internal import OppModel
internal import OppSyntax

/// The rule `nearest-hides-entering`
///
/// ```
/// found     on entering any "supermarket", on leaving any "bakery"
/// silent    near any "supermarket", on entering home
/// ```
enum NearestHidesEntering {
  static let rule = LintRule(
    name: "nearest-hides-entering", category: .places, severity: .warning, precision: .high,
    page: LintPage(
      headline: "walking from one supermarket to the next is no entering",
      why: """
        `any "supermarket"` is the nearest one, whichever that is. `entering` waits for the second in which one comes
        near to it: who walks from one shop to the one next door is near to a shop all the time. `near any` in a
        window of time says what is meant.
        """,
      bad: """
        opp "Basil" on entering any "supermarket" notify "Basil." at most once per day
        """,
      good: """
        opp "Basil" when time in 9:00..20:00 near any "supermarket" notify "Basil." at most once per day
        """,
      related: ["radius-below-accuracy"])
  ) { subject, findings in
    for node in subject.nodes([.enteringEvent, .leavingEvent]) {
      guard let id = subject.graphNode(at: node.range),
        subject.contains(id, where: { if case .nearest = $0 { true } else { false } })
      else { continue }
      let place = subject.text(node.node.expression(0).range)
      let verb = node.kind == .enteringEvent ? "entering" : "leaving"
      findings.report(
        node.range, "walking from one of `\(place)` to the next is no \(verb)",
        helps: ["write `near \(place)`, in a window of time"])
    }
  }
}
