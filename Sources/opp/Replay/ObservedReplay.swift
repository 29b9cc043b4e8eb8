internal import OppEngine
internal import OppLint
internal import OppModel
internal import OppReplay

/// A replay of a recording, with the facts of each Opp
///
/// One replay serves all Opps: every condition, its parts and every reading are observed at once, and cut into intervals
/// of one truth. ``facts(of:)`` only counts.
struct ObservedReplay {
  /// The rules, with the nodes that are observed
  private let graph: ConditionGraph

  /// For the dates of firings
  private let zone: Zone

  /// The first second that counts; `to` is the first that does not
  private let from: Instant
  private let to: Instant

  /// By the index of the rule, in the order of time
  private let firings: [Int: [Firing]]

  /// The intervals of conditions without `for each`, by rule; they have no gaps
  private let conditions: [Int: [TruthStretch]]

  /// The intervals of the conditions of all rows of `for each`, by rule
  private let rowConditions: [Int: [TruthStretch]]

  /// The intervals of the parts, and of the levels of events
  private let watched: [NodeID: [TruthStretch]]

  /// The fields of sources that had a value at some second
  private(set) var knownFields: Set<ObservedData.FieldName> = []

  /// The most parts of a condition that are followed
  private static let partLimit = 12

  init(_ run: RecordedRun) {
    graph = run.graph
    (zone, from, to) = (run.zone, run.from, run.to)
    let readings = run.graph.nodes.indices.map { NodeID(index: Int32($0)) }.filter {
      if case .reading = run.graph[$0].operation { run.graph[$0].scopes.isEmpty } else { false }
    }
    // Readings of no row, parts of conditions and levels of events are watched; conditions come by themselves.
    var nodes = Set(readings)
    for rule in run.graph.rules { nodes.formUnion(Self.followed(rule, run.graph)) }
    let result = run.replay.run(
      from: run.from, to: run.to,
      watching: nodes.sorted { $0.index < $1.index }, conditions: true)
    firings = Dictionary(grouping: result.firings) { $0.rule }
    conditions = result.conditions.reduce(into: [:]) { found, trace in
      if trace.row == nil { found[trace.rule] = trace.stretches }
    }
    rowConditions = result.conditions.reduce(into: [:]) { found, trace in
      if trace.row != nil { found[trace.rule, default: []] += trace.stretches }
    }
    watched = result.values.reduce(into: [:]) { $0[$1.node] = $1.truths }
    let known = Set(
      result.values.filter { $0.stretches.contains { $0.value != nil } }.map { $0.node })
    for node in readings where known.contains(node) {
      guard case .reading(let request, let field) = run.graph[node].operation else { continue }
      let source = run.graph.sources[Int(run.graph.requests[Int(request.index)].source.index)]
      knownFields.insert(.init(owner: source.name, field: source.fields[field].name))
    }
  }

  /// The parts of a rule's condition, and the levels of its events
  private static func followed(_ rule: Rule, _ graph: ConditionGraph) -> [NodeID] {
    guard rule.rows == nil else { return [] }
    var nodes = parts(of: rule, graph)
    for case .becomes(let level) in rule.events { nodes.append(level) }
    return nodes
  }

  /// The operands of a condition that is an `and` of at most ``partLimit``, else the condition as a whole
  private static func parts(of rule: Rule, _ graph: ConditionGraph) -> [NodeID] {
    guard let condition = rule.condition else { return [] }
    let parts = graph.conjuncts(of: condition)
    return parts.count <= partLimit ? parts : [condition]
  }

  // MARK: Facts

  /// The facts of one Opp: firings a day, unknown time, the closest second, idle parts, flapping
  ///
  /// - Complexity: linear in the intervals of its condition and its parts.
  func facts(of index: Int) -> ObservedData.OppFacts {
    let rule = graph.rules[index]
    var facts = ObservedData.OppFacts()
    for firing in firings[index] ?? [] {
      facts.firings[zone.local(at: firing.at).date, default: 0] += 1
    }
    guard rule.rows == nil else {
      if let rows = rowConditions[index] { note(rows, &facts) }
      return facts
    }
    if let condition = conditions[index] { note(condition, &facts) }
    let parts = Self.parts(of: rule, graph)
    let merged = MergedTruths(parts.map { watched[$0] ?? [] }, from: from, to: to)
    if facts.firings.isEmpty, let closest = merged.closest {
      facts.closest = ObservedData.Closest(
        date: zone.local(at: closest.at).date, missing: closest.missing.map { parts[$0] })
    }
    facts.idleParts = merged.idle.map { parts[$0] }.filter(readsData)
    facts.flapping = flapping(rule, index)
    return facts
  }

