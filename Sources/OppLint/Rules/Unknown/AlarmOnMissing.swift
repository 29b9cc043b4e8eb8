internal import OppModel
internal import OppSyntax

/// The rule `alarm-on-missing`
///
/// ```
/// found     (temp otherwise 0C) < 1C, (raining otherwise true) and free >= 1h, not ((wind otherwise 0m/s) > 5m/s)
/// silent    (gust otherwise wind) > 15m/s                  another reading, no constant
///           (temp otherwise 20C) < 1C                      false with the value in its place
///           temp < 30C and (temp otherwise 0C) < 1C        the first part is unknown then
///           opp "Sensor offline" when …                    that is its purpose
/// ```
enum AlarmOnMissing {
  static let rule = LintRule(
    name: "alarm-on-missing", category: .unknown, severity: .warning, precision: .high,
    page: LintPage(
      headline: "when a service does not respond, this is true",
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
      related: ["known-beside-use", "dead-branch"])
  ) { subject, findings in
    // Each operand with a constant behind `otherwise`, with which the condition is true.
    for (node, operands) in candidates(subject) {
      for operand in operands {
        guard let id = subject.graphNode(operand),
          case .otherwise(let value, let standard) = subject.graph[id].operation,
          let substitute = constant(standard, subject),
          let name = missingName(value, subject), isInCondition(node, subject),
          isTrue(where: id, is: substitute, at: node, subject),
          words.isDisjoint(with: subject.context(of: node)),
          !isHeldBack(node, value, subject)
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
      let operands = sides.filter { isSubstituted($0.0, subject) }.map { $0.1 }
      if !operands.isEmpty { found.append((comparison.node, operands)) }
    }
    for node in subject.nodes(.product) where subject.type(node.expression) == .bool {
      found.append((node, [node.expression]))
    }
    return found
  }

  /// Words of names and texts that say that something is missing
  private static let words: Set<String> = [
    "missing", "offline", "unknown", "silent", "lost", "dead", "unreachable", "outage",
    "unavailable", "stale", "disconnected", "broken", "down", "failed",
  ]
}

extension AlarmOnMissing {
  /// `true` for a value with `otherwise`
  private static func isSubstituted(_ node: NodeID?, _ subject: LintSubject) -> Bool {
    guard let node, case .otherwise = subject.graph[node].operation else { return false }
    return true
  }

  /// The value of a node that is a constant
  private static func constant(_ node: NodeID, _ subject: LintSubject) -> Value? {
    if case .constant(let value) = subject.graph[node].operation { value } else { nil }
  }

  /// The name of the source or the field that may be missing; nil for a value that is always known
  private static func missingName(_ node: NodeID, _ subject: LintSubject) -> String? {
    var name: String?
    subject.forEachOperation(below: node) { _, operation in
      if case .reading(let request, let field) = operation, name == nil {
        name = subject.reading(request, field).owner
      }
      if case .rowField(let scope, let field) = operation, name == nil {
        name = subject.rowField(subject.graph.scopes[Int(scope.index)], field).field
      }
    }
    return name
  }

  /// `true` in `when`, in an event and in a `let`, outside of `where`
  private static func isInCondition(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    if subject.isInRows(node)
      || subject.ancestor(of: node, .interpolation) != nil
    {
      return false
    }
    guard let clause = subject.clause(of: node) else {
      return subject.ancestor(of: node, .letDeclaration) != nil
    }
    return clause.kind == .whenClause || clause.kind == .onClause
  }

  /// `true` if the condition around a node becomes true when the node has a value
  private static func isTrue(
    where node: NodeID, is value: Value, at place: LintedNode, _ subject: LintSubject
  ) -> Bool {
    // A Bool is the condition itself; else the comparison is evaluated with the constant.
    if case .truth(let truth) = value, place.kind == .product {
      return truth != subject.isNegated(place)
    }
    guard place.kind == .comparison, let condition = subject.graphNode(place.expression),
      let truth = truth(of: condition, where: node, is: value, subject)
    else { return false }
    return truth != subject.isNegated(place)
  }

  /// The truth of a comparison with constants if a node has a value
  ///
  /// `x < 1C` if `x` is `0C`: true. Kleene's `or`: true if one part is, nil if none is and one is not known.
  private static func truth(
    of condition: NodeID, where node: NodeID, is value: Value, _ subject: LintSubject
  ) -> Bool? {
    // The value in place of the node, or a constant beside it.
    func scalar(_ id: NodeID) -> Double? {
      let found = id == node ? value : constant(id, subject)
      if case .scalar(let number)? = found { return number }
      return nil
    }
    let operation = subject.graph[condition].operation
    if case .not(let inner) = operation {
      return truth(of: inner, where: node, is: value, subject).map { !$0 }
    }
    if case .or(let parts) = operation {
      let truths = parts.map { truth(of: $0, where: node, is: value, subject) }
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    }
    if case .inRange(let inner, let low, let high, let kind) = operation {
      guard let number = scalar(inner), let first = scalar(low), let last = scalar(high) else {
        return nil
      }
      return isIn(number, first, last, kind)
    }
    guard case .compare(let sign, let left, let right) = operation else { return nil }
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
    // Texts and truths can only be equal or not.
    guard let first = left == node ? value : constant(left, subject),
      let second = right == node ? value : constant(right, subject)
    else { return nil }
    return sign == .equal ? first == second : sign == .notEqual ? first != second : nil
  }

  /// `true` if a number is in a range; the end of times of day is not in it, and `8:00..8:00` is the whole day
  private static func isIn(
    _ number: Double, _ first: Double, _ last: Double, _ kind: RangeKind
  ) -> Bool {
    switch kind {
    case .closed: return number >= first && number <= last
    case .halfOpen: return number >= first && number < last
    case .timeOfDay:
      return first < last
        ? number >= first && number < last
        : first == last || number >= first || number < last
    case .cyclic:
      return first <= last
        ? number >= first && number <= last : number >= first || number <= last
    }
  }

  /// `true` if another part beside it is unknown whenever the value is
  private static func isHeldBack(_ node: LintedNode, _ value: NodeID, _ subject: LintSubject)
    -> Bool
  {
    // Upwards: a part of an `and` that reads the same source and fills no gap.
    let sources = Set(subject.readings(below: value).map { $0.owner })
    var next = subject.parent(of: node)
    while let current = next, current.kind.isExpression {
      if current.kind == .conjunction {
        for other in current.node.expressions where !other.range.contains(node.range) {
          guard let id = subject.graphNode(other) else { continue }
          let isSafe = subject.contains(id) { $0.traits.contains(.fillsGaps) }
          if !isSafe, !sources.isDisjoint(with: subject.readings(below: id).map { $0.owner }) {
            return true
          }
        }
      }
      next = subject.parent(of: current)
    }
    return false
  }
}
