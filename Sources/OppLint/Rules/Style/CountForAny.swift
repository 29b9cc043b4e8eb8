internal import OppModel
internal import OppSyntax

/// The rule `count-for-any`
///
/// ```
/// count(x) > 0, count(x) >= 1, count(x) != 0        any(x)
/// count(x) == 0, count(x) < 1, count(x) <= 0        none(x)
/// count(x) > 1                                      silent
/// ```
enum CountForAny {
  static let rule = LintRule(
    name: "count-for-any", category: .style, severity: .style, precision: .veryHigh, fix: .unsafe,
    page: LintPage(
      headline: "`count(x) > 0` is `any(x)`, which may be known sooner",
      why: """
        `any` is true as soon as one row is known to be meant; `count` has to know all of them. `count(x) == 0` is
        `none(x)`.
        """,
      bad: """
        table letters by id { id: Text  unread: Bool }
        opp "Post" on 17:00 when count(letters where unread) > 0
        """,
      good: """
        table letters by id { id: Text  unread: Bool }
        opp "Post" on 17:00 when any(letters where unread)
        """,
      related: ["empty-list-is-unknown"])
  ) { subject, findings in
    // A constant that is on the left was turned around, so `0 < count(x)` is found as well.
    for value in subject.comparedValues where !value.isEnd {
      guard case .aggregate(.count, _) = subject.graph[value.measuredNode].operation,
        case .call(let call) = value.measured, call.name?.text == "count",
        case .comparison = value.node.expression,
        let word = word(value), call.arguments.count == 1
      else { continue }
      let text = "\(word)(\(subject.text(call.arguments[0].range)))"
      let range = value.node.range
      findings.report(
        range, "`\(subject.text(range))` is `\(text)`, which may be known sooner",
        fix: subject.hasComments(range) ? nil : .replacing(range, with: text, .unsafe))
    }
  }

  /// The function that says the same
  private static func word(_ value: ComparedValue) -> String? {
    switch value.comparison {
    case .greater, .notEqual, .isNot: value.value == 0 ? "any" : nil
    case .greaterOrEqual: value.value == 1 ? "any" : nil
    case .equal, .is, .lessOrEqual: value.value == 0 ? "none" : nil
    case .less: value.value == 1 ? "none" : nil
    case .in, .notIn, .contains, .startsWith,
      .endsWith:
      nil
    }
  }
}
