internal import OppEngine
internal import OppModel
internal import OppReplay

/// The cheapest requests that, in hindsight, prove every outcome of a year
///
/// Weather is one reading an hour; a calendar counts for an hour. For each hour the cheapest set of
/// them is taken with which every condition is known, and every condition that something remembers, at
/// every second of the hour. It is found by replaying the year with each set of sources alone. If an
/// Opp waits for events of the agenda's rows, nothing proves but the calendar that no row begins, for as
/// long as the rest of its condition would let it fire.
///
/// The sets are numbers whose bits are sources, 1 for the calendar and 2 for weather:
///
/// ```
/// set          0         1          2         3
/// sources      none      calendar   weather   both
/// decided      no        no         yes       yes        an hour in which the weather decides all rules
/// cheapest                          2                    counts weather once
/// ```
struct HindsightBound {
  /// Requests by the name of the source
  private(set) var counts: [String: Int] = [:]

  init(graph: ConditionGraph, year: Year) {
    let names = ["calendar", "weather"]
    let hours = Int(year.to.seconds(since: year.from) / 3600)
    // By the set of sources, as bits: which hours are decided throughout.
    let decided = (0..<1 << names.count).map { set in
      Self.decidedHours(graph, year, hours) { name in
        guard let index = names.firstIndex(of: name) else { return true }
        return set & 1 << index != 0
      }
    }
    let watched = Self.hoursOfAgenda(graph, year, hours)
    let sets = decided.indices.sorted { $0.nonzeroBitCount < $1.nonzeroBitCount }
    for hour in 0..<hours {
      // With all of them, everything that can be known is known.
      var best = sets.first { decided[$0][hour] } ?? decided.count - 1
      if watched[hour] { best |= 1 }
      for (index, name) in names.enumerated() where best & 1 << index != 0 {
        counts[name, default: 0] += 1
      }
    }
  }

  /// The hours in which the sources that are `requested` leave nothing open that all would decide
  ///
  /// - Returns: for each hour of the year, whether no outcome was unknown in it for a second or more.
  private static func decidedHours(
    _ graph: ConditionGraph, _ year: Year, _ hours: Int, requested: (String) -> Bool
  ) -> [Bool] {
    // The other sources, such as the position, arrive by themselves and are in every set.
    let arrivals = year.arrivals.filter { arrival in
      switch arrival.arrival {
      case .reading(let reading): requested(graph.sources[Int(reading.source.index)].name)
      case .schedule: requested("calendar")
      case .rows(let change):
        graph.tables[Int(change.table.index)].name != "agenda" || requested("calendar")
      default: true
      }
    }
    let replay = Replay(graph: graph, zone: year.zone, begins: year.from, arrivals: arrivals)
    let result = replay.run(
      from: year.from, to: year.to, watching: remembered(graph), conditions: true)
    var decided = Array(repeating: true, count: hours)
    // An interval is half open: one that ends at 13:00 leaves the hour from 13:00 alone.
    func mark(_ from: Instant, _ to: Instant) {
      let first = max(from.seconds(since: year.from), 0)
      let end = min(to.seconds(since: year.from), Int64(hours) * 3600)
      guard first < end else { return }
      for hour in first / 3600...(end - 1) / 3600 { decided[Int(hour)] = false }
    }
    // An Opp with events needs its condition at these alone, which the bound leaves out.
    for trace in result.conditions where graph.rules[trace.rule].events.isEmpty {
      for stretch in trace.stretches where stretch.truth == .unknown {
        mark(stretch.from, stretch.to)
      }
    }
    for trace in result.values {
      for stretch in trace.stretches where stretch.value == nil { mark(stretch.from, stretch.to) }
    }
    return decided
  }

  /// The hours in which an event of the agenda's rows could fire an Opp with any rows
  private static func hoursOfAgenda(_ graph: ConditionGraph, _ year: Year, _ hours: Int) -> [Bool] {
    // An hour throughout which some part without a row is false: then no row could fire the Opp.
    var watched = Array(repeating: false, count: hours)
    for rule in graph.rules {
      guard let table = rule.rows?.table, !rule.events.isEmpty,
        graph.tables[Int(table.index)].name == "agenda"
      else { continue }
      var silent = Array(repeating: false, count: hours)
      let replay = Replay(
        graph: graph, zone: year.zone, begins: year.from, arrivals: year.arrivals)
      let parts = conjuncts(rule.condition, graph).filter { graph[$0].scopes.isEmpty }
      for trace in replay.run(from: year.from, to: year.to, watching: parts).values {
        for stretch in trace.stretches where stretch.value == .truth(false) {
          // Rounded up: only hours that the interval covers as a whole are silent.
          let first = (stretch.from.seconds(since: year.from) + 3599) / 3600
          let end = stretch.to.seconds(since: year.from) / 3600
          for hour in max(first, 0)..<max(first, 0, min(end, Int64(hours))) {
            silent[Int(hour)] = true
          }
        }
      }
      for hour in 0..<hours where !silent[hour] { watched[hour] = true }
    }
    return watched
  }

  /// The operands of an `and`, of nested ones too; the condition itself if it is none
  private static func conjuncts(_ condition: NodeID?, _ graph: ConditionGraph) -> [NodeID] {
    guard let condition else { return [] }
    guard case .and(let parts) = graph[condition].operation else { return [condition] }
    return parts.flatMap { conjuncts($0, graph) }
  }

  /// The operands of operations with memory, outside all scopes
  private static func remembered(_ graph: ConditionGraph) -> [NodeID] {
    var result: Set<NodeID> = []
    for node in graph.nodes where node.scopes.isEmpty {
      switch node.operation {
      case .lasting(let operand, _), .withinLast(let operand, _), .began(let operand),
        .lastChange(let operand), .age(let operand),
        .window(_, let operand, .last), .window(_, let operand, .since):
        result.insert(operand)
      default: break
      }
    }
    return result.sorted()
  }
}
