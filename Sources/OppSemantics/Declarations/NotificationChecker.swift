internal import OppModel
internal import OppSyntax

/// Checks that the texts of notifications can be delivered
struct NotificationChecker: CheckerPart {
  let checker: Checker

  /// Reports texts that can never be delivered because they are longer than Apple takes, even with the shortest values
  ///
  /// Only the characters of the text itself are counted, so that no text is refused that may fit.
  func checkSizes(_ connections: [Connection]) {
    let isToApple = connections.contains {
      $0.target == "notifications" && $0.connector == "apns_payload"
    }
    guard isToApple else { return }
    for (index, rule) in builder.graph.rules.enumerated() where checker.results.ruleIsSound[index] {
      guard let node = rule.text else { continue }
      let size = ApplePayload.leastSize(
        title: rule.name, text: literalText(of: node), isUrgent: rule.isUrgent)
      if size > ApplePayload.maximumSize {
        report(
          .notificationTooLong(size: size, limit: ApplePayload.maximumSize),
          at: checker.results.textPlaces[index])
      }
    }
  }

  /// The pieces of a text that are the same for all values
  ///
  ///     "Sunny and {temp}."   →   `Sunny and .`
  private func literalText(of node: NodeID) -> String {
    let operation = builder.operation(of: node)
    if case .constant(.text(let text)) = operation { return text }
    guard case .text(let pieces) = operation else { return "" }
    var text = ""
    for case .literal(let piece) in pieces { text += piece }
    return text
  }
}
