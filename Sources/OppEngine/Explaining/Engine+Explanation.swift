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
extension Engine {
  /// The greatest depth and width of explanations
  ///
  /// Equal subexpressions are one node of the graph, so that a tree of them can be far larger than it.
  private static let explanationDepth = 60

  /// The number of parts after which no more are added
  private static let explanationSize = 2000

  /// The whole condition of an Opp; nil where it has none
  mutating func explanation(ofOpp opp: Int) -> Explanation? {
    guard opps.indices.contains(opp), let whole = opps[opp].whole else { return nil }
    var left = Self.explanationSize
    return explain(whole, opp, depth: 0, &left)
  }

  /// An instance with its value now, and below it its operands, down to the limits
  ///
  /// - Parameter left: how many parts may still be added.
  private mutating func explain(
    _ instance: Int32, _ opp: Int, depth: Int, _ left: inout Int
  ) -> Explanation {
    left -= 1
    let index = Int(instances.template[Int(instance)])
    let template = program.templates[index]
    let value = self.value(of: instance, at: now)
    var explanation = Explanation(
      subject: subject(index, instance, opp), type: template.type, value: value,
      reasons: value == nil ? reasons(of: instance) : [], readAt: readInstant(instance, template),
      rows: explainedRows(instance, template), instance: instance)
    guard depth < Self.explanationDepth else { return explanation }
    if case .aggregate = template.instruction { return explanation }
    for operand in 0..<instances.operandCount(of: instance) where left > 0 {
      let part = instances.operand(operand, of: instance)
      if case .constant = program.templates[Int(instances.template[Int(part)])].instruction {
        continue
      }
      explanation.parts.append(explain(part, opp, depth: depth + 1, &left))
    }
    return explanation
  }

  /// The node of a template, or the part of a rule that the engine has added
  private func subject(_ template: Int, _ instance: Int32, _ opp: Int) -> Explanation.Subject {
    if template < graph.nodes.count {
      return .node(NodeID(index: Int32(truncatingIfNeeded: template)))
    }
    if case .rowPresence = program.templates[template].instruction { return .row }
    return opps[opp].membership == instance ? .list : .whole
  }

  /// The instant of the reading behind a leaf; nil for anything else, and for the calendar, which is known ahead
  private func readInstant(_ instance: Int32, _ template: Template) -> Instant? {
    guard case .reading = template.instruction, let subject = sources.subjectOfLeaf[instance],
      sources.subjects[Int(subject)].schedule == nil
    else { return nil }
    switch sources.subjects[Int(subject)].state {
    case .nothing, .unavailable: return nil
    case .fresh, .stale: return Instant(seconds: sources.subjects[Int(subject)].instant)
    }
  }

  /// The rows of an aggregate, counted by whether they belong to it, with the first few that do; nil for anything else
  private mutating func explainedRows(_ instance: Int32, _ template: Template) -> ExplainedRows? {
    guard case .aggregate = template.instruction else { return nil }
    let slot = Int(instances.slot[Int(instance)])
    guard aggregates.indices.contains(slot) else { return nil }
    let table = aggregates[slot].query.table
    var (count, members, unknownMembers) = (0, 0, 0)
    var examples: [RowID] = []
    for row in tables[Int(table.index)].ordered where rows[Int(row)].isPresent {
      guard let entry = aggregates[slot].entries[row] else { continue }
      count += 1
      var ahead: Ahead? = Ahead(second: now)
      let truth = entry.predicate < 0 ? .true : look(entry.predicate, &ahead).truth
      if truth == .unknown { unknownMembers += 1 }
      guard truth == .true else { continue }
      members += 1
      if examples.count < ExplainedRows.exampleLimit { examples.append(rowID(row)) }
    }
    return ExplainedRows(
      table: table, count: count, members: members, unknownMembers: unknownMembers,
      examples: examples)
  }
}
