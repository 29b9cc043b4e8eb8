internal import OppModel

/// Junctions that are counted rather than evaluated
///
/// A replay of thousands of rules spends its time on `and`, `or` and `not`, and on comparisons with constants. Those that only
/// other junctions and Opps follow are kept as a ``JunctionNetwork`` while no reader needs their horizons: their operands are
/// not read again when one of them changes, and no horizon is found for them.
///
/// ```opp
/// opp "Walk" when (temp > 20C and sky == sunny or holiday) and not raining        // all junctions are counted
/// opp "Hot" when temp > 30C                                                       // a junction of one operand
/// opp "Heat" when (temp > 25C and not raining) for 30min                          // all: `for` is a gate
/// opp "Soon" when (temp > 25C and not raining) within next 2h                     // none: it reads the horizon
/// ```
///
/// In place of the horizon of the whole condition, the engine is woken at those of the leaves: a second at which
/// nothing turns, at worst. A reader that needs the horizon has it computed from the readings of the leaves, in a projection
/// to the present (``Evaluator/reading(of:at:assuming:)``).
extension Evaluator {
  /// Begins to count, unless something is fetched
  ///
  /// - Parameter ranks: the order in which Opps fire, by the instances of their conditions, for a number of instances.
  /// - Complexity: linear in the rules, and in the tables of their signals.
  mutating func beginCounting(ranks: (Int) -> [Int]) {
    guard junctions.isEmpty, !facts.fetchable.isAny else { return }
    let finder = CountableFinder(program) {
      instances.firstObserver(of: $0) != nil
    }
    var found = finder.junctions()
    let memories = finder.memories { instances.slot(of: $0) }
    let signals = signals(of: finder.comparisons())
    let followed =
      signals.flatMap { $0.leaves.filter { $0.isFollowed }.map { $0.instance } }
      + memories.filter { $0.isFollowed }.map { $0.memory.instance }
    for leaf in followed {
      found.append(Junction(instance: leaf, operands: [leaf], kind: .and, isFollowed: true))
    }
    guard !found.isEmpty else { return }
    let instanceCount = program.templates.count
    let ranks = ranks(instanceCount)
    for index in found.indices { found[index].rank = ranks[found[index].instance] }
    junctions = JunctionNetwork(
      found, memories.map { $0.memory }, signals: signals, instanceCount: instanceCount)
    junctions.letSuspend {
      finder.maySuspend($0)
    } with: {
      finder.operands(onlyOf: $0)
    }
    let isCounted = junctions.isCounted
    var isOperand = Array(repeating: false, count: instanceCount)
    for instance in junctions.countedInstances {
      _ = dirty.removePlain(TemplateID(instance))
      let template = program.templates[instance]
      for operand in program.operands(of: template) { isOperand[operand] = true }
    }
    for operand in InstanceID.all(in: isOperand) where isOperand[operand] {
      instances.removeFollowers(of: operand) {
        isCounted.has($0) && isCounted[$0]
      }
    }
    for case let leaf? in junctions.leafInstances {
      anchor(leaf)
      junctions.set(leaf, to: instances.readings[leaf].kind)
    }
    for junction in found { instances.readings[junction.instance] = .unknown }
    // After the leaves: the readings of those of signals are older than the tables.
    for index in junctions.signals.indices {
      let instance = junctions.signals[index].instance
      anchor(instance)
      moveSignal(index, to: instances.readings[instance])
    }
    findNumbersOfWindows()
    // Before anything is evaluated, no memory may take note of it.
    if isEvaluated { settleJunctions() }
  }

  /// Has the engine woken at the horizon of an instance
  private mutating func anchor(_ instance: InstanceID) {
    code[instance].isAnchor = true
    let until = instances.readings[instance].until
    wakes.insert(instance, at: until, now: now)
  }

  /// Has Opps notified of each turn of the tops of which they were notified of rises only
  mutating func followTurns() {
    for top in junctions.followTurns() {
      if let truth = junctions.truth(of: top) {
        instances.readings[top].kind = Reading(truth, until: Seconds.never).kind
      }
    }
  }

