internal import OppModel

/// Builds a condition graph in which equal expressions are one node
///
/// A class, because it is the one thing that all parts of the checker add to.
///
/// `temp > 20C and busy` and, in another Opp, `temp > 20C or raining` share the node of `temp > 20C`, which the engine
/// evaluates once. Nodes are numbered in the order in which they were made, operands before the nodes that use them.
final class GraphBuilder {
  /// The graph with its tables of known nodes
  private var interner: GraphInterner

  /// The traits of each node of the graph, by its index
  private(set) var traits: [NodeTraits]

  /// The depth of each node: the nodes below it, one below the other
  private var depths: [Int32]

  /// The least size of the value of each node
  private var sizes: [ValueSize]

  /// The lists whose places tables have rows for, by the table
  private var lists: [TableID: NodeID] = [:]

  /// The lists of gaps that have rows by their beginnings, by the table
  private var keptLists: [TableID: NodeID] = [:]

  /// The tables that have a row for each place of a list of values, by the list
  private var valueTables: [NodeID: TableID] = [:]

  /// Such tables whose list was only tried
  private var freeTables: [TableID] = []

  /// The nodes and their properties
  struct State: Sendable {
    var graph = ConditionGraph()
    var traits: [NodeTraits] = []
    var depths: [Int32] = []
    var sizes: [ValueSize] = []
  }

  /// The present state, from which another check may begin
  var state: State { State(graph: graph, traits: traits, depths: depths, sizes: sizes) }

  init(_ state: State) {
    interner = GraphInterner(state.graph)
    traits = state.traits
    depths = state.depths
    sizes = state.sizes
  }

  /// The graph so far
  var graph: ConditionGraph { interner.graph }

  // MARK: Nodes

  /// The node of an operation: the one there is, or a new one
  func node(_ operation: Operation, _ type: ValueType) -> NodeID {
    if let known = interner.known(operation, type) { return known }
    let (scopes, traits, depth) = traitsBelow(operation, type)
    self.traits.append(traits)
    depths.append(depth)
    sizes.append(size(of: operation, type))
    return interner.append(Node(operation: operation, type: type, scopes: scopes))
  }

  func constant(_ value: Value, _ type: ValueType) -> NodeID {
    node(.constant(value), type)
  }

  // The graph's own subscript is not called here: the call would copy the graph.
  func type(of node: NodeID) -> ValueType { interner.graph.nodes[Int(node.index)].type }

  func operation(of node: NodeID) -> Operation { interner.graph.nodes[Int(node.index)].operation }

  /// The scopes whose row a node uses
  func scopes(of node: NodeID) -> [ScopeID] { interner.graph.nodes[Int(node.index)].scopes }

  /// The depth of a node: the nodes below it, one below the other
  func depth(of node: NodeID) -> Int { Int(depths[Int(node.index)]) }

  /// The least size of the value of a node
  func size(of node: NodeID) -> ValueSize { sizes[Int(node.index)] }

  func traits(of node: NodeID) -> NodeTraits { traits[Int(node.index)] }

  /// The value of a node that is a constant
  func constantValue(of node: NodeID) -> Value? {
    guard case .constant(let value) = operation(of: node) else { return nil }
    return value
  }

  /// The number of a node that is a constant with one: seconds, metres, °C, the index of a case
  func constantScalar(of node: NodeID) -> Double? {
    guard case .constant(.scalar(let value)) = operation(of: node) else { return nil }
    return value
  }

  // MARK: Trying

  /// A point to which ``forget(after:)`` goes back
  struct Mark {
    fileprivate let nodes: Int
  }

  /// The present end of the nodes
  func mark() -> Mark { Mark(nodes: traits.count) }

  /// Takes back every node made since `mark`, if an expression was only tried
  ///
  /// Requests and scopes stay: they name no text, and an unused one makes no fetch.
  func forget(after mark: Mark) {
    guard mark.nodes < traits.count else { return }
    interner.removeNodes(from: mark.nodes)
    traits.removeSubrange(mark.nodes...)
    depths.removeSubrange(mark.nodes...)
    sizes.removeSubrange(mark.nodes...)
    lists = lists.filter { $0.value.index < mark.nodes }
    keptLists = keptLists.filter { $0.value.index < mark.nodes }
    for (list, table) in valueTables where list.index >= mark.nodes {
      valueTables[list] = nil
      freeTables.append(table)
    }
    // The same text makes the same graph: the first of them is taken first.
    freeTables.sort { $0.index > $1.index }
  }

  // MARK: Gaps

  /// The list whose places a table has rows for; nil for a table that is not computed
  func list(of table: TableID) -> NodeID? { lists[table] }

  /// The list of gaps that a table has rows for by their beginnings; `nil` for any other table
  func keptList(of table: TableID) -> NodeID? { keptLists[table] }

