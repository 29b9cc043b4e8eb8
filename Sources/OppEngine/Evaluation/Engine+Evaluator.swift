package import OppModel

/// The evaluator's state, for the parts of the engine that read it
extension Engine {
  package var graph: ConditionGraph {
    _read { yield evaluator.graph }
  }
  package var zone: Zone { evaluator.zone }
  package var begins: Instant { evaluator.begins }
  var program: Program {
    _read { yield evaluator.program }
    _modify { yield &evaluator.program }
  }
  var code: [TemplateCode] {
    _read { yield evaluator.code }
    _modify { yield &evaluator.code }
  }
  var pool: ObjectPool {
    _read { yield evaluator.pool }
    _modify { yield &evaluator.pool }
  }
  var instances: InstanceTable {
    _read { yield evaluator.instances }
    _modify { yield &evaluator.instances }
  }
  var now: Int64 { evaluator.now }
  /// Whether a second has been run through
  package internal(set) var hasBegun: Bool {
    _read { yield evaluator.hasBegun }
    _modify { yield &evaluator.hasBegun }
  }
  var sources: SourceStates {
    _read { yield evaluator.facts.sources }
    _modify { yield &evaluator.facts.sources }
  }
  var places: PlaceStates {
    _read { yield evaluator.facts.places }
    _modify { yield &evaluator.facts.places }
  }
  var tables: [TableState] {
    _read { yield evaluator.facts.tables }
    _modify { yield &evaluator.facts.tables }
  }
  var rows: [RowState] {
    _read { yield evaluator.facts.rows }
    _modify { yield &evaluator.facts.rows }
  }
  var states: InstanceStates {
    _read { yield evaluator.states }
    _modify { yield &evaluator.states }
  }
  var windows: [WindowState] {
    _read { yield evaluator.windowStore.windows }
    _modify { yield &evaluator.windowStore.windows }
  }
  var signals: [SignalMemory] {
    _read { yield evaluator.windowStore.signals }
    _modify { yield &evaluator.windowStore.signals }
  }
  var problems: [EngineProblem] {
    _read { yield evaluator.problems }
    _modify { yield &evaluator.problems }
  }
  var marks: DirtyKeys {
    _read { yield evaluator.marks }
    _modify { yield &evaluator.marks }
  }
  var ledger: MemoryLedger {
    _read { yield evaluator.ledger }
    _modify { yield &evaluator.ledger }
  }
  package internal(set) var work: EngineMetrics {
    _read { yield evaluator.work }
    _modify { yield &evaluator.work }
  }
  var losses: [String: String] {
    _read { yield evaluator.facts.losses }
    _modify { yield &evaluator.facts.losses }
  }
  var opps: [OppState] {
    _read { yield monitor.opps }
    _modify { yield &monitor.opps }
  }
  var oppTimers: TimerHeap<OppID> {
    _read { yield monitor.oppTimers }
    _modify { yield &monitor.oppTimers }
  }
  var pendingEvents: [PendingEvent] {
    _read { yield monitor.pendingEvents }
    _modify { yield &monitor.pendingEvents }
  }
  var lead: Int64 {
    _read { yield monitor.lead }
    _modify { yield &monitor.lead }
  }
  var controls: [String: OppControl] {
    _read { yield monitor.controls }
    _modify { yield &monitor.controls }
  }
  var pendingRecords: [PendingRecord] {
    _read { yield monitor.pendingRecords }
    _modify { yield &monitor.pendingRecords }
  }
  var newRules: [OppID] {
    _read { yield monitor.newRules }
    _modify { yield &monitor.newRules }
  }
  package var eventTimeouts: EventTimeouts? {
    _read { yield monitor.eventTimeouts }
    _modify { yield &monitor.eventTimeouts }
  }
  var target: Int64 {
    _read { yield evaluator.target }
    _modify { yield &evaluator.target }
  }

  /// The number of instances, by which an engine grows
  package var instanceCount: Int { evaluator.instances.count }

  // MARK: Evaluation