  // MARK: Turns

  /// Settles the marked junctions, and notes those that Opps and traces follow
  mutating func settleJunctions() {
    repeat {
      for stage in junctions.stages {
        junctions.settle(stage, at: now, &states.truths)
        if !junctions.noted.isEmpty { takeNotes() }
      }
      junctions.settle()
    } while evaluateResumedLeaves()
    for gate in junctions.awaiting { awaitAlarm(of: gate) }
    for turn in junctions.settled.turns {
      let reading = Reading(turn.truth, until: Seconds.never)
      instances.readings[turn.instance].kind = reading.kind
      if turn.isFollowed { notifyObservers(of: turn.instance, reading) }
    }
    for opp in junctions.settled.risen { notices.touch(opp) }
    work.evaluations += junctions.settled.count
    junctions.clear()
  }

  /// Evaluates each `began` whose operand was noted, and the nodes that follow it
  private mutating func takeNotes() {
    for gate in junctions.noted {
      guard let memory = junctions.memories[gate]?.memory else { continue }
      marks.instance(memory.instance)
      guard memory.result.isStart else { continue }
      let began = states.truths[memory.slot].began
      let reading =
        began.map { Reading.scalar(Double($0), until: Seconds.never) }
        ?? .unknown(until: Seconds.never)
      take(reading, of: memory.instance)
    }
    junctions.noted.empty()
    evaluateMarked()
  }

  /// Has a memory settled again at its alarm
  private mutating func awaitAlarm(of gate: Int) {
    guard let gate = junctions.memories[gate] else { return }
    let instance = gate.memory.instance
    instances.readings[instance].until = gate.alarm
    instances.alarm[instance] = gate.alarm
    wakes.insert(instance, at: gate.alarm, now: now)
  }

  /// Whether an instance need not be evaluated, because other operands decide the junctions that it is of
  @inline(__always)
  mutating func suspends(_ instance: InstanceID) -> Bool {
    guard !junctions.isEmpty, junctions.suspends(instance) else { return false }
    // It waits for no second of its own.
    instances.readings[instance].until = Seconds.never
    return true
  }

  /// Evaluates the leaves that junctions wait for which other operands have left open
  ///
  /// - Returns: whether there are any.
  private mutating func evaluateResumedLeaves() -> Bool {
    let leaves = junctions.takeResumedLeaves()
    for leaf in leaves {
      for index in 0..<instances.operandCount(of: leaf) {
        let operand = instances.operand(index, of: leaf)
        if junctions.isOfSuspendableLeaf(operand) { take(evaluate(operand), of: operand) }
      }
      // Its operands may have marked it.
      _ = dirty.removePlain(TemplateID(leaf))
      take(evaluate(leaf), of: leaf)
    }
    return !leaves.isEmpty
  }

  /// Turns the comparisons of a field of a source without evaluating the field, if nothing else follows it
  ///
  /// - Returns: whether it did.
  @inline(__always)
  mutating func moves(_ instance: InstanceID, ofField field: Int, of subject: SubjectID) -> Bool {
    guard
      let signal = JunctionNetwork.place(instance, in: junctions.signalOfInstance),
      !instances.hasFollowers(instance),
      instances.operandCount(of: instance) == 0,
      let reading = facts.sources.subjects[subject].steadyReading(
        of: field, at: now),
      junctions.move(signal, to: reading)
    else { return false }
    work.evaluations += 1
    instances.readings[instance] = reading
    return true
  }

  // MARK: Signals

  /// Whether only counted comparisons follow an instance, none of which turns with a reading of it
  @inline(__always)
  mutating func turnsNothing(_ reading: Reading, of instance: InstanceID) -> Bool {
    guard let signal = JunctionNetwork.place(instance, in: junctions.signalOfInstance),
      !instances.hasFollowers(instance)
    else { return false }
    return junctions.isSettled(signal, at: signalReading(reading, of: instance))
  }

