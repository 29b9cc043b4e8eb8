package import OppModel
internal import OppSemantics
internal import OppSyntax

/// A field of a source or a table, as a rule reads it
///
/// `average(temp, last 3h)` is of the measurement `weather.temp`: Temperature, of the prelude, fresh for 3600 s.
package struct Measurement: Hashable, Sendable {
  /// The name of the source or of the table
  package let owner: String

  /// The name of the field
  package let field: String

  /// The type of the field
  package let type: ValueType

  /// `true` if the prelude declares it, so that its meaning is known
  package let isOfPrelude: Bool

  /// The time for which a reading holds, in seconds; `nil` if it holds until the next
  package let freshness: Int64?

  /// `true` for a field of a row
  package let isRow: Bool
}

/// The fields that nodes are read from
extension LintSubject {
  /// The field whose values a node has: through windows over time, `otherwise`, rounding and aggregates
  ///
  /// ```
  /// max(temp, last 3h)                  weather.temp
  /// round(tank.litres otherwise 0)      tank.litres
  /// max(forecast.temp)                  forecast.temp
  /// temp - feels_like, count(agenda)    nil: another quantity
  /// ```
  package func measurement(_ node: NodeID) -> Measurement? {
    let operation = graph[node].operation
    if let field = field(of: operation) { return field }
    if let inner = operation.keptOperand { return measurement(inner) }
    if case .rowPart(let row, let field) = operation, case .row(let table) = graph[row].type {
      return rowField(table, field)
    }
    guard case .aggregate(let kind, let query) = operation else { return nil }
    switch kind {
    case .minimum, .maximum, .average, .first: return query.value.flatMap { measurement($0) }
    case .any, .none, .atLeast, .count, .sum, .collect: return nil
    }
  }

  /// The field that an operation reads itself; nil for one that reads none
  package func field(of operation: Operation) -> Measurement? {
    if case .reading(let request, let field) = operation { return reading(request, field) }
    guard case .rowField(let scope, let field) = operation else { return nil }
    return rowField(graph.scopes[Int(scope.index)], field)
  }

  /// The readings that a node depends on, in no order
  package func readings(below node: NodeID) -> [Measurement] {
    var found: [Measurement] = []
    forEachOperation(below: node) { _, operation in
      if case .reading(let request, let field) = operation {
        found.append(reading(request, field))
      }
    }
    return found
  }

  /// The field of a request, by its index in the source
  package func reading(_ request: RequestID, _ field: Int) -> Measurement {
    let source = graph.sources[Int(graph.requests[Int(request.index)].source.index)]
    return Measurement(
      owner: source.name, field: source.fields[field].name, type: source.fields[field].type,
      isOfPrelude: !declaredNames.contains(source.name), freshness: source.freshness, isRow: false)
  }

  /// The field of a table, by its index
  package func rowField(_ table: TableID, _ field: Int) -> Measurement {
    let table = graph.tables[Int(table.index)]
    return Measurement(
      owner: table.name, field: table.fields[field].name, type: table.fields[field].type,
      isOfPrelude: !declaredNames.contains(table.name), freshness: table.freshness, isRow: true)
  }

  /// `true` if the prelude declares a table, which may have no fields
  package func isOfPrelude(_ table: TableID) -> Bool {
    !declaredNames.contains(graph.tables[Int(table.index)].name)
  }

  /// The names of the sources and tables that the rule set declares itself
  ///
  /// The prelude, which is the last file, is left out.
  func findDeclaredNames() -> Set<String> {
    // One of that name hides the prelude's.
    var names: Set<String> = []
    for tree in analysis.trees.dropLast() {
      for declaration in tree.file.declarations {
        switch declaration {
        case .source(let view): if let name = view.name { names.insert(name.text) }
        case .table(let view): if let name = view.name { names.insert(name.text) }
        case .place, .let, .enumeration, .setting, .connection, .test, .chart, .opp: break
        }
      }
    }
    return names
  }

  /// `true` if a node depends on the row of a scope
  package func uses(_ scope: ScopeID, _ node: NodeID?) -> Bool {
    node.map { graph[$0].scopes.contains(scope) } ?? false
  }

  /// `true` if a field of the clock decides a node
  package func reads(_ field: ClockField, _ node: NodeID) -> Bool {
    contains(node) { $0 == .clock(field) }
  }

  /// `true` if an operation below a node is like the given one
  package func contains(_ node: NodeID, where isWanted: (Operation) -> Bool) -> Bool {
    hasOperation(below: node) { isWanted($1) }
  }

  /// The Opps whose conditions or events depend on a node
  ///
  /// - Complexity: O(*n*) in the graph.
  package func opps(dependingOn node: NodeID) -> [LintedOpp] {
    // One pass upwards, because operands come before the nodes that read them: a node depends on the given one if an operand does.
    var depends = Array(repeating: false, count: graph.nodes.count)
    depends[Int(node.index)] = true
    for index in graph.nodes.indices.dropFirst(Int(node.index) + 1) {
      graph.forEachOperand(of: graph.nodes[index].operation) { operand in
        if depends[Int(operand.index)] { depends[index] = true }
      }
    }
    return allOpps.filter { opp in opp.conditionNodes.contains { depends[Int($0.index)] } }
  }
}

extension LintedOpp {
  /// The nodes of the condition and of the events
  package var conditionNodes: [NodeID] {
    var nodes: [NodeID] = []
    if let condition = rule.condition { nodes.append(condition) }
    for event in rule.events {
      if let node = event.node { nodes.append(node) }
    }
    return nodes
  }

  /// The nodes of the notification: its text, its recipient, its colour and the values with it
  package var noticeNodes: [NodeID] { rule.noticeNodes }

  /// The node that chooses the rows of `for each`
  package var rowNodes: [NodeID] { rule.rows?.predicate.map { [$0] } ?? [] }

  /// The nodes of the values that it records
  package var recordNodes: [NodeID] { rule.recordNodes }
}

extension Event {
  /// `true` for an event that the clock, the calendar or the sun brings again and again
  package var isOfClock: Bool {
    switch self {
    case .timeOfDay, .sun, .every: true
    case .becomes, .instant, .changes, .rowAdded, .rowRemoved: false
    }
  }
}