  /// The table of the same gaps as a list, by their beginnings, which there may be already
  ///
  /// - Parameter add: adds a table.
  func keptGaps(of query: GapQuery, _ add: () -> TableID) -> TableID {
    for (table, list) in keptLists
    where operation(of: list) == .gaps(query.with(table: table) { $0 }) {
      return table
    }
    let table = add()
    keptLists[table] = node(.gaps(query.with(table: table) { $0 }), .list(.instant))
    return table
  }

  /// The table of gaps and their list, which there may be already
  ///
  /// - Parameter add: adds a table.
  func gaps(
    from: NodeID, to: NodeID, _ operands: [NodeID], _ daily: DailyHours?, _ add: () -> TableID
  ) -> TableID {
    for (table, list) in lists {
      if case .gaps(let query) = operation(of: list), query.from == from, query.to == to,
        query.lists == operands, query.daily == daily
      {
        return table
      }
    }
    let table = add()
    let query = GapQuery(from: from, to: to, lists: operands, daily: daily, table: table)
    lists[table] = node(.gaps(query), .list(.instant))
    return table
  }

  /// The table of the places of a list of values, which there may be already
  ///
  /// - Parameter add: adds a table.
  func places(of list: NodeID, _ add: () -> TableID) -> TableID {
    if let table = valueTables[list] { return table }
    let table = freeTables.popLast() ?? add()
    valueTables[list] = table
    return table
  }

  // MARK: References of nodes

  /// The request of a source with arguments, nil for each default: the one there is, or a new one
  func request(_ source: SourceID, _ arguments: [NodeID?]) -> RequestID {
    interner.request(source, arguments)
  }

  /// The scope over a table below `depth` other scopes
  func scope(over table: TableID, depth: Int) -> ScopeID {
    interner.scope(over: table, depth: depth)
  }

  func add(_ source: Source) -> SourceID { interner.graph.add(source) }
  func add(_ table: Table) -> TableID { interner.graph.add(table) }

  func add(_ enumeration: Enumeration) -> EnumerationID {
    interner.graph.enumerations.append(enumeration)
    return EnumerationID(index: Int32(truncatingIfNeeded: interner.graph.enumerations.count - 1))
  }

  func add(_ rule: Rule) { interner.graph.rules.append(rule) }
  func add(_ chart: Chart) { interner.graph.charts.append(chart) }
  func setChartNodes(_ nodes: Range<Int>) { interner.graph.chartNodes = nodes }

  /// Calls a function with each operand of an operation
  func forEachOperand(of operation: Operation, _ body: (NodeID) -> Void) {
    interner.graph.forEachOperand(of: operation, body)
  }

  /// The name of a rule, by its index
  func ruleName(_ index: Int) -> String { interner.graph.rules[index].name }

  func source(_ id: SourceID) -> Source { interner.graph.sources[Int(id.index)] }
  /// The table of a name; `nil` if there is none
  func table(named name: String) -> TableID? { interner.graph.table(named: name) }

  /// The table as it is declared: that of the prelude for the firings of one Opp
  func declared(_ id: TableID) -> TableID {
    guard case .of? = table(id).firings else { return id }
    return interner.graph.tables.firstIndex { $0.firings == .all }
      .map { TableID(index: Int32(truncatingIfNeeded: $0)) } ?? id
  }

  func table(_ id: TableID) -> Table { interner.graph.tables[Int(id.index)] }
  func enumeration(_ id: EnumerationID) -> Enumeration {
    interner.graph.enumerations[Int(id.index)]
  }

  /// The sources and tables with a role of their own
  var wellKnown: WellKnown { interner.graph.wellKnown }

  func source(of request: RequestID) -> SourceID {
    interner.graph.requests[Int(request.index)].source
  }

  func table(of scope: ScopeID) -> TableID { interner.graph.scopes[Int(scope.index)] }

  /// Sets the constant defaults of a source's parameters, nil for each other
  func replaceDefaults(of source: SourceID, with defaults: [Value?]) {
    interner.graph.sources[Int(source.index)].defaults = defaults
  }

  /// The settings so far
  var settings: Settings { interner.graph.settings }

  func replaceSettings(_ settings: Settings) { interner.graph.settings = settings }

  // MARK: Scopes and traits

  /// The scopes that an operation uses, outermost first, and its traits
  private func traitsBelow(
    _ operation: Operation, _ type: ValueType
  ) -> (scopes: [ScopeID], traits: NodeTraits, depth: Int32) {
    var below = Below()
    operation.forEachOperand { add($0, to: &below) }
    if case .rowField(let scope, _) = operation { below.scopes = [scope] }
    if case .row(let scope) = operation { below.scopes = [scope] }
    if case .reading(let request, _) = operation {
      for case .some(let argument) in interner.graph.requests[Int(request.index)].arguments {
        add(argument, to: &below)
      }
    }
    if case .aggregate(_, let query) = operation {
      // The rows of the aggregate are its own: nothing outside uses them.
      below.scopes.removeAll { $0 == query.scope }
    }
    if below.scopes.count > 1 {
      below.scopes.sort {
        (interner.graph.scopeDepths[Int($0.index)], $0.index)
          < (interner.graph.scopeDepths[Int($1.index)], $1.index)
      }
    }
    let traits = NodeTraits(of: operation, type: type, below: below.traits, in: self)
    return (below.scopes, traits, below.depth)
  }

