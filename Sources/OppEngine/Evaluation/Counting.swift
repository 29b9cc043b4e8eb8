internal import OppModel

/// Junctions that are counted rather than evaluated
///
/// A replay of thousands of rules spends its time on `and`, `or` and `not`, and on comparisons with constants. Those that only
/// other junctions and Opps follow are kept as a ``JunctionNetwork`` while nobody reads their horizons: their operands are
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
/// nothing turns, at worst. ``stop(_:)`` evaluates all of them, with their horizons, for whoever reads them.
struct Counting {
  /// Begins to count, where nothing is fetched
  ///
  /// - Parameters:
  ///   - watched: instances that are traced, and so evaluated.
  ///   - ranks: the order in which Opps fire, by the instances of their conditions, for a number of instances.
  /// - Requires: no condition is traced.
  /// - Complexity: linear in the rules, and in the tables of their signals.
  func begin(
    butFor watched: [InstanceID], ranks: (Int) -> [Int], _ evaluator: inout Evaluator
  ) {
    guard evaluator.junctions.isEmpty, !evaluator.facts.fetchable.isAny else { return }
    let finder = CountableFinder(evaluator.program, watched) {
      evaluator.instances.firstObserver(of: $0) != nil
    }
    var found = finder.junctions()
    let memories = finder.memories { evaluator.instances.slot(of: $0) }
    let signals = signals(of: finder.comparisons(), &evaluator)
    let followed =
      signals.flatMap { $0.leaves.filter { $0.isFollowed }.map { $0.instance } }
      + memories.filter { $0.isFollowed }.map { $0.memory.instance }
    for leaf in followed {
      found.append(Junction(instance: leaf, operands: [leaf], kind: .and, isFollowed: true))
    }
    guard !found.isEmpty else { return }
    let instanceCount = evaluator.program.templates.count
    let ranks = ranks(instanceCount)
    for index in found.indices { found[index].rank = ranks[found[index].instance] }
    evaluator.junctions = JunctionNetwork(
      found, memories.map { $0.memory }, signals: signals, instanceCount: instanceCount)
    evaluator.junctions.letSuspend {
      finder.maySuspend($0)
    } with: {
      finder.operands(onlyOf: $0)
    }
    let isCounted = evaluator.junctions.isCounted
    var isOperand = Array(repeating: false, count: instanceCount)
    for instance in evaluator.junctions.countedInstances {
      _ = evaluator.dirty.removePlain(TemplateID(instance))
      let template = evaluator.program.templates[instance]
      for operand in evaluator.program.operands(of: template) { isOperand[operand] = true }
    }
    for operand in InstanceID.all(in: isOperand) where isOperand[operand] {
      evaluator.instances.removeFollowers(of: operand) {
        isCounted.has($0) && isCounted[$0]
      }
    }
    for case let leaf? in evaluator.junctions.leafInstances {
      anchor(leaf, &evaluator)
      evaluator.junctions.set(leaf, to: evaluator.instances.readings[leaf].kind)
    }
    for junction in found { evaluator.instances.readings[junction.instance] = .unknown }
    // After the leaves: the readings of those of signals are older than the tables.
    for index in evaluator.junctions.signals.indices {
      let instance = evaluator.junctions.signals[index].instance
      anchor(instance, &evaluator)
      moveSignal(index, to: evaluator.instances.readings[instance], &evaluator)
    }
    WindowSweep.findNumbers(&evaluator)
    // Before anything is evaluated, no memory may take note of it.
    if evaluator.isEvaluated { settle(&evaluator) }
  }

  /// Has the engine woken at the horizon of an instance
  private func anchor(_ instance: InstanceID, _ evaluator: inout Evaluator) {
    evaluator.code[instance].isAnchor = true
    let until = evaluator.instances.readings[instance].until
    evaluator.wakes.insert(instance, at: until, now: evaluator.now)
  }

