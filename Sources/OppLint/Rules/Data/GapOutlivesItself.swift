internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `gap-outlives-itself`
///
/// ```
/// found     total(rain, last 1d) < 2mm, unknown for 20 % of the time      one missing reading is felt for a day
/// silent    total(rain otherwise 0mm/h, last 1d)       unknown for less than 5 % of the time
/// ```
enum GapOutlivesItself {
  static let rule = LintRule(
    name: "gap-outlives-itself", category: .data, severity: .note, precision: .high,
    need: .recorded,
    page: LintPage(
      headline: "after one missing reading this is unknown for long",
      why: """
        `total`, `change` and `increase` need every reading of their window, so that a gap of an hour makes a window of a day
        unknown for a day. Here that was felt: the condition was unknown for more than a twentieth of the time. With
        `otherwise` inside the window a gap counts as the value that you choose.
        """,
      bad: """
        opp "Water" on 19:00 when total(rain, last 2d) < 2mm notify "Water the beds."
        """,
      good: """
        opp "Water" on 19:00 when total(rain otherwise 0mm/h, last 2d) < 2mm notify "Water the beds."
        """,
      related: ["window-broken-by-gaps", "mostly-unknown"])
  ) { subject, findings in
    let shares = Dictionary(
      uniqueKeysWithValues: subject.observedOpps.map { ($0.0.index, ($0.1, $0.2)) })
    for node in subject.nodes(.call) {
      guard let opp = node.opp.map({ subject.opps[$0] }), let (observed, facts) = shares[opp.index],
        let share = facts.unknownShare, share > leastShare, share <= mostShare,
        let id = subject.graphNode(node.expression),
        case .window(let function, let operand, .last(let seconds)) = subject.graph[id].operation,
        function == .total || function == .change || function == .increase,
        seconds >= leastWindow, !WindowBrokenByGaps.isFilled(operand, subject),
        subject.readings(below: operand).contains(where: { $0.freshness != nil })
      else { continue }
      findings.report(
        node.range,
        "after one missing reading this is unknown for \(subject.durationText(Double(seconds)))",
        helps: [
          "write what a gap counts as, such as `total(rain otherwise 0mm/h, last 1d)`"
        ],
        notes: [
          "the condition was unknown \(Int((share * 100).rounded(.down))) % of the time",
          observed.note,
        ])
    }
  }

  /// Below this share of the time a gap is a matter of a day or two
  private static let leastShare = 0.05

  /// Above this share, `mostly-unknown` names the cause
  private static let mostShare = 0.5

  /// In a shorter window, a gap is over soon
  private static let leastWindow: Int64 = 3 * 3600
}
