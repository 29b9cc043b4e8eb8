internal import OppModel
internal import OppSyntax

extension LintRule {
  package static let alarmOnMissing = LintRule(
    name: "alarm-on-missing", category: .unknown, severity: .warning, precision: .high,
    page: LintPage(
      headline: "when … does not respond, this is true",
      why: """
        `(temp otherwise 0C) < 1C` is true whenever the temperature is not known: an outage of the service fires the
        Opp. Without `otherwise` the condition is unknown then, and does not fire. An Opp that says of itself that
        something is missing or offline is taken as it is.
        """,
      bad: """
        opp "Frost" when (temp otherwise 0C) < 1C notify "Candles." at most once per day
        """,
      good: """
        opp "Frost" when temp < 1C notify "Candles." at most once per day
        """,
      related: ["otherwise-binds-tighter", "known-beside-use", "dead-branch"])
  ) { subject, findings in
    for (node, operands) in candidates(subject) {
      for operand in operands {
        guard let id = subject.graphNode(operand),
          case .otherwise(let value, let standard) = subject.graph[id].operation,
          let substitute = subject.constant(standard),
          let name = subject.missingName(value), subject.isInCondition(node),
          subject.isTrue(where: id, is: substitute, at: node),
          words.isDisjoint(with: subject.context(of: node)),
          !subject.isHeldBack(node, value)
        else { continue }
        let range = operand.withoutParentheses.range
        findings.report(
          range, "when `\(name)` does not respond, this is true",
          helps: ["leave `otherwise` out: what is unknown does not fire"],
          notes: ["`\(subject.text(range))` has a value then, which fulfils the condition"])
      }
    }
  }

  /// Comparisons with their sides, and conditions with `otherwise` by themselves
  private static func candidates(
    _ subject: LintSubject
  ) -> [(node: LintedNode, operands: [ExpressionSyntax])] {
    var found: [(node: LintedNode, operands: [ExpressionSyntax])] = []
    for comparison in subject.comparisons {
      let sides = [
        (comparison.leftNode, comparison.left), (comparison.rightNode, comparison.right),
      ]
      let operands = sides.filter { subject.isSubstituted($0.0) }.map { $0.1 }
      if !operands.isEmpty { found.append((comparison.node, operands)) }
    }
    for node in subject.nodes(.product) where subject.type(node.expression) == .bool {
      found.append((node, [node.expression]))
    }
    return found
  }

  private static let words: Set<String> = [
    "missing", "offline", "unknown", "silent", "lost", "dead", "unreachable", "outage",
    "unavailable", "stale", "disconnected", "broken", "down", "failed",
  ]
}

extension LintSubject {
  /// `true` for a value with `otherwise`
  fileprivate func isSubstituted(_ node: NodeID?) -> Bool {
    guard let node, case .otherwise = graph[node].operation else { return false }
    return true
  }

  fileprivate func constant(_ node: NodeID) -> Value? {
    if case .constant(let value) = graph[node].operation { value } else { nil }
  }

  /// The name of the source or the field that may be missing; nil for what is always known
  fileprivate func missingName(_ node: NodeID) -> String? {
    var name: String?
    forEachOperation(below: node) { _, operation in
      if case .reading(let request, let field) = operation, name == nil {
        name = reading(request, field).owner
      }
      if case .rowField(let scope, let field) = operation, name == nil {
        name = rowField(graph.scopes[Int(scope.index)], field).field
      }
    }
    return name
  }

  /// `true` in `when`, in an event and in a `let`, outside of `where`
  fileprivate func isInCondition(_ node: LintedNode) -> Bool {
    if ancestor(of: node, .filter) != nil || ancestor(of: node, .interpolation) != nil {
      return false
    }
    guard let clause = clause(of: node) else { return ancestor(of: node, .letDeclaration) != nil }
    return clause.kind == .whenClause || clause.kind == .onClause
  }

  /// `true` if the condition around a node becomes true where the node has a value
  fileprivate func isTrue(where node: NodeID, is value: Value, at place: LintedNode) -> Bool {
    if case .truth(let truth) = value, place.kind == .product {
      return truth != isNegated(place)
    }
    guard place.kind == .comparison, let condition = graphNode(place.expression),
      let truth = truth(of: condition, where: node, is: value)
    else { return false }
    return truth != isNegated(place)
  }

  /// The truth of a comparison with constants where a node has a value
  private func truth(of condition: NodeID, where node: NodeID, is value: Value) -> Bool? {
    func scalar(_ id: NodeID) -> Double? {
      let found = id == node ? value : constant(id)
      if case .scalar(let number)? = found { return number }
      return nil
    }
    switch graph[condition].operation {
    case .not(let inner): return truth(of: inner, where: node, is: value).map { !$0 }
    case .or(let parts):
      let truths = parts.map { truth(of: $0, where: node, is: value) }
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    case .inRange(let inner, let low, let high, let kind):
      guard let number = scalar(inner), let first = scalar(low), let last = scalar(high) else {
        return nil
      }
      switch kind {
      case .closed: return number >= first && number <= last
      case .halfOpen: return number >= first && number < last
      case .timeOfDay, .cyclic:
        return first <= last
          ? number >= first && number < last : number >= first || number < last
      }
    case .compare(let sign, let left, let right):
      if let first = scalar(left), let second = scalar(right) {
        switch sign {
        case .equal: return first == second
        case .notEqual: return first != second
        case .less: return first < second
        case .lessOrEqual: return first <= second
        case .greater: return first > second
        case .greaterOrEqual: return first >= second
        }
      }
      guard let first = left == node ? value : constant(left),
        let second = right == node ? value : constant(right)
      else { return nil }
      return sign == .equal ? first == second : sign == .notEqual ? first != second : nil
    default: return nil
    }
  }

  /// `true` if another part beside it is unknown whenever the value is
  fileprivate func isHeldBack(_ node: LintedNode, _ value: NodeID) -> Bool {
    let sources = Set(readings(below: value).map { $0.owner })
    var next = parent(of: node)
    while let current = next, current.kind.isExpression {
      if current.kind == .conjunction {
        for other in current.node.expressions where !other.range.contains(node.range) {
          guard let id = graphNode(other) else { continue }
          let isSafe = contains(id) { operation in
            switch operation {
            case .otherwise, .lastKnown: true
            default: false
            }
          }
          if !isSafe, !sources.isDisjoint(with: readings(below: id).map { $0.owner }) {
            return true
          }
        }
      }
      next = parent(of: current)
    }
    return false
  }
}
