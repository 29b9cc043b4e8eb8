internal import OppModel

/// The difference between *unknown* and *not fetched yet*
///
/// While something is missing that a session can fetch, whatever depends on it is *undecided*: it is not
/// taken for unknown, not even by `otherwise` and `known`, until there is a response or a failure.
///
///     s.n otherwise 50     s was never fetched: undecided      s was fetched in vain: 50
///     known(s.n)           undecided                           false
///
/// This is the counterpart of what is open (``Residual``): an instance that is undecided is open, so that
/// what it waits for is fetched once it matters.
extension Evaluator {
  /// A reading of an instance, undecided where it waits for something that can be fetched
  mutating func undecided(
    _ reading: Reading, _ instance: Int32, _ ahead: inout Ahead?
  ) -> Reading {
    guard ahead?.forgetsReadings != true, isUndecided(instance, reading, &ahead) else {
      return reading
    }
    return .undecided(until: reading.until)
  }

  /// Whether an instance waits for something that can be fetched
  ///
  /// Most operators are undecided where an operand is and the result is not known without it: `a and b` with `a` false
  /// is false, whatever b is. Those that turn unknown into something else, `known` and `otherwise`, are undecided with
  /// their operand. A comparison with an operand that is unknown for good is unknown, whatever the other waits for.
  private mutating func isUndecided(
    _ instance: Int32, _ reading: Reading, _ ahead: inout Ahead?
  ) -> Bool {
    let template = Int(instances.template[Int(instance)])
    switch code[template].instruction {
    case .known, .text, .began, .window(_, .last), .window(_, .since):
      return hasUndecidedOperand(instance, &ahead)
    case .otherwise: return isOtherwiseUndecided(instance, &ahead)
    case .constant, .clock, .row: return false
    case .reading:
      if reading.isKnown || hasUnknownOperand(instance, &ahead) { return false }
      return hasUndecidedOperand(instance, &ahead) || isAwaited(leaf: instance)
    case .rowField, .rowPresence:
      let row = instances.slot[Int(instance)]
      return !reading.isKnown && row >= 0 && isAwaited(table: Int(rows[Int(row)].table))
    case .address, .nearest:
      if reading.isKnown { return false }
      return hasUndecidedOperand(instance, &ahead) || isAwaited(place: instance)
    case .rowPart:
      if reading.isKnown { return false }
      return hasUndecidedOperand(instance, &ahead) || isAwaited(rowsBelow: template)
    case .conditional:
      if reading.isKnown { return false }
      let condition = operand(0, instance, &ahead)
      switch condition.truth {
      case .true: return operand(1, instance, &ahead).isUndecided
      case .false: return operand(2, instance, &ahead).isUndecided
      case .unknown: return condition.isUndecided
      }
    case .compare, .arithmetic, .inRange, .containsText, .distance, .unary, .part, .textFunction,
      .placeName, .placePosition, .placeNamed, .sun:
      return !reading.isKnown && !hasUnknownOperand(instance, &ahead)
        && hasUndecidedOperand(instance, &ahead)
    case .aggregate: return reading.isUndecided
    case .membership, .not, .and, .or, .lastKnown, .lasting, .withinLast, .elementOfOperands,
      .element, .list, .withinNext, .window(_, .next), .aggregateList, .aggregateOperands:
      return !reading.isKnown && hasUndecidedOperand(instance, &ahead)
    }
  }

  /// Whether the first operand of `otherwise` waits, or, where it is unknown for good, the second
  private mutating func isOtherwiseUndecided(_ instance: Int32, _ ahead: inout Ahead?) -> Bool {
    let first = operand(0, instance, &ahead)
    if first.isKnown || first.isUndecided { return first.isUndecided }
    return operand(1, instance, &ahead).isUndecided
  }

  /// Whether any operand waits
  private mutating func hasUndecidedOperand(_ instance: Int32, _ ahead: inout Ahead?) -> Bool {
    for index in 0..<instances.operandCount(of: instance)
    where operand(index, instance, &ahead).isUndecided {
      return true
    }
    return false
  }

  /// Whether an operand is unknown for good, and the instance with it
  private mutating func hasUnknownOperand(_ instance: Int32, _ ahead: inout Ahead?) -> Bool {
    for index in 0..<instances.operandCount(of: instance)
    where operand(index, instance, &ahead).kind == .unknown {
      return true
    }
    return false
  }

  // MARK: Leaves

  /// Whether the subject that a leaf reads can be fetched, and its last fetch did not fail
  private func isAwaited(leaf: Int32) -> Bool {
    guard let subject = sources.subjectOfLeaf[leaf] else { return false }
    return isAwaited(subject: Int(subject))
  }

