internal import OppAnalysis
internal import OppEngine
internal import OppLint
internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppStore

/// Gathers the facts that the rules about data read, from a recording and from a store
///
/// | from | facts |
/// | --- | --- |
/// | a recording | its days, the values of each field, the firings, the truths of conditions |
/// | a store | the share of firings that were dismissed; their days, if there is no recording |
struct Observation {
  /// The rules, for the names and types of fields
  private let graph: ConditionGraph

  /// The facts so far; nil if nothing was given
  private(set) var data: ObservedData?

  /// Whether the data had problems
  private(set) var status = ExitStatus.success

  /// Gathers the data that the command line names
  ///
  /// - Throws: `CommandFailure` if it is not there, or says too little.
  init(
    _ invocation: Invocation, of rules: CheckedRules, in context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) {
    graph = rules.analysis.graph
    guard !rules.analysis.hasErrors else { return }
    if invocation.has("--data") {
      let run = try RecordedRun.read(
        invocation, rules: rules, graph: graph, in: context, console)
      status = run.status.combined(with: Self.reportFiles(invocation, of: rules, context, console))
      observe(run)
    }
    if invocation.has("--store") {
      let store = try OpenedStore.open(invocation, isMade: false, in: context)
      let firings = try store.work { (store) throws(StoreFailure) in try store.history() }
      observe(firings, zone: rules.zone ?? .utc, until: context.present)
    }
  }

  /// Prints the problems of all rows of the files that the rules connect, but for those of the recording
  ///
  /// - Returns: status 1 if a row or a cell cannot be read.
  private static func reportFiles(
    _ invocation: Invocation, of rules: CheckedRules, _ context: CommandContext, _ console: Console
  ) -> ExitStatus {
    let folder = context.resolved(invocation.value("--data") ?? "data")
    let check = ConnectedFileCheck(rules: rules, context: context)
    let output = DataProblemOutput(
      folder: "", root: context.resolved(""), console: console,
      isJSON: invocation.wantsJSON)
    return check.problems(besides: folder).reduce(ExitStatus.success) {
      $0.combined(with: output.report($1, []))
    }
  }

  // MARK: Recordings

  /// Replays a recording, and takes the facts of every Opp
  private mutating func observe(_ run: RecordedRun) {
    let last = max(run.from, run.to.advanced(by: -1))
    let first = run.zone.local(at: run.from).date
    var found = ObservedData(days: first...run.zone.local(at: last).date)
    for (_, arrival) in run.arrivals { found.note(arrival, graph) }
    let replayed = ObservedReplay(run)
    for field in replayed.knownFields { found.fields[field, default: .init()].noteKnown() }
    for index in graph.rules.indices { found.opps[index] = replayed.facts(of: index) }
    data = found
  }

  // MARK: Stores

  /// Takes the facts of the firings that a store has kept, by the names of the Opps
  private mutating func observe(_ firings: [StoredFiring], zone: Zone, until present: Instant) {
    guard let first = firings.map({ $0.firing.at }).min(), first <= present else { return }
    let days = zone.local(at: first).date...zone.local(at: present).date
    var found = data ?? ObservedData(days: days, origin: .store)
    for (index, rule) in graph.rules.enumerated() {
      let own = firings.filter { $0.firing.opp == rule.name }
      guard !own.isEmpty else { continue }
      var facts = found.opps[index] ?? ObservedData.OppFacts()
      facts.dismissedShare =
        Double(own.count { $0.state == .dismissed && $0.answer != .done }) / Double(own.count)
      // A recording is replayed with the rules as they are now, so its firings count more.
      if data == nil {
        for stored in own { facts.firings[zone.local(at: stored.firing.at).date, default: 0] += 1 }
      }
      found.opps[index] = facts
    }
    data = found
  }
}

extension ObservedData {
  /// Takes note of an arrival
  fileprivate mutating func note(_ arrival: Arrival, _ graph: ConditionGraph) {
    switch arrival {
    case .reading(let reading):
      let source = graph.sources[Int(reading.source.index)]
      owners.insert(source.name)
      for (field, value) in zip(source.fields, reading.fields) {
        if case .known(let value) = value { note(value, of: field, source.name, graph) }
      }
    case .rows(let change):
      let table = graph.tables[Int(change.table.index)]
      owners.insert(table.name)
      for row in change.rows {
        for (field, value) in zip(table.fields, row) {
          if let value { note(value, of: field, table.name, graph) }
        }
      }
    case .address(let text, let position): addresses[text] = position != nil
    case .places(let places, let category):
      if let category { categories[category, default: 0] += 0 } else { hasAllCategories = true }
      for place in places { categories[place.category, default: 0] += 1 }
    case .schedule, .unavailable, .lost, .counts, .awaited, .answer: break
    }
  }

  /// Takes note of one value of a field
  private mutating func note(
    _ value: Value, of field: Field, _ owner: String, _ graph: ConditionGraph
  ) {
    let name = FieldName(owner: owner, field: field.name)
    fields[name, default: FieldFacts()].note(value, field.type, graph)
  }
}

extension ObservedData.FieldFacts {
  /// Notes that a field which the replay computes had a value, without the value itself
  fileprivate mutating func noteKnown() { count = max(count, 1) }

  /// Takes note of a value: a text, a truth or a case by its name, a number as part of the range
  fileprivate mutating func note(_ value: Value, _ type: ValueType, _ graph: ConditionGraph) {
    count += 1
    switch value {
    case .text(let text): values[text, default: 0] += 1
    case .truth(let isTrue): values[isTrue ? "true" : "false", default: 0] += 1
    case .scalar(let number):
      guard case .enumeration(let id) = type else {
        range =
          range.map { min($0.lowerBound, number)...max($0.upperBound, number) }
          ?? number...number
        return
      }
      let cases = graph.enumerations[Int(id.index)].cases
      if let index = Int(exactly: number), cases.indices.contains(index),
        let name = cases[index].first
      {
        values[name, default: 0] += 1
      }
    case .position, .place, .list, .row: break
    }
  }
}