  /// Evaluates what was counted, and evaluates it from now on
  func stop(_ evaluator: inout Evaluator) {
    guard !evaluator.junctions.isEmpty else { return }
    let counted = evaluator.junctions.countedInstances
    var suspended = evaluator.junctions.suspendedInstances
    for leaf in suspended {
      for operand in evaluator.program.operands(of: TemplateID(leaf)).map({ InstanceID($0) })
      where evaluator.junctions.isOfSuspendableLeaf(operand) { suspended.append(operand) }
    }
    let anchors =
      evaluator.junctions.leafInstances.compactMap { $0 }
      + evaluator.junctions.signals.map { $0.instance }
    evaluator.junctions = JunctionNetwork()
    for instance in anchors {
      evaluator.code[instance].isAnchor = evaluator.program.templates[instance].isAnchor
      if evaluator.code[instance].isAnchor {
        // A window may have been left to the one that leads it.
        let until = evaluator.instances.readings[instance].until
        evaluator.wakes.insert(instance, at: until, now: evaluator.now)
        continue
      }
      // An anchor has no timer at its alarm, which any other instance counts on.
      let alarm = evaluator.instances.alarm[instance]
      if alarm > evaluator.now {
        evaluator.timers.insert(instance, at: alarm, now: evaluator.now)
      }
    }
    for instance in counted {
      let template = evaluator.program.templates[instance]
      let operands = evaluator.program.operands(of: template).map { InstanceID($0) }
      evaluator.follow(operands, of: instance, template)
      evaluator.markDirty(instance)
    }
    for instance in suspended { evaluator.markDirty(instance) }
    evaluator.propagate()
  }

  // MARK: Turns

  /// Settles the junctions that are marked, and notes what Opps and traces follow
  func settle(_ evaluator: inout Evaluator) {
    repeat {
      for stage in evaluator.junctions.stages {
        evaluator.junctions.settle(stage, at: evaluator.now, &evaluator.states.truths)
        if !evaluator.junctions.noted.isEmpty { takeNotes(&evaluator) }
      }
      evaluator.junctions.settle()
    } while evaluateResumedLeaves(&evaluator)
    for gate in evaluator.junctions.awaiting { awaitAlarm(of: gate, &evaluator) }
    for turn in evaluator.junctions.settled.turns {
      let reading = Reading(turn.truth, until: Seconds.never)
      evaluator.instances.readings[turn.instance].kind = reading.kind
      if turn.isFollowed {
        let before = Reading(turn.before, until: Seconds.never)
        evaluator.notifyObservers(of: turn.instance, before, reading)
      }
    }
    for opp in evaluator.junctions.settled.risen { evaluator.notices.touch(opp) }
    evaluator.work.evaluations += evaluator.junctions.settled.count
    evaluator.junctions.clear()
  }

  /// Evaluates each `began` of whose operand note was taken, and what follows it
  private func takeNotes(_ evaluator: inout Evaluator) {
    for gate in evaluator.junctions.noted {
      guard let memory = evaluator.junctions.memories[gate]?.memory else { continue }
      evaluator.marks.instance(memory.instance)
      guard memory.result.isStart else { continue }
      let began = evaluator.states.truths[memory.slot].began
      let reading =
        began.map { Reading.scalar(Double($0), until: Seconds.never) }
        ?? .unknown(until: Seconds.never)
      evaluator.take(reading, of: memory.instance)
    }
    evaluator.junctions.noted.empty()
    evaluator.evaluateMarked()
  }

  /// Has a memory settled again at its alarm
  private func awaitAlarm(of gate: Int, _ evaluator: inout Evaluator) {
    guard let gate = evaluator.junctions.memories[gate] else { return }
    let instance = gate.memory.instance
    evaluator.instances.readings[instance].until = gate.alarm
    evaluator.instances.alarm[instance] = gate.alarm
    evaluator.wakes.insert(instance, at: gate.alarm, now: evaluator.now)
  }