  /// A reading of an instance as comparisons with it see it at this second
  @inline(__always)
  mutating func signalReading(_ reading: Reading, of instance: InstanceID) -> Reading {
    guard reading.drifts,
      case .window = code[instances.template[instance]].instruction
    else { return reading }
    return reading.moment(at: now)
  }

  /// Turns the leaves of a signal, or has them evaluated if the signal drifts or moves
  @inline(__always)
  mutating func moveSignal(_ signal: Int, to reading: Reading) {
    if junctions.isSettled(signal, at: reading) { return }
    if junctions.move(signal, to: reading) { return }
    for place in junctions.places(ofLeavesOf: signal) {
      if let leaf = junctions.leafInstances[place] { markDirty(leaf) }
    }
  }

  /// The signals of comparisons, with the truths of these between their constants
  ///
  /// Each comparison is evaluated once below all its constants, at each of them and above each.
  private mutating func signals(of comparisons: [CountableFinder.Comparison]) -> [SignalLeaves] {
    var result: [SignalLeaves] = []
    var places: [InstanceID: Int] = [:]
    for comparison in comparisons {
      guard let (isObject, leaf) = leaf(comparison) else { continue }
      let place = places[comparison.signal] ?? result.count
      if place == result.count {
        places[comparison.signal] = place
        result.append(SignalLeaves(instance: comparison.signal, isObject: isObject))
      }
      if result[place].isObject == isObject { result[place].leaves.append(leaf) }
    }
    return result.filter { $0.tableSize <= JunctionNetwork.tableLimit }
  }

  /// A comparison as a leaf, or `nil` if its constants are neither scalars nor objects, or if a value leaves it unknown
  private mutating func leaf(_ comparison: CountableFinder.Comparison) -> (
    isObject: Bool, leaf: SignalLeaves.Leaf
  )? {
    var points: [Double] = []
    var kinds: Set<Reading.Kind> = []
    for operand in comparison.constants {
      let reading = constant(operand)
      instances.readings[operand] = reading
      var elements = [reading]
      if comparison.isOfList {
        guard case .list(let values)? = pool.object(reading) else { return nil }
        elements = values.map { pool.reading($0) }
      }
      for element in elements {
        kinds.insert(element.kind)
        switch element.kind {
        case .scalar: points += [element.first, element.first.nextUp]
        // The objects of a pool are numbered: one is from its number up to the next.
        case .object: points += [Double(element.object.index), Double(element.object.index) + 1]
        case .unknown, .undecided, .no, .yes, .drifting, .curved, .position, .moving, .deferred:
          return nil
        }
      }
    }
    guard kinds.count == 1, let least = points.min() else { return nil }
    let isObject = kinds.contains(.object)
    if isObject, !comparison.isOfEquality { return nil }
    points = Set(points).sorted()
    let below = isObject ? least - 1 : least.nextDown
    guard let isTrueBelow = truth(of: comparison, at: below, isObject) else {
      return nil
    }
    var (turns, isTrue): ([Double], Bool) = ([], isTrueBelow)
    for point in points {
      guard let next = truth(of: comparison, at: point, isObject) else { return nil }
      if next != isTrue { turns.append(point) }
      isTrue = next
    }
    return (
      isObject,
      SignalLeaves.Leaf(
        instance: comparison.instance, isTrueBelow: isTrueBelow, turns: turns,
        isFollowed: comparison.isFollowed)
    )
  }

  /// The truth of a comparison if its signal had a value, or `nil` for unknown
  private mutating func truth(
    of comparison: CountableFinder.Comparison, at value: Double, _ isObject: Bool
  ) -> Bool? {
    let signal = comparison.signal
    let present = instances.readings[signal]
    instances.readings[signal] =
      isObject ? .object(ObjectID(Int(value))) : Reading(kind: .scalar, first: value)
    let truth = evaluate(comparison.instance).truth
    instances.readings[signal] = present
    switch truth {
    case .true: return true
    case .false: return false
    case .unknown: return nil
    }
  }
}
