package import OppEngine
package import OppModel

/// The truth of every Opp and of the parts of its condition over a stretch of a recording, from one replay
///
/// Truth is traced from change to change: the work follows the changes, not the seconds.
///
/// ```
/// opp "Walk" when sky == sunny and free > 30min              parts: sky == sunny, free > 30min
/// opp "Umbrella" when raining or sky in [fog, mist]          parts: raining; the equalities of a list are none
/// opp "Due" for each c in chores when not c.done and awake   parts: awake, which is the same for all rows
/// ```
package struct TruthReplay: Sendable {
  private let replay: Replay

  /// The parts of each rule
  private let parts: [[NodeID]]

  /// The rules that are reported, in order
  private let reported: Range<Int>

  /// - Parameter rule: the only rule that is reported; `nil` for all.
  package init(_ replay: Replay, rule: Int? = nil) {
    self.replay = Replay(
      graph: replay.graph.withoutCharts(), zone: replay.zone, begins: replay.begins,
      arrivals: replay.arrivals)
    parts = replay.graph.rules.map { replay.graph.outermostParts(of: $0) }
    reported = rule.map { $0..<$0 + 1 } ?? parts.indices
  }

  /// Replays up to `to`, and reports on `[from, to)`
  ///
  /// - Complexity: that of a replay, and linear in the changes of the traced conditions.
  package func run(from: Instant, to: Instant) -> ReplayedTruths {
    var run = begin(from: from, to: to)
    return finish(&run)
  }

  /// The nodes of all parts, each once
  private var watched: [NodeID] {
    var seen: Set<NodeID> = []
    return parts[reported].joined().filter { seen.insert($0).inserted }
  }

  /// A run that watches the parts
  ///
  /// - Parameter traces: as for ``ReplayRun``.
  package func begin(from: Instant, to: Instant, traces: Bool = true) -> ReplayRun {
    let isWhole = reported == parts.indices
    return ReplayRun(
      replay, from: from, to: to, watching: watched, conditions: true,
      rules: isWhole ? nil : replay.graph.rules(behind: reported.lowerBound), traces: traces)
  }

  /// Runs to the end, and takes the truths from the traces
  package func finish(_ run: inout ReplayRun) -> ReplayedTruths {
    while run.advance(by: .max) {}
    run.settleDeliveries()
    let result = run.result
    var traces: [NodeID: [TruthStretch]] = [:]
    for trace in result.values { traces[trace.node] = trace.truths }
    var conditions: [[ConditionTrace]] = parts.map { _ in [] }
    for trace in result.conditions { conditions[trace.rule].append(trace) }
    var opps: [OppTruths] = []
    for rule in reported {
      let parts = parts[rule].map { PartTruths(node: $0, stretches: traces[$0] ?? []) }
      opps.append(OppTruths(rule: rule, conditions: conditions[rule], parts: parts))
    }
    return ReplayedTruths(
      opps: opps, firings: result.firings, records: result.records, lists: lists(run.engine),
      problems: result.problems)
  }

  /// The rows at the end of the tables whose rows begin and end, as those of `agenda` do
  private func lists(_ engine: Engine) -> [ListedRows] {
    var engine = engine
    var found: [ListedRows] = []
    for (index, table) in replay.graph.tables.enumerated()
    where table.stretchFields != nil && !table.isComputed && table.firings == nil {
      let id = TableID(index: Int32(truncatingIfNeeded: index))
      if let rows = engine.rows(of: id), !rows.isEmpty {
        found.append(ListedRows(table: id, rows: rows))
      }
    }
    return found
  }
}

/// The results of a ``TruthReplay``
package struct ReplayedTruths: Sendable {
  /// One an Opp, in the order of the rules
  package let opps: [OppTruths]

  /// In the order of time, name and row
  package let firings: [Firing]

  /// In the same order
  package let records: [Record]

  /// The rows at the end of the tables whose rows begin and end
  package let lists: [ListedRows]
  package let problems: [EngineProblem]
}

/// The truths of an Opp over a stretch
package struct OppTruths: Hashable, Sendable {
  package let rule: Int

  /// One a row of `for each`, else one
  package let conditions: [ConditionTrace]

  /// The outermost parts of the condition, in the order of the text
  package let parts: [PartTruths]

  /// The truth of any of the rows: true if a row is true, else unknown if a row is unknown, else false
  ///
  /// A row that is gone is false. For an Opp without rows it is the truth of its condition.
  package var whole: [TruthStretch] {
    guard conditions.count != 1 || conditions[0].row != nil else { return conditions[0].stretches }
    // The changes of all rows, and the number of rows that are true and unknown after each.
    var turns: [(at: Instant, truth: Truth, by: Int)] = []
    var end = Instant.distantPast
    for trace in conditions {
      for stretch in trace.stretches {
        turns.append((stretch.from, stretch.truth, 1))
        turns.append((stretch.to, stretch.truth, -1))
      }
      if let last = trace.stretches.last { end = max(end, last.to) }
    }
    turns.sort { $0.at < $1.at }
    let starts = conditions.compactMap { $0.stretches.first?.from }
    guard var at = starts.min() else { return [] }
    var result: [TruthStretch] = []
    var (isTrue, isUnknown, index) = (0, 0, 0)
    while at < end {
      while index < turns.count, turns[index].at <= at {
        switch turns[index].truth {
        case .true: isTrue += turns[index].by
        case .unknown: isUnknown += turns[index].by
        case .false: break
        }
        index += 1
      }
      let next = index < turns.count ? min(turns[index].at, end) : end
      let truth: Truth = isTrue > 0 ? .true : isUnknown > 0 ? .unknown : .false
      if let last = result.last, last.truth == truth {
        result[result.count - 1].to = next
      } else {
        result.append(TruthStretch(truth: truth, from: at, to: next, reasons: []))
      }
      at = next
    }
    return result
  }
}

/// The truths of a part of a condition over a stretch
package struct PartTruths: Hashable, Sendable {
  package let node: NodeID
  package let stretches: [TruthStretch]
}

/// The rows of a table at one second
package struct ListedRows: Hashable, Sendable {
  package let table: TableID

  /// The values of the fields of each row; nil where unknown
  package let rows: [[Value?]]
}
