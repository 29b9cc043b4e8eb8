/// A part of a problem whose roots share no fetch with any other part, and its state in a walk ahead
///
/// At most ``mostFetches`` fetches, so that a set of them is one word. The walk settles fetches and
/// atoms and takes it back.
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
    /// 0 where it is too rare to be thought of
    let failure: Double
    /// It, and all that must come before
    var closure: UInt64
  }

  /// An atom of the component
  struct Atom {
    let probability: Double
    /// All that must be made for it
    let closure: UInt64
    /// nil while it is open, or while its fetches have succeeded and the walk has not settled it
    var isTrue: Bool?
  }

  /// A node of the component
  struct Node {
    enum Kind: UInt8 {
      /// Unknown whatever is fetched
      case unknown
      case atom
      case not
      case and
      case or
    }

    let kind: Kind
    let atom: Int32
    let children: ListRange
  }

  /// The number of bits of a set
  static let mostFetches = 64

  /// The fetches, each a bit; prerequisites have lesser ones
  private(set) var fetches: [Terms] = []

  /// The formulas that are still wanted, children before parents
  private(set) var nodes: [Node] = []

  /// The lists of the nodes' children
  private(set) var children: [Int32] = []

  /// The nodes to be decided
  private(set) var roots: [Int32] = []

  /// The fetches that are required whatever else is known
  private(set) var required: UInt64 = 0

  // MARK: State

  /// The atoms, of which the walk settles some
  var atoms: [Atom] = []

  /// The fetches not made yet
  var open: UInt64 = 0

  /// The fetches that have failed
  var failed: UInt64 = 0

  /// By node, as ``examine()`` found
  var outcomes: [PossibleOutcomes] = []
  var wanted: [PossibleOutcomes] = []

  /// By node, the fetches without which an outcome is impossible
  var needs: [RequiredFetches] = []

  /// Whether some fetch may fail
  private(set) var hasFailures = false

  /// By fetch, for the estimate: how likely the plan of a root makes it, and that no root does
  var used: [Double] = []
  var unused: [Double] = []

  // MARK: Building

  /// - Parameters:
  ///   - members: the relevant fetches of the component, at most ``mostFetches``, in order.
  ///   - roots: its undecided roots.
  init(_ whole: OpenProblem, members: [Int], roots: [Int], scratch: inout ComponentScratch) {
    addFetches(whole, members, &scratch)
    for root in roots {
      switch whole.problem.roots[root].goal {
      case .decided(let node): self.roots.append(add(node, whole, &scratch))
      case .known(let range):
        for entry in range.indices {
          let fetch = Int(whole.problem.lists[entry])
          if whole.placeOfFetch[fetch] >= 0 {
            required |= fetches[Int(scratch.localFetch[fetch])].closure
          }
        }
      }
    }
    outcomes = Array(repeating: [], count: nodes.count)
    wanted = outcomes
    needs = Array(repeating: .allOf, count: nodes.count)
  }

  /// Adds the fetches of the component with their closures, as far as they are open
  private mutating func addFetches(
    _ whole: OpenProblem, _ members: [Int], _ scratch: inout ComponentScratch
  ) {
    for (local, fetch) in members.enumerated() {
      scratch.localFetch[fetch] = Int32(local)
      let terms = whole.problem.fetches[fetch]
      var closure: UInt64 = 1 << UInt64(local)
      for entry in terms.prerequisites.indices {
        let before = Int(whole.problem.lists[entry])
        if whole.isOpen[before] { closure |= fetches[Int(scratch.localFetch[before])].closure }
      }
      let failure = terms.failure >= MandatoryFetches.likelyFailure ? terms.failure : 0
      fetches.append(Terms(index: fetch, cost: terms.cost, failure: failure, closure: closure))
      open |= 1 << UInt64(local)
      hasFailures = hasFailures || failure > 0
    }
  }

  /// Adds a wanted node with all below it; the depth of formulas is limited where they are compiled
  private mutating func add(
    _ node: Int32, _ whole: OpenProblem, _ scratch: inout ComponentScratch
  ) -> Int32 {
    // Children come before parents: the nodes below are taken in the order of the problem.
    var below: [Int32] = []
    var pending = [node]
    while let next = pending.popLast() {
      guard scratch.localNode[Int(next)] < 0 else { continue }
      scratch.localNode[Int(next)] = .max
      below.append(next)
      let original = whole.problem.nodes[Int(next)]
      if original.kind == .not { pending.append(original.operand) }
      for entry in original.children.indices {
        let child = whole.problem.lists[entry]
        if !whole.wanted[Int(child)].isEmpty { pending.append(child) }
      }
    }
    below.sort()
    for index in below { scratch.localNode[Int(index)] = addOne(Int(index), whole, &scratch) }
    return scratch.localNode[Int(node)]
  }

  /// Adds one node, whose wanted children have been added; of the others, those that stay unknown become one child
  private mutating func addOne(
    _ index: Int, _ whole: OpenProblem, _ scratch: inout ComponentScratch
  ) -> Int32 {
    let node = whole.problem.nodes[index]
    switch node.kind {
    case .constant: return append(.unknown)
    case .atom: return append(.atom, atom: addAtom(Int(node.operand), whole, &scratch))
    case .not: return append(.not, below: [scratch.localNode[Int(node.operand)]])
    case .and, .or:
      var below: [Int32] = []
      var hasUnknown = false
      for entry in node.children.indices {
        let child = Int(whole.problem.lists[entry])
        if !whole.wanted[child].isEmpty {
          below.append(scratch.localNode[child])
        } else if whole.outcomes[child].contains(.open) || whole.outcomes[child] == .unknown {
          hasUnknown = true
        }
      }
      if hasUnknown { below.append(append(.unknown)) }
      return append(node.kind == .and ? .and : .or, below: below)
    }
  }

  /// Adds an atom, once for all nodes that are it
  private mutating func addAtom(
    _ index: Int, _ whole: OpenProblem, _ scratch: inout ComponentScratch
  ) -> Int32 {
    if scratch.localAtom[index] >= 0 { return scratch.localAtom[index] }
    let original = whole.problem.atoms[index]
    var closure: UInt64 = 0
    for entry in original.fetches.indices {
      let fetch = Int(whole.problem.lists[entry])
      if whole.isOpen[fetch] { closure |= fetches[Int(scratch.localFetch[fetch])].closure }
    }
    atoms.append(Atom(probability: original.probability, closure: closure, isTrue: nil))
    scratch.localAtom[index] = Int32(atoms.count - 1)
    return scratch.localAtom[index]
  }

  /// Appends a node
  private mutating func append(
    _ kind: Node.Kind, atom: Int32 = -1, below: [Int32] = []
  ) -> Int32 {
    let start = Int32(children.count)
    children.append(contentsOf: below)
    let range = ListRange(start: start, end: Int32(children.count))
    nodes.append(Node(kind: kind, atom: atom, children: range))
    return Int32(nodes.count - 1)
  }
}

/// The indices of a problem's fetches, atoms and nodes in the components being built; -1 for none
struct ComponentScratch {
  /// By fetch of the problem, its bit in its component
  var localFetch: [Int32]

  /// By atom of the problem, its index in its component
  var localAtom: [Int32]

  /// By node of the problem, its index in its component
  var localNode: [Int32]

  init(_ problem: PlanningProblem) {
    localFetch = Array(repeating: -1, count: problem.fetches.count)
    localAtom = Array(repeating: -1, count: problem.atoms.count)
    localNode = Array(repeating: -1, count: problem.nodes.count)
  }
}
