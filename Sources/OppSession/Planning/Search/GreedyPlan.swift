/// The next fetch of components too large to walk ahead in, in a few passes over all nodes
///
/// Upwards, as if no fetch were shared: the cost of deciding each node, and the probability that it is true.
/// Downwards: in the order of least cost per probability of deciding, how likely is each atom needed?
/// A fetch is then worth the undecided work that waits for it per cost: the sum over its atoms of
/// how likely they are needed.
///
/// ```
/// sunny and free      sunny: of weather, cost 1, true with 0.3      free: of calendar, cost 3, true with 0.5
///
/// upwards     ratios 1 / 0.7 = 1.4 and 3 / 0.5 = 6, so sunny first; the whole costs 1 + 0.3 × 3 = 1.9, true with 0.15
/// downwards   sunny is needed with 1, free with 0.3
/// worths      weather 1 / 1 = 1, calendar 0.3 / 3 = 0.1
/// ```
///
/// A. Deshpande, L. Hellerstein and D. Kletenik, *Approximation Algorithms for Stochastic Boolean
/// Function Evaluation and Stochastic Submodular Set Cover*, SODA 2014, show that such a greedy stays
/// near the optimum.
struct GreedyPlan {
  /// The problem, of which only relevant fetches and wanted nodes count
  private let whole: OpenProblem

  /// By node: the expected cost of deciding it by itself
  private var costs: [Double]

  /// By node: the probability that it is true
  private var yes: [Double]

  /// The lists of the problem, the children of each node best first, and the ratios beside them
  private var sequence: [Int32]

  /// By entry of ``sequence``: the expected cost of the child per probability that it decides its parent
  private var ratios: [Double]

  /// By node: the probability that no plan of a root needs it
  private var unfetched: [Double]

  /// By fetch: the probability that no atom needs it
  private var unused: [Double]

  /// By fetch: the expected number of atoms that need it
  private var uses: [Double]

  /// By node: the expected number of rules that need it
  private var stakes: [Double]

  /// By fetch: the expected number of rules that need it
  private var fetchStakes: [Double]

  init(_ whole: OpenProblem) {
    self.whole = whole
    sequence = whole.problem.lists
    ratios = Array(repeating: 0, count: sequence.count)
    costs = Array(repeating: 0, count: whole.problem.nodes.count)
    yes = costs
    unfetched = Array(repeating: 1, count: whole.problem.nodes.count)
    unused = Array(repeating: 1, count: whole.problem.fetches.count)
    uses = Array(repeating: 0, count: whole.problem.fetches.count)
    stakes = costs
    fetchStakes = uses
    for index in whole.problem.nodes.indices where !whole.wanted[index].isEmpty { price(index) }
    for root in whole.problem.roots {
      switch root.goal {
      case .decided(let node):
        guard !whole.wanted[Int(node)].isEmpty else { continue }
        unfetched[Int(node)] = 0
        stakes[Int(node)] += root.weight
      case .known(let range):
        for entry in range.indices {
          fetchStakes[Int(whole.problem.lists[entry])] += root.weight
        }
      }
    }
    for index in whole.problem.nodes.indices.reversed() where !whole.wanted[index].isEmpty {
      choose(index)
    }
    for fetch in whole.relevant.reversed() {
      for entry in whole.problem.fetches[fetch].prerequisites.indices {
        let before = Int(whole.problem.lists[entry])
        unused[before] *= unused[fetch]
        uses[before] += uses[fetch]
        fetchStakes[before] += fetchStakes[fetch]
      }
    }
  }

  /// By fetch: the expected number of rules that need it, per cost
  func worths() -> [Double] {
    fetchStakes.indices.map { fetchStakes[$0] / whole.problem.fetches[$0].cost }
  }

