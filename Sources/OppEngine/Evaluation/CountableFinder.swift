internal import OppModel

/// The junctions, memories and comparisons of a program that may be counted
struct CountableFinder {
  private let program: Program

  /// By template: `true` if something that is not counted has it for an operand
  private var isEvaluated: [Bool]

  /// By template: the number of times that rules, and templates that may be evaluated, have it
  private var uses: [Int]

  /// By template: `true` if an Opp, a trace or a text needs its truth, or may come to
  private var isRead: [Bool]

  /// By template: `true` if an Opp or a trace follows it now
  private let isObserved: [Bool]

  /// By template: whether it is a junction or memory that may be counted
  private var isCountable: [Bool]

  /// By template: the greatest number of counted memories above each other below it
  private var levels: [Int]

  /// A comparison of one operand with constants
  struct Comparison {
    let instance: InstanceID
    let signal: InstanceID
    let constants: [TemplateID]

    /// Whether the one constant is a list of elements
    let isOfList: Bool

    /// Whether it depends only on the value that the operand equals
    let isOfEquality: Bool

    /// Whether anything but junctions follows it, or may come to
    let isFollowed: Bool
  }

  /// - Parameter observed: `true` if an Opp or a trace follows an instance now.
  init(_ program: Program, observed: (InstanceID) -> Bool) {
    self.program = program
    isCountable = program.templates.map {
      (JunctionKind($0.instruction) != nil || $0.instruction.memoryResult != nil)
        && $0.isMaintained && $0.scopes.isEmpty
        && 1...JunctionNetwork.operandLimit ~= program.operands(of: $0).count
    }
    // What nothing evaluates keeps nothing from being counted.
    let isEvaluable = program.evaluable()
    func isStart(_ template: TemplateID) -> Bool {
      program.templates[template].instruction.memoryResult?.isStart == true
    }
    // By template: whether it is read at seconds other than the present one
    var isLookedAt = Array(repeating: false, count: program.templates.count)
    for index in program.templates.indices.reversed() where isEvaluable[index] {
      let template = program.templates[index]
      if isLookedAt[index] { isCountable[index] = false }
      let looks = !isCountable[index] && template.instruction.traits.readsOtherSeconds
      for operand in program.operands(of: template) {
        if isLookedAt[index] || looks { isLookedAt[operand] = true }
        if !isCountable[index], !isStart(operand) { isCountable[operand] = false }
      }
    }
    levels = Array(repeating: 0, count: program.templates.count)
    for index in program.templates.indices {
      for operand in program.operands(of: program.templates[index]) {
        let isMemory =
          isCountable[operand] && program.templates[operand].instruction.memoryResult != nil
        levels[index] = max(levels[index], levels[operand] + (isMemory ? 1 : 0))
      }
    }
    isEvaluated = Array(repeating: false, count: program.templates.count)
    for index in program.templates.indices where isEvaluable[index] && !isCountable[index] {
      for operand in program.operands(of: program.templates[index]) { isEvaluated[operand] = true }
    }
    uses = Array(repeating: 0, count: program.templates.count)
    for index in program.templates.indices where isEvaluable[index] {
      for operand in program.operands(of: program.templates[index]) { uses[operand] += 1 }
    }
    for rule in program.rules { for needed in rule.needed { uses[needed] += 1 } }
    isObserved = program.templates.indices.map { observed(InstanceID($0)) }
    isRead = isObserved
    for index in program.templates.indices
    where program.templates[index].isAnchor || isEvaluated[index] {
      isRead[index] = true
    }
    for rule in program.rules { for lazy in rule.lazies { isRead[lazy] = true } }
  }

  /// The junctions that nothing but counted junctions and Opps follows, in ascending order
  func junctions() -> [Junction] {
    var result: [Junction] = []
    for index in program.templates.indices where isCountable[index] {
      let instance = InstanceID(index)
      let template = program.templates[index]
      guard let kind = JunctionKind(template.instruction) else { continue }
      result.append(
        Junction(
          instance: instance, operands: program.operands(of: template).map { InstanceID($0) },
          kind: kind, isFollowed: isRead[index], level: levels[index]))
    }
    return result
  }

