internal import OppEngine
package import OppModel

/// The sources that charts read, and how far back
///
/// ```opp
/// chart "Warmth" of average(temp, last 7d) per day last 30        // weather, from 7 days before the first of 30 days on
/// chart "Dry" of age(rain) per hour last 24                       // a reading that repeats another has an age of its own
/// ```
package struct ChartReach: Sendable {
  /// Whether a chart has the age of a reading, for which one that repeats another is another
  package private(set) var hasAges = false

  /// The names of the sources of which a chart has the last known value, however old
  package private(set) var lastKnown: Set<String> = []

  /// In the order of the graph
  private var charts: [Reach] = []

  /// The needs of one chart
  private struct Reach: Sendable {
    let period: CalendarPeriod
    let count: Int

    /// The seconds before the first of the earliest period
    let before: Int64

    /// The first second of a window that begins at a constant; ``Seconds/never`` without one
    let fixed: Int64

    /// By name
    let sources: [String]
  }

  /// The time to look back if no length limits it: `c until d`, `age(x)`, `since first(trips).ended`
  private static let unbounded = KeptFiring.keeping

  /// The longest time for which a condition may be unknown between false and true and yet be counted by `times`
  ///
  /// The first time in a window depends on the last known truth of the condition, however long before.
  private static let longestUnknown: Int64 = 32 * 86_400

  package init(_ graph: ConditionGraph) {
    guard !graph.charts.isEmpty else { return }
    // Operands come before what they are operands of.
    var before: [Int64] = []
    var fixed: [Int64] = []
    for node in graph.nodes {
      var (below, earliest) = (Int64(0), Seconds.never)
      graph.forEachOperand(of: node.operation) { operand in
        guard before.indices.contains(Int(operand.index)) else { return }
        below = max(below, before[Int(operand.index)])
        earliest = min(earliest, fixed[Int(operand.index)])
      }
      let (length, start) = Self.past(of: node.operation, in: graph)
      if start < Seconds.never { earliest = min(earliest, Seconds.subtract(start, below + 1)) }
      before.append(Seconds.add(below, length))
      fixed.append(earliest)
    }
    for chart in graph.charts {
      var hasLastKnown = false
      var sources: [String] = []
      var (length, earliest) = (Int64(0), Seconds.never)
      for node in graph.nodes(below: chart) {
        length = max(length, before[Int(node.index)])
        earliest = min(earliest, fixed[Int(node.index)])
        if case .lastKnown = graph[node].operation { hasLastKnown = true }
        if case .age = graph[node].operation { hasAges = true }
        if case .reading(let request, _) = graph[node].operation {
          let name = graph[graph.requests[Int(request.index)].source].name
          if !sources.contains(name) { sources.append(name) }
        }
      }
      if hasLastKnown { lastKnown.formUnion(sources) }
      charts.append(
        Reach(
          period: chart.period, count: chart.count, before: length, fixed: earliest,
          sources: sources))
    }
  }

  /// The sources by name, each with the first second of it that a chart looks at
  package func sources(at now: Instant, _ zone: Zone) -> [String: Instant] {
    var result: [String: Instant] = [:]
    for chart in charts where !chart.sources.isEmpty {
      guard let start = start(of: chart, at: now, zone) else { continue }
      for source in chart.sources { result[source] = min(result[source] ?? start, start) }
    }
    return result
  }

  /// The names of the sources
  package var names: Set<String> { Set(charts.flatMap { $0.sources }) }

  /// The first second that any chart looks at; nil without charts
  package func start(at now: Instant, _ zone: Zone) -> Instant? {
    charts.compactMap { start(of: $0, at: now, zone) }.min()
  }

  private func start(of chart: Reach, at now: Instant, _ zone: Zone) -> Instant? {
    let periods = zone.periods(chart.period, last: chart.count, upTo: now.seconds)
    guard let first = periods.first?.lowerBound else { return nil }
    return Instant(seconds: min(Seconds.subtract(first, chart.before), chart.fixed))
  }

  // MARK: Lengths

  /// The seconds by which an operation looks back, one more than its length, and the constant instant from which on it looks
  private static func past(
    of operation: Operation, in graph: ConditionGraph
  ) -> (length: Int64, start: Int64) {
    var earlier: Int64 = 0
    if operation.countsEvents { earlier = longestUnknown }
    switch operation.past {
    case .none: return (0, Seconds.never)
    case .unbounded: return (unbounded, Seconds.never)
    case .last(let seconds): return (Seconds.add(seconds, earlier + 1), Seconds.never)
    case .since(let start):
      if let instant = earliest(start, in: graph) {
        return (earlier + 1, Seconds.subtract(instant, earlier))
      }
      return (
        Seconds.add(sincePast(start, graph, depth: 0) ?? unbounded, earlier + 1), Seconds.never
      )
    }
  }

  /// The first second that a constant instant can be in any zone; `nil` if it is not constant
  private static func earliest(_ node: NodeID, in graph: ConditionGraph) -> Int64? {
    func constant(_ node: NodeID) -> Int64? {
      guard case .constant(.scalar(let value)) = graph[node].operation else { return nil }
      return Seconds.whole(value)
    }
    if let instant = constant(node) { return instant }
    // The instants at which windows of the end of a period begin.
    if case .window(.ago, let operand, _) = graph[node].operation {
      guard case .arithmetic = graph[operand].operation else { return nil }
      return earliest(operand, in: graph)
    }
    guard case .arithmetic(.combine, let date, let time) = graph[node].operation,
      let day = constant(date), let second = constant(time)
    else { return nil }
    return Seconds.add(Seconds.subtract(day, 1) * 86_400, second)
  }

  /// The greatest depth of an instant that is understood
  private static let depthLimit = 16

  /// The most seconds by which an instant or a date can be before now; `nil` if they are not known
  ///
  ///     now - 3h → 3 h      today + 6:00 → 2 days      the first second of a chart's period → 0
  private static func sincePast(
    _ node: NodeID, _ graph: ConditionGraph, depth: Int
  ) -> Int64? {
    guard depth < depthLimit else { return nil }
    func past(_ node: NodeID) -> Int64? { sincePast(node, graph, depth: depth + 1) }
    func constant(_ node: NodeID) -> Int64? {
      guard case .constant(.scalar(let value)) = graph[node].operation, value >= 0 else {
        return nil
      }
      return Seconds.whole(value) + 1
    }
    let operation = graph[node].operation
    if case .period = operation { return 0 }
    if case .clock(let field) = operation {
      return field == .now ? 0 : field == .today ? 2 * 86_400 : nil
    }
    if case .window(.ago, let operand, .last(let seconds)) = operation {
      return past(operand).map { Seconds.add($0, seconds) }
    }
    if case .part(let part, let operand) = operation {
      guard let before = past(operand) else { return nil }
      switch part {
      case .date, .monthEnd: return before + 2 * 86_400
      case .weekStart: return before + 8 * 86_400
      case .monthStart: return before + 32 * 86_400
      case .yearStart: return before + 367 * 86_400
      case .year, .month, .day, .weekday, .week, .hour, .minute, .second, .time: return nil
      }
    }
    guard case .arithmetic(let function, let left, let right) = operation,
      let before = past(left)
    else { return nil }
    switch function {
    case .subtract, .dateRetreat: return constant(right).map { Seconds.add(before, $0) }
    case .add, .dateAdvance: return constant(right) == nil ? nil : before
    case .combine: return before + 86_400
    case .multiply, .divide, .modulo, .percentOf, .dateDifference, .timeAdvance, .timeRetreat:
      return nil
    }
  }
}

extension Operation {
  /// `true` if it counts events, the first of which depends on the readings before
  fileprivate var countsEvents: Bool {
    guard case .window(let function, _, _) = self else { return false }
    return function == .times || function == .changes
  }
}

extension ConditionGraph {
  /// The nodes of a chart, and those of the lists that the rows are of which it reads
  fileprivate func nodes(below chart: Chart) -> Set<NodeID> {
    var roots = chart.nodes
    while true {
      let found = nodes(below: roots)
      var tables = tables(below: roots)
      if let rows = chart.rows { tables.insert(rows.table) }
      let known = roots.count
      for index in nodes.indices {
        let node = NodeID(index: Int32(truncatingIfNeeded: index))
        guard case .places(_, let table) = nodes[index].operation, tables.contains(table),
          !found.contains(node)
        else { continue }
        roots.append(node)
      }
      if roots.count == known { return found }
    }
  }
}
