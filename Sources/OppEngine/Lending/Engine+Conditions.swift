package import OppModel

/// The readings, operands and memories of instances at the present second, by which a session finds the fetches that may change them
extension Engine {
  // MARK: Readings

  /// The first second at which the reading of an instance may differ by itself
  package func horizon(of instance: InstanceID) -> Int64 {
    evaluator.instances.readings[instance].until
  }

  /// Whether an instance has a value
  package func isKnown(_ instance: InstanceID) -> Bool {
    evaluator.instances.readings[instance].isKnown
  }

  /// Whether a condition will be false some seconds from now, as far as is known
  package mutating func isFalse(_ instance: InstanceID, in seconds: Int64) -> Bool {
    evaluator.reading(of: instance, at: Seconds.add(evaluator.now, seconds)).kind == .no
  }

  // MARK: Operands

  /// The number of operands of an instance
  package func operandCount(of instance: InstanceID) -> Int {
    evaluator.instances.operandCount(of: instance)
  }

  /// An operand of an instance, by its place
  package func operand(_ index: Int, of instance: InstanceID) -> InstanceID {
    evaluator.instances.operand(index, of: instance)
  }

  /// The effect of unknown operands and of facts that are not fetched yet on the reading of an instance
  package func dependence(of instance: InstanceID) -> Dependence {
    evaluator.code[evaluator.instances.template[instance]].traits.dependence
  }

  /// The way in which an instance joins conditions; nil where its result is decided by itself
  package func connective(of instance: InstanceID) -> Connective? {
    evaluator.code[evaluator.instances.template[instance]].traits.connective
  }

  /// Whether an instance is a condition
  package func isCondition(_ instance: InstanceID) -> Bool {
    evaluator.program.templates[evaluator.instances.template[instance]].type == .bool
  }

  /// Whether an instance is kept up to date; others are evaluated when a text needs them
  package func isMaintained(_ instance: InstanceID) -> Bool {
    evaluator.code[evaluator.instances.template[instance]].isMaintained
  }

  /// The node that an instance computes; nil for one that the engine has added
  package func node(of instance: InstanceID) -> NodeID? {
    evaluator.graph.node(of: evaluator.instances.template[instance])
  }

  /// The instances that compute nodes of the graph
  package var instancesOfNodes: [InstanceID] {
    evaluator.instances.all.filter { node(of: $0) != nil }
  }

  // MARK: Facts below

  /// The subject that a leaf reads now
  package func subject(ofLeaf leaf: InstanceID) -> SubjectID? {
    evaluator.facts.sources.subjectOfLeaf[leaf]
  }

  /// Whether the subject of a leaf never has a value for its field
  package func lacksField(_ leaf: InstanceID) -> Bool {
    guard let subject = evaluator.facts.sources.subjectOfLeaf[leaf],
      case .reading(_, let field) = evaluator.code[evaluator.instances.template[leaf]].instruction
    else { return false }
    return evaluator.facts.sources.subjects[subject].lacks(Int(field))
  }

  /// The table of the row that an instance is of, where its reading is that row or a field of it
  package func tableOfRow(_ instance: InstanceID) -> TableID? {
    evaluator.instances.row(of: instance).map { evaluator.facts.rows[$0].table }
  }

  /// The table of the row that the operand of an instance is
  package func tableOfOperand(_ instance: InstanceID) -> TableID? {
    guard let operand = evaluator.program.operand(of: evaluator.instances.template[instance]),
      case .row(let table) = evaluator.program.templates[operand].type
    else { return nil }
    return table
  }

  /// The rows that an instance is of
  package func rows(of instance: InstanceID) -> [RowIndex] {
    let template = evaluator.instances.template[instance]
    return evaluator.instances.rows(of: instance, in: evaluator.program.templates[template].scopes)
  }

  /// The table of a row
  package func table(of row: RowIndex) -> TableID { evaluator.facts.rows[row].table }

  /// Whether a row is known not to be in its table
  package func isAway(_ row: RowIndex) -> Bool { evaluator.facts.isAway(row) }

