package import OppEngine
package import OppModel

/// A recording lived through by one engine, and by others that each take over the memory of the one before
///
/// Each question answers with the first difference in words, or nil where there is none.
package struct Restarts {
  private let graph: ConditionGraph
  private let zone: Zone
  private let arrivals: [(at: Instant, arrived: [Arrival])]
  private let from: Instant
  private let to: Instant

  package init(
    graph: ConditionGraph, zone: Zone, arrivals: [ReferenceArrival], from: Instant, to: Instant
  ) {
    self.graph = graph
    self.zone = zone
    self.from = from
    self.to = to
    var steps: [(at: Instant, arrived: [Arrival])] = []
    for arrival in arrivals where arrival.at < to {
      let at = max(arrival.at, from)
      if steps.last?.at == at {
        steps[steps.count - 1].arrived.append(arrival.arrival)
      } else {
        steps.append((at, [arrival.arrival]))
      }
    }
    self.arrivals = steps
  }

  /// How restarting at some seconds, each time with one of `others` in place of the rules, differs from
  /// never restarting
  package func difference(
    cuttingAt cuts: [Instant], others: [ConditionGraph],
    replaces: (Arrival, ConditionGraph) -> Arrival
  ) -> String? {
    var whole = Engine(graph: graph, zone: zone, begins: from)
    var parts = Engine(graph: graph, zone: zone, begins: from)
    var others = others
    var kept = EngineMemory(begins: from, present: from, entries: [:])
    for (at, arrived) in steps(with: cuts) {
      let expected = whole.step(at: at, arrived: arrived)
      let own = parts.step(at: at, arrived: arrived.map { replaces($0, parts.graph) })
      if let problem = own.problems.first, case .unreadableMemory = problem {
        return "at \(at.seconds): \(problem)"
      }
      if let difference = difference(own, expected, parts) {
        return "at \(at.seconds): \(difference)"
      }
      if let difference = difference(&parts, &whole) { return "at \(at.seconds): \(difference)" }
      kept.apply(parts.memoryChange())
      guard cuts.contains(at) else { continue }
      let memory = parts.memory()
      if let difference = difference(kept, memory) { return "at \(at.seconds): \(difference)" }
      if !others.isEmpty {
        parts = Engine(graph: others.removeFirst(), zone: zone, restoring: memory)
      } else {
        parts = Engine(graph: graph, zone: zone, restoring: memory)
      }
      if let difference = difference(&parts, &whole) {
        return "restored at \(at.seconds): \(difference)"
      }
    }
    return nil
  }

  private func steps(with cuts: [Instant]) -> [(at: Instant, arrived: [Arrival])] {
    var steps = arrivals
    for cut in cuts + [to.advanced(by: -1)] where !steps.contains(where: { $0.at == cut }) {
      steps.append((cut, []))
    }
    return steps.sorted { $0.at < $1.at }
  }

  // MARK: Differences

  private func difference(_ own: Step, _ expected: Step, _ engine: Engine) -> String? {
    let names = Set(graph.rules.map(\.name))
    let firings = own.firings.filter { names.contains($0.opp) }.map(RestartedFiring.init)
    if let difference = first(of: firings, expected.firings.map(RestartedFiring.init), "firings") {
      return difference
    }
    let deliveries = own.deliveries.filter { names.contains($0.opp) }
    if let difference = first(
      of: deliveries.map(Self.words), expected.deliveries.map(Self.words), "deliveries")
    {
      return difference
    }
    let records = own.records.filter { names.contains($0.opp) }
    return first(
      of: records.map { "\($0.at.seconds) \($0.opp) \($0.row)" },
      expected.records.map { "\($0.at.seconds) \($0.opp) \($0.row)" }, "records")
  }

  /// What has become known of a delivery; an answer's order of rows is that of a dictionary
  private static func words(_ settled: SettledDelivery) -> String {
    "\(settled.opp) \(settled.row?.key ?? []) \(settled.at.seconds) \(settled.delivery)"
  }

  private func difference(_ own: inout Engine, _ expected: inout Engine) -> String? {
    let names = Set(graph.rules.map(\.name))
    func words(_ engine: inout Engine) -> [String] {
      let graph = engine.graph
      return engine.conditions().filter { names.contains(graph.rules[$0.rule].name) }.map {
        "\(graph.rules[$0.rule].name) \($0.row?.key ?? []) \($0.truth)"
      }
    }
    return first(of: words(&own), words(&expected), "conditions")
  }

  private func difference(_ kept: EngineMemory, _ memory: EngineMemory) -> String? {
    for key in Set(kept.entries.keys).union(memory.entries.keys).sorted()
    where kept.entries[key] != memory.entries[key] {
      return """
        \(key) by its changes: \(kept.entries[key] ?? "none")
        and as a whole: \(memory.entries[key] ?? "none")
        """
    }
    return nil
  }

  private func first<Element: Equatable>(
    of own: [Element], _ expected: [Element], _ title: String
  ) -> String? {
    for index in 0..<max(own.count, expected.count) {
      let left = own.indices.contains(index) ? own[index] : nil
      let right = expected.indices.contains(index) ? expected[index] : nil
      if left != right {
        return """
          \(title), number \(index):
            restarted     \(left.map { "\($0)" } ?? "none")
            uninterrupted \(right.map { "\($0)" } ?? "none")
          """
      }
    }
    return nil
  }
}

/// What two firings are compared by, in rule sets that number their rules and tables otherwise
private struct RestartedFiring: Equatable {
  let at: Instant
  let opp: String
  let key: [Value]?
  let text: String?
  let recipient: Value?
  let payload: [Value?]
  let colour: Int32?
  let delivery: FiringDelivery

  init(_ firing: Firing) {
    at = firing.at
    opp = firing.opp
    key = firing.row?.key
    text = firing.text
    recipient = firing.recipient
    payload = firing.payload.map(\.value)
    colour = firing.colour
    delivery = firing.delivery
  }
}

extension EngineMemory {
  /// This memory after a change
  package mutating func apply(_ change: MemoryChange) {
    present = change.present
    for entry in change.entries { entries[entry.key] = entry.content }
  }
}

extension Arrival {
  /// The same arrival for a rule set that numbers its sources and tables otherwise
  package func renumbered(from old: ConditionGraph, to new: ConditionGraph) -> Arrival {
    switch self {
    case .reading(let reading):
      let name = old.sources[Int(reading.source.index)].name
      guard let index = new.sources.firstIndex(where: { $0.name == name }) else { return self }
      return .reading(
        SourceReading(
          source: SourceID(index: Int32(index)), arguments: reading.arguments,
          instant: reading.instant, fields: reading.fields, freshness: reading.freshness,
          isLasting: reading.isLasting))
    case .rows(let change):
      let name = old.tables[Int(change.table.index)].name
      guard let index = new.tables.firstIndex(where: { $0.name == name }) else { return self }
      return .rows(
        TableChange(
          table: TableID(index: Int32(index)), rows: change.rows, removedKeys: change.removedKeys))
    case .schedule, .address, .places, .unavailable, .lost, .counts, .awaited, .answer: return self
    }
  }
}
