internal import OppModel

/// Makes the network of the nodes below some nodes, equal ones once
///
/// It is used once: ``variable(of:choices:)`` for each literal, then ``finish()``, then ``network`` is read.
/// The extensions hold one idea each: shapes (truths), values (columns), atoms, history, windows, rows, moments, laws.
///
/// - Complexity: O(*n*) in the nodes, and O(*w*²) in windows over one operand and in pins of one position.
struct NetworkBuilder: Sendable {
  /// The graph of the nodes
  let graph: ConditionGraph

  /// The zone of local times; `nil` if it is not known
  let zone: Zone?

  /// The times at which the sun crosses at pins, over the year
  let suns: SunBounds

  /// Laws that are not to be used
  let withoutLaws: Set<Axiom.Law>

  /// The network so far
  var network = Network()

  /// The value of a variable as a sum of columns, for scalars
  ///
  /// Nil of Bools, of texts and of values that have no number, such as positions; by the index of the variable.
  var forms: [LinearForm?] = []

  /// The column of a variable that has one of its own
  ///
  /// Nil if the value is a sum of columns of others, as of `temp - feels_like`.
  var columns: [Int?] = []

  /// The moved clock that a variable is, such as `time + 2h`; nil of nearly all
  var wrapped: [WrappedClock?] = []

  /// The variable of each node for each choice of rows
  private var known: [Key: Int] = [:]

  /// The columns of the present second, made when first needed
  private var fieldColumns: [TimeField: Int] = [:]

  /// The row of each scope that is bound; any other stands for row 0
  private(set) var choices: [ScopeID: Int32] = [:]

  /// The time of day moved by seconds, around midnight
  struct WrappedClock: Hashable, Sendable {
    /// The column of `time`
    let column: Int

    /// The seconds that are added, from -86,400 to 86,400
    let shift: Rational
  }

  /// A node with the rows that its scopes are bound to; the same node over two rows is two variables
  private struct Key: Hashable {
    let node: NodeID

    /// The number of the row for each scope of the node, in its order
    let rows: [Int32]
  }

  /// - Parameters:
  ///   - zone: nil if local times and instants are to be related as in any zone.
  ///   - withoutLaws: laws of the prelude that are left out.
  init(
    graph: ConditionGraph, zone: Zone?, suns: SunBounds = SunBounds(),
    withoutLaws: Set<Axiom.Law> = []
  ) {
    self.graph = graph
    self.zone = zone
    self.suns = suns
    self.withoutLaws = withoutLaws
  }

  /// The variable of a node when scopes stand for rows; made with all that lies below it
  mutating func variable(of root: NodeID, choices: [ScopeID: Int32] = [:]) -> Int {
    self.choices = choices
    // Operands have smaller ids than the nodes over them, so each is there when it is needed.
    for node in nodesBelow(root) {
      let key = Key(node: node, rows: rows(of: node))
      guard known[key] == nil else { continue }
      let index = network.variables.count
      known[key] = index
      add(node, key.rows, index)
    }
    return operand(root)
  }

  /// The variable of a node that was added before
  func operand(_ node: NodeID) -> Int {
    known[Key(node: node, rows: rows(of: node))] ?? 0
  }

  /// The variable of a node if it has one
  func index(of node: NodeID) -> Int? { known[Key(node: node, rows: rows(of: node))] }

  /// The number of the row that each scope of a node is bound to
  private func rows(of node: NodeID) -> [Int32] {
    graph[node].scopes.map { choices[$0] ?? 0 }
  }

  /// A node and all below it, operands first; the predicates and values of aggregates are left out
  private func nodesBelow(_ root: NodeID) -> [NodeID] {
    var seen: Set<NodeID> = [root]
    var stack = [root]
    while let next = stack.popLast() {
      if case .aggregate = graph[next].operation { continue }
      graph.forEachOperand(of: graph[next].operation) { operand in
        if seen.insert(operand).inserted { stack.append(operand) }
      }
    }
    return seen.sorted()
  }

  /// Adds the variable of a node, with the value, the shape, the atom and the relations that follow from its operands
  private mutating func add(_ node: NodeID, _ rows: [Int32], _ index: Int) {
    forms.append(nil)
    columns.append(nil)
    wrapped.append(nil)
    let isBool = graph[node].type == .bool
    if !isBool { addValue(of: node, index) }
    network.variables.append(
      Network.Variable(
        node: node, rows: rows, shape: shape(of: node), atom: atom(of: node), isBool: isBool,
        initial: initial(of: node)))
    addHistory(of: node, index)
    addWindow(of: node, index)
    addAggregate(of: node, index)
  }

  /// Adds a variable that stands for no node of its own
  mutating func addVariable(
    like node: NodeID, _ shape: Network.Shape, _ atom: Network.Atom?
  ) -> Int {
    forms.append(nil)
    columns.append(nil)
    wrapped.append(nil)
    network.variables.append(
      Network.Variable(
        node: node, rows: [-1], shape: shape, atom: atom, isBool: true, initial: .all))
    return network.variables.count - 1
  }

  /// Adds the relations between columns, once all of them are there
  mutating func finish() {
    instantiateRows()
    addMoments()
    addLaws()
    addTriangles()
  }

  /// The truths that a node may have before anything is decided; constants, the clock and texts are always known
  private func initial(of node: NodeID) -> TruthMask {
    if case .constant(.truth(let isTrue)) = graph[node].operation { return isTrue ? .true : .false }
    return switch graph[node].operation.role {
    case .constant, .present, .text: .true
    case .knowledge: .knownTruths
    case .data, .sun, .comparison, .computed: graph[node].type == .bool ? .all : [.unknown, .true]
    }
  }

  // MARK: Columns

  /// Adds a column and returns its index
  mutating func newColumn(
    _ variable: Int, _ kind: Network.Column.Kind, _ domain: IntervalSet, isWhole: Bool = false,
    law: Axiom.Law? = nil
  ) -> Int {
    network.columns.append(
      Network.Column(
        variable: variable, kind: kind, domain: domain, isWhole: isWhole, law: law))
    return network.columns.count - 1
  }

  /// The column of a field of the present second, or `nil` if it has none
  func knownColumn(of field: TimeField) -> Int? { fieldColumns[field] }

  /// The column of a field of the present second: one, however it is written
  mutating func column(of field: TimeField, for variable: Int) -> Int {
    if let known = fieldColumns[field] { return known }
    let column = newColumn(variable, .time(field), field.domain, isWhole: true)
    fieldColumns[field] = column
    return column
  }
}
