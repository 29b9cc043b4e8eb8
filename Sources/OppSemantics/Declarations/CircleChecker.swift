internal import OppModel
internal import OppSyntax

/// Finds circles of Opps, each of which reads a table that another writes, without `at most`: they could fire for ever
///
/// An Opp writes a row into `firings` when it fires, and into the table of its `record`. It reads what its list, its events
/// and its condition depend on; texts make nothing fire.
///
/// ```opp
/// opp "A" when count(firings("B")) > 3     // A reads the firings of B,
/// opp "B" when count(firings("A")) > 3     // and B those of A: one of them needs `at most`
/// ```
struct CircleChecker: CheckerPart {
  let checker: Checker

  /// Reports each circle once, at its first Opp
  func checkCircles() {
    let rules = builder.graph.rules
    // An Opp with a limit ends every circle that it is in.
    let open = rules.indices.filter {
      rules[$0].limit == nil && checker.results.ruleIsSound[$0]
    }
    let writers = writers(open, rules)
    // Every Opp writes the firings of all; in most rule sets nothing reads them.
    guard isAnyRead(of: writers, rules) else { return }
    var followers: [Int: [Int]] = [:]
    for reader in open {
      for table in tables(readBy: rules[reader]) {
        for writer in writers[table] ?? [] { followers[writer, default: []].append(reader) }
      }
    }
    var reported: Set<Int> = []
    for start in open where !reported.contains(start) {
      guard let circle = circle(from: start, followers) else { continue }
      // Its other Opps are in the same circle, and need no message of their own.
      reported.formUnion(circle)
      report(circle, rules)
    }
  }

  /// `true` if a list or an expression reads one of the tables that are written
  ///
  /// - Complexity: linear in the nodes of the graph, because nodes that Opps share are visited once.
  private func isAnyRead(of writers: [TableID: [Int]], _ rules: [Rule]) -> Bool {
    if writers.isEmpty { return false }
    if rules.contains(where: { $0.rows.map { writers[$0.table] != nil } ?? false }) { return true }
    for node in builder.graph.nodes {
      if case .aggregate(_, let query) = node.operation, writers[query.table] != nil { return true }
      if case .rowField(let scope, _) = node.operation, writers[builder.table(of: scope)] != nil {
        return true
      }
    }
    return false
  }

  /// The Opps that write each table that is read
  private func writers(_ open: [Int], _ rules: [Rule]) -> [TableID: [Int]] {
    var writers: [TableID: [Int]] = [:]
    let graph = builder.graph
    let firings = graph.tables.indices.filter { graph.tables[$0].firings != nil }
    for rule in open {
      if let record = rules[rule].record { writers[record.table, default: []].append(rule) }
      for table in firings where graph.tables[table].firings?.includes(rules[rule].name) ?? false {
        writers[TableID(index: Int32(truncatingIfNeeded: table)), default: []].append(rule)
      }
    }
    return writers
  }

  /// The shortest circle through an Opp, from it on; `nil` if there is none
  private func circle(from start: Int, _ followers: [Int: [Int]]) -> [Int]? {
    var before: [Int: Int] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let rule = waiting[next]
      next += 1
      for follower in followers[rule] ?? [] {
        if follower == start {
          var circle = [rule]
          while let last = circle.last, last != start, let earlier = before[last] {
            circle.append(earlier)
          }
          return circle.reversed()
        }
        guard before[follower] == nil else { continue }
        before[follower] = rule
        waiting.append(follower)
      }
    }
    return nil
  }

  /// Reports a circle at the first of its Opps
  private func report(_ circle: [Int], _ rules: [Rule]) {
    let places = checker.results.rulePlaces[circle[0]]
    let names = circle.map { rules[$0].name }
    guard circle.count == 1, let record = rules[circle[0]].record,
      tables(readBy: rules[circle[0]]).contains(record.table)
    else {
      return report(
        .circleWithoutLimit(opps: names, limit: limit(of: rules[circle[0]])), at: places.name)
    }
    let table = builder.table(record.table).name
    report(
      .recordWithoutLimit(table: table, limit: limit(of: rules[circle[0]])),
      at: checker.results.recordPlaces[circle[0]] ?? places.name)
  }

  /// A limit that holds back none of the firings that the events of a rule are meant for
  ///
  ///     on 8:00 or 20:00 → at most 2 per day     on every 2h → at most once per 2h     on dose.at + 4h → at most once per 1min
  ///     when count(firings("A")) > 3 → at most once per day
  private func limit(of rule: Rule) -> String {
    let events = rule.events
    let times = events.filter { event in
      switch event {
      case .timeOfDay, .sun: true
      case .becomes, .instant, .every, .changes, .rowAdded, .rowRemoved: false
      }
    }.count
    if times == events.count {
      return times > 1 ? "at most \(times) per day" : "at most once per day"
    }
    if events.count == 1, case .every(let seconds) = events[0] {
      let units: [(name: String, seconds: Int64)] = [("h", 3600), ("min", 60), ("s", 1)]
      let unit = units.first { seconds % $0.seconds == 0 } ?? ("s", 1)
      let period = "\(seconds / unit.seconds)\(unit.name)"
      return "at most once per \(period)"
    }
    return "at most once per 1min"
  }

  /// The tables whose rows decide whether a rule fires
  private func tables(readBy rule: Rule) -> Set<TableID> {
    var tables: Set<TableID> = []
    var waiting: [NodeID] = []
    if let rows = rule.rows {
      tables.insert(rows.table)
      if let predicate = rows.predicate { waiting.append(predicate) }
    }
    if let condition = rule.condition { waiting.append(condition) }
    waiting += rule.events.compactMap { $0.node }
    var seen: Set<NodeID> = []
    while let node = waiting.popLast() {
      guard seen.insert(node).inserted else { continue }
      let operation = builder.operation(of: node)
      if case .aggregate(_, let query) = operation { tables.insert(query.table) }
      if case .rowField(let scope, _) = operation { tables.insert(builder.table(of: scope)) }
      builder.forEachOperand(of: operation) { waiting.append($0) }
    }
    return tables
  }
}
