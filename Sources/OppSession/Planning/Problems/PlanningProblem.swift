package import OppModel

/// The formulas that must be decided, and the costs of the fetches that could decide them
///
/// Everything lies in flat arrays, children before parents, so that a problem of ten thousand rules
/// is built and read in a few milliseconds. A problem is built from the start at a step, or kept and updated with
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

  /// The formulas, children before parents; the first three are the constants unknown, false and true
  package private(set) var nodes = [Truth.unknown, .false, .true].map {
    PlanningNode(kind: .constant, operand: Int32($0.rawValue), children: .empty)
  }

  /// The goals, in the order in which they were added
  private(set) var roots: [PlanningRoot] = []

  /// Fetches by themselves, their prerequisites, fetches of atoms, children of nodes, fetches of roots
  private(set) var lists: [Int32] = []

  package init() {}

  /// Makes room for formulas, so that they are not copied as more are added
  package mutating func reserve(nodes count: Int) {
    nodes.reserveCapacity(count)
    atoms.reserveCapacity(count / 2)
    lists.reserveCapacity(count)
  }

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
    lists.append(Int32(fetches.count))
    let itself = ListRange(start: Int32(lists.count - 1), end: Int32(lists.count))
    let terms = FetchTerms(
      cost: cost.isFinite ? max(cost, Self.leastCost) : Self.leastCost,
      failure: failure.isFinite ? min(max(failure, 0), 1) : 0,
      prerequisites: list(prerequisites, below: fetches.count), itself: itself, outcome: .open)
    fetches.append(terms)
    return fetches.count - 1
  }

  /// Records the outcome of a fetch; those of its atoms are recorded by ``settle(atom:as:)``
  package mutating func settle(fetch: Int, as outcome: FetchOutcome) {
    fetches[fetch].outcome = outcome
  }

  // MARK: Formulas

  /// Adds an atom, and a node that is it
  ///
  /// - Returns: the node.
  package mutating func atom(probability: Double, needing fetches: some Sequence<Int>) -> Int {
    let node = atom(needing: list(fetches, below: self.fetches.count))
    atoms[atoms.count - 1].probability = Self.doubtful(probability)
    return node
  }

  /// Adds an atom that is as likely true as false, with a list of fetches that there is, and a node that is it
  package mutating func atom(needing fetches: ListRange) -> Int {
    atoms.append(PlanningAtom(probability: 0.5, fetches: fetches, truth: nil))
    return node(.atom, Int32(atoms.count - 1))
  }

  /// Records how likely an atom is to be true
  package mutating func estimate(atom: Int, as probability: Double) {
    atoms[atom].probability = Self.doubtful(probability)
  }

  /// Records how likely all atoms are to be true, in their order
  package mutating func estimate(_ probabilities: [Double]) {
    for (atom, probability) in zip(atoms.indices, probabilities) {
      atoms[atom].probability = Self.doubtful(probability)
    }
  }

  /// A probability with some doubt on either side
  private static func doubtful(_ probability: Double) -> Double {
    probability.isFinite ? min(max(probability, leastDoubt), 1 - leastDoubt) : 0.5
  }

  /// The node with a truth that nothing changes
  package func constant(_ truth: Truth) -> Int {
    switch truth {
    case .unknown: 0
    case .false: 1
    case .true: 2
    }
  }

  /// `true` if a node is decided, so that nothing has to be fetched for it
  package func isConstant(_ node: Int) -> Bool { nodes[node].kind == .constant }

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

  /// Records the truth that the responses give an atom; unknown if they decide nothing
  ///
  /// An atom whose fetches have all succeeded and that is not settled counts as unknown.
  package mutating func settle(atom: Int, as truth: Truth) {
    atoms[atom].truth = truth
  }

  /// The fetches that an atom needs
  package func fetches(of atom: Int) -> [Int] { list(atoms[atom].fetches) }

  /// The fetches of the atom at a node; `nil` for a node of any other kind
  package func fetches(ofAtomAt node: Int) -> ListRange? {
    nodes[node].kind == .atom ? atoms[Int(nodes[node].operand)].fetches : nil
  }

  // MARK: Goals

  /// Requires a formula to be decided; the weight is the number of rules that wait for it
  package mutating func decide(_ node: Int, weight: Double = 1) {
    precondition(nodes.indices.contains(node), "What is to be decided is a node of the problem.")
    roots.append(PlanningRoot(goal: .decided(Int32(node)), weight: weight))
  }

  /// Requires fetches unconditionally, such as the samples of a window
  package mutating func require(_ fetches: [Int], weight: Double = 1) {
    require(list(fetches, below: self.fetches.count), weight: weight)
  }

  /// Requires a list of fetches that there is
  package mutating func require(_ fetches: ListRange, weight: Double) {
    roots.append(PlanningRoot(goal: .known(fetches), weight: weight))
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

  /// Appends an index to the last list
  mutating func append(_ member: Int) { lists.append(Int32(member)) }

  /// Appends a junction whose children are the entries of the lists from an index on
  mutating func junction(_ kind: PlanningNode.Kind, from start: Int) -> Int {
    node(kind, children: ListRange(start: Int32(start), end: Int32(lists.count)))
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
  package func list(_ range: ListRange) -> [Int] {
    range.indices.map { Int(lists[$0]) }
  }

  /// A list of the members of either of two, each once; a list that contains the other is that itself
  package mutating func union(_ left: ListRange, _ right: ListRange) -> ListRange {
    guard left != right else { return left }
    let start = lists.count
    for index in right.indices where !left.indices.contains(where: { lists[$0] == lists[index] }) {
      if lists.count == start {
        for own in left.indices { lists.append(lists[own]) }
      }
      lists.append(lists[index])
    }
    return lists.count == start ? left : ListRange(start: Int32(start), end: Int32(lists.count))
  }
}
