internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `place-never-found`
///
/// ```
/// found     near "Main Street 12"       looked up, and not found: add the town, behind a comma
///           near any "bakrey"           no place of this category was ever found
/// silent    an address or a category that was never looked up
/// ```
enum PlaceNeverFound {
  static let rule = LintRule(
    name: "place-never-found", category: .data, severity: .warning, precision: .high,
    need: .recorded,
    page: LintPage(
      headline: "no place was found for a kind of place",
      why: """
        The address was looked up, and there is no such place, so that what reads it is unknown. An address without a
        town, of which there may be many, is often the cause. Of a category, as in `any "bakery"`, no place was
        found anywhere: mostly it has another name.
        """,
      bad: """
        opp "Drill" near "Main Street 12" at most once per day
        """,
      good: """
        opp "Drill" near "Main Street 12, Hull" at most once per day
        """,
      related: ["imprecise-pin", "mostly-unknown"])
  ) { subject, findings in
    // 1. Addresses: texts that were looked up without success.
    guard let observed = subject.observed else { return }
    for node in subject.nodes(.text) {
      guard case .text(let view) = node.expression, let text = view.plainText,
        observed.addresses[text] == false, isAddress(node, subject)
      else { continue }
      let hasTown = text.contains(",")
      findings.report(
        node.range, "no place was found for `\(text)`",
        helps: [hasTown ? "look at its spelling, or write a pin" : "add the town, behind a comma"],
        notes: [observed.note])
    }
    // 2. Categories behind `any`.
    for node in subject.nodes(.nearestPlace) {
      guard let word = node.node.optionalExpression(0), case .text(let view) = word,
        let category = view.plainText, observed.isWithoutPlaces(category)
      else { continue }
      findings.report(
        word.range, "no place of the category `\(category)` was found",
        helps: ["look at the categories that the recording or the service has"],
        notes: [observed.note])
    }
  }
}

extension PlaceNeverFound {
  /// `true` if a condition waits for a place that was never found
  static func isNeeded(
    by opp: LintedOpp, _ observed: ObservedData, _ subject: LintSubject
  ) -> Bool {
    opp.conditionNodes.contains { node in
      subject.contains(node) { operation in
        if case .address(let text) = operation {
          return words(of: text, subject).map { observed.addresses[$0] == false } ?? false
        }
        guard case .nearest(let category, _) = operation else { return false }
        return words(of: category, subject).map(observed.isWithoutPlaces) ?? false
      }
    }
  }

  /// The text of a node that is a constant
  private static func words(of node: NodeID, _ subject: LintSubject) -> String? {
    guard case .constant(.text(let text)) = subject.graph[node].operation else { return nil }
    return text
  }

  /// `true` for a text that is looked up as an address
  private static func isAddress(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    guard let id = subject.graphNode(node.expression) else { return false }
    if case .address = subject.graph[id].operation { return true }
    return subject.graph.nodes.contains { $0.operation == .address(id) }
  }
}
