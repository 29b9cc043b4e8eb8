internal import OppModel

/// The tables of firings that wait: an Opp whose firings they have waits for a reading, and may have fired
///
/// Whoever reads such a table is undecided, as if it were fetched:
///
/// ```
/// opp "A" on 8:00 when raining                       8:00:00   waits for the weather
/// opp "B" on 8:00:05 when none(firings("A"))         8:00:05   waits for A
///                                                    8:00:20   it rains: A fires, as of 8:00, and B does not
/// ```
///
/// In a circle of Opps that wait for each other's firings alone nobody waits for a reading, so that none waits.
struct FiringWaits {
  /// The tables that wait at the second after this one
  ///
  /// - Parameter flagged: those that waited at this second.
  static func tables(
    _ monitor: inout RuleMonitor, flagged: Set<TableID>, _ evaluator: inout Evaluator
  ) -> Set<TableID> {
    var result: Set<TableID> = []
    // The Opps that wait for firings alone, and for those of which tables.
    var others: [(tables: [TableID], causes: Set<TableID>)] = []
    func add(_ rule: Int, _ causes: Causes) {
      let tables = monitor.log.tables(ofRule: rule)
      if causes.hasReading {
        result.formUnion(tables)
      } else {
        others.append((tables, causes.tables))
      }
    }
    for event in monitor.pendingEvents where monitor.log.has(rule: monitor.opps[event.opp].rule) {
      let opp = monitor.opps[event.opp]
      switch event.kind {
      case .words: add(opp.rule, Causes(hasReading: true))
      case .removal: add(opp.rule, causes(of: opp.condition, flagged, &evaluator))
      case .event, .repetition: add(opp.rule, causes(of: opp.whole, flagged, &evaluator))
      }
    }
    for opp in OppID.all(in: monitor.opps) where monitor.log.has(rule: monitor.opps[opp].rule) {
      guard monitor.opps[opp].events.isEmpty, monitor.opps[opp].lastKnown != .true,
        evaluator.isUndecided(monitor.opps[opp].whole), !monitor.isIdle(opp, &evaluator)
      else { continue }
      add(monitor.opps[opp].rule, causes(of: monitor.opps[opp].whole, flagged, &evaluator))
    }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for other in others
      where !other.causes.isDisjoint(with: result) && !result.isSuperset(of: other.tables) {
        result.formUnion(other.tables)
        isComplete = false
      }
    }
    return result
  }

  /// The causes why something is undecided
  private struct Causes {
    var hasReading = false
    var tables: Set<TableID> = []
  }

  /// The causes why an instance is undecided: a reading, or tables of firings that waited
  private static func causes(
    of instance: InstanceID?, _ flagged: Set<TableID>, _ evaluator: inout Evaluator
  ) -> Causes {
    var causes = Causes()
    guard let instance else { return causes }
    if flagged.isEmpty { return Causes(hasReading: true) }
    var seen: Set<InstanceID> = [instance]
    var waiting = [instance]
    while let next = waiting.popLast() {
      var below: [InstanceID] = []
      for index in 0..<evaluator.instances.operandCount(of: next) {
        below.append(evaluator.instances.operand(index, of: next))
      }
      if case .aggregate = evaluator.code[evaluator.instances.template[next]].instruction,
        let slot = evaluator.instances.slot(of: next)
      {
        let table = evaluator.aggregates[slot].query.table
        if flagged.contains(table) {
          causes.tables.insert(table)
          continue
        }
        for entry in evaluator.aggregates[slot].entries.values {
          below += [entry.predicate, entry.value].compactMap { $0 }
        }
      }
      let undecided = below.filter { evaluator.instances.readings[$0].isUndecided }
      if undecided.isEmpty { causes.hasReading = true }
      for operand in undecided where seen.insert(operand).inserted { waiting.append(operand) }
    }
    return causes
  }
}

extension RuleMonitor {
  /// Finds the tables of firings that wait from the next second on
  mutating func findWaits(_ evaluator: inout Evaluator) {
    guard eventTimeouts != nil, !log.tables.isEmpty else { return }
    var flagged: Set<TableID> = []
    for table in log.tables where evaluator.facts.tables[table].isWaiting { flagged.insert(table) }
    let waiting = FiringWaits.tables(&self, flagged: flagged, &evaluator)
    log.isTurning = waiting != flagged
    log.waiting = waiting
  }

  /// Makes the tables of firings wait, or no longer, as was found at the second before
  mutating func applyWaits(_ evaluator: inout Evaluator) {
    guard log.isTurning else { return }
    log.isTurning = false
    for table in log.tables {
      evaluator.setWaiting(log.waiting.contains(table), table)
    }
  }
}
