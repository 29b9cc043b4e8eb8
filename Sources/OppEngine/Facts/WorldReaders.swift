internal import OppModel

/// The parts of the world that a rule set reads, and the Opps that cannot do without them
///
/// An Opp depends on the readings below its condition and events; an argument that is not a constant may be any value.
///
/// ```
/// opp "b" when c                               depends on s, the source of c
/// opp "a" when c or stock("Lidl").count > 3    on s and stock(Lidl), not on stock(Aldi)
/// opp "r" for each t in tasks on every 1h      on tasks
/// opp "n" on every 1h notify "{c}"             on nothing: only its text has c
/// ```
///
/// Complexity: linear in the graph and the rules; it is used when health is reported, not at each second.
package struct WorldReaders {
  private let graph: ConditionGraph

  /// The templates of the nodes, with their operands in one list
  private let program: Program

  /// One a template; those that a rule reads are maintained
  private let code: [TemplateCode]

  /// By rule
  private let isDisabled: [Bool]

  package init(_ engine: borrowing Engine) {
    graph = engine.graph
    program = engine.evaluator.program
    code = engine.evaluator.code
    var isDisabled: [Bool] = []
    for rule in graph.rules.indices {
      isDisabled.append(engine.monitor.isDisabled(rule: rule, of: engine.graph))
    }
    self.isDisabled = isDisabled
  }

  /// Everything that rules read and that only the world can provide, each with its name
  package func served() -> [(served: Provider.Offer, name: String)] {
    var result: [(served: Provider.Offer, name: String)] = []
    var seen: Set<Provider.Offer> = []
    func add(_ served: Provider.Offer, _ name: String) {
      if seen.insert(served).inserted { result.append((served, name)) }
    }
    var isFound = Array(repeating: false, count: graph.requests.count)
    for node in graph.nodes.indices where readsWorld(node) {
      if case .reading(let request, _) = graph.nodes[node].operation, graph.requests.has(request) {
        guard !isFound[request] else { continue }
        isFound[request] = true
      }
      switch offer(readBy: graph.nodes[node].operation) {
      case .source(let source)?:
        guard source != graph.wellKnown.clock, source != graph.wellKnown.sun else { continue }
        add(.source(source), graph[source].name)
      case .addresses?: add(.addresses, "addresses")
      case .places?: add(.places, "places")
      case .table?, nil: break
      }
    }
    let recorded = Set(graph.rules.compactMap { $0.record?.table })
    for table in graph.scopes where !recorded.contains(table) && graph.reads(rowsOf: table) {
      guard graph.tables.has(table), graph.tables[table].firings == nil,
        !graph.tables[table].isComputed
      else { continue }
      add(.table(table), graph.tables[table].name)
    }
    return result
  }

  /// The names of the Opps that depend on any subject of an offer
  package func opps(dependingOn served: Provider.Offer) -> Set<String> {
    opps(dependingOn: served) { _ in true }
  }

  /// The names of the Opps that depend on a subject
  package func opps(dependingOn subject: FetchKey) -> Set<String> {
    opps(dependingOn: Provider.Offer(subject)) { mayRead($0, subject) }
  }

  /// The names of the Opps that depend on an offer by an operation that passes a filter
  private func opps(
    dependingOn served: Provider.Offer, where reads: (Operation) -> Bool
  ) -> Set<String> {
    // One pass over the nodes, operands first: a node is reached if it reads from what is served, or has an operand
    // that is reached.
    var reached = Array(repeating: false, count: graph.nodes.count)
    for node in graph.nodes.indices {
      let template = TemplateID(node)
      guard code[template].isMaintained else { continue }
      reached[node] =
        program.operands(of: template).contains { reached[$0] }
        || readsWorld(node) && offer(readBy: graph.nodes[node].operation) == served
          && reads(graph.nodes[node].operation)
    }
    var names: Set<String> = []
    for (index, rule) in graph.rules.enumerated() where !isDisabled[index] {
      var isReached = false
      if case .table(let table) = served, rule.rows?.table == table { isReached = true }
      let conditions = [rule.condition, rule.rows?.predicate] + rule.events.map { $0.node }
      if conditions.contains(where: { $0.map { reached[$0] } ?? false }) { isReached = true }
      if isReached { names.insert(rule.name) }
    }
    return names
  }

  // MARK: Operations

  /// Whether a node reads from the world by itself, and a rule reads it
  private func readsWorld(_ node: Int) -> Bool {
    let template = TemplateID(node)
    return code[template].isMaintained && code[template].traits.dependence.isOnWorld
  }

  /// The part of the world that an operation itself reads; nil for none
  private func offer(readBy operation: Operation) -> Provider.Offer? {
    if case .reading(let request, _) = operation {
      guard graph.requests.has(request) else { return nil }
      let source = graph.requests[request].source
      return graph.sources.has(source) ? .source(source) : nil
    }
    if case .address = operation { return .addresses }
    if case .nearest = operation { return .places }
    if case .aggregate(_, let query) = operation { return .table(query.table) }
    if case .rowField(let scope, _) = operation { return table(of: scope) }
    if case .row(let scope) = operation { return table(of: scope) }
    if case .rowPart(let row, _) = operation, case .row(let table) = graph[row].type {
      return .table(table)
    }
    return nil
  }

  /// The table whose rows a scope ranges over
  private func table(of scope: ScopeID) -> Provider.Offer? {
    guard graph.scopes.has(scope) else { return nil }
    return .table(graph.scopes[scope])
  }

  /// Whether an operation that reads from the offer of a subject may read that very subject, by its arguments
  private func mayRead(_ operation: Operation, _ subject: FetchKey) -> Bool {
    if case .source(_, let values) = subject, case .reading(let id, _) = operation {
      let arguments = graph.requests[id].arguments
      return arguments.count == values.count
        && zip(arguments, values).allSatisfy { mayBe($0, $1) }
    }
    if case .address(let text) = subject, case .address(let node) = operation {
      return mayBe(node, .text(text))
    }
    if case .places(let category) = subject, case .nearest(let node, _) = operation {
      return mayBe(node, .text(category))
    }
    return true
  }

  /// Whether an argument may have a value; an argument that is left out, which is `nil`, has only the default
  private func mayBe(_ node: NodeID?, _ value: Value?) -> Bool {
    guard let node else { return value == nil }
    guard case .constant(let constant) = graph[node].operation else { return value != nil }
    return constant == value
  }
}

extension Provider.Offer {
  /// The part of the world that a subject is of
  package init(_ subject: FetchKey) {
    switch subject {
    case .source(let source, _): self = .source(source)
    case .table(let table): self = .table(table)
    case .address: self = .addresses
    case .places: self = .places
    }
  }
}
