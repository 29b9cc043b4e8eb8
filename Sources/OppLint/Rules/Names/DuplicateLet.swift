internal import OppModel
internal import OppSyntax

/// The rule `duplicate-let`
///
/// ```
/// found     let mild = temp in 12C..20C            let thin_jacket = temp in 12C..20C
///           place home = @48.1234,11.5678          place flat = @48.1234,11.5678
/// silent    let high = 20C                         let warm = 20C             constants may be equal by chance
///           place home = … within 100m             place quarter = … within 1km
/// ```
enum DuplicateLet {
  static let rule = LintRule(
    name: "duplicate-let", category: .names, severity: .warning, precision: .high,
    page: LintPage(
      headline: "`mild` and `thin_jacket` are the same expression",
      why: """
        Two names of one condition: the next change is made in one of them. The same is true of two places with one
        pin and one radius. Constants that happen to be equal, and a name that is only another name, are silent.
        """,
      bad: """
        let mild = temp in 12C..20C
        let thin_jacket = temp in 12C..20C
        opp "Jacket" on 8:00 when mild
        opp "Scarf" on 9:00 when not thin_jacket
        """,
      good: """
        let mild = temp in 12C..20C
        opp "Jacket" on 8:00 when mild
        opp "Scarf" on 9:00 when not mild
        """,
      related: ["duplicate-opp", "hidden-name"])
  ) { subject, findings in
    // By node and by position: the first name of each.
    var lets: [NodeID: SyntaxToken] = [:]
    var places: [Place: SyntaxToken] = [:]
    for declaration in subject.declarations {
      switch declaration {
      case .let(let view):
        guard let name = view.name, view.parameters == nil, !isName(view.value),
          let node = subject.graphNode(view.value), !isConstant(node, subject)
        else { continue }
        if let first = lets[node] {
          report(first, name, "expression", &findings)
        } else {
          lets[node] = name
        }
      case .place(let view):
        guard let name = view.name, let place = pin(of: view, subject) else { continue }
        if let first = places[place] {
          report(first, name, "place", &findings)
        } else {
          places[place] = name
        }
      case .enumeration, .source, .table, .setting, .connection, .test, .chart, .opp: break
      }
    }
  }

  /// Reports the later of two names
  private static func report(
    _ first: SyntaxToken, _ name: SyntaxToken, _ noun: String, _ findings: inout Findings
  ) {
    findings.report(
      name.range, "`\(first.text)` and `\(name.text)` are the same \(noun)",
      labels: [Diagnostic.Label(range: first.range, text: "the same \(noun)")])
  }

  /// `true` if a value is only another name, a literal or a field
  private static func isName(_ expression: ExpressionSyntax) -> Bool {
    switch expression.withoutParentheses {
    case .name, .literal, .text, .field: true
    case .list, .parenthesized, .call, .negative, .not, .conjunction, .disjunction, .sum, .product,
      .comparison, .comparisonChain, .range, .lasting, .within, .latch, .conditional, .filter,
      .mapping,
      .ordering, .near,
      .nearestPlace, .counted, .span, .changes, .missing:
      false
    }
  }
}

extension DuplicateLet {
  /// `true` if a node is a constant, or a list of nothing else
  private static func isConstant(_ node: NodeID, _ subject: LintSubject) -> Bool {
    let operation = subject.graph[node].operation
    if case .list(let elements) = operation {
      return elements.allSatisfy { isConstant($0, subject) }
    }
    return if case .constant = operation { true } else { false }
  }

  /// The position and radius of a place at a pin, without its name
  private static func pin(of view: PlaceDeclarationSyntax, _ subject: LintSubject) -> Place? {
    guard case .literal = view.place.withoutParentheses,
      case .position(let position)? = subject.constant(view.place)
    else { return nil }
    return Place(name: "", position: position, radius: view.radius.flatMap { subject.scalar($0) })
  }
}