  /// The table of an instance that counts rows; nil for any other
  package func tableOfRows(_ instance: InstanceID) -> TableID? {
    guard let slot = evaluator.instances.slot(of: instance) else { return nil }
    return evaluator.aggregates[slot].query.table
  }

  /// The present rows that an instance counts: whether each is a member, and its value, if these are conditions or values
  ///
  /// - Requires: ``tableOfRows(_:)`` is not nil.
  package func members(
    of instance: InstanceID
  ) -> [(predicate: InstanceID?, value: InstanceID?)] {
    guard let slot = evaluator.instances.slot(of: instance) else { return [] }
    var members: [(predicate: InstanceID?, value: InstanceID?)] = []
    let table = evaluator.aggregates[slot].query.table
    for index in evaluator.facts.tables[table].ordered.indices {
      let row = evaluator.facts.tables[table].ordered[index]
      guard evaluator.facts.rows[row].isPresent,
        let entry = evaluator.aggregates[slot].entries[row]
      else { continue }
      members.append((predicate: entry.predicate, value: entry.value))
    }
    return members
  }

  // MARK: The past

  /// The effect of earlier seconds on a look-back, the same for each present reading of its operand
  package struct Past {
    /// `true` if earlier seconds alone decide the look-back
    package let isDecided: Bool

    /// The first second at which that may change
    package let until: Int64
  }

  /// The past of `for` or `within last`; nil for any other instance
  package func past(of instance: InstanceID) -> Past? {
    let template = evaluator.instances.template[instance]
    guard let past = evaluator.code[template].instruction.past,
      let slot = evaluator.instances.slot(of: instance)
    else { return nil }
    var memory = evaluator.states.truths[slot]
    memory.note(.unknown, at: evaluator.now)
    let reading = memory.extreme(
      past.deciding, past.seconds, at: evaluator.now, until: Seconds.never)
    return Past(isDecided: reading.isKnown, until: reading.until)
  }

  /// Whether an operator for the last known value has one, of any second
  package func wasKnown(_ instance: InstanceID) -> Bool {
    guard case .lastKnown = dependence(of: instance),
      let slot = evaluator.instances.slot(of: instance)
    else { return false }
    return evaluator.states.lastKnown[slot].reading.isKnown
  }

  /// The instance that a memory takes note of at every second: its operand, or itself if it is a latch
  package func remembered(by memory: InstanceID) -> InstanceID {
    if case .latch = evaluator.code[evaluator.instances.template[memory]].instruction {
      return memory
    }
    return evaluator.instances.operand(0, of: memory)
  }

  /// The rules with a memory somewhere below them, by the template of the memory
  package func rulesByMemory() -> RulesByMemory { RulesByMemory(evaluator.program) }

  /// The rules that are not disabled and have a memory somewhere below them
  package func rules(remembering memory: InstanceID, _ known: RulesByMemory) -> [RuleID] {
    let template = evaluator.instances.template[memory]
    return known.rules(of: template).filter {
      !monitor.isDisabled(rule: $0.place, of: evaluator.graph)
    }
  }
}

/// The rules by the templates that remember something below them; found once for a rule set
package struct RulesByMemory: Sendable {
  private let found: [TemplateID: [RuleID]]

  init(_ program: Program) {
    var result: [TemplateID: [RuleID]] = [:]
    var seen: [RuleID?] = Array(repeating: nil, count: program.templates.count)
    for (index, rule) in program.rules.enumerated() {
      let own = RuleID(index)
      var pending = rule.anchors + rule.lazies
      while let next = pending.popLast() {
        guard seen[next] != own else { continue }
        seen[next] = own
        let template = program.templates[next]
        if template.instruction.traits.contains(.samples) { result[next, default: []].append(own) }
        pending.append(contentsOf: program.operands(of: template))
      }
    }
    found = result
  }

  func rules(of template: TemplateID) -> [RuleID] { found[template] ?? [] }
}
