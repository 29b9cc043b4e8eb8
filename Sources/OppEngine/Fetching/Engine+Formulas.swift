internal import OppModel

/// The formula of a condition over what is missing or due
///
///     opp "x" when (c or x > 3 or x < 1) and d      // c and x of the source s, d of t; both are missing
///
///     c or x > 3 or x < 1    waits for s alone: one atom
///     d                      waits for t alone: one atom
///     formula                atom s and atom t
///
/// With c true, the formula is the atom of t; with c false and x 2, it is the constant false.
extension Engine {
  /// The node of a condition, simplified as far as what no fetch changes allows
  mutating func formula(_ instance: Int32, _ work: inout DemandBuilder) -> Int {
    guard work.isAffected(instance) else {
      return work.constant(instances.readings[Int(instance)].truth)
    }
    let known = work.marks[Int(instance)].node
    if known >= 0 { return Int(known) }
    let node = ownFormula(instance, &work)
    work.marks[Int(instance)].node = Int32(truncatingIfNeeded: node)
    return node
  }

  /// The formula of an affected condition: a constant, an atom, or a junction of those of its operands
  private mutating func ownFormula(_ instance: Int32, _ work: inout DemandBuilder) -> Int {
    let template = Int(instances.template[Int(instance)])
    switch sole(instance, &work) {
    case .none: return work.constant(instances.readings[Int(instance)].truth)
    case .one(let subject):
      // However many conditions lie below, one response decides them all.
      let open = work.list(subject, isProvisional: true)
      return work.atom(
        instance, template: template, isNode: template < graph.nodes.count, open)
    case .several: break
    }
    switch code[template].instruction {
    case .not:
      let operand = formula(instances.operand(0, of: instance), &work)
      return work.negated(operand)
    case .and, .membership: return junction(instance, deciding: .false, &work)
    case .or: return junction(instance, deciding: .true, &work)
    case .conditional:
      let condition = formula(instances.operand(0, of: instance), &work)
      let chosen = formula(instances.operand(1, of: instance), &work)
      let other = formula(instances.operand(2, of: instance), &work)
      let opposite = work.negated(condition)
      let first = work.junction([condition, chosen], deciding: .false)
      let second = work.junction([opposite, other], deciding: .false)
      return work.junction([first, second], deciding: .true)
    default:
      let open = openness(instance, &work)
      return work.atom(
        instance, template: template, isNode: template < graph.nodes.count, open)
    }
  }

  // MARK: One subject

  /// The subjects that a condition waits for
  mutating func sole(_ instance: Int32, _ work: inout DemandBuilder) -> DemandBuilder.Sole {
    guard work.isAffected(instance) else { return .none }
    if let known = work.marks[Int(instance)].sole { return known }
    let found = ownSole(instance, &work)
    work.marks[Int(instance)].sole = found
    return found
  }

  /// The subjects that an affected condition waits for
  private mutating func ownSole(_ instance: Int32, _ work: inout DemandBuilder)
    -> DemandBuilder.Sole
  {
    let template = Int(instances.template[Int(instance)])
    switch code[template].instruction {
    case .not: return sole(instances.operand(0, of: instance), &work)
    case .and, .membership: return junctionSole(instance, deciding: .false, &work)
    case .or: return junctionSole(instance, deciding: .true, &work)
    case .conditional:
      let condition = instances.operand(0, of: instance)
      let first = sole(condition, &work)
      let chosen = sole(instances.operand(1, of: instance), &work)
      let other = sole(instances.operand(2, of: instance), &work)
      guard first == .none else { return joined(first, joined(chosen, other)) }
      switch instances.readings[Int(condition)].truth {
      case .true: return chosen
      case .false: return other
      case .unknown: return .none
      }
    default:
      let open = openness(instance, &work)
      guard open.isOpen else { return .none }
      return open.range.count == 1
        ? .one(work.needs.subjectLists[open.range.lowerBound]) : .several
    }
  }

  /// Those of `and`, where `deciding` is false, or `or`, where it is true: none where an operand decides it for good
  private mutating func junctionSole(
    _ instance: Int32, deciding: Truth, _ work: inout DemandBuilder
  ) -> DemandBuilder.Sole {
    var result = DemandBuilder.Sole.none
    for index in 0..<instances.operandCount(of: instance) {
      let operand = instances.operand(index, of: instance)
      let own = sole(operand, &work)
      if own == .none, instances.readings[Int(operand)].truth == deciding { return .none }
      result = joined(result, own)
    }
    return result
  }

  /// The subjects of either of two
  private func joined(_ left: DemandBuilder.Sole, _ right: DemandBuilder.Sole) -> DemandBuilder.Sole
  {
    if left == .none || left == right { return right }
    return right == .none ? left : .several
  }

  // MARK: Several

  /// The node of `and` or `or` over the formulas of the operands
  private mutating func junction(
    _ instance: Int32, deciding: Truth, _ work: inout DemandBuilder
  ) -> Int {
    var operands: [Int] = []
    operands.reserveCapacity(instances.operandCount(of: instance))
    for index in 0..<instances.operandCount(of: instance) {
      operands.append(formula(instances.operand(index, of: instance), &work))
    }
    return work.junction(operands, deciding: deciding)
  }
}

extension DemandBuilder {
  /// The node of a constant: one of the first three
  func constant(_ truth: Truth) -> Int {
    switch truth {
    case .unknown: 0
    case .false: 1
    case .true: 2
    }
  }

  /// The node of a condition that is decided by subjects, with no formula of its own
  mutating func atom(_ instance: Int32, template: Int, isNode: Bool, _ open: Openness) -> Int {
    let node = isNode ? NodeID(index: Int32(truncatingIfNeeded: template)) : nil
    needs.atoms.append(
      Needs.Atom(instance: instance, node: node, template: template, subjects: open.range))
    return self.node(.atom(needs.atoms.count - 1))
  }

  /// The node of `not`; of a constant the opposite constant
  mutating func negated(_ operand: Int) -> Int {
    if case .constant(let truth) = needs.nodes[operand] { return constant(truth.negated) }
    return node(.not(operand))
  }

  /// The node of `and` (`deciding` false) or `or` (`deciding` true), without operands that cannot change it
  ///
  /// ```
  /// and: [true, a]        a                and: [false, a]      false
  /// and: [unknown, a]     and of both: it may still become false
  /// and: [unknown, true]  unknown          and: []              true
  /// ```
  mutating func junction(_ operands: [Int], deciding: Truth) -> Int {
    var open: [Int] = []
    var unknown: Int?
    for operand in operands {
      guard case .constant(let truth) = needs.nodes[operand] else {
        if open.isEmpty { open.reserveCapacity(operands.count) }
        open.append(operand)
        continue
      }
      if truth == deciding { return operand }
      if truth == .unknown { unknown = operand }
    }
    guard !open.isEmpty else { return unknown ?? constant(deciding.negated) }
    if open.count == 1, unknown == nil { return open[0] }
    if let unknown { open.append(unknown) }
    let start = needs.children.count
    for operand in open { needs.children.append(Int32(truncatingIfNeeded: operand)) }
    let range = start..<needs.children.count
    return node(deciding == .false ? .and(range) : .or(range))
  }

  /// Appends a node
  private mutating func node(_ node: Needs.Node) -> Int {
    needs.nodes.append(node)
    return needs.nodes.count - 1
  }

  /// Whether a node is decided, so that nothing has to be fetched for it
  func isConstant(_ node: Int) -> Bool {
    if case .constant = needs.nodes[node] { return true }
    return false
  }
}