  /// The memories that may be counted, in ascending order: `for` and `within last` that nothing but counted junctions, other
  /// memories and Opps follows, and each `began` that nothing reads at other seconds
  ///
  /// - Parameter slot: the slot of the history of an instance.
  /// - Returns: each, and whether it is a condition that anything but junctions and other memories follows, or may come to.
  func memories(
    slot: (InstanceID) -> StateSlot?
  ) -> [(memory: CountedMemory, isFollowed: Bool)] {
    program.templates.indices.compactMap { index in
      let template = program.templates[index]
      let instance = InstanceID(index)
      guard isCountable[index], let result = template.instruction.memoryResult,
        let operand = program.operands(of: template).first, let slot = slot(instance)
      else { return nil }
      let memory = CountedMemory(
        instance: instance, operand: InstanceID(operand), result: result, slot: slot,
        level: levels[index])
      return (memory, !result.isStart && isRead[index])
    }
  }

  /// The comparisons with constants that nothing but counted junctions and Opps follows, in ascending order
  func comparisons() -> [Comparison] {
    program.templates.indices.compactMap { index in
      guard program.templates[index].isMaintained, !isEvaluated[index] else { return nil }
      let instance = InstanceID(index)
      return comparison(instance, isFollowed: isRead[index])
    }
  }

  /// Whether it is enough to evaluate a leaf where its junctions wait for it: it remembers nothing, and only counted junctions
  /// have it for an operand
  func maySuspend(_ leaf: InstanceID) -> Bool {
    !isEvaluated[leaf] && !isRead[leaf] && program.templates[leaf].instruction.traits.maySuspend
  }

  /// The operands of a leaf that remember nothing, and that nothing else reads
  func operands(onlyOf leaf: InstanceID) -> [InstanceID] {
    program.operands(of: TemplateID(leaf)).filter {
      uses[$0] == 1 && !isObserved[$0] && !isConstant($0) && program.templates[$0].isMaintained
        && !program.templates[$0].isAnchor && program.templates[$0].scopes.isEmpty
        && program.templates[$0].instruction.traits.maySuspend
    }.map { InstanceID($0) }
  }

  /// A template as a comparison of one operand with constants; nil for anything else
  private func comparison(_ instance: InstanceID, isFollowed: Bool) -> Comparison? {
    let template = program.templates[instance]
    var (isOfList, isOfEquality) = (false, true)
    if case .element = template.instruction {
      isOfList = true
    } else if case .compare(let comparison) = template.instruction {
      isOfEquality = comparison == .equal || comparison == .notEqual
    } else if case .inRange = template.instruction {
      isOfEquality = false
    } else if case .elementOfOperands = template.instruction {
      isOfEquality = true
    } else {
      return nil
    }
    let operands = Array(program.operands(of: template))
    let constants = operands.filter { isConstant($0) }
    let others = operands.filter { !isConstant($0) }
    guard template.scopes.isEmpty, others.count == 1, let signal = others.first,
      isSignal(signal), !isOfList || isConstant(operands[1])
    else { return nil }
    return Comparison(
      instance: instance, signal: InstanceID(signal), constants: constants, isOfList: isOfList,
      isOfEquality: isOfEquality, isFollowed: isFollowed)
  }

  private func isConstant(_ template: TemplateID) -> Bool {
    if case .constant = program.templates[template].instruction { return true }
    return false
  }

  /// Whether a template has values that are steady for longer than a second; a distance is computed only if it matters
  private func isSignal(_ template: TemplateID) -> Bool {
    let instruction = program.templates[template].instruction
    if case .clock(let field) = instruction { return field != .time && field != .now }
    if case .distance = instruction { return false }
    return true
  }
}
