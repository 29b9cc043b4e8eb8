package import OppEngine
package import OppModel

/// Data that rules read and a recording never has, so that they wait for it in vain
///
/// A rule over `weather.humidity` beside a recording without that column fires nothing, and nothing is wrong with
/// either. So a line says it:
///
/// ```
/// `weather.humidity` was never read; "Cool" waits for it
/// `location` was never read; "A" and 3 more wait for it
/// `opp import FILE --as location --recording` makes its data of a file that you have
/// ```
///
/// - Complexity: O(*a* + *n*) in the arrivals and the nodes of the graph.
package struct UnreadFields {
  /// The graph of the rules
  private let graph: ConditionGraph

  /// By source and field: whether some reading had a value of it
  private var known: [[Bool]]

  /// By source: whether there was a reading of it
  private var wasRead: [Bool]

  /// Tables and other sources of which there is anything at all, or a reason why there is not; with those of
  /// ``wasRead`` once all is noted
  private var named: Set<String> = []

  /// A requirement of a condition: any one of these leaves
  private struct Need {
    /// Readings and aggregates, any of which would do
    var leaves: Set<NodeID> = []

    /// The leaf that represents all of them in a message
    var shown: NodeID?
  }

  /// - Parameter arrivals: the content of the recording, in any order.
  package init(_ graph: ConditionGraph, arrivals: some Sequence<Arrival>) {
    self.graph = graph
    known = graph.sources.map { $0.fields.map { _ in false } }
    wasRead = graph.sources.map { _ in false }
    for arrival in arrivals { note(arrival) }
    for source in graph.sources.indices where wasRead[source] {
      named.insert(graph.sources[source].name)
    }
    // Rules that record into a table fill it themselves.
    for case .some(let record) in graph.rules.map({ $0.record }) {
      named.insert(graph.tables[Int(record.table.index)].name)
    }
    for table in graph.tables where table.firings != nil || table.isComputed {
      named.insert(table.name)
    }
  }

  /// Notes the fields and names that an arrival has something of
  private mutating func note(_ arrival: Arrival) {
    switch arrival {
    case .reading(let reading):
      let source = Int(reading.source.index)
      wasRead[source] = true
      for field in reading.fields.indices where known[source].indices.contains(field) {
        if case .known = reading.fields[field] { known[source][field] = true }
      }
    case .rows(let change): named.insert(graph.tables[Int(change.table.index)].name)
    case .schedule: named.formUnion(["calendar", "agenda"])
    case .unavailable(let name, _): named.insert(name)
    case .address, .places, .lost, .counts, .awaited, .answer: break
    }
  }

  /// A line for each thing that was never read, with the Opps of these indices that wait for it
  package func lines(waiting rules: [Int]) -> [String] {
    // By the name that is missing: the Opps that wait for it, in the order of the rules.
    var waiting: [String: [String]] = [:]
    var order: [String] = []
    let mayBeMissing = nodesAboveUnread()
    for rule in rules {
      var missing: [String] = []
      if let rows = graph.rules[rule].rows, !named.contains(tableName(rows)) {
        missing.append(tableName(rows))
      }
      for need in needs(of: graph.rules[rule], among: mayBeMissing)
      where !need.leaves.contains(where: isRead) {
        guard let shown = need.shown, let name = name(of: shown),
          !missing.contains(name)
        else { continue }
        missing.append(name)
      }
      for name in missing {
        if waiting[name] == nil { order.append(name) }
        waiting[name, default: []].append(graph.rules[rule].name)
      }
    }
    let lines = order.map { name -> String in
      let opps = (waiting[name] ?? []).map { ValueNotation.textLiteral($0) }
      let shown =
        opps.count > 2 ? "\(opps[0]) and \(opps.count - 1) more" : opps.joined(separator: " and ")
      return "`\(name)` was never read; \(shown) \(opps.count == 1 ? "waits" : "wait") for it"
    }
    // A field that its file lacks is another matter than a source without a file.
    guard let name = order.first(where: { !$0.utf8.contains(UInt8(ascii: ".")) }) else {
      return lines
    }
    return lines + [
      "`opp import FILE --as \(name) --recording` makes its data of a file that you have"
    ]
  }

  /// `true` if the recording has any reading or row of a leaf's field
  private func isRead(_ leaf: NodeID) -> Bool {
    switch graph[leaf].operation {
    case .reading(let request, let field):
      let source = Int(graph.requests[Int(request.index)].source.index)
      let name = graph.sources[source].name
      if known[source].indices.contains(field), known[source][field] { return true }
      // A calendar is no reading, and an unreadable file has been reported.
      return named.contains(name) && !known[source].contains(true)
    case .aggregate(_, let query): return named.contains(tableName(query))
    default: return true
    }
  }

  /// `weather.temp`; the source alone if nothing of it was read
  private func name(of leaf: NodeID) -> String? {
    switch graph[leaf].operation {
    case .reading(let request, let field):
      let source = graph.sources[Int(graph.requests[Int(request.index)].source.index)]
      return named.contains(source.name)
        ? "\(source.name).\(source.fields[field].name)" : source.name
    case .aggregate(_, let query): return tableName(query)
    default: return nil
    }
  }

  /// The name of the table of a query
  private func tableName(_ query: RowQuery) -> String {
    graph.tables[Int(query.table.index)].name
  }

  // MARK: Needs

  /// By node: whether a leaf of which nothing was read is it or below it, so that a need below it may be missing
  private func nodesAboveUnread() -> [Bool] {
    var result: [Bool] = []
    result.reserveCapacity(graph.nodes.count)
    for index in graph.nodes.indices {
      let node = NodeID(index: Int32(truncatingIfNeeded: index))
      var isAbove = !isRead(node)
      graph.forEachOperand(of: graph.nodes[index].operation) {
        if result[Int($0.index)] { isAbove = true }
      }
      result.append(isAbove)
    }
    return result
  }

  /// The requirements for the condition of a rule to be known
  ///
  /// `temp > 20C and (raining or snowing)` has two: temp; raining or snowing.
  ///
  /// - Parameter mayBeMissing: by node, whether a requirement below it may be missing; others are left out.
  private func needs(of rule: Rule, among mayBeMissing: [Bool]) -> [Need] {
    var needs: [Need] = []
    var seen: Set<NodeID> = []
    for root in [rule.condition, rule.rows?.predicate].compactMap({ $0 }) {
      collect(root, mayBeMissing, &needs, &seen)
    }
    if let events = eventLeaves(of: rule) { needs.append(events) }
    return needs
  }

  /// The leaves that the events of a rule read; `nil` if it has none, or one that happens by the clock or by
  /// its rows
  private func eventLeaves(of rule: Rule) -> Need? {
    var found = Need()
    for event in rule.events {
      switch event {
      case .becomes(let node), .changes(let node), .instant(let node), .sun(_, let node, _):
        found = joined(found, leaves(below: node))
      case .timeOfDay, .every, .rowAdded, .rowRemoved: return nil
      }
    }
    return found.leaves.isEmpty ? nil : found
  }

  /// Adds the requirements of a node and of the nodes that it joins, as far as they may be missing
  ///
  /// - Parameter seen: the nodes visited so far, so that shared ones are visited once.
  private func collect(
    _ node: NodeID, _ mayBeMissing: [Bool], _ needs: inout [Need], _ seen: inout Set<NodeID>
  ) {
    guard mayBeMissing[Int(node.index)], seen.insert(node).inserted else { return }
    switch graph[node].operation {
    case .reading, .aggregate: needs.append(Need(leaves: [node], shown: node))
    case .or: needs.append(leaves(below: node))
    // One of several will do, and the last is the one that is left.
    case .otherwise(_, let last), .conditional(_, _, let last):
      needs.append(joined(leaves(below: last), leaves(below: node)))
    case .known: break
    default:
      graph.forEachOperand(of: graph[node].operation) { collect($0, mayBeMissing, &needs, &seen) }
    }
  }

  /// The leaves of both, shown as the first
  private func joined(_ first: Need, _ second: Need) -> Need {
    Need(leaves: first.leaves.union(second.leaves), shown: first.shown ?? second.shown)
  }

  /// The leaves below a node, including those of which only the presence matters
  private func leaves(below root: NodeID) -> Need {
    var found = Need()
    var seen: Set<NodeID> = []
    var pending = [root]
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      switch graph[node].operation {
      case .reading, .aggregate:
        found = joined(found, Need(leaves: [node], shown: node))
      case .otherwise(_, let last), .conditional(_, _, let last):
        // The last alternative is visited first, so that it is the one that is shown.
        graph.forEachOperand(of: graph[node].operation) { pending.append($0) }
        pending.append(last)
      default:
        var operands: [NodeID] = []
        graph.forEachOperand(of: graph[node].operation) { operands.append($0) }
        pending += operands.reversed()
      }
    }
    return found
  }
}