  @inline(__always)
  func truth(_ instance: InstanceID?) -> Truth { evaluator.truth(instance) }
  mutating func reading(
    of instance: InstanceID, at second: Int64, assuming projection: Projection
  ) -> Reading {
    evaluator.reading(of: instance, at: second, assuming: projection)
  }
  mutating func instance(of template: TemplateID, in environment: EnvironmentID) -> InstanceID {
    evaluator.instance(of: template, in: environment)
  }
  mutating func value(of node: NodeID, in environment: EnvironmentID) -> Value? {
    evaluator.value(of: node, in: environment)
  }
  /// The reasons of a node outside all scopes, in the order of the text; none if it is known
  package mutating func reasons(of node: NodeID) -> [UnknownReason] {
    evaluator.reasons(of: evaluator.instance(of: TemplateID(node), in: .empty))
  }

  // MARK: Facts

  func rowID(_ row: RowIndex) -> RowID { evaluator.facts.rowID(row) }
  func rowID(_ row: RowIndex?) -> RowID? { evaluator.facts.rowID(row) }
  func isAwaited(_ subject: FetchKey) -> Bool { evaluator.facts.isAwaited(subject) }
  func hasFailed(_ subject: FetchKey) -> Bool { evaluator.facts.hasFailed(subject) }
  /// Makes the subjects of providers undecided while they are missing
  ///
  /// - Requires: nothing is counted, because of counted junctions it is not known which are undecided.
  mutating func fetch(from providers: [Provider]) {
    evaluator.fetch(from: providers)
    addOppsOfNewRows()
  }
  mutating func limit(_ subject: FetchKey, to last: Int64) { evaluator.limit(subject, to: last) }
  mutating func subjectIndex(_ source: SourceID, _ arguments: [Value?]) -> SubjectID {
    evaluator.facts.subjectIndex(source, arguments, graph)
  }
  mutating func put(_ values: [Value?], _ table: TableID, wasKnown: Bool) {
    evaluator.put(values, table, wasKnown: wasKnown)
    addOppsOfNewRows()
  }

  // MARK: Counting

  /// Begins to count junctions, unless something is fetched
  ///
  /// - Requires: no condition is traced.
  /// - Complexity: linear in the rules.
  package mutating func beginCounting() {
    evaluator.beginCounting(ranks: { [monitor] in monitor.ranksOfConditions($0) })
    guard !evaluator.junctions.isEmpty else { return }
    monitor.followRises(butFor: watched, &evaluator)
    takeNotices()
  }

  /// Has every Opp examined at each change of its condition from now on
  mutating func followChanges() { monitor.followChanges(&evaluator) }

  // MARK: Rules

  /// Applies a person's override of an Opp, from the next second on
  ///
  /// - Requires: no second is open.
  /// - Returns: whether there is such an Opp.
  @discardableResult
  package mutating func control(_ change: ControlChange) -> Bool {
    followChanges()
    if change.isOfRow {
      for table in TableID.all(in: evaluator.facts.tables) {
        evaluator.awakenAllRows(of: table)
      }
      addOppsOfNewRows()
    }
    return monitor.control(change, &evaluator)
  }

  /// The rows of the table of a rule that is `for each`, those that are gone and those that are dormant too
  package func rows(ofRule rule: Int) -> [RowID] {
    guard let table = graph.rules[rule].rows?.table else { return [] }
    return evaluator.keys(ofTable: table).map { RowID(table: table, key: $0) }
  }

  /// Whether a rule is disabled, by the rules or by an override since
  package func isDisabled(rule: Int) -> Bool { monitor.isDisabled(rule: rule, of: graph) }

  /// The instant until which an Opp is snoozed; nil if it is not
  package func snoozedUntil(rule: Int, row: [Value]?) -> Instant? {
    monitor.snoozedUntil(rule: rule, row: row, rows, now: now)
  }

  /// The next second of each event by the clock or the sun that comes within some seconds, in the order of time
  ///
  /// The inputs of their conditions can be fetched shortly before. Opps that cannot fire then are left out.
  package mutating func upcomingEvents(
    within seconds: Int64
  ) -> [(opp: OppInstance, at: Instant)] {
    monitor.upcomingEvents(within: seconds, &evaluator)
  }

  var order: OppOrder { monitor.order(rows) }
  func oppInstance(_ index: OppID) -> OppInstance { monitor.oppInstance(index, rows) }
}
