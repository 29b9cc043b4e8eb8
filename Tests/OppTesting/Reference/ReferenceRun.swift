package import OppEngine
package import OppModel

/// What a recording and a rule set come to: firings, records, and the truth of every condition
package struct ReferenceRun {
  package let firings: [ReferenceFiring]
  package let conditions: [ReferenceCondition]

  /// What evaluated it, with everything that was recorded
  package let evaluator: ReferenceEvaluator

  /// Evaluates every second of a recording
  ///
  /// §6: "the row is in its table from the next second." What is recorded up to a second decides what
  /// happens up to the next one, so that evaluating again with what was recorded ends with what is right.
  package init(
    graph: ConditionGraph, zone: Zone, arrivals: [ReferenceArrival], from: Instant, to: Instant,
    controls: [ReferenceControl] = []
  ) {
    var recorded: [ReferenceArrival] = []
    while true {
      let all = ReferenceRun.merge(arrivals, recorded)
      let evaluator = ReferenceEvaluator(
        graph: graph, zone: zone, arrivals: all, from: from, to: to, controls: controls)
      let (firings, conditions) = evaluator.run()
      let records = ReferenceRun.records(
        of: firings, conditions, graph, (arrivals, controls), from.seconds,
        beside: ReferenceRun.gaps(evaluator, graph))
      if ReferenceRun.isSame(records, recorded) || !ReferenceRun.readsRecords(graph) {
        self.firings = firings
        self.conditions = conditions
        self.evaluator = evaluator
        return
      }
      recorded = records
    }
  }

  /// The firings of `[from, to)`, in order of time, name and row
  package func firings(from: Instant, to: Instant) -> [ReferenceFiring] {
    firings.filter { $0.instant >= from && $0.instant < to }
  }

  /// Whether any expression uses a table that a rule records into
  private static func readsRecords(_ graph: ConditionGraph) -> Bool {
    var recorded = Set(graph.rules.compactMap { $0.record?.table })
    for (index, table) in graph.tables.enumerated() where table.firings != nil || table.isKept {
      recorded.insert(TableID(index: Int32(index)))
    }
    let scopes = Set(graph.rules.compactMap { $0.rows?.table })
    return !recorded.isDisjoint(with: scopes)
      || graph.nodes.contains { node in
        guard case .aggregate(_, let query) = node.operation else { return false }
        return recorded.contains(query.table)
      }
  }

  private static func records(
    of firings: [ReferenceFiring], _ conditions: [ReferenceCondition], _ graph: ConditionGraph,
    _ script: (arrivals: [ReferenceArrival], controls: [ReferenceControl]), _ begin: Int64,
    beside others: [ReferenceArrival]
  ) -> [ReferenceArrival] {
    var records = others
    func next(_ firing: ReferenceFiring) -> Instant { firing.instant.advanced(by: 1) }
    for firing in firings {
      if let record = firing.record {
        records.append(
          ReferenceArrival(
            at: Instant(seconds: firing.instant.seconds + 1),
            arrival: .rows(TableChange(table: record.table, rows: [record.row], removedKeys: [])),
            given: graph.rules[firing.rule].record?.values.map { $0 != nil }))
      }
      let condition = conditions.first { $0.rule == firing.rule && $0.row == firing.row }
      let falsehood = condition?.stretches.first { $0.truth == .false && $0.to > next(firing) }
      records += firing.rows(
        in: graph, script.arrivals, script.controls, begin: begin,
        ended: falsehood.map { max($0.from, next(firing)).seconds })
    }
    return records.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
  }

  /// "A gap is known by its `begins`": a row of each, from the first second on at which it is a gap
  private static func gaps(
    _ evaluator: ReferenceEvaluator, _ graph: ConditionGraph
  ) -> [ReferenceArrival] {
    var result: [ReferenceArrival] = []
    for (index, node) in graph.nodes.enumerated() {
      guard case .gaps(let query) = node.operation, graph[query.table].isKept else { continue }
      let column = evaluator.column(NodeID(index: Int32(index)), .none)
      var seen: Set<Value> = []
      var isKnown = false
      for second in evaluator.begin..<evaluator.end where !column.isUnchanged(at: second) {
        guard case .list(let ends)? = column[second] else { continue }
        let new = stride(from: 0, to: ends.count, by: 2).map { ends[$0] }
          .filter { seen.insert($0).inserted }
        if new.isEmpty, isKnown { continue }
        isKnown = true
        let rows: [[Value?]] = new.map { [$0, nil, nil] }
        result.append(
          ReferenceArrival(
            at: Instant(seconds: second),
            arrival: .rows(TableChange(table: query.table, rows: rows, removedKeys: []))))
      }
    }
    return result
  }

  private static func isSame(_ left: [ReferenceArrival], _ right: [ReferenceArrival]) -> Bool {
    left.elementsEqual(right) { left, right in
      guard case .rows(let first) = left.arrival, case .rows(let second) = right.arrival else {
        return false
      }
      return left.at == right.at && first == second
    }
  }

  /// What is recorded arrives before anything else of its second
  private static func merge(
    _ arrivals: [ReferenceArrival], _ recorded: [ReferenceArrival]
  ) -> [ReferenceArrival] {
    var result: [ReferenceArrival] = []
    var rest = recorded[...]
    for arrival in arrivals {
      while let first = rest.first, first.at <= arrival.at {
        result.append(first)
        rest = rest.dropFirst()
      }
      result.append(arrival)
    }
    return result + rest
  }
}

/// One firing of an Opp
package struct ReferenceFiring: Hashable {
  /// The index of the Opp in the graph
  package let rule: Int
  package let row: RowID?
  package let instant: Instant

  /// What is told; nil where nobody is
  package let text: String?
  package let recipient: Value?
  package let payload: [Value?]
  package let colour: Value?

  /// When it is told; `waiting` where it still waits at the end
  package var delivery: FiringDelivery
  package let record: ReferenceRecord?
}

/// A row that a firing puts into a table
package struct ReferenceRecord: Hashable {
  package let table: TableID
  package let row: [Value?]
}

/// The whole condition of an Opp, for one row where it is `for each`
package struct ReferenceCondition {
  package let rule: Int
  package let row: RowID?
  package let stretches: [ReferenceStretch]

  /// The stretches cut to `[from, to)`
  package func stretches(from: Instant, to: Instant) -> [ReferenceStretch] {
    stretches.compactMap { stretch in
      let (start, end) = (max(stretch.from, from), min(stretch.to, to))
      return start < end ? ReferenceStretch(truth: stretch.truth, from: start, to: end) : nil
    }
  }
}

/// A longest run of seconds `[from, to)` with one truth
package struct ReferenceStretch: Hashable {
  package let truth: Truth
  package let from: Instant
  package let to: Instant
}
