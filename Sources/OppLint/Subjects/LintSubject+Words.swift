package import OppModel
internal import OppSyntax

/// The words by which people state the purpose of a rule
extension LintSubject {
  /// The small words of the Opp around a node: its name and its texts; those of a `let` are its name and those of
  /// the Opps that use it
  package func context(of node: LintedNode) -> Set<String> {
    if let opp = node.opp { return words(of: opps[opp]) }
    var found: Set<String> = []
    guard let declaration = ancestor(of: node, .letDeclaration),
      case .let(let view)? = DeclarationSyntax(node: declaration.node)
    else { return found }
    if let name = view.name { found.formUnion(Self.plainWords(name.text)) }
    // A `let` speaks of the purpose of the Opps that depend on it.
    if let value = graphNode(view.value) {
      for opp in opps(dependingOn: value) { found.formUnion(words(of: opp)) }
    }
    return found
  }

  /// The small words of the name and the texts of an Opp
  ///
  /// `opp "Ice warning" … notify "Mind the ice: {temp}"` has ice, warning, mind, the.
  package func words(of opp: LintedOpp) -> Set<String> {
    var found = Set(Self.plainWords(opp.rule.name))
    for node in opp.noticeNodes {
      forEachOperation(below: node) { _, operation in
        if case .constant(.text(let text)) = operation { found.formUnion(Self.plainWords(text)) }
        if case .text(let pieces) = operation {
          for case .literal(let text) in pieces { found.formUnion(Self.plainWords(text)) }
        }
      }
    }
    return found
  }

  /// The words of a text in small letters, split at all that is no letter
  package static func plainWords(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter }.map { String($0) }
  }

  /// A duration as people write it: `3 h`
  package func durationText(_ seconds: Double) -> String {
    ValueText(schema: ValueSchema(graph), usesTwelveHourClock: false, zone: .utc)
      .text(of: .scalar(seconds), type: .duration)
  }

  /// `true` for a node under an odd number of `not`
  ///
  /// `not (a and not b)`: a is under one, b under two.
  package func isNegated(_ node: LintedNode) -> Bool {
    var isNegated = false
    var next = parent(of: node)
    while let current = next, current.kind.isExpression {
      if current.kind == .not { isNegated.toggle() }
      next = parent(of: current)
    }
    return isNegated
  }

  /// The nearest nodes above that are expressions other than parentheses
  ///
  /// The operator whose operand a node is, however many parentheses are in between.
  package func outer(of node: LintedNode) -> LintedNode? {
    var next = parent(of: node)
    while let current = next, current.kind == .parenthesized { next = parent(of: current) }
    return next
  }
}

extension CivilDate {
  /// The date as people write it: `8 April 2024`
  package var words: String { "\(day) \(Self.monthNames[month - 1]) \(year)" }

  /// Without the year: `8 April`
  package var dayWords: String { "\(day) \(Self.monthNames[month - 1])" }

  /// January is at 0
  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Monday is at 0
  package static let weekdayNames = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
