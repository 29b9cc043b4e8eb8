internal import OppModel

/// The kind of state that an instance has beside its reading
///
/// A kind that is kept over a restart is written and read here too, so that the three functions are one list.
///
/// ```
///   kind                          slot is an index into
///   truth                         states.truths
///   lastKnown                     states.lastKnown
///   change                        states.changes
///   window                        windowStore.windows
///   rows                          aggregates
///   row, rowIdentity              rows
///   sites                         sites, of which it has two in a row
///   none and the listeners        nothing: they have no slot
/// ```
enum InstanceState {
  case none
  /// The truths of its operand in the past; of a latch, its own
  case truth
  /// The last known value of its operand
  case lastKnown
  /// The last known value of its operand, and since when it is that
  case change
  /// Its operand over a span of time
  case window
  /// The rows that an aggregate counts
  case rows
  /// The row that it is of, whose changes it follows
  case row
  /// The row that it is of, without regard to its values
  case rowIdentity
  /// The two ends of a distance
  case sites
  /// Evaluated again when rows of the operand's table change
  case tableListener
  /// Evaluated again when an address is found
  case addressListener
  /// Evaluated again when places are found
  case nearestListener
  /// Evaluated again when a reading comes that its operand may read
  case ageListener

  /// The kind of entry of a state that is kept over a restart
  var memoryKind: MemoryKind? {
    switch self {
    case .truth: .truth
    case .lastKnown: .lastKnown
    case .change: .change
    case .window: .window
    case .none, .rows, .row, .rowIdentity, .sites, .tableListener, .addressListener,
      .nearestListener, .ageListener:
      nil
    }
  }

  /// Whether an instance that is evaluated only when a text needs it has the state, too
  var isOfTexts: Bool {
    switch self {
    case .row, .rowIdentity, .sites, .ageListener: true
    case .none, .truth, .lastKnown, .change, .window, .rows, .tableListener, .addressListener,
      .nearestListener:
      false
    }
  }

  /// Whether it changes with time, so that a reading of an earlier second cannot be computed any more
  var isForgotten: Bool {
    switch self {
    case .window, .rows, .sites: true
    case .none, .truth, .lastKnown, .change, .row, .rowIdentity, .tableListener,
      .addressListener, .nearestListener, .ageListener:
      false
    }
  }
}

/// The states of instances that remember, each kind by the slots of its instances
struct InstanceStates: Sendable {
  var truths: [TruthHistory] = []
  var lastKnown: [LastKnownValue] = []
  var changes: [ChangeHistory] = []
}

extension Evaluator {
  /// Makes the state that an instruction needs, and sets its slot
  mutating func prepareState(
    of instance: InstanceID, _ template: Template, _ environment: EnvironmentID
  ) {
    let traits = template.instruction.traits
    switch traits.state {
    case .none: break
    case .truth:
      instances.setSlot(StateSlot(states.truths.count), of: instance)
      states.truths.append(TruthHistory(begins: begins.seconds))
    case .lastKnown:
      instances.setSlot(StateSlot(states.lastKnown.count), of: instance)
      states.lastKnown.append(LastKnownValue())
    case .change:
      instances.setSlot(StateSlot(states.changes.count), of: instance)
      states.changes.append(ChangeHistory())
    case .window:
      guard case .window(let function, let span) = template.instruction else { break }
      prepareWindow(instance, function, span)
    case .rows: prepareAggregate(instance, environment)
    case .row:
      guard let row = row(of: template, in: environment) else { break }
      instances.setRow(row, of: instance)
      facts.rows[row].leaves.append(instance)
    case .rowIdentity:
      if let row = row(of: template, in: environment) { instances.setRow(row, of: instance) }
    case .sites:
      instances.setSlot(StateSlot(sites.count), of: instance)
      sites.append(Site())
      sites.append(Site())
    case .tableListener:
      let operand = program.operands(of: template).first.map { program.templates[$0].type }
      if case .row(let table)? = operand, facts.tables.has(table) {
        facts.tables[table].listeners.append(instance)
      }
    case .addressListener: facts.places.addressListeners.append(instance)
    case .nearestListener: facts.places.nearestListeners.append(instance)
    case .ageListener:
      let leaf = instances.operand(0, of: instance)
      facts.sources.ages[leaf, default: []].append(instance)
    }
    if traits.contains(.looksAhead) { aheadInstances.append(instance) }
    // `(temp > 2C and t.cost > 2) for 10min` takes note of the second at which t leaves its table, even if none of
    // its operands changes then.
    guard traits.contains(.samples) else { return }
    for scope in template.scopes {
      guard let row = instances.row(of: scope, in: environment) else { continue }
      facts.rows[row].leaves.append(instance)
      facts.rows[row].isLookedBackAt = true
    }
  }

  /// The row that an instance of a template in one scope is of; nil if it has none
  private func row(of template: Template, in environment: EnvironmentID) -> RowIndex? {
    template.scopes.first.flatMap { instances.row(of: $0, in: environment) }
  }
}

extension SnapshotWriter {
  /// Writes the state of an instance that has an entry
  mutating func writeState(of instance: InstanceID, _ key: String, _ engine: borrowing Engine) {
    guard let slot = engine.evaluator.instances.slot(of: instance) else { return }
    let template = engine.evaluator.instances.template[instance]
    switch engine.evaluator.code[template].traits.state {
    case .truth: write(engine.evaluator.states.truths[slot], key)
    case .lastKnown:
      var writer = keys.writer()
      engine.evaluator.states.lastKnown[slot].write(
        to: &writer, keys.graph.nodes[template].type, engine.evaluator.pool)
      ledger.set(key, writer.text)
    case .change:
      guard let operand = engine.evaluator.program.operand(of: template) else { break }
      var writer = keys.writer()
      engine.evaluator.states.changes[slot].write(
        to: &writer, keys.graph.nodes[operand].type, engine.evaluator.pool)
      ledger.set(key, writer.text)
    case .window: writeWindow(slot, of: instance, key, engine)
    case .none, .rows, .row, .rowIdentity, .sites, .tableListener, .addressListener,
      .nearestListener, .ageListener:
      break
    }
  }
}

extension Restorer {
  /// Takes over the state of an instance, if there is an entry for it
  mutating func restoreState(of instance: InstanceID, _ key: String, _ engine: inout Engine) {
    guard let slot = engine.evaluator.instances.slot(of: instance) else { return }
    let template = engine.evaluator.instances.template[instance]
    switch engine.evaluator.code[template].traits.state {
    case .truth: entries.restore(&engine.evaluator.states.truths[slot], key)
    case .lastKnown:
      guard var reader = entries.reader(key) else { return }
      let restored = LastKnownValue(
        from: &reader, keys.graph.nodes[template].type, &engine.evaluator.pool)
      if entries.accepts(reader) { engine.evaluator.states.lastKnown[slot] = restored }
    case .change:
      guard var reader = entries.reader(key),
        let operand = engine.evaluator.program.operand(of: template)
      else { return }
      let restored = ChangeHistory(
        from: &reader, keys.graph.nodes[operand].type, &engine.evaluator.pool)
      if entries.accepts(reader) { engine.evaluator.states.changes[slot] = restored }
    case .window: restoreWindow(slot, of: instance, key, &engine)
    case .none, .rows, .row, .rowIdentity, .sites, .tableListener, .addressListener,
      .nearestListener, .ageListener:
      break
    }
  }
}
