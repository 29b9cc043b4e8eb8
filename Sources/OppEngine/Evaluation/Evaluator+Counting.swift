internal import OppModel

/// Junctions that are counted rather than evaluated
///
/// A replay of thousands of rules spends its time on `and`, `or` and `not`, and on comparisons with constants. Those that only
/// other junctions and Opps follow are kept as a ``JunctionNetwork`` while nobody reads their horizons: their operands are
/// not read again when one of them changes, and no horizon is found for them.
///
/// ```opp
/// opp "Walk" when (temp > 20C and sky == sunny or holiday) and not raining        // all junctions are counted
/// opp "Heat" when (temp > 25C and not raining) for 30min                          // none: `for` reads the horizon
/// ```
///
/// In place of the horizon of the whole condition, the engine is woken at those of the leaves: a second at which
/// nothing turns, at worst. ``stopCounting()`` evaluates all of them, with their horizons, for whoever reads them.
extension Evaluator {
  /// Begins to count, where nothing is fetched
  ///
  /// - Parameters:
  ///   - watched: instances that are traced, and so evaluated.
  ///   - ranks: the order in which Opps fire, by the instances of their conditions.
  /// - Requires: no condition is traced.
  /// - Complexity: linear in the rules, and in the tables of their signals.
  mutating func beginCounting(butFor watched: [Int32], ranks: [Int32: Int]) {
    guard junctions.isEmpty, !facts.fetchable.isAny else { return }
    let finder = CountableFinder(program, watched)
    var found = finder.junctions(observed: { instances.firstObserver(of: $0) >= 0 })
    guard !found.isEmpty else { return }
    for index in found.indices { found[index].rank = ranks[found[index].instance] ?? .max }
    junctions = JunctionNetwork(
      found, signals: signals(of: finder.comparisons(below: found)),
      instanceCount: program.templates.count)
    let isCounted = junctions.isCounted
    var operands: Set<Int32> = []
    for instance in junctions.countedInstances {
      _ = dirty.removePlain(Int(instance))
      operands.formUnion(program.templates[Int(instance)].operands)
    }
    for operand in operands.sorted() {
      instances.removeFollowers(of: operand) { Int($0) < isCounted.count && isCounted[Int($0)] }
    }
    for case let leaf? in junctions.leafInstances { anchor(leaf) }
    for index in junctions.signals.indices {
      let instance = junctions.signals[index].instance
      anchor(instance)
      moveSignal(index, to: instances.readings[Int(instance)])
    }
    for junction in found { instances.readings[Int(junction.instance)] = .unknown }
    for case let leaf? in junctions.leafInstances {
      junctions.set(leaf, to: instances.readings[Int(leaf)].kind)
    }
    settleJunctions()
  }

  /// Has the engine woken at the horizon of an instance
  private mutating func anchor(_ instance: Int32) {
    code[Int(instance)].isAnchor = true
    wakes.insert(instance, at: instances.readings[Int(instance)].until)
  }

  /// Evaluates what was counted, and evaluates it from now on
  mutating func stopCounting() {
    guard !junctions.isEmpty else { return }
    let counted = junctions.countedInstances
    let anchors = junctions.leafInstances.compactMap { $0 } + junctions.signals.map { $0.instance }
    junctions = JunctionNetwork()
    for instance in anchors {
      code[Int(instance)].isAnchor = program.templates[Int(instance)].isAnchor
    }
    for instance in counted {
      let template = program.templates[Int(instance)]
      follow(template.operands, of: instance, template)
      markDirty(instance)
    }
    propagate()
  }

  /// Settles the junctions that are marked, and notes what Opps and traces follow
  mutating func settleJunctions() {
    junctions.settle()
    for turn in junctions.turns {
      let reading = Reading(turn.truth, until: Seconds.never)
      instances.readings[Int(turn.instance)].kind = reading.kind
      if turn.isFollowed {
        let before = Reading(turn.before, until: Seconds.never)
        notifyObservers(of: turn.instance, before, reading)
      }
    }
    for opp in junctions.risen { notices.touch(opp) }
    work.evaluations += junctions.turnCount
    junctions.clear()
  }

  /// Turns the leaves of a signal; of one that drifts, or moves, has them evaluated
  mutating func moveSignal(_ signal: Int, to reading: Reading) {
    if junctions.move(signal, to: reading) { return }
    for leaf in junctions.leaves(of: signal) { markDirty(leaf) }
  }

  /// Turns the leaves of a field of a source, where nothing else follows it, without evaluating the field
  ///
  /// - Returns: whether it did.
  @inline(__always)
  mutating func moveSignal(_ instance: Int32, ofField field: Int, of subject: Int) -> Bool {
    guard let signal = JunctionNetwork.place(instance, in: junctions.signalOfInstance),
      !instances.hasFollowers(instance), instances.operandCount(of: instance) == 0,
      let reading = facts.sources.subjects[subject].steadyReading(of: field, at: now),
      junctions.move(signal, to: reading)
    else { return false }
    work.evaluations += 1
    instances.readings[Int(instance)] = reading
    return true
  }

  // MARK: Signals

  /// The signals of comparisons, with the truths of these between their constants
  ///
  /// Each comparison is evaluated once below all its constants, at each of them and above each.
  private mutating func signals(of comparisons: [CountableFinder.Comparison]) -> [SignalLeaves] {
    var result: [SignalLeaves] = []
    var places: [Int32: Int] = [:]
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

  /// A comparison as a leaf; nil where its constants are neither scalars nor objects, or where a value leaves it unknown
  private mutating func leaf(
    _ comparison: CountableFinder.Comparison
  ) -> (isObject: Bool, leaf: SignalLeaves.Leaf)? {
    var points: [Double] = []
    var kinds: Set<Reading.Kind> = []
    for operand in comparison.constants {
      let reading = constant(Int(operand))
      instances.readings[Int(operand)] = reading
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
        case .object: points += [Double(element.object), Double(element.object) + 1]
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
    guard let isTrueBelow = truth(of: comparison, at: below, isObject) else { return nil }
    var (turns, isTrue): ([Double], Bool) = ([], isTrueBelow)
    for point in points {
      guard let next = truth(of: comparison, at: point, isObject) else { return nil }
      if next != isTrue { turns.append(point) }
      isTrue = next
    }
    return (
      isObject,
      SignalLeaves.Leaf(instance: comparison.instance, isTrueBelow: isTrueBelow, turns: turns)
    )
  }

  /// The truth of a comparison where its signal has a value; nil for unknown
  private mutating func truth(
    of comparison: CountableFinder.Comparison, at value: Double, _ isObject: Bool
  ) -> Bool? {
    let signal = Int(comparison.signal)
    let present = instances.readings[signal]
    instances.readings[signal] =
      isObject ? .object(Int32(value)) : Reading(kind: .scalar, first: value)
    var nothing: Ahead?
    let truth = evaluate(comparison.instance, at: now, &nothing).truth
    instances.readings[signal] = present
    switch truth {
    case .true: return true
    case .false: return false
    case .unknown: return nil
    }
  }
}
