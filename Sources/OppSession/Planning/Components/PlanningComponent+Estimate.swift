/// The expected cost of a state, by a plan that decides root after root
///
/// `and` looks for a false child, `or` for a true one, in the order of least expected cost per
/// probability of being it. For one conjunction whose atoms need nested sets of fetches that is the
/// optimum, by the greedy of Casanova, Lim, Robert, Vivien and Zaidouni (*Cost-Optimal Execution of
/// Boolean DNF Trees with Shared Streams*, IPDPS 2014): take the *prefix* with the least ratio, the
/// atoms that a set of fetches makes known, evaluated while it is fetched.
///
///     atom  needs     cost  P(false)
///     a     x         4     0.1        ratio 40
///     b     x and y   4+1   0.5        prefix a, b: (4 + 0.9 × 1) / (1 − 0.9 × 0.5) = 8.9
///     c     z         3     0.3        ratio 10, so b's prefix goes first, and it begins with x
///
/// Roots share fetches: a fetch is paid if any root uses it, so the estimate is the sum over fetches of
/// cost × (1 − Π over roots of (1 − the probability that the root's plan makes the fetch)).
extension PlanningComponent {
  /// The expected cost of one node, and the probabilities of its outcomes
  struct Outlook {
    var cost = 0.0
    var yes = 0.0
    var no = 0.0

    /// The fetches that will have been made for it, more likely than not
    var made: UInt64 = 0

    /// The atom to begin with
    var first: Int?

    var negated: Outlook { Outlook(cost: cost, yes: no, no: yes, made: made, first: first) }
  }

  /// The expected cost of a state
  ///
  /// - Requires: the state has been examined.
  mutating func estimate() -> Double {
    unused = Array(repeating: 1, count: fetches.count)
    for root in roots where !wanted[root].isEmpty {
      used = Array(repeating: 0, count: fetches.count)
      _ = outlook(root, made: 0, reach: 1)
      for fetch in fetches.indices { unused[fetch] *= 1 - used[fetch] }
    }
    var sum = 0.0
    for (fetch, terms) in fetches.enumerated() {
      let isRequired = required & open & (1 << UInt64(fetch)) != 0
      sum += terms.cost * (isRequired ? 1 : 1 - unused[fetch])
    }
    return sum
  }

  /// The plan of one node, if `made` have been made before
  ///
  /// - Parameter reach: how likely it is to be carried out, to be noted in `used`; 0 for not noting.
  mutating func outlook(_ index: Int, made: UInt64, reach: Double) -> Outlook {
    let outcome = outcomes[index]
    guard outcome.contains(.open) else {
      return Outlook(
        yes: outcome.contains(.yes) ? 1 : 0, no: outcome.contains(.no) ? 1 : 0)
    }
    let node = node(index)
    switch node.kind {
    case .constant: return Outlook()
    case .atom: return outlook(ofAtom: Int(node.operand), made: made, reach: reach)
    case .not: return outlook(Int(node.operand), made: made, reach: reach).negated
    case .and, .or: return outlook(ofJoin: node, made: made, reach: reach)
    }
  }

  /// The plan of an atom: its fetches in their order, each only if those before have succeeded
  private mutating func outlook(ofAtom atom: Int, made: UInt64, reach: Double) -> Outlook {
    let missing = self.missing(atom) & ~made
    var result = Outlook(made: missing, first: atom)
    var arrives = 1.0
    var rest = missing
    while rest != 0 {
      let fetch = rest.trailingZeroBitCount
      rest &= rest - 1
      result.cost += arrives * fetches[fetch].cost
      if reach > 0 { used[fetch] += (1 - used[fetch]) * reach * arrives }
      arrives *= 1 - fetches[fetch].failure
    }
    result.yes = arrives * whole.problem.atoms[atom].probability
    result.no = arrives - result.yes
    return result
  }

  /// The plan of `and` or `or`: child after child, in the best order, until one decides
  private mutating func outlook(
    ofJoin node: PlanningNode, made: UInt64, reach: Double
  ) -> Outlook {
    var remaining = children(of: node).filter { outcomes[$0].contains(.open) }
    let isAnd = node.kind == .and
    var result = Outlook()
    var made = made
    var isEach = 1.0
    var goesOn = 1.0
    while let next = best(remaining, made: made, isAnd: isAnd) {
      remaining.removeAll { $0 == next }
      let child = outlook(next, made: made, reach: reach * goesOn)
      result.first = result.first ?? child.first
      result.cost += goesOn * child.cost
      if goesOn >= 0.5 {
        made |= child.made
        result.made |= child.made
      }
      isEach *= isAnd ? child.yes : child.no
      goesOn *= 1 - (isAnd ? child.no : child.yes)
    }
    result.yes = isAnd ? isEach : 1 - goesOn
    result.no = isAnd ? 1 - goesOn : isEach
    return result
  }