  /// The share of the time in which a condition was unknown, and its cause; of rows, of the time of all of them, in which one
  /// that is gone is false
  private func note(_ stretches: [TruthStretch], _ facts: inout ObservedData.OppFacts) {
    var (unknown, total): (Int64, Int64) = (0, 0)
    var causes: [String: Int64] = [:]
    for stretch in stretches {
      let seconds = min(stretch.to, to).seconds(since: max(stretch.from, from))
      guard seconds > 0 else { continue }
      total += seconds
      guard stretch.truth == .unknown else { continue }
      unknown += seconds
      if let reason = stretch.reasons.first { causes[cause(reason), default: 0] += seconds }
    }
    guard total > 0 else { return }
    facts.unknownShare = Double(unknown) / Double(total)
    facts.unknownReason = causes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// A reason without the instant that it names
  private func cause(_ reason: UnknownReason) -> String {
    let words = reason.message(in: graph, zone: zone)
    if case .stale = reason { return words.prefixBefore(" since ") }
    if case .missing = reason { return words.prefixBefore(":") + ": the readings do not have it" }
    if case .unknownAt = reason { return "a time at which it was unknown" }
    return words
  }

  /// The busiest two hours of a condition or an event that data decide
  ///
  /// Of rises at 10:00, 10:30, 11:50 and 12:20, the busiest two hours have three: 12:20 is more than two hours after
  /// 10:00.
  ///
  /// - Returns: nil if nothing rose, and for conditions of the clock and the sun alone.
  private func flapping(_ rule: Rule, _ index: Int) -> ObservedData.Flapping? {
    var traces: [[TruthStretch]] = []
    if rule.events.isEmpty {
      if let condition = rule.condition, readsData(condition) {
        traces = conditions[index].map { [$0] } ?? []
      }
    } else {
      for case .becomes(let level) in rule.events { traces.append(watched[level] ?? []) }
    }
    var busiest: ObservedData.Flapping?
    for trace in traces {
      let rises = zip(trace, trace.dropFirst()).filter {
        $0.truth == .false && $1.truth == .true
      }.map { $0.1.from }
      var start = 0
      for (place, rise) in rises.enumerated() {
        // A window of two hours that slides over the rises: `start` is the first one in it.
        while rise.seconds(since: rises[start]) > 7200 { start += 1 }
        let count = place - start + 1
        if count > busiest?.count ?? 0 {
          busiest = ObservedData.Flapping(date: zone.local(at: rise).date, count: count)
        }
      }
    }
    return busiest
  }

  /// `true` for a node that reads anything but the clock and the sun
  private func readsData(_ node: NodeID) -> Bool {
    var pending = [node]
    var seen: Set<NodeID> = []
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      switch graph[next].operation {
      case .reading, .aggregate, .address, .nearest: return true
      // The position decides for which place the sun is computed, not when.
      case .sun: continue
      default: graph.forEachOperand(of: graph[next].operation) { pending.append($0) }
      }
    }
    return false
  }
}

/// Several truths over the same time, cut if one of them turns
///
/// ```
///       10:00        11:00        12:00        13:00        14:00
/// A     true ──────────────────────────────────▶ false ─────▶
/// B     false ──────▶ true ─────────────────────────────────▶
/// C     true ───────────────────────────────────────────────▶
///
/// closest   nil: at 11:00 all are true
/// idle      C: it was true in all the two hours in which A and B were
/// ```
private struct MergedTruths {
  /// The second with the fewest parts that were not true; nil if all were true once
  private(set) var closest: (at: Instant, missing: [Int])?

  /// The parts that were true whenever all others were, if the others ever were
  private(set) var idle: [Int] = []

  /// The others have to have been true for so many seconds together
  private static let least: Int64 = 3600

  init(_ truths: [[TruthStretch]], from: Instant, to: Instant) {
    guard !truths.isEmpty, truths.allSatisfy({ !$0.isEmpty }) else { return }
    var places = Array(repeating: 0, count: truths.count)
    var othersTrue = Array(repeating: Int64(0), count: truths.count)
    var decides = Array(repeating: false, count: truths.count)
    var at = from
    // A sweep over the cuts of all parts: `places` are the current intervals, `next` is the nearest cut.
    while at < to {
      var next = to
      var missing: [Int] = []
      for (index, trace) in truths.enumerated() {
        while places[index] + 1 < trace.count, trace[places[index]].to <= at { places[index] += 1 }
        let stretch = trace[places[index]]
        if stretch.to > at { next = min(next, stretch.to) }
        if stretch.truth != .true { missing.append(index) }
      }
      if missing.isEmpty {
        for index in truths.indices { othersTrue[index] += next.seconds(since: at) }
      } else if missing.count == 1 {
        othersTrue[missing[0]] += next.seconds(since: at)
        decides[missing[0]] = true
      }
      if missing.count < closest?.missing.count ?? .max { closest = (at, missing) }
      at = next
    }
    if closest?.missing.isEmpty ?? false { closest = nil }
    guard truths.count > 1 else { return }
    idle = truths.indices.filter { !decides[$0] && othersTrue[$0] >= Self.least }
  }
}

extension String {
  /// The text before the first occurrence of another
  fileprivate func prefixBefore(_ mark: String) -> String {
    guard let range = firstRange(of: mark) else { return self }
    return String(self[..<range.lowerBound])
  }
}
