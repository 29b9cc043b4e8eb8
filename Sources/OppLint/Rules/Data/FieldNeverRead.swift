internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `field-never-read`
///
/// ```
/// found     gust > 15m/s, if the recording has weather without any gust
/// silent    (gust otherwise wind) > 15m/s, known(gust), "{gust}"       a missing value has been thought of
///           the same, if the recording has no weather at all
/// ```
enum FieldNeverRead {
  static let rule = LintRule(
    name: "field-never-read", category: .data, severity: .warning, precision: .veryHigh,
    need: .recorded,
    page: LintPage(
      headline: "a field never had a value",
      why: """
        The recording has readings of this source, and this field is in none of them: the service does not deliver it.
        What reads it stays unknown, and does not fire. With `otherwise` another value takes its place.
        """,
      bad: """
        opp "Gusts" when gust > 15m/s notify "Parasol." at most 2 per day
        """,
      good: """
        opp "Gusts" when (gust otherwise wind) > 15m/s notify "Parasol." at most 2 per day
        """,
      related: ["mostly-unknown", "alarm-on-missing"])
  ) { subject, findings in
    guard let observed = subject.observed else { return }
    var reported: Set<SourceRange> = []
    // The owner is there and the field never: else there is nothing to compare with.
    for node in subject.nodes([.nameExpression, .fieldAccess]) {
      guard let id = subject.graphNode(node.expression),
        let field = field(readBy: id, subject), observed.owners.contains(field.owner),
        observed.fields[field]?.count ?? 0 == 0, !hasDefault(node, subject),
        !isInTest(node, subject), reported.insert(node.range).inserted
      else { continue }
      findings.report(
        node.range, "`\(field.owner).\(field.field)` never had a value",
        helps: ["read another field, or give a value with `otherwise`"], notes: [observed.note])
    }
  }
}

extension FieldNeverRead {
  /// The field that a node reads directly; nil for another node
  private static func field(readBy node: NodeID, _ subject: LintSubject) -> ObservedData.FieldName?
  {
    let found: Measurement
    if case .reading(let request, let field) = subject.graph[node].operation {
      found = subject.reading(request, field)
    } else if case .rowField(let scope, let field) = subject.graph[node].operation {
      found = subject.rowField(subject.graph.scopes[Int(scope.index)], field)
    } else {
      return nil
    }
    return ObservedData.FieldName(owner: found.owner, field: found.field)
  }

  /// `true` for a node with an `otherwise` behind it, or in a text, which prints an unknown value as `?`
  ///
  /// `gust otherwise wind`, `known(gust)` and `"{gust}"`, at any depth.
  private static func hasDefault(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    var next = subject.parent(of: node)
    while let current = next, current.kind.isExpression {
      if case .product(let chain) = current.expression,
        chain.rest.contains(where: { $0.operator == .otherwise })
      {
        return true
      }
      if case .call(let call) = current.expression, call.name?.text == "known" { return true }
      if current.kind == .text { return true }
      next = subject.parent(of: current)
    }
    return false
  }

  /// `true` if a node is in a test, which gives its own values
  private static func isInTest(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    subject.ancestor(of: node, .testDeclaration) != nil
  }
}