  // MARK: Chains

  /// The next fetches for a single conjunction or disjunction of atoms whose sets of fetches are nested
  /// or have nothing in common
  ///
  /// - Returns: nil for any other component.
  mutating func chainChoice() -> UInt64? {
    let state = examine()
    guard !hasFailures, required == 0, roots.count == 1, state.needed == 0, let root = roots.first,
      isChain(node(root))
    else { return nil }
    return outlook(root, made: 0, reach: 0).first.map { ready(missing($0)) }
  }

  /// `true` if a node joins atoms alone, whose sets of fetches are nested or apart: [x], [x, y] and [z] are, [x, y] and
  /// [y, z] are not
  private func isChain(_ node: PlanningNode) -> Bool {
    guard node.kind == .and || node.kind == .or else { return false }
    let leaves = children(of: node)
    guard leaves.allSatisfy({ outcomes[$0].contains(.open) && isAtom($0) }) else { return false }
    return leaves.allSatisfy { left in
      leaves.allSatisfy { right in
        let (first, second) = (waits(of: left), waits(of: right))
        let common = first & second
        return common == 0 || common == first || common == second
      }
    }
  }

  // MARK: Order

  /// The child to evaluate next
  private mutating func best(_ remaining: [Int], made: UInt64, isAnd: Bool) -> Int? {
    guard remaining.count > 1 else { return remaining.first }
    var best: Int?
    var least = Double.infinity
    for child in remaining {
      var ratio: Double
      var first = child
      if node(child).kind == .atom || node(child).kind == .not {
        (ratio, first) = prefix(of: child, among: remaining, made: made, isAnd: isAnd)
      } else {
        let outlook = outlook(child, made: made, reach: 0)
        ratio = outlook.cost / max(isAnd ? outlook.no : outlook.yes, Self.leastChance)
      }
      if ratio < least || best == nil {
        least = ratio
        best = first
      }
    }
    return best
  }

  /// The ratio of all that a child's fetches make known on the way, and which of it comes first
  private mutating func prefix(
    of target: Int, among remaining: [Int], made: UInt64, isAnd: Bool
  ) -> (ratio: Double, first: Int) {
    let all = waits(of: target) & ~made
    var members: [(child: Int, cost: Double)] = []
    for child in remaining {
      let waits = waits(of: child) & ~made
      if waits & ~all == 0, isAtom(child) { members.append((child, cost(waits))) }
    }
    members.sort { $0.cost < $1.cost }
    var cost = 0.0
    var goesOn = 1.0
    var made = made
    for member in members {
      let outlook = outlook(member.child, made: made, reach: 0)
      cost += goesOn * outlook.cost
      goesOn *= 1 - (isAnd ? outlook.no : outlook.yes)
      made |= outlook.made
    }
    return (cost / max(1 - goesOn, Self.leastChance), members.first?.child ?? target)
  }

  /// An atom, or one negated
  private func isAtom(_ index: Int) -> Bool {
    switch node(index).kind {
    case .atom: true
    case .not: isAtom(Int(node(index).operand))
    case .constant, .and, .or: false
    }
  }

  /// The nodes that a node joins, but for those that have no part in the outcome
  private func children(of node: PlanningNode) -> [Int] {
    whole.problem.list(node.children).filter { outcomes[$0] != (node.kind == .and ? .yes : .no) }
  }

  /// The fetches that an atom, or one negated, still waits for
  private func waits(of index: Int) -> UInt64 {
    needs[index].yes
  }

  /// The cost of a set of fetches
  func cost(_ set: UInt64) -> Double {
    var rest = set
    var sum = 0.0
    while rest != 0 {
      sum += fetches[rest.trailingZeroBitCount].cost
      rest &= rest - 1
    }
    return sum
  }

  /// So that a ratio is finite if a child cannot decide
  private static let leastChance = 1e-12
}
