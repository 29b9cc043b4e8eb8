/// The open, wanted and needed parts of a state
///
/// That of `sunny and free`, with weather as bit 0 and calendar as bit 1:
///
/// ```
/// before any response            relevant 0b11, needed 0b00, pending none
/// weather is there               relevant 0b10, needed 0b00, pending sunny: the walk tries both truths
/// … and sunny is true            relevant 0b10, needed 0b10
/// … and sunny is false           relevant 0b00: nothing is left to decide
/// ```
///
/// Linear in the nodes of the component; it is the unit in which the effort of a walk is counted.
extension PlanningComponent {
  /// The result for one state
  struct Examination {
    /// The fetches that can still change a root, with their prerequisites
    var relevant: UInt64 = 0

    /// The fetches among them that every course of responses needs
    var needed: UInt64 = 0

    /// An atom that would help and whose fetches have succeeded
    var pending: Int?

    /// Two states of the same key are alike in all that is to come
    var key = StateKey(first: 0, second: 0)
  }

  /// Examines the present state, and leaves ``outcomes``, ``wanted`` and ``needs`` of all nodes
  mutating func examine() -> Examination {
    var result = Examination()
    for index in nodes {
      settleUpwards(index)
      wanted[index] = []
    }
    for root in roots {
      let outcome = outcomes[root]
      guard outcome.contains(.open) else { continue }
      wanted[root] = outcome.intersection(.decided)
      result.needed |= needs[root].inAnyCase
    }
    for index in nodes.reversed() where !wanted[index].isEmpty {
      wantDownwards(index, &result)
    }
    let required = requiredStill
    result.needed |= required
    result.relevant |= required
    result.key.add(open: result.relevant)
    return result
  }

  /// The fetches that are required unconditionally and can be made
  private var requiredStill: UInt64 {
    let needs = required & open
    guard failed != 0 else { return needs }
    return needs.bits.reduce(0) { sum, bit in
      fetches[bit.trailingZeroBitCount].closure & failed == 0 ? sum | bit : sum
    }
  }

  /// The outcomes and needs of a node, whose children have theirs
  private mutating func settleUpwards(_ index: Int) {
    let node = node(index)
    switch node.kind {
    case .constant: break
    case .atom:
      let atom = Int(node.operand)
      if let isTrue = truths[atom] {
        outcomes[index] = isTrue ? .yes : .no
      } else if closures[atom] & failed != 0 {
        outcomes[index] = .unknown
      } else {
        let missing = missing(atom)
        outcomes[index] = [.yes, .no, .open]
        needs[index] = .atom(missing, failure: failure(of: missing))
        return
      }
    case .not:
      let operand = Int(node.operand)
      outcomes[index] = outcomes[operand].negated
      needs[index] = needs[operand].negated
      return
    case .and:
      if join(index, node.children, isAnd: true) { return }
    case .or:
      if join(index, node.children, isAnd: false) { return }
    }
    needs[index] = .settled(outcomes[index])
  }

  /// The fetches that every way to a failure of some fetches needs
  private func failure(of set: UInt64) -> UInt64 {
    guard hasFailures else { return .max }
    var common: UInt64 = .max
    var rest = set
    while rest != 0 {
      let terms = fetches[rest.trailingZeroBitCount]
      if terms.failure > 0 { common &= terms.closure & open }
      rest &= rest - 1
    }
    return common
  }

  /// The outcomes and needs of `and` or `or`, in one pass over the children
  ///
  /// - Returns: whether the node is open.
  private mutating func join(_ index: Int, _ range: ListRange, isAnd: Bool) -> Bool {
    var isOpen = false
    var hasUnknown = false
    var canBeNo = false
    var canBeYes = true
    for entry in range.indices {
      let child = outcomes[Int(whole.problem.lists[entry])]
      let outcome = isAnd ? child : child.negated
      if outcome == .no {
        outcomes[index] = isAnd ? .no : .yes
        return false
      }
      isOpen = isOpen || outcome.contains(.open)
      hasUnknown = hasUnknown || outcome == .unknown
      canBeNo = canBeNo || outcome.contains(.no)
      canBeYes = canBeYes && outcome.contains(.yes)
    }
    guard isOpen, canBeYes || canBeNo else {
      let settled: PossibleOutcomes = isOpen || hasUnknown ? .unknown : .yes
      outcomes[index] = isAnd ? settled : settled.negated
      return false
    }
    var result: PossibleOutcomes = .open
    if canBeYes { result.insert(.yes) }
    if canBeNo { result.insert(.no) }
    outcomes[index] = isAnd ? result : result.negated
    var sum = isAnd ? RequiredFetches.allOf : .anyOf
    for entry in range.indices {
      let child = needs[Int(whole.problem.lists[entry])]
      if isAnd { sum.and(child) } else { sum.or(child) }
    }
    needs[index] = sum
    return true
  }

  /// Passes the wanted outcomes of a node on to its children, and adds its own fetches to the result
  private mutating func wantDownwards(_ index: Int, _ result: inout Examination) {
    result.key.add(node: index)
    let node = node(index)
    switch node.kind {
    case .constant: break
    case .atom:
      let atom = Int(node.operand)
      let missing = missing(atom)
      if missing == 0 { result.pending = atom }
      result.relevant |= missing
    case .not: want(wanted[index].negated, of: Int(node.operand), &result)
    case .and, .or:
      for entry in node.children.indices {
        want(wanted[index], of: Int(whole.problem.lists[entry]), &result)
      }
    }
  }

  /// Adds the outcomes of a node that are both wanted and possible; a node that can have none may stay unknown
  private mutating func want(
    _ want: PossibleOutcomes, of node: Int, _ result: inout Examination
  ) {
    let outcome = outcomes[node]
    let wants = outcome.contains(.open) ? want.intersection(outcome) : []
    if !wants.isEmpty {
      wanted[node].formUnion(wants)
    } else if !outcome.isDisjoint(with: [.unknown, .open]) {
      result.key.add(unknown: node)
    }
  }
}

/// A state of a walk, mixed to 128 bits: two different ones are alike once in 10³⁰ pairs
///
/// A. L. Zobrist, *A New Hashing Method with Application for Game Playing*, 1970.
struct StateKey: Hashable {
  /// Two sums of mixed elements, each of 64 bits
  private(set) var first: UInt64
  private(set) var second: UInt64

  /// Adds a node that is wanted
  mutating func add(node: Int) { add(UInt64(node) &* 4 &+ 1) }

  /// Adds a child that no root wants, and that may stay unknown
  mutating func add(unknown: Int) { add(UInt64(unknown) &* 4 &+ 2) }

  /// Adds the fetches that can still change a root
  mutating func add(open: UInt64) {
    first &+= Self.mix(open)
    second &+= Self.mix(open &+ 0x1234_5678_9ABC_DEF1)
  }

  /// Adds an element; a sum, so that the order in which they are added does not matter
  private mutating func add(_ element: UInt64) {
    first &+= Self.mix(element)
    second &+= Self.mix(element ^ 0xA5A5_0000_0000_0000)
  }

  /// The mixing of SplitMix64
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value &* 0x9E37_79B9_7F4A_7C15 &+ 0x632B_E59B_D9B4_E019
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
