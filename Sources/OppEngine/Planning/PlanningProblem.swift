package import OppModel

/// The formulas that must be decided, and the costs of the fetches that could decide them
///
/// Everything lies in flat arrays, children before parents, so that a problem of ten thousand rules
/// is built and read in a few milliseconds. A problem is built anew at a step, or kept and updated with
/// the responses.
///
///     var problem = PlanningProblem()
///     let weather = problem.fetch(cost: 1, failure: 0.01)
///     let sunny = problem.atom(probability: 0.3, needing: [weather])
///     problem.decide(sunny)
///     Planner.next(problem).fetches   // [weather]
///
/// Atoms are taken to be independent of one another.
package struct PlanningProblem: Sendable {
  /// The fetches in the order in which they were added: prerequisites come first
  package private(set) var fetches: [FetchTerms] = []

  /// The atoms in the order in which they were added
  package private(set) var atoms: [PlanningAtom] = []

  /// The formulas, children before parents
  private(set) var nodes: [PlanningNode] = []

  /// The goals, in the order in which they were added
  private(set) var roots: [PlanningRoot] = []

  /// Prerequisites of fetches, fetches of atoms, children of nodes, fetches of roots
  private(set) var lists: [Int32] = []

  package init() {}

  /// Makes room for formulas, so that what has been added need not be moved
  package mutating func reserve(nodes: Int, atoms: Int, lists: Int) {
    self.nodes.reserveCapacity(nodes)
    self.atoms.reserveCapacity(atoms)
    self.lists.reserveCapacity(lists)
  }

  /// The number of nodes in its formulas
  package var size: Int { nodes.count }

  // MARK: Fetches

  /// Adds a fetch
  ///
  /// - Parameters:
  ///   - cost: above zero; anything else counts as next to nothing.
  ///   - failure: the probability that it fails.
  ///   - prerequisites: fetches that must have succeeded before.
  /// - Returns: its index in ``fetches``.
  package mutating func fetch(
    cost: Double, failure: Double = 0, after prerequisites: [Int] = []
  ) -> Int {
    let terms = FetchTerms(
      cost: cost.isFinite ? max(cost, Self.leastCost) : Self.leastCost,
      failure: failure.isFinite ? min(max(failure, 0), 1) : 0,
      prerequisites: list(prerequisites, below: fetches.count), outcome: .open)
    fetches.append(terms)
    return fetches.count - 1
  }

  /// Records the outcome of a fetch; those of its atoms are recorded by ``settle(atom:as:)``
  package mutating func settle(fetch: Int, as outcome: FetchOutcome) {
    fetches[fetch].outcome = outcome
  }

  /// The fetches that must have succeeded before a fetch
  package func prerequisites(of fetch: Int) -> [Int] { list(fetches[fetch].prerequisites) }

  // MARK: Formulas

  /// Adds an atom, and a node that is it
  ///
  /// - Returns: the node.
  package mutating func atom(probability: Double, needing fetches: some Sequence<Int>) -> Int {
    let atom = PlanningAtom(
      probability: Self.doubtful(probability),
      fetches: list(fetches, below: self.fetches.count), truth: nil)
    atoms.append(atom)
    return node(.atom, Int32(atoms.count - 1))
  }

  /// Records how likely an atom is to be true
  package mutating func estimate(atom: Int, as probability: Double) {
    atoms[atom].probability = Self.doubtful(probability)
  }

  /// A probability with some doubt on either side
  private static func doubtful(_ probability: Double) -> Double {
    probability.isFinite ? min(max(probability, leastDoubt), 1 - leastDoubt) : 0.5
  }

  /// Adds a node with a truth that nothing changes
  package mutating func constant(_ truth: Truth) -> Int { node(.constant, Int32(truth.rawValue)) }

  /// Adds the negation of a node
  package mutating func not(_ operand: Int) -> Int {
    precondition(nodes.indices.contains(operand), "A node stands after its operand.")
    return node(.not, Int32(operand))
  }

  /// Adds the conjunction of nodes; of none, it is true
  package mutating func and(_ operands: some Sequence<Int>) -> Int {
    node(.and, children: list(operands, below: nodes.count))
  }

  /// Adds the disjunction of nodes; of none, it is false
  package mutating func or(_ operands: some Sequence<Int>) -> Int {
    node(.or, children: list(operands, below: nodes.count))
  }

  /// Records the truth that the responses give an atom; unknown where they give none
  ///
  /// An atom whose fetches have all succeeded and that is not settled counts as unknown.
  package mutating func settle(atom: Int, as truth: Truth) {
    atoms[atom].truth = truth
  }

  /// The fetches that an atom needs
  package func fetches(of atom: Int) -> [Int] { list(atoms[atom].fetches) }

  // MARK: Goals

  /// Requires a formula to be decided; the weight is the number of rules that wait for it
  package mutating func decide(_ node: Int, weight: Double = 1) {
    precondition(nodes.indices.contains(node), "What is to be decided is a node of the problem.")
    roots.append(PlanningRoot(goal: .decided(Int32(node)), weight: weight))
  }

  /// Requires fetches whatever else is known, such as the samples of a window
  package mutating func require(_ fetches: [Int], weight: Double = 1) {
    let goal = PlanningRoot.Goal.known(list(fetches, below: self.fetches.count))
    roots.append(PlanningRoot(goal: goal, weight: weight))
  }

  // MARK: Limits

  /// The least cost and the least doubt, so that no ratio is infinite
  static let leastCost = 1e-9
  static let leastDoubt = 1e-6

  // MARK: Lists

  /// Appends a node and returns its index
  private mutating func node(
    _ kind: PlanningNode.Kind, _ operand: Int32 = 0, children: ListRange = .empty
  ) -> Int {
    nodes.append(PlanningNode(kind: kind, operand: operand, children: children))
    return nodes.count - 1
  }

  /// Appends a list of indices, all below a limit
  private mutating func list(_ members: some Sequence<Int>, below limit: Int) -> ListRange {
    let start = Int32(lists.count)
    for member in members {
      precondition(member >= 0 && member < limit, "What is listed stands before the list.")
      lists.append(Int32(member))
    }
    return ListRange(start: start, end: Int32(lists.count))
  }

  /// The members of a list
  private func list(_ range: ListRange) -> [Int] {
    range.indices.map { Int(lists[$0]) }
  }
}
