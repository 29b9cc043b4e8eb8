/// A part of a problem whose roots share no fetch with any other part, and its state in a walk ahead
///
/// Its nodes are indices of the problem's nodes, and the results of a walk are stored at the index of their node or atom, so
/// that nothing is copied: one component after the other is loaded. A set of fetches is one word of at most
/// ``mostFetches`` bits. The walk settles fetches and atoms and takes it back.
///
/// ```
/// fetches   bit 0 position, closure 0b001      bit 1 weather, closure 0b011      bit 2 calendar, closure 0b100
/// atoms     sunny: 0b011                       warm: 0b111
/// state     open 0b110: the position is there, weather and calendar are not; failed 0b000
/// ```
struct PlanningComponent {
  /// A fetch of the component
  struct Terms {
    /// In the problem
    let index: Int
    let cost: Double
    /// The probability that it fails; 0 if that is too small to plan for
    let failure: Double
    /// The fetch, and all that must come before it
    var closure: UInt64
  }

  /// The number of bits of a set
  static let mostFetches = 64

  /// The problem with its open fetches and outcomes
  var whole: OpenProblem

  /// The fetches, each a bit; prerequisites have lesser ones
  private(set) var fetches: [Terms] = []

  /// The formulas that are still wanted, children before parents
  private(set) var nodes: [Int] = []

  /// The nodes to be decided
  private(set) var roots: [Int] = []

  /// The fetches that are required unconditionally
  private(set) var required: UInt64 = 0

  /// `true` if some fetch may fail
  private(set) var hasFailures = false

  // MARK: State

  /// The fetches not made yet
  var open: UInt64 = 0

  /// The fetches that have failed
  var failed: UInt64 = 0

  /// By atom: the truth that the walk gives it; nil while it is open, or while its fetches have succeeded and the
  /// walk has not settled it
  var truths: [Bool?]

  /// By atom: all that must be made for it
  private(set) var closures: [UInt64]

  /// By node: the outcomes that ``examine()`` found; a node that no root needs keeps its earlier ones
  var outcomes: [PossibleOutcomes]
  var wanted: [PossibleOutcomes]

  /// By node, the fetches without which an outcome is impossible
  var needs: [RequiredFetches]

  /// By fetch, for the estimate: how likely the plan of a root makes it, and that no root does
  var used: [Double] = []
  var unused: [Double] = []

  // MARK: Loading

  init(_ whole: OpenProblem) {
    self.whole = whole
    truths = Array(repeating: nil, count: whole.problem.atoms.count)
    closures = Array(repeating: 0, count: whole.problem.atoms.count)
    outcomes = whole.outcomes
    wanted = Array(repeating: [], count: outcomes.count)
    needs = []
    needs.reserveCapacity(outcomes.count)
    for index in outcomes.indices {
      // An open part that helps no root is as good as unknown.
      if outcomes[index].contains(.open), whole.wanted[index].isEmpty { outcomes[index] = .unknown }
      needs.append(.settled(outcomes[index]))
    }
  }

  /// Takes a component of at most ``mostFetches`` in place of the one before
  mutating func load(_ component: ComponentFinder.Component) {
    nodes = component.nodes
    let closureOfFetch = loadFetches(component.fetches)
    roots = []
    required = 0
    for root in component.roots {
      switch whole.problem.roots[root].goal {
      case .decided(let node): roots.append(Int(node))
      case .known(let range): required |= closure(of: range, closureOfFetch)
      }
    }
    for node in nodes where whole.problem.nodes[node].kind == .atom {
      let atom = Int(whole.problem.nodes[node].operand)
      closures[atom] = closure(of: whole.problem.atoms[atom].fetches, closureOfFetch)
    }
  }

  /// Takes the fetches with their closures, as far as they are open
  ///
  /// - Returns: the closures by the index of the fetch in the problem.
  private mutating func loadFetches(_ members: [Int]) -> [Int: UInt64] {
    var closures: [Int: UInt64] = [:]
    (fetches, open, failed, hasFailures) = ([], 0, 0, false)
    for (local, fetch) in members.enumerated() {
      let terms = whole.problem.fetches[fetch]
      let own: UInt64 = 1 << UInt64(local)
      let closure = own | closure(of: terms.prerequisites, closures)
      closures[fetch] = closure
      let failure = terms.failure >= MandatoryFetches.likelyFailure ? terms.failure : 0
      fetches.append(Terms(index: fetch, cost: terms.cost, failure: failure, closure: closure))
      open |= own
      hasFailures = hasFailures || failure > 0
    }
    return closures
  }

  /// The closures of some fetches together; none of those that cannot be made
  private func closure(of range: ListRange, _ closures: [Int: UInt64]) -> UInt64 {
    range.indices.reduce(0) { $0 | closures[Int(whole.problem.lists[$1]), default: 0] }
  }

  // MARK: Reading

  /// A node of the problem
  func node(_ index: Int) -> PlanningNode { whole.problem.nodes[index] }

  /// The fetches that an atom still waits for
  func missing(_ atom: Int) -> UInt64 { closures[atom] & open }
}