  /// The fetches that are nearly certain to be needed; else the one with the most work per cost
  func best(among fetches: [Int]) -> [Int] {
    var certain: [Int] = []
    var best: [Int] = []
    var most = -Double.infinity
    for fetch in fetches where whole.isReady(fetch) {
      if unused[fetch] < Self.leastWaste { certain.append(fetch) }
      let need = 1 - unused[fetch]
      let cost = whole.problem.fetches[fetch].cost
      let worth = need * uses[fetch] / cost / max(unused[fetch], Self.leastWaste)
      if worth > most { (best, most) = ([fetch], worth) }
    }
    // Fetches that may well fail go first: the rest could become needless.
    let doubtful = certain.filter {
      whole.problem.fetches[$0].failure >= MandatoryFetches.likelyFailure
    }
    if !doubtful.isEmpty { return doubtful }
    return certain.isEmpty ? best : certain
  }

  /// The probability of not being needed below which a fetch is made at once
  private static let leastWaste = 0.001

  // MARK: Upwards

  /// The cost and the probability of a node, whose children have theirs
  private mutating func price(_ index: Int) {
    let node = whole.problem.nodes[index]
    switch node.kind {
    case .constant: break
    case .atom:
      let atom = whole.problem.atoms[Int(node.operand)]
      yes[index] = atom.probability
      for entry in atom.fetches.indices {
        let fetch = Int(whole.problem.lists[entry])
        if whole.isOpen[fetch] { costs[index] += whole.problem.fetches[fetch].cost }
      }
    case .not:
      costs[index] = costs[Int(node.operand)]
      yes[index] = 1 - yes[Int(node.operand)]
    case .and, .or: walk(index, node)
    }
  }

  /// Walks `and` and `or`: each further child is evaluated if none before has decided
  private mutating func walk(_ index: Int, _ node: PlanningNode) {
    let isAnd = node.kind == .and
    order(node)
    var goesOn = 1.0
    for entry in node.children.indices {
      let child = Int(sequence[entry])
      guard !whole.wanted[child].isEmpty else { continue }
      costs[index] += goesOn * costs[child]
      goesOn *= isAnd ? yes[child] : 1 - yes[child]
    }
    yes[index] = isAnd ? goesOn : 1 - goesOn
  }

  /// Puts the children in order, best first
  ///
  /// Nearly all nodes have a handful: they are sorted in place, by insertion.
  private mutating func order(_ node: PlanningNode) {
    let isAnd = node.kind == .and
    for entry in node.children.indices {
      let child = Int(sequence[entry])
      let chance = isAnd ? 1 - yes[child] : yes[child]
      ratios[entry] = costs[child] / max(chance, Self.leastChance)
    }
    guard node.children.count <= 16 else {
      let sorted = node.children.indices.sorted { ratios[$0] < ratios[$1] }.map { sequence[$0] }
      for (entry, child) in zip(node.children.indices, sorted) { sequence[entry] = child }
      return
    }
    for entry in node.children.indices.dropFirst() {
      let (child, ratio) = (sequence[entry], ratios[entry])
      var free = entry
      while free > node.children.indices.lowerBound, ratios[free - 1] > ratio {
        (sequence[free], ratios[free]) = (sequence[free - 1], ratios[free - 1])
        free -= 1
      }
      (sequence[free], ratios[free]) = (child, ratio)
    }
  }

  /// So that a ratio is finite if a child cannot decide
  private static let leastChance = 1e-12

  // MARK: Downwards

  /// Passes the need of a node on to its children, or to the fetches of its atom
  private mutating func choose(_ index: Int) {
    let node = whole.problem.nodes[index]
    let reach = 1 - unfetched[index]
    switch node.kind {
    case .constant: break
    case .atom:
      for entry in whole.problem.atoms[Int(node.operand)].fetches.indices {
        let fetch = Int(whole.problem.lists[entry])
        guard whole.isOpen[fetch] else { continue }
        unused[fetch] *= 1 - reach
        uses[fetch] += reach
        fetchStakes[fetch] += stakes[index]
      }
    case .not:
      unfetched[Int(node.operand)] *= 1 - reach
      stakes[Int(node.operand)] += stakes[index]
    case .and, .or:
      var goesOn = reach
      var stake = stakes[index]
      for entry in node.children.indices {
        let child = Int(sequence[entry])
        guard !whole.wanted[child].isEmpty else { continue }
        unfetched[child] *= 1 - goesOn
        stakes[child] += stake
        let chance = node.kind == .and ? yes[child] : 1 - yes[child]
        goesOn *= chance
        stake *= chance
      }
    }
  }
}
