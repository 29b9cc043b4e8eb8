package import OppModel

/// Formulas that are simplified as they are added
extension PlanningProblem {
  /// The negation of a node; of a constant the opposite constant
  package mutating func negated(_ operand: Int) -> Int {
    guard let truth = truth(ofConstant: operand) else { return not(operand) }
    return constant(truth.negated)
  }

  /// The node of `and` (`deciding` false) or `or` (`deciding` true), without operands that cannot change it
  ///
  /// ```
  /// and: [true, a]        a                and: [false, a]      false
  /// and: [unknown, a]     and of both: it may still become false
  /// and: [unknown, true]  unknown          and: []              true
  /// ```
  package mutating func junction(_ operands: ArraySlice<Int>, deciding: Truth) -> Int {
    var isUnknown = false
    var openCount = 0
    var open = 0
    for operand in operands {
      guard let truth = truth(ofConstant: operand) else {
        openCount += 1
        open = operand
        continue
      }
      if truth == deciding { return operand }
      if truth == .unknown { isUnknown = true }
    }
    guard openCount > 0 else { return constant(isUnknown ? .unknown : deciding.negated) }
    if openCount == 1, !isUnknown { return open }
    let start = lists.count
    for operand in operands where !isConstant(operand) { append(operand) }
    if isUnknown { append(constant(.unknown)) }
    return junction(deciding == .false ? .and : .or, from: start)
  }

  /// The node of `if` a condition `then` one node `else` another
  package mutating func choice(_ condition: Int, _ chosen: Int, _ other: Int) -> Int {
    let opposite = negated(condition)
    let first = junction([condition, chosen], deciding: .false)
    let second = junction([opposite, other], deciding: .false)
    return junction([first, second], deciding: .true)
  }

  /// The truth of a node that is a constant; nil for any other
  func truth(ofConstant node: Int) -> Truth? {
    guard isConstant(node) else { return nil }
    return Truth(rawValue: Int8(nodes[node].operand)) ?? .unknown
  }

  // MARK: Parts

  /// The fetches of the atoms below a node, from left to right
  package func fetches(below node: Int) -> [Int] {
    var result: [Int] = []
    var seen: Set<Int> = []
    var waiting = [node]
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      if let own = fetches(ofAtomAt: next) { result += list(own) }
      waiting += operands(of: next).reversed()
    }
    return result
  }

  /// The nodes that a node joins or negates
  package func operands(of node: Int) -> [Int] {
    switch nodes[node].kind {
    case .constant, .atom: []
    case .not: [Int(nodes[node].operand)]
    case .and, .or: list(nodes[node].children)
    }
  }
}
