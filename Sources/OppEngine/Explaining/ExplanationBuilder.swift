internal import OppModel

/// Explains the present second
///
/// `opp "a" when temp > 20C and sky == sunny` becomes a tree of what was evaluated, without constants:
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
  private let membership: Int32?

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
    _ instance: Int32, depth: Int = 0, _ evaluator: inout Evaluator
  ) -> Explanation {
    left -= 1
    let index = Int(evaluator.instances.template[Int(instance)])
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
      if case .constant = evaluator.program.templates[Int(evaluator.instances.template[Int(part)])]
        .instruction
      {
        continue
      }
      explanation.parts.append(explain(part, depth: depth + 1, &evaluator))
    }
    return explanation
  }

  /// The node of a template, or the part of a rule that the engine has added
  private func subject(_ template: Int, _ instance: Int32, _ evaluator: inout Evaluator)
    -> Explanation.Subject
  {
    if template < evaluator.graph.nodes.count {
      return .node(NodeID(index: Int32(truncatingIfNeeded: template)))
    }
    if case .rowPresence = evaluator.program.templates[template].instruction { return .row }
    return membership == instance ? .list : .whole
  }

  /// The instant of the reading behind a leaf; nil for anything else, and for the calendar, which is known ahead
  private func readInstant(
    _ instance: Int32, _ template: Template, _ facts: Facts
  ) -> Instant? {
    guard case .reading = template.instruction, let subject = facts.sources.subjectOfLeaf[instance],
      facts.sources.subjects[Int(subject)].schedule == nil
    else { return nil }
    switch facts.sources.subjects[Int(subject)].state {
    case .nothing, .unavailable: return nil
    case .fresh, .stale: return Instant(seconds: facts.sources.subjects[Int(subject)].instant)
    }
  }

  /// The rows of an aggregate, counted by whether they belong to it, with the first few that do; nil for anything else
  private func explainedRows(
    _ instance: Int32, _ template: Template, _ evaluator: inout Evaluator
  ) -> ExplainedRows? {
    guard case .aggregate = template.instruction else { return nil }
    let slot = Int(evaluator.instances.slot[Int(instance)])
    guard evaluator.aggregates.indices.contains(slot) else { return nil }
    let table = evaluator.aggregates[slot].query.table
    var (count, members, unknownMembers) = (0, 0, 0)
    var examples: [RowID] = []
    for row in evaluator.facts.tables[Int(table.index)].ordered
    where evaluator.facts.rows[Int(row)].isPresent {
      guard let entry = evaluator.aggregates[slot].entries[row] else { continue }
      count += 1
      var ahead: Ahead? = Ahead(second: evaluator.now)
      let truth = entry.predicate < 0 ? .true : evaluator.look(entry.predicate, &ahead).truth
      if truth == .unknown { unknownMembers += 1 }
      guard truth == .true else { continue }
      members += 1
      if examples.count < ExplainedRows.exampleLimit { examples.append(evaluator.facts.rowID(row)) }
    }
    return ExplainedRows(
      table: table, count: count, members: members, unknownMembers: unknownMembers,
      examples: examples)
  }
}
