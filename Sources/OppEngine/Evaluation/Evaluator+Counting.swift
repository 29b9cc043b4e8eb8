internal import OppModel

/// Junctions that are counted rather than evaluated
///
/// A replay of thousands of rules spends its time on `and`, `or` and `not`. Those that only other junctions and Opps
/// follow are kept as ``JunctionCounts`` while nobody reads their horizons: their operands are not read again when one
/// of them changes, and no horizon is found for them.
///
/// ```opp
/// opp "Walk" when (temp > 20C and sky == sunny or holiday) and not raining        // all four junctions are counted
/// opp "Heat" when (temp > 25C and not raining) for 30min                          // none: `for` reads the horizon
/// ```
///
/// In place of the horizon of the whole condition, the engine is woken at those of the operands: a second at which
/// nothing turns, at worst. ``stopCounting()`` evaluates all of them, with their horizons, for whoever reads them.
extension Evaluator {
  /// Begins to count, where nothing is fetched
  ///
  /// - Parameter watched: instances that are traced, and so evaluated.
  /// - Requires: no condition is traced.
  /// - Complexity: linear in the rules.
  mutating func beginCounting(butFor watched: [Int32]) {
    guard junctions.isEmpty, !facts.fetchable.isAny else { return }
    let found = program.countableJunctions(butFor: watched)
    guard !found.isEmpty else { return }
    junctions = JunctionCounts(found, instanceCount: program.templates.count)
    var operands: Set<Int32> = []
    for junction in found {
      _ = dirty.removePlain(Int(junction.instance))
      instances.readings[Int(junction.instance)] = .unknown
      operands.formUnion(junction.operands)
    }
    for operand in operands.sorted() {
      instances.removeDependents(of: operand) { [junctions] in junctions.hasJunction($0) }
      guard !junctions.hasJunction(operand) else { continue }
      code[Int(operand)].isAnchor = true
      let reading = instances.readings[Int(operand)]
      wakes.insert(operand, at: reading.until)
      junctions.change(operand, from: .unknown, to: reading.truth)
      instances.countOnly(operand)
    }
    settleJunctions()
  }

  /// Evaluates what was counted, and evaluates it from now on
  mutating func stopCounting() {
    guard !junctions.isEmpty else { return }
    let counted = junctions.instances
    junctions = JunctionCounts()
    for junction in counted {
      for index in 0..<instances.operandCount(of: junction) {
        let operand = instances.operand(index, of: junction)
        instances.addDependent(junction, of: operand)
        code[Int(operand)].isAnchor = program.templates[Int(operand)].isAnchor
      }
      markDirty(junction)
    }
    propagate()
  }

  /// Settles the junctions that are marked, each after its operands
  mutating func settleJunctions() {
    var first = 0
    while let junction = junctions.takeMarked(from: first) {
      first = junction
      guard let turn = junctions.settle(junction) else { continue }
      work.evaluations += 1
      let instance = junctions.instances[junction]
      guard instances.firstObserver(of: instance) >= 0 else { continue }
      let (before, reading) = (
        Reading(turn.before, until: Seconds.never), Reading(turn.truth, until: Seconds.never)
      )
      instances.readings[Int(instance)].kind = reading.kind
      notifyObservers(of: instance, before, reading)
    }
  }
}

extension Program {
  /// The junctions that nothing but counted junctions and Opps follows
  ///
  /// - Parameter watched: instances that are traced, and so evaluated.
  func countableJunctions(butFor watched: [Int32]) -> [Junction] {
    let kinds = templates.map { JunctionKind($0.instruction) }
    var isCountable = templates.indices.map {
      kinds[$0] != nil && templates[$0].isMaintained && templates[$0].scopes.isEmpty
        && templates[$0].operands.count <= JunctionCounts.operandLimit
    }
    for instance in watched { isCountable[Int(instance)] = false }
    for index in templates.indices.reversed() where !isCountable[index] {
      for operand in templates[index].operands { isCountable[Int(operand)] = false }
    }
    var result: [Junction] = []
    for index in templates.indices where isCountable[index] {
      guard let kind = kinds[index] else { continue }
      result.append(
        Junction(
          instance: Int32(truncatingIfNeeded: index), operands: templates[index].operands,
          kind: kind))
    }
    return result
  }
}