  /// The depth, the scopes and the traits of the operands of an operation together
  private struct Below {
    var depth: Int32 = 0
    var scopes: [ScopeID] = []
    var traits: NodeTraits = []
  }

  private func add(_ operand: NodeID, to below: inout Below) {
    let index = Int(operand.index)
    below.traits.formUnion(traits[index])
    below.depth = max(below.depth, depths[index] + 1)
    for scope in interner.graph.nodes[index].scopes where !below.scopes.contains(scope) {
      below.scopes.append(scope)
    }
  }
}

/// The checker's knowledge of a node beside its type
///
/// ```
/// now                 drifts                       20C           none
/// free                drifts                       1.5h          none: 5400 whole seconds
/// free > 30min        none: a Bool jumps           free / 2      drifts, fractional
/// temp                unforeseeable, fractional    e.begins      none, of an event of the agenda: known ahead
/// ```
///
/// They decide which values may stand in `changes`, in windows, after `next`, and as an instant.
struct NodeTraits: OptionSet {
  let rawValue: UInt8

  /// The value moves between events, as the clock and `free` do
  static let drifts = NodeTraits(rawValue: 1)

  /// The value in the future is not known now
  static let unforeseeable = NodeTraits(rawValue: 2)

  /// A time or a duration need not be of whole seconds
  static let fractional = NodeTraits(rawValue: 4)

  /// The value is the sun's place, whose curve turns: it is printed, recorded and compared with values that do not drift
  static let arcs = NodeTraits(rawValue: 8)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The traits of an operation over operands whose traits together are `below`
  init(of operation: Operation, type: ValueType, below: NodeTraits, in builder: GraphBuilder) {
    var result = below
    switch operation {
    case .clock(.now), .clock(.time): result = .drifts
    case .period: result = []
    case .constant(.scalar(let value)): result = value == value.rounded() ? [] : .fractional
    case .clock, .constant: result = []
    case .arithmetic(.multiply, _, _), .arithmetic(.divide, _, _): result.insert(.fractional)
    case .reading(let request, let field):
      result = type == .instant ? .unforeseeable : [.unforeseeable, .fractional]
      if let calendar = builder.wellKnown.calendar, calendar.source == builder.source(of: request) {
        result = field == calendar.free ? .drifts : []
      }
    case .sun: result = []
    case .sunAngle: result = [.drifts, .arcs]
    case .rowField(let scope, _), .row(let scope):
      result = NodeTraits(ofRowsOf: builder.table(of: scope), in: builder)
      if type != .instant { result.insert(.fractional) }
    case .unary(.round, _), .unary(.floor, _), .unary(.ceiling, _), .began, .lastChange, .known,
      .occurrence:
      result.remove(.drifts)
    // The time of an instant moves as that does; every other part jumps.
    case .part(let part, _): if part != .time { result.remove(.drifts) }
    case .window(let function, _, _):
      switch function {
      case .average, .total: result.formUnion([.drifts, .fractional])
      case .minimum, .maximum, .travelled, .increase, .ago: result.remove(.drifts)
      case .times, .changes: result.subtract([.drifts, .fractional])
      case .change: break
      }
    case .age: result = [.drifts, .unforeseeable]
    case .aggregate(let aggregate, let query):
      result.formUnion(NodeTraits(ofRowsOf: query.table, in: builder))
      if aggregate == .average { result.insert(.fractional) }
      if aggregate == .count { result.remove(.drifts) }
    // The traits of their operands together.
    case .address, .nearest, .rowPart, .not, .and, .or, .conditional, .otherwise, .lastKnown,
      .compare, .inRange, .element, .arithmetic, .unary, .distance, .apply, .text, .placePosition,
      .placeNamed, .list, .lasting, .withinLast, .withinNext, .latch, .aggregateList, .gaps,
      .places:
      break
    }
    if type == .bool { result.remove(.drifts) }
    if type == .bool || type == .text { result.remove(.arcs) }
    self = result
  }
}

extension NodeTraits {
  /// The traits of rows, which are constant between events; only those of the calendar are known ahead
  ///
  /// The rows of gaps change when a day begins, and are not known ahead.
  fileprivate init(ofRowsOf table: TableID, in builder: GraphBuilder) {
    self = table == builder.wellKnown.agenda?.table ? [] : .unforeseeable
  }
}
