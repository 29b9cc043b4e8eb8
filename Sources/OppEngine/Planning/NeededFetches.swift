/// The fetches that every course of answers needs
///
/// For each node and each thing it may come to be, the set of fetches without which it cannot come to
/// be that:
///
///                        true                 false                unknown
///     atom               all its fetches      all its fetches      what leads to a failure
///     and                union of children    intersection         see `join`
///     or                 intersection         union                see `join`
///
/// What a root needs is what all three have in common. A shared subformula counts at each place as if
/// it stood there alone: that can miss a need, and never invents one.
struct NeededFetches {
  private let open: OpenProblem
  private var closures: FetchSets
  private var yes: FetchSets
  private var no: FetchSets
  private var unknown: FetchSets

  /// The outcomes of each node, with `unknown` added where a failure is likely enough to wait for
  private var outcomes: [PossibleOutcomes]

  /// The union of what the roots need
  private(set) var all: FetchSets

  /// A failure rarer than this is not waited for: what is needed unless it happens goes out together
  static let likelyFailure = 0.05

  init(_ open: OpenProblem) {
    self.open = open
    let places = open.relevant.count
    closures = FetchSets(count: places, places: places)
    yes = FetchSets(count: open.problem.nodes.count, places: places)
    no = yes
    unknown = yes
    all = FetchSets(count: 1, places: places)
    outcomes = open.outcomes
    close()
    for node in open.problem.nodes.indices where outcomes[node].contains(.open) { visit(node) }
    for root in open.problem.roots { collect(root.goal) }
  }

  /// Each fetch with all that must come before
  private mutating func close() {
    for (place, fetch) in open.relevant.enumerated() {
      closures.insert(place, into: place)
      for entry in open.problem.fetches[fetch].prerequisites.indices {
        let before = open.placeOfFetch[Int(open.problem.lists[entry])]
        guard before >= 0 else { continue }
        for word in 0..<closures.width { closures[place, word] |= closures[before, word] }
      }
    }
  }

  private mutating func visit(_ index: Int) {
    let node = open.problem.nodes[index]
    switch node.kind {
    case .constant: break
    case .atom: atom(index, open.problem.atoms[Int(node.operand)])
    case .not:
      let operand = Int(node.operand)
      outcomes[index] = outcomes[operand].negated
      for word in 0..<yes.width {
        yes[index, word] = no[operand, word]
        no[index, word] = yes[operand, word]
        unknown[index, word] = unknown[operand, word]
      }
    case .and: join(index, node.children, isAnd: true)
    case .or: join(index, node.children, isAnd: false)
    }
  }

  private mutating func atom(_ index: Int, _ atom: PlanningAtom) {
    for entry in atom.fetches.indices {
      let place = open.placeOfFetch[Int(open.problem.lists[entry])]
      guard place >= 0 else { continue }
      for word in 0..<yes.width { yes[index, word] |= closures[place, word] }
    }
    for word in 0..<yes.width {
      no[index, word] = yes[index, word]
      unknown[index, word] = .max
    }
    for (place, fetch) in open.relevant.enumerated()
    where open.problem.fetches[fetch].failure >= Self.likelyFailure
      && yes.contains(place, in: index)
    {
      outcomes[index].insert(.unknown)
      for word in 0..<yes.width { unknown[index, word] &= closures[place, word] }
    }
  }

  /// `and` comes to be unknown if one child does and no other is false; `or` is its dual
  private mutating func join(_ index: Int, _ children: ListRange, isAnd: Bool) {
    var union: PossibleOutcomes = []
    var isNeverDeciding = true
    let deciding: PossibleOutcomes = isAnd ? .no : .yes
    for word in 0..<yes.width {
      var every: UInt64 = 0
      var deciders: UInt64 = .max
      var unknowns: UInt64 = .max
      var others: UInt64 = 0
      for entry in children.indices {
        let child = Int(open.problem.lists[entry])
        let outcome = outcomes[child]
        union.formUnion(outcome)
        let other = isAnd ? yes[child, word] : no[child, word]
        every |= other
        if outcome.contains(deciding) {
          deciders &= isAnd ? no[child, word] : yes[child, word]
        }
        let canBeOther = outcome.contains(isAnd ? .yes : .no)
        if outcome.contains(.unknown) {
          unknowns &= unknown[child, word]
          others |= canBeOther ? other & unknown[child, word] : unknown[child, word]
        } else if canBeOther {
          others |= other
        } else {
          isNeverDeciding = false
        }
      }
      if isAnd {
        yes[index, word] = every
        no[index, word] = deciders
      } else {
        no[index, word] = every
        yes[index, word] = deciders
      }
      unknown[index, word] = unknowns | others
    }
    if union.contains(.unknown) && isNeverDeciding { outcomes[index].insert(.unknown) }
  }

  private mutating func collect(_ goal: PlanningRoot.Goal) {
    switch goal {
    case .decided(let root):
      let node = Int(root)
      let outcome = outcomes[node]
      guard outcome.contains(.open) else { return }
      for word in 0..<all.width {
        var common: UInt64 = .max
        if outcome.contains(.yes) { common &= yes[node, word] }
        if outcome.contains(.no) { common &= no[node, word] }
        if outcome.contains(.unknown) { common &= unknown[node, word] }
        all[0, word] |= common
      }
    case .known(let range):
      for entry in range.indices {
        let place = open.placeOfFetch[Int(open.problem.lists[entry])]
        guard place >= 0 else { continue }
        for word in 0..<all.width { all[0, word] |= closures[place, word] }
      }
    }
  }
}
