internal import OppModel
internal import OppSyntax

/// The rule `equalities-for-a-list`
///
/// ```
/// found     sky == fog or sky == mist or sky == haze       sky in [fog, mist, haze]
/// silent    sky == fog or raining                          not all are equalities
///           sky == fog or weekday == sat                   not all of one value
/// ```
enum EqualitiesForAList {
  static let rule = LintRule(
    name: "equalities-for-a-list", category: .style, severity: .style, precision: .veryHigh,
    fix: .safe,
    page: LintPage(
      headline: "`sky == fog or sky == mist` is `sky in [fog, mist]`",
      why: """
        A list says once of which value the others are alternatives, and the next alternative is one word. Both mean
        the same, unknown values included.
        """,
      bad: """
        opp "Slow" when sky == fog or sky == mist or sky == haze at most 2 per day
        """,
      good: """
        opp "Slow" when sky in [fog, mist, haze] at most 2 per day
        """,
      related: ["two-comparisons-for-a-window", "duplicate-part"])
  ) { subject, findings in
    for chain in subject.nodes(.disjunction) {
      let operands = chain.node.expressions
      // All sides have to be the same node as the first.
      let sides = operands.map { equality($0, subject) }
      guard sides.count >= 2, let first = sides[0],
        sides.allSatisfy({ $0?.measured == first.measured })
      else { continue }
      let values = sides.compactMap { $0 }.map { subject.text($0.value.range) }
      let text = "\(subject.text(first.subject.range)) in [\(values.joined(separator: ", "))]"
      findings.report(
        chain.range, "`\(subject.text(chain.range))` is `\(text)`",
        fix: subject.hasComments(chain.range) ? nil : .replacing(chain.range, with: text, .safe))
    }
  }
}

extension EqualitiesForAList {
  /// The parts of `x == constant`
  private static func equality(
    _ expression: ExpressionSyntax, _ subject: LintSubject
  ) -> (subject: ExpressionSyntax, measured: NodeID, value: ExpressionSyntax)? {
    guard case .comparison(let view) = expression,
      view.operator == .equal || view.operator == .is, let measured = subject.graphNode(view.left),
      subject.constant(view.left) == nil, subject.constant(view.right) != nil
    else { return nil }
    return (view.left, measured, view.right)
  }
}
