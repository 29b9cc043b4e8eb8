internal import OppEngine
package import OppModel
internal import OppReplay

/// Whether the engine says what the reference says of one recording, and says it however it is stepped
///
/// Each question answers with the first difference in words, or nil where there is none.
package final class Agreement {
  private let graph: ConditionGraph
  private let zone: Zone
  private let arrivals: [ReferenceArrival]
  private let from: Instant
  private let to: Instant

  /// Nodes whose values are compared beside the rules
  private let watching: [NodeID]
  private let replay: Replay

  private lazy var run = ReferenceRun(
    graph: graph, zone: zone, arrivals: arrivals, from: from, to: to)
  private lazy var whole = replay.run(
    from: from, to: to, watching: watching, conditions: true)

  /// The same with the deliveries that are known at the end
  private lazy var unsettled = replay.run(
    from: from, to: to, watching: watching, conditions: true, settling: false)

  package init(
    graph: ConditionGraph, zone: Zone, arrivals: [ReferenceArrival], from: Instant, to: Instant,
    watching: [NodeID]
  ) {
    self.graph = graph
    self.zone = zone
    self.arrivals = arrivals.filter { $0.at < to }
    self.from = from
    self.to = to
    self.watching = watching
    replay = Replay(
      graph: graph, zone: zone, begins: from, arrivals: self.arrivals.map { ($0.at, $0.arrival) })
  }

  /// The first difference of all, with `random` choosing the seconds to step at and to cut at
  package func firstDifference(_ random: inout SplitMix64) -> String? {
    if let difference = differenceFromReference() { return difference }
    if let difference = differenceWhenCounted() { return difference }
    let length = Int(to.seconds - from.seconds)
    let extra = (0..<40).map { _ in from.seconds + Int64(random.number(in: 0...length - 1)) }
    if let difference = differenceWhenStepped(at: extra, wakes: false) { return difference }
    if let difference = differenceWhenStepped(at: [], wakes: true) { return difference }
    if random.oneIn(10) {
      let every = Array(from.seconds..<to.seconds)
      if let difference = differenceWhenStepped(at: every, wakes: false) { return difference }
    }
    if let difference = differenceInRounds(&random) { return difference }
    let middle = from.advanced(by: Int64(random.number(in: 1...length - 1)))
    return differenceWhenCut(at: middle)
  }

  // MARK: Engine and reference

  /// The first way in which the engine's replay of the whole differs from the reference
  package func differenceFromReference() -> String? {
    let result = unsettled
    if let difference = differenceOfConditions(result, run) { return difference }
    if let difference = differenceOfFirings(result, run) { return difference }
    let evaluator = run.evaluator
    for trace in result.values {
      if let difference = difference(trace, evaluator) { return difference }
    }
    return nil
  }

  /// The first way in which a replay that counts junctions differs, in what fires and in what it leaves behind
  package func differenceWhenCounted() -> String? {
    var counted = ReplayRun(replay, from: from, to: to)
    while counted.advance(by: .max) {}
    if let difference = differenceOfFirings(counted.result, run) { return "counted: \(difference)" }
    var (engine, evaluated) = (counted.engine, replay.engine(at: to.advanced(by: -1)))
    let (truths, expected) = (engine.conditions(), evaluated.conditions())
    for (truth, other) in zip(truths, expected)
    where truth.truth != other.truth || truth.reasons != other.reasons {
      return "counted: rule \(truth.rule) is \(truth.truth), evaluated \(other.truth)"
    }
    // A short run has events in every second, of which a day has too many.
    let later = to.advanced(by: min(100_000, 50 * (to.seconds - from.seconds)))
    let (next, expectedNext) = (engine.step(at: later), evaluated.step(at: later))
    if next.firings != expectedNext.firings { return "counted: other firings after the end" }
    return nil
  }

  private func differenceOfFirings(_ result: ReplayResult, _ run: ReferenceRun) -> String? {
    let engine = result.firings.map(ComparedFiring.init)
    let reference = run.firings.map(ComparedFiring.init)
    if let difference = first(of: engine, reference, "firings") { return difference }
    let records = result.records.map { ComparedRecord(at: $0.at, rule: $0.rule, row: $0.row) }
    let expected = run.firings.compactMap { firing in
      firing.record.map {
        ComparedRecord(at: firing.instant, rule: firing.rule, row: $0.row)
      }
    }
    return first(of: records, expected, "records")
  }

  private func differenceOfConditions(_ result: ReplayResult, _ run: ReferenceRun) -> String? {
    for condition in run.conditions {
      let trace = result.conditions.first {
        $0.rule == condition.rule && $0.row == condition.row
      }
      let name = graph.rules[condition.rule].name
      let engine = (trace?.stretches ?? []).map {
        ReferenceStretch(truth: $0.truth, from: $0.from, to: $0.to)
      }
      let title = "the condition of \(name) for \(condition.row?.key ?? [])"
      if let difference = first(of: engine, condition.stretches, title) { return difference }
    }
    return nil
  }

  private func difference(_ trace: ValueTrace, _ evaluator: ReferenceEvaluator) -> String? {
    let title = "node \(trace.node.index), \(graph[trace.node])"
    if graph[trace.node].type == .bool {
      let engine = trace.truths.map {
        ReferenceStretch(truth: $0.truth, from: $0.from, to: $0.to)
      }
      return first(of: engine, evaluator.stretches(of: evaluator.truths(of: trace.node)), title)
    }
    if trace.stretches.first?.from != from { return "\(title): the values begin late" }
    for stretch in trace.stretches {
      for second in stretch.from.seconds..<stretch.to.seconds {
        let expected = evaluator.value(trace.node, at: second)
        let value = stretch.value(at: second)
        let isFirst = second == stretch.from.seconds
        if stretch.isMoving && !isFirst { continue }
        if value == expected || isClose(value, expected) { continue }
        return
          "\(title) at \(second): engine \(text(value)) of \(stretch), reference \(text(expected))"
      }
    }
    return nil
  }

  /// What drifts is traced as a line, whose rounding is not that of the operators
  private func isClose(_ left: Value?, _ right: Value?) -> Bool {
    guard case .scalar(let left) = left, case .scalar(let right) = right else { return false }
    return (left - right).magnitude <= 1e-7 * max(1, left.magnitude)
  }

  // MARK: However it is stepped

  /// The first way in which stepping at other seconds too says something else than one replay
  ///
  /// - Parameter extra: seconds to step at beside those of arrivals; `wakes` adds those that the engine
  ///   asks for.
  package func differenceWhenStepped(at extra: [Int64], wakes: Bool) -> String? {
    var engine = Engine(graph: graph, zone: zone, begins: from, watching: watching)
    var settled = SettledFirings()
    var seconds = Set(arrivals.map { max($0.at.seconds, from.seconds) })
    seconds.formUnion(extra)
    seconds.insert(to.seconds - 1)
    var pending = seconds.sorted(by: >)
    let arrivedAt = Dictionary(grouping: arrivals) { max($0.at.seconds, from.seconds) }
    while let second = pending.popLast() {
      let arrived = arrivedAt[second] ?? []
      let step = engine.step(at: Instant(seconds: second), arrived: arrived.map(\.arrival))
      settled.take(step)
      if wakes, let wake = step.wake, wake < to, wake.seconds < pending.last ?? .min {
        pending.append(wake.seconds)
      }
      for node in watching {
        let (value, expected) = (engine.value(of: node), run.evaluator.value(node, at: second))
        if value != expected {
          return
            "node \(node.index), \(graph[node]) at \(second): engine \(text(value)), reference \(text(expected))"
        }
      }
    }
    return first(
      of: settled.firings.map(ComparedFiring.init), unsettled.firings.map(ComparedFiring.init),
      "firings when stepped")
  }

  /// The first way in which taking in the arrivals of a second one after another says something else than
  /// taking them in at once
  ///
  /// Some arrivals have another before them that they take back.
  package func differenceInRounds(_ random: inout SplitMix64) -> String? {
    var engine = Engine(graph: graph, zone: zone, begins: from, watching: watching)
    var settled = SettledFirings()
    let arrivedAt = Dictionary(grouping: arrivals) { max($0.at.seconds, from.seconds) }
    for second in Set(arrivedAt.keys).union([to.seconds - 1]).sorted() {
      var arrived = (arrivedAt[second] ?? []).flatMap {
        [decoy(of: $0.arrival, &random), $0.arrival].compactMap { $0 }
      }[...]
      let isEmptyFirst = random.oneIn(2)
      let first = isEmptyFirst ? nil : arrived.popFirst()
      engine.open(Instant(seconds: second), arrived: first.map { [$0] } ?? [])
      while !arrived.isEmpty {
        let count = random.number(in: 0...min(3, arrived.count))
        engine.take(Array(arrived.prefix(count)))
        arrived = arrived.dropFirst(count)
      }
      settled.take(engine.close())
      for node in watching {
        let (value, expected) = (engine.value(of: node), run.evaluator.value(node, at: second))
        if value != expected {
          return
            "in rounds, node \(node.index), \(graph[node]) at \(second): engine \(text(value)), reference \(text(expected))"
        }
      }
    }
    return first(
      of: settled.firings.map(ComparedFiring.init), unsettled.firings.map(ComparedFiring.init),
      "firings in rounds")
  }

  /// An arrival of which nothing is left once another has arrived
  private func decoy(of arrival: Arrival, _ random: inout SplitMix64) -> Arrival? {
    guard random.oneIn(2) else { return nil }
    switch arrival {
    case .reading(let reading):
      var others: [[FieldReading]] = []
      for case .reading(let other) in arrivals.map(\.arrival) where other.source == reading.source {
        others.append(other.fields)
      }
      return .reading(
        SourceReading(
          source: reading.source, arguments: reading.arguments, instant: reading.instant,
          fields: random.pick(others), freshness: nil, isLasting: false))
    case .rows(let change):
      let key = graph.tables[Int(change.table.index)].key
      let rows = change.rows.map { row in
        row.enumerated().map { key.contains($0.offset) ? $0.element : nil }
      }
      return .rows(TableChange(table: change.table, rows: rows, removedKeys: []))
    case .schedule, .address, .places, .unavailable, .lost, .counts, .awaited, .answer: return nil
    }
  }

  /// The first way in which replaying `a..b` and then `b..c` says something else than `a..c`
  package func differenceWhenCut(at middle: Instant) -> String? {
    let start = replay.run(from: from, to: middle, watching: watching, conditions: true)
    let end = replay.run(from: middle, to: to, watching: watching, conditions: true)
    let firings = (start.firings + end.firings).map(ComparedFiring.init)
    if let difference = first(of: firings, whole.firings.map(ComparedFiring.init), "cut firings") {
      return difference
    }
    for trace in whole.conditions {
      func stretches(_ result: ReplayResult) -> [ReferenceStretch] {
        let own = result.conditions.first { $0.rule == trace.rule && $0.row == trace.row }
        return (own?.stretches ?? []).map {
          ReferenceStretch(truth: $0.truth, from: $0.from, to: $0.to)
        }
      }
      let (first, second) = (stretches(start), stretches(end))
      // A row that is first seen in the second part is in no list of the first one.
      var joined = first
      for stretch in second {
        if let last = joined.last, last.truth == stretch.truth, last.to == stretch.from {
          joined[joined.count - 1] = ReferenceStretch(
            truth: last.truth, from: last.from, to: stretch.to)
        } else {
          joined.append(stretch)
        }
      }
      let begin = joined.first?.from ?? from
      let expected = stretches(whole).compactMap { stretch -> ReferenceStretch? in
        let start = max(stretch.from, begin)
        return start < stretch.to
          ? ReferenceStretch(truth: stretch.truth, from: start, to: stretch.to) : nil
      }
      let name = graph.rules[trace.rule].name
      if let difference = self.first(of: joined, expected, "the cut condition of \(name)") {
        return difference
      }
    }
    return nil
  }

  // MARK: Words

  private func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "unknown" }

  private func first<Element: Equatable>(
    of engine: [Element], _ reference: [Element], _ title: String
  ) -> String? {
    for index in 0..<max(engine.count, reference.count) {
      let own = engine.indices.contains(index) ? engine[index] : nil
      let other = reference.indices.contains(index) ? reference[index] : nil
      if own != other {
        return """
          \(title), number \(index):
            engine    \(own.map { "\($0)" } ?? "none")
            reference \(other.map { "\($0)" } ?? "none")
          of \(engine.count) and \(reference.count); the reference goes on with
            \(reference.dropFirst(index + 1).prefix(3).map { "\($0)" }.joined(separator: "\n    "))
          """
      }
    }
    return nil
  }
}

/// What two firings are compared by
private struct ComparedFiring: Hashable {
  let at: Instant
  let rule: Int
  let row: RowID?
  let text: String?
  let recipient: Value?
  let payload: [Value?]
  let colour: Value?
  let delivery: FiringDelivery

  init(_ firing: Firing) {
    at = firing.at
    rule = firing.rule
    row = firing.row
    text = firing.text
    recipient = firing.recipient
    payload = firing.payload.map(\.value)
    colour = firing.colour.map { .scalar(Double($0)) }
    delivery = firing.delivery
  }

  init(_ firing: ReferenceFiring) {
    at = firing.instant
    rule = firing.rule
    row = firing.row
    text = firing.text
    recipient = firing.recipient
    payload = firing.payload
    colour = firing.colour
    delivery = firing.delivery
  }
}

private struct ComparedRecord: Hashable {
  let at: Instant
  let rule: Int
  let row: [Value?]
}

extension ValueStretch {
  /// What a stretch says of a second in it
  fileprivate func value(at second: Int64) -> Value? {
    guard perSecond != 0, case .scalar(let start) = value else { return value }
    return .scalar(start + perSecond * Double(second - from.seconds))
  }
}