  /// Whether an instance is not evaluated, as other operands decide the junctions that it is of
  @inline(__always)
  func suspends(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Bool {
    guard !evaluator.junctions.isEmpty, evaluator.junctions.suspends(instance) else { return false }
    // It waits for no second of its own.
    evaluator.instances.readings[instance].until = Seconds.never
    return true
  }

  /// Evaluates the leaves that junctions wait for which other operands have left open
  ///
  /// - Returns: whether there are any.
  private func evaluateResumedLeaves(_ evaluator: inout Evaluator) -> Bool {
    let leaves = evaluator.junctions.takeResumedLeaves()
    for leaf in leaves {
      for index in 0..<evaluator.instances.operandCount(of: leaf) {
        let operand = evaluator.instances.operand(index, of: leaf)
        if evaluator.junctions.isOfSuspendableLeaf(operand) { evaluate(operand, &evaluator) }
      }
      // Its operands may have marked it.
      _ = evaluator.dirty.removePlain(TemplateID(leaf))
      evaluate(leaf, &evaluator)
    }
    return !leaves.isEmpty
  }

  private func evaluate(_ instance: InstanceID, _ evaluator: inout Evaluator) {
    let reading = evaluator.evaluate(instance)
    evaluator.take(reading, of: instance)
  }

  /// Turns the comparisons of a field of a source, where nothing else follows it, without evaluating the field
  ///
  /// - Returns: whether it did.
  @inline(__always)
  func moves(
    _ instance: InstanceID, ofField field: Int, of subject: SubjectID, _ evaluator: inout Evaluator
  ) -> Bool {
    guard
      let signal = JunctionNetwork.place(instance, in: evaluator.junctions.signalOfInstance),
      !evaluator.instances.hasFollowers(instance),
      evaluator.instances.operandCount(of: instance) == 0,
      let reading = evaluator.facts.sources.subjects[subject].steadyReading(
        of: field, at: evaluator.now),
      evaluator.junctions.move(signal, to: reading)
    else { return false }
    evaluator.work.evaluations += 1
    evaluator.instances.readings[instance] = reading
    return true
  }

  // MARK: Signals

  /// Whether only counted comparisons follow an instance, none of which turns with a reading of it
  @inline(__always)
  func turnsNothing(
    _ reading: Reading, of instance: InstanceID, _ evaluator: inout Evaluator
  ) -> Bool {
    guard let signal = JunctionNetwork.place(instance, in: evaluator.junctions.signalOfInstance),
      !evaluator.instances.hasFollowers(instance)
    else { return false }
    return evaluator.junctions.isSettled(signal, at: moment(of: reading, instance, &evaluator))
  }

  /// A reading of an instance as comparisons with it see it at this second
  @inline(__always)
  func moment(
    of reading: Reading, _ instance: InstanceID, _ evaluator: inout Evaluator
  ) -> Reading {
    guard reading.drifts,
      case .window = evaluator.code[evaluator.instances.template[instance]].instruction
    else { return reading }
    return reading.moment(at: evaluator.now)
  }

  /// Turns the leaves of a signal; of one that drifts, or moves, has them evaluated
  @inline(__always)
  func moveSignal(_ signal: Int, to reading: Reading, _ evaluator: inout Evaluator) {
    if evaluator.junctions.isSettled(signal, at: reading) { return }
    if evaluator.junctions.move(signal, to: reading) { return }
    for place in evaluator.junctions.places(ofLeavesOf: signal) {
      if let leaf = evaluator.junctions.leafInstances[place] { evaluator.markDirty(leaf) }
    }
  }

  /// The signals of comparisons, with the truths of these between their constants
  ///
  /// Each comparison is evaluated once below all its constants, at each of them and above each.
  private func signals(
    of comparisons: [CountableFinder.Comparison], _ evaluator: inout Evaluator
  ) -> [SignalLeaves] {
    var result: [SignalLeaves] = []
    var places: [InstanceID: Int] = [:]
    for comparison in comparisons {
      guard let (isObject, leaf) = leaf(comparison, &evaluator) else { continue }
      let place = places[comparison.signal] ?? result.count
      if place == result.count {
        places[comparison.signal] = place
        result.append(SignalLeaves(instance: comparison.signal, isObject: isObject))
      }
      if result[place].isObject == isObject { result[place].leaves.append(leaf) }
    }
    return result.filter { $0.tableSize <= JunctionNetwork.tableLimit }
  }

  /// A comparison as a leaf; nil where its constants are neither scalars nor objects, or where a value leaves it unknown
  private func leaf(
    _ comparison: CountableFinder.Comparison, _ evaluator: inout Evaluator
  ) -> (isObject: Bool, leaf: SignalLeaves.Leaf)? {
    var points: [Double] = []
    var kinds: Set<Reading.Kind> = []
    for operand in comparison.constants {
      let reading = evaluator.constant(operand)
      evaluator.instances.readings[operand] = reading
      var elements = [reading]
      if comparison.isOfList {
        guard case .list(let values)? = evaluator.pool.object(reading) else { return nil }
        elements = values.map { evaluator.pool.reading($0) }
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
    guard let isTrueBelow = truth(of: comparison, at: below, isObject, &evaluator) else {
      return nil
    }
    var (turns, isTrue): ([Double], Bool) = ([], isTrueBelow)
    for point in points {
      guard let next = truth(of: comparison, at: point, isObject, &evaluator) else { return nil }
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

  /// The truth of a comparison where its signal has a value; nil for unknown
  private func truth(
    of comparison: CountableFinder.Comparison, at value: Double, _ isObject: Bool,
    _ evaluator: inout Evaluator
  ) -> Bool? {
    let signal = comparison.signal
    let present = evaluator.instances.readings[signal]
    evaluator.instances.readings[signal] =
      isObject ? .object(ObjectID(Int(value))) : Reading(kind: .scalar, first: value)
    let truth = evaluator.evaluate(comparison.instance).truth
    evaluator.instances.readings[signal] = present
    switch truth {
    case .true: return true
    case .false: return false
    case .unknown: return nil
    }
  }
}