  /// Whether a subject, by its index, is missing or stale and can be fetched
  private func isAwaited(subject: Int) -> Bool {
    guard fetchable.has(source: sources.subjects[subject].source) else { return false }
    switch sources.subjects[subject].state {
    case .nothing, .stale: return true
    case .fresh, .unavailable: return false
    }
  }

  /// Whether a table is unknown and can be fetched, and its last fetch did not fail
  func isAwaited(table: Int) -> Bool {
    fetchable.has(table: table) && !tables[table].isKnown && tables[table].loss == nil
  }

  /// Whether the table is awaited whose row the operand of a node is
  private func isAwaited(rowsBelow template: Int) -> Bool {
    guard let operand = program.templates[template].operands.first,
      case .row(let table) = program.templates[Int(operand)].type
    else { return false }
    return isAwaited(table: Int(table.index))
  }

  /// Whether an address, or the places of a category, are to be looked up still
  private func isAwaited(place leaf: Int32) -> Bool {
    let text = pool.text(instances.readings[Int(instances.operand(0, of: leaf))])
    guard let text else { return false }
    if case .address = code[Int(instances.template[Int(leaf)])].instruction {
      return isAwaited(.address(text))
    }
    let origin = instances.readings[Int(instances.operand(1, of: leaf))]
    return origin.isKnown && isAwaited(.places(category: text))
  }

  /// Whether a subject is missing, can be fetched, and its last fetch did not fail
  func isAwaited(_ subject: FetchKey) -> Bool {
    switch subject {
    case .source(let source, let arguments):
      guard let index = sources.index(source, arguments) else {
        return fetchable.has(source: source)
      }
      return isAwaited(subject: Int(index))
    case .table(let table):
      return tables.indices.contains(Int(table.index)) && isAwaited(table: Int(table.index))
    case .address(let text):
      return fetchable.addresses && !places.hasResponded(text) && places.failures[subject] == nil
    case .places(let category):
      return fetchable.places && !places.has(category) && places.failures[subject] == nil
    }
  }

  /// Makes the subjects of providers undecided while they are missing
  mutating func fetch(from providers: [Provider]) {
    let fetchable = Fetchable(providers)
    guard fetchable != self.fetchable else { return }
    // Of counted junctions it is not known which are undecided.
    stopCounting()
    self.fetchable = fetchable
    prepareDormancy()
    guard hasBegun else { return }
    for instance in 0..<Int32(truncatingIfNeeded: instances.count) { markDirty(instance) }
  }

  /// Whether the last fetch of a subject that is unknown failed, or was given up
  func hasFailed(_ subject: FetchKey) -> Bool {
    switch subject {
    case .source(let source, let arguments):
      guard let index = sources.index(source, arguments),
        case .unavailable = sources.subjects[Int(index)].state
      else { return false }
      return true
    case .table(let table):
      guard tables.indices.contains(Int(table.index)) else { return false }
      return !tables[Int(table.index)].isKnown && tables[Int(table.index)].loss != nil
    case .address, .places: return places.failures[subject] != nil
    }
  }

  /// Whether the reading of an instance waits for something that can be fetched
  ///
  /// Inlined, as what only reads is: a call would be handed a copy of the whole engine.
  @inline(__always)
  func isUndecided(_ instance: Int32?) -> Bool {
    guard let instance else { return false }
    return instances.readings[Int(instance)].isUndecided
  }

  /// Whether anything that is evaluated only when a text needs it waits for something
  mutating func isUndecided(lazy instance: Int32) -> Bool {
    if code[Int(instances.template[Int(instance)])].isMaintained { return isUndecided(instance) }
    for index in 0..<instances.operandCount(of: instance)
    where isUndecided(lazy: instances.operand(index, of: instance)) {
      return true
    }
    return false
  }
}

/// The parts of the world that are fetched when they matter; none in a replay
struct Fetchable: Hashable, Sendable {
  /// Indices of the sources and the tables of the graph
  private var sources: Set<Int32> = []
  private var tables: Set<Int> = []

  /// Whether addresses are looked up, and places of categories
  private(set) var addresses = false
  private(set) var places = false

  /// Whether anything is fetched at all
  private(set) var isAny = false

  init() {}

  /// The subjects that are fetched from providers; pushed ones come by themselves
  init(_ providers: [Provider]) {
    for provider in providers where !provider.isPushed {
      for served in provider.served { add(served) }
    }
  }

  /// Adds what a provider serves
  private mutating func add(_ served: Provider.Offer) {
    isAny = true
    switch served {
    case .source(let source): sources.insert(source.index)
    case .table(let table): tables.insert(Int(table.index))
    case .addresses: addresses = true
    case .places: places = true
    }
  }

  func has(source: SourceID) -> Bool { sources.contains(source.index) }
  func has(table: Int) -> Bool { tables.contains(table) }
}
