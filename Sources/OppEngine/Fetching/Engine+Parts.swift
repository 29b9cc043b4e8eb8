internal import OppModel

/// The conditions that a condition is made of: what is learned of one is learned of its parts
extension Engine {
  /// The way in which a condition is made of its operands
  enum ConditionPart {
    /// It is compared, counted or read: it is learned of by itself, where it is a node
    case leaf(NodeID?)

    /// Its truth, whatever is fetched
    case settled(Truth)
    case not
    case and
    case or
    /// The first operand chooses between the other two
    case choice
  }

  /// - Requires: the instance is below an atom of the needs that were found last.
  @inline(__always)
  func part(_ instance: Int32) -> ConditionPart {
    part(instance, isOpen: needsWork.isOpen(instance))
  }

  @inline(__always)
  /// The way in which an instance is made of its operands, where it is known whether it is open
  private func part(_ instance: Int32, isOpen: Bool) -> ConditionPart {
    guard isOpen else { return .settled(instances.readings[Int(instance)].truth) }
    let template = Int(instances.template[Int(instance)])
    switch code[template].instruction {
    case .not: return .not
    case .and, .membership: return .and
    case .or: return .or
    case .conditional: return .choice
    case .constant, .clock, .sun, .reading, .address, .nearest, .rowField, .row, .rowPresence,
      .otherwise, .known, .lastKnown, .compare, .inRange, .elementOfOperands, .element,
      .containsText, .arithmetic, .unary, .part, .distance, .text, .textFunction, .placeName,
      .placePosition, .placeNamed, .list, .rowPart, .lasting, .withinLast, .withinNext, .window,
      .began, .aggregate, .aggregateList, .aggregateOperands:
      let isNode = template < graph.nodes.count
      return .leaf(isNode ? NodeID(index: Int32(truncatingIfNeeded: template)) : nil)
    }
  }

  /// Whether nothing can make an Opp fire: it was not true when last known, and something that cannot be
  /// had keeps it from becoming so
  ///
  /// Whether it is false or unknown is then all the same.
  func cannotMatter(_ instance: Int32, _ opp: Int32, _ work: inout DemandBuilder) -> Bool {
    guard work.isAnythingWithheld, opps[Int(opp)].events.isEmpty,
      opps[Int(opp)].lastKnown != .true
    else { return false }
    return !outcomes(of: instance, &work).contains(.yes)
  }

  /// Whether a condition may come to be true, and whether false, by what is fetched
  private func outcomes(of instance: Int32, _ work: inout DemandBuilder) -> PossibleOutcomes {
    let part = part(instance, isOpen: work.isOpen(instance))
    switch part {
    case .leaf: return .decided
    case .settled(let truth): return PossibleOutcomes(truth)
    case .not, .and, .or, .choice: break
    }
    if let known = work.outcomes[instance] { return known }
    var below: [PossibleOutcomes] = []
    for operand in operands(of: instance) { below.append(outcomes(of: operand, &work)) }
    let found: PossibleOutcomes
    switch part {
    case .leaf, .settled: found = .decided
    case .not: found = (below.first ?? .decided).negated
    case .and: found = .all(of: below)
    case .or: found = .all(of: below.map { $0.negated }).negated
    case .choice:
      guard below.count == 3 else { return .decided }
      let chosen = PossibleOutcomes.all(of: [below[0], below[1]]).intersection(.yes)
      let other = PossibleOutcomes.all(of: [below[0].negated, below[2]]).intersection(.yes)
      found = chosen.union(other).union(.no)
    }
    work.outcomes[instance] = found
    return found
  }

  /// The operands of an instance, as instances
  func operands(of instance: Int32) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(instances.operandCount(of: instance))
    for index in 0..<instances.operandCount(of: instance) {
      result.append(instances.operand(index, of: instance))
    }
    return result
  }
}

extension DemandBuilder {
  /// Whether a condition waited for something when needs were found last
  @inline(__always)
  func isOpen(_ instance: Int32) -> Bool {
    guard marks.indices.contains(Int(instance)), isAffected(instance) else { return false }
    return marks[Int(instance)].sole != Sole.none
  }
}

extension PossibleOutcomes {
  /// Of `and`: true where all may be, false where any may be
  fileprivate static func all(of operands: [PossibleOutcomes]) -> PossibleOutcomes {
    var result: PossibleOutcomes = []
    if operands.allSatisfy({ $0.contains(.yes) }) { result.insert(.yes) }
    if operands.contains(where: { $0.contains(.no) }) { result.insert(.no) }
    return result
  }
}
