internal import OppModel
internal import OppSyntax

/// The rule `field-hides-parameter`
///
/// ```
/// found     let is_clear(ends: Instant) = none(agenda where begins < ends)       `ends` is the field of the row
/// silent    let is_clear(until: Instant) = none(agenda where begins < until)
///           let is_clear(ends: Instant) = none(agenda as e where e.busy)         the name is not used there
/// ```
enum FieldHidesParameter {
  static let rule = LintRule(
    name: "field-hides-parameter", category: .names, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "`ends` is the field of the row here, not the parameter",
      why: """
        Behind `where`, `each` and `by` the fields of the row are names in front of all others, those of a parameter
        among them: what was given for it does not count there. Another name of the parameter is all that is needed.
        """,
      bad: """
        let is_clear(ends: Instant) = ends.time < 18:00 and none(agenda where busy and begins < ends)
        opp "Nap" on 14:00 when is_clear(now + 30min) notify "Nap."
        """,
      good: """
        let is_clear(until: Instant) = until.time < 18:00 and none(agenda where busy and begins < until)
        opp "Nap" on 14:00 when is_clear(now + 30min) notify "Nap."
        """,
      related: ["hidden-name", "compared-with-itself"])
  ) { subject, findings in
    var parameters: [(token: SyntaxToken, range: SourceRange)] = []
    for declaration in subject.declarations {
      guard case .let(let view) = declaration else { continue }
      for parameter in view.parameters?.parameters ?? [] {
        for name in parameter.names { parameters.append((name, view.value.range)) }
      }
    }
    guard !parameters.isEmpty else { return }
    for node in [SyntaxKind.filter, .mapping, .ordering].flatMap(subject.nodes) {
      let fields = fields(of: node.node.expression(0), subject)
      let inside = node.node.expression(1).range
      for (parameter, body) in parameters
      where body.contains(node.range) && fields.contains(parameter.text) {
        for use in subject.nodes(.nameExpression)
        where inside.contains(use.range) && use.node.token(.name)?.text == parameter.text {
          findings.report(
            use.range, "`\(parameter.text)` is the field of the row here, not the parameter",
            labels: [Diagnostic.Label(range: parameter.range, text: "the parameter")],
            helps: ["give the parameter another name"])
        }
      }
    }
  }

  /// The fields of the rows that a list is of; none if its table is not named in it
  private static func fields(of list: ExpressionSyntax, _ subject: LintSubject) -> Set<String> {
    var list = list.withoutParentheses
    while list.node.kind.takesRows { list = list.node.expression(0).withoutParentheses }
    guard case .name(let name) = list, let word = name.token?.text,
      let table = subject.graph.tables.last(where: { $0.name == word })
    else { return [] }
    return Set(table.fields.map { $0.name })
  }
}
