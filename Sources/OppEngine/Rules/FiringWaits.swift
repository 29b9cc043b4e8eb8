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
/// An Opp that waits for firings alone is decided a second after these are known, and until then is waited for in turn. In a circle of
/// Opps that wait for each other's firings alone, none waits for a reading: those of the earliest second go on, because later
/// firings do not concern them.
struct FiringWaits {
  /// The tables that wait at the second after this one
  private var result: Set<TableID> = []

  /// The Opps that wait for firings alone
  private var others: [Waiter] = []

  /// An Opp that waits for firings
  private struct Waiter {
    /// The tables that have its own firings
    let tables: [TableID]

    /// The tables that it waits for
    let causes: Set<TableID>

    /// The second that its firing would be of
    let second: Int64
  }

  /// - Parameter flagged: the tables that waited at this second.
  static func tables(
    _ monitor: inout RuleMonitor, flagged: Set<TableID>, _ evaluator: inout Evaluator
  ) -> Set<TableID> {
    var waits = FiringWaits()
    waits.findWaiters(&monitor, flagged, &evaluator)
    waits.passOn(flagged)
    return waits.result
  }

  /// Finds the Opps that wait, and the tables of those that wait for a reading
  private mutating func findWaiters(
    _ monitor: inout RuleMonitor, _ flagged: Set<TableID>, _ evaluator: inout Evaluator
  ) {
    for event in monitor.pendingEvents where monitor.log.has(rule: monitor.opps[event.opp].rule) {
      let tables = monitor.log.tables(ofRule: monitor.opps[event.opp].rule)
      var causes = Causes(hasReading: true)
      if event.kind != .words {
        let condition = monitor.opps[event.opp].condition(of: event.kind)
        causes = Self.causes(of: condition, flagged, &evaluator)
      }
      add(tables, causes, event.second)
    }
    for opp in OppID.all(in: monitor.opps) where monitor.log.has(rule: monitor.opps[opp].rule) {
      guard monitor.opps[opp].events.isEmpty, monitor.opps[opp].lastKnown != .true,
        evaluator.isUndecided(monitor.opps[opp].whole), !monitor.isIdle(opp, &evaluator)
      else { continue }
      let tables = monitor.log.tables(ofRule: monitor.opps[opp].rule)
      let causes = Self.causes(of: monitor.opps[opp].whole, flagged, &evaluator)
      add(tables, causes, Seconds.add(evaluator.now, 1))
    }
  }

  private mutating func add(_ tables: [TableID], _ causes: Causes, _ second: Int64) {
    if causes.hasReading {
      result.formUnion(tables)
    } else {
      others.append(Waiter(tables: tables, causes: causes.tables, second: second))
    }
  }

  /// Has those wait on that wait for firings which are not known yet, or from the next second on
  private mutating func passOn(_ flagged: Set<TableID>) {
    var grounds = result
    // A table that nobody writes any more waits no longer at the next second, at which its readers are decided.
    grounds.formUnion(flagged.filter { table in !others.contains { $0.tables.contains(table) } })
    spread(&grounds)
    while let first = others.map({ $0.second }).min() {
      // A circle: those of the earliest second are decided at the next one, and what they write waits until then.
      let earliest = others.filter { $0.second == first }
      let decided = earliest.reduce(into: Set<TableID>()) { $0.formUnion($1.causes) }
      let written = earliest.reduce(into: Set<TableID>()) { $0.formUnion($1.tables) }
      others.removeAll { $0.second == first }
      result.formUnion(written.subtracting(decided))
      grounds.formUnion(written)
      spread(&grounds)
      result.subtract(decided)
    }
  }

  /// Takes the Opps whose waiting has grounds, until there are no more
  private mutating func spread(_ grounds: inout Set<TableID>) {
    while let place = others.firstIndex(where: { !$0.causes.isDisjoint(with: grounds) }) {
      let waiter = others.remove(at: place)
      result.formUnion(waiter.tables)
      grounds.formUnion(waiter.tables)
    }
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
    evaluator.marks.waits()
    for table in log.tables {
      evaluator.setWaiting(log.waiting.contains(table), table)
    }
  }
}
