internal import OppModel

/// Explains the present second
///
/// `opp "a" when temp > 20C and sky == sunny` becomes a tree of the evaluated parts, without constants:
///
/// ```
///   and                  true
///   ├ temp > 20C         true
///   │ └ temp             21 °C, read at 00:30
///   └ sky == sunny       true
///     └ sky              sunny, read at 00:30
/// ```
struct ExplanationBuilder {
  /// The instance of the list that the row is in; nil for an Opp without rows
  private let membership: InstanceID?

  /// The number of parts that may still be added
  private var left = Self.explanationSize

  init(_ opp: OppState) { membership = opp.membership }

  /// The greatest depth and width of explanations
  ///
  /// Equal subexpressions are one node of the graph, so that a tree of them can be far larger than it.
  private static let explanationDepth = 60

  /// The number of parts after which no more are added
  private static let explanationSize = 2000

  /// An instance with its value now, and below it its operands, down to the limits
  mutating func explain(
    _ instance: InstanceID, depth: Int = 0, _ evaluator: inout Evaluator
  ) -> Explanation {
    left -= 1
    let index = evaluator.instances.template[instance]
    let template = evaluator.program.templates[index]
    let value = evaluator.value(of: instance, at: evaluator.now)
    var explanation = Explanation(
      subject: subject(index, instance, &evaluator), type: template.type, value: value,
      reasons: value == nil ? evaluator.reasons(of: instance) : [],
      readAt: readInstant(instance, template, evaluator.facts),
      rows: explainedRows(instance, template, &evaluator), instance: instance)
    guard depth < Self.explanationDepth else { return explanation }
    if case .aggregate = template.instruction { return explanation }
    for operand in 0..<evaluator.instances.operandCount(of: instance) where left > 0 {
      let part = evaluator.instances.operand(operand, of: instance)
      if case .constant = evaluator.program.templates[evaluator.instances.template[part]]
        .instruction
      {
        continue
      }
      explanation.parts.append(explain(part, depth: depth + 1, &evaluator))
    }
    return explanation
  }

  /// The node of a template, or the part of a rule that the engine has added
  private func subject(_ template: TemplateID, _ instance: InstanceID, _ evaluator: inout Evaluator)
    -> Explanation.Subject
  {
    if let node = evaluator.graph.node(of: template) { return .node(node) }
    if case .rowPresence = evaluator.program.templates[template].instruction { return .row }
    return membership == instance ? .list : .whole
  }

  /// The instant of the reading behind a leaf; nil for anything else, and for the calendar, which is known ahead
  private func readInstant(
    _ instance: InstanceID, _ template: Template, _ facts: Facts
  ) -> Instant? {
    guard case .reading = template.instruction, let subject = facts.sources.subjectOfLeaf[instance],
      facts.sources.subjects[subject].schedule == nil
    else { return nil }
    switch facts.sources.subjects[subject].state {
    case .nothing, .unavailable: return nil
    case .fresh, .stale: return Instant(seconds: facts.sources.subjects[subject].instant)
    }
  }

  /// The rows of an aggregate, counted by whether they belong to it, with the first few that do; nil for anything else
  private func explainedRows(
    _ instance: InstanceID, _ template: Template, _ evaluator: inout Evaluator
  ) -> ExplainedRows? {
    guard case .aggregate(let kind) = template.instruction else { return nil }
    guard let slot = evaluator.instances.slot(of: instance) else { return nil }
    let table = evaluator.aggregates[slot].query.table
    let places = placeCount(
      of: table, in: evaluator.aggregates[slot].environment, &evaluator)
    var (count, members, unknownMembers) = (0, 0, 0)
    var examples: [RowID] = []
    for row in evaluator.facts.tables[table].ordered.prefix(places ?? .max)
    where evaluator.facts.rows[row].isPresent {
      guard let entry = evaluator.aggregates[slot].entries[row] else { continue }
      count += 1
      var truth = Truth.true
      if let predicate = entry.predicate {
        truth = evaluator.reading(of: predicate, at: evaluator.now).truth
      }
      // Of conditions, the rows that count are those for which the condition is true.
      if kind.isCondition, let value = entry.value {
        truth = min(truth, evaluator.reading(of: value, at: evaluator.now).truth)
      }
      if truth == .unknown { unknownMembers += 1 }
      guard truth == .true else { continue }
      members += 1
      if examples.count < ExplainedRows.exampleLimit { examples.append(evaluator.facts.rowID(row)) }
    }
    return ExplainedRows(
      table: table, count: count, members: members, unknownMembers: unknownMembers,
      examples: examples)
  }

  /// The number of places that the list of a computed table has now, of those that it ever had; nil for any other table, and
  /// where the list is unknown
  private func placeCount(
    of table: TableID, in environment: EnvironmentID, _ evaluator: inout Evaluator
  ) -> Int? {
    guard evaluator.graph.tables[table].isComputed else { return nil }
    for (index, node) in evaluator.graph.nodes.enumerated() {
      // The list has a value for each place, or the two ends of each gap.
      var length = 0
      if case .places(_, table: table) = node.operation { length = 1 }
      if case .gaps(let query) = node.operation, query.table == table { length = 2 }
      guard length > 0 else { continue }
      let list = NodeID(index: Int32(truncatingIfNeeded: index))
      guard case .list(let values)? = evaluator.value(of: list, in: environment) else { return nil }
      return values.count / length
    }
    return nil
  }
}
