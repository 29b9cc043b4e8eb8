internal import OppEngine
internal import OppModel

/// The fetches and the horizon of an operator, as they are gathered from its operands
struct Gathered {
  /// The fetches; `settled` while there are none
  var waits = Residual.Waits.settled(until: Seconds.never)

  /// The first second at which the reading or a settled operand may change
  var until: Int64

  /// Whether the present reading may change by a fetch, even if it is known
  var isProvisional = false

  /// Whether an operand is unknown for good, and the result with it
  var isHopeless = false

  init(_ until: Int64) { self.until = until }

  var isSettled: Bool { waits.isSettled }

  /// No longer waits for anything
  mutating func settle() { waits = .settled(until: until) }

  /// The residual; without fetches that may change a known reading, one that is known is settled
  func residual(isKnown: Bool) -> Residual {
    isSettled || (!isProvisional && isKnown)
      ? .settled(until: until) : .open(waits, isProvisional: isProvisional)
  }
}

extension FetchDemand {
  /// Adds an operand
  ///
  /// - Returns: whether it is settled.
  @discardableResult
  mutating func gather(
    _ operand: InstanceID, into own: inout Gathered, _ engine: inout Engine
  ) -> Bool {
    let other = residual(operand, &engine)
    if case .settled(let until) = other.waits {
      own.until = min(own.until, until)
      if !engine.isKnown(operand) { own.isHopeless = true }
      return true
    }
    own.isProvisional = own.isProvisional || other.isProvisional
    var waits = other.waits
    if case .several = waits { waits = fetches(of: operand, &engine) }
    own.waits = union(own.waits, waits)
    return false
  }

  /// Adds all operands
  mutating func gatherOperands(
    of instance: InstanceID, into own: inout Gathered, _ engine: inout Engine
  ) {
    for index in 0..<engine.operandCount(of: instance) {
      gather(engine.operand(index, of: instance), into: &own, &engine)
    }
  }

  // MARK: Leaves

  /// Adds the subject of a field, once its arguments are known: before, it is not known which reading it is
  ///
  /// A field that the reading before did not have is not fetched again for itself.
  func gather(leaf: InstanceID, into own: inout Gathered, _ engine: borrowing Engine) {
    guard let subject = engine.subject(ofLeaf: leaf), let mark = sources[subject] else { return }
    if mark.isDue, engine.lacksField(leaf) { return }
    gather(mark, into: &own)
  }

  /// Adds a table if it is missing or due
  mutating func gather(table: TableID, into own: inout Gathered) {
    guard let mark = mark(ofTable: table) else { return }
    own.isProvisional = own.isProvisional || mark.isDue
    own.waits = union(own.waits, .fetch(fetchOfSubject[mark.subject]))
  }

  /// Adds the subject of a leaf that waits for nothing else
  func gather(_ mark: SubjectMark, into own: inout Gathered) {
    own.isProvisional = own.isProvisional || mark.isDue
    own.waits = .fetch(fetchOfSubject[mark.subject])
  }

  /// The mark of a table; `nil` if it is neither missing nor due
  func mark(ofTable table: TableID) -> SubjectMark? {
    tables.has(table) ? tables[table] : nil
  }

  // MARK: Lists

  /// The fetches of either of two, each once
  mutating func union(_ left: Residual.Waits, _ right: Residual.Waits) -> Residual.Waits {
    guard let first = list(left) else { return right }
    guard let second = list(right) else { return left }
    if case .fetch(let own) = left, case .fetch(let other) = right, own == other { return left }
    return .fetches(needs.problem.union(first, second))
  }

  /// The fetches as a part of the lists of the problem; nil for none
  func list(_ waits: Residual.Waits) -> ListRange? {
    switch waits {
    case .fetch(let fetch): needs.problem.fetches[fetch].itself
    case .fetches(let range): range
    case .settled, .several: nil
    }
  }

  /// All fetches of an instance as a list, including those that decide nothing
  ///
  /// For `if c then x else y` the fetches of c come first, because they choose between x and y.
  mutating func fetches(of instance: InstanceID, _ engine: inout Engine) -> Residual.Waits {
    let own = residual(instance, &engine)
    guard case .several = own.waits else { return own.waits }
    let first = engine.operand(0, of: instance)
    switch engine.connective(of: instance) {
    case .choice?:
      guard residual(first, &engine).isSettled else { return fetches(of: first, &engine) }
      let isTrue = engine.truth(ofInstance: first) == .true
      return fetches(of: engine.operand(isTrue ? 1 : 2, of: instance), &engine)
    case .not?, .and?, .or?, nil:
      var result = Residual.Waits.settled(until: Seconds.never)
      for index in 0..<engine.operandCount(of: instance) {
        let operand = engine.operand(index, of: instance)
        result = union(result, fetches(of: operand, &engine))
      }
      return result
    }
  }

  // MARK: Formulas

  /// The node of a condition in the problem, written when something first needs it
  mutating func node(of instance: InstanceID, _ engine: inout Engine) -> Int {
    let own = residual(instance, &engine)
    if let node = own.node { return Int(node) }
    let node: Int
    switch own.waits {
    case .settled:
      return needs.problem.constant(engine.truth(ofInstance: instance))
    case .fetch(let fetch): node = atom(instance, needs.problem.fetches[fetch].itself)
    case .fetches(let range): node = atom(instance, range)
    case .several: node = join(instance, &engine)
    }
    residuals.setNode(node, of: instance)
    return node
  }

  /// An atom for a condition; nil for the rows of a table
  mutating func atom(_ instance: InstanceID?, _ fetches: ListRange) -> Int {
    needs.conditions.append(instance)
    return needs.problem.atom(needing: fetches)
  }

  /// The node of a condition whose operands wait for several fetches
  private mutating func join(_ instance: InstanceID, _ engine: inout Engine) -> Int {
    let connective = engine.connective(of: instance)
    if case .choice? = connective {
      let condition = engine.operand(0, of: instance)
      if residual(condition, &engine).isSettled {
        let isTrue = engine.truth(ofInstance: condition) == .true
        return node(of: engine.operand(isTrue ? 1 : 2, of: instance), &engine)
      }
    }
    let base = operands.count
    for index in 0..<engine.operandCount(of: instance) {
      let operand = engine.operand(index, of: instance)
      let node = node(of: operand, &engine)
      operands.append(node)
    }
    defer { operands.removeLast(operands.count - base) }
    switch connective {
    case .not?: return needs.problem.negated(operands[base])
    case .and?: return needs.problem.junction(operands[base...], deciding: .false)
    case .or?: return needs.problem.junction(operands[base...], deciding: .true)
    case .choice?:
      return needs.problem.choice(operands[base], operands[base + 1], operands[base + 2])
    case nil: return needs.problem.constant(.unknown)
    }
  }
}
