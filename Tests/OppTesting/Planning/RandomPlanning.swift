/// Random planning problems, as the literature draws them
package struct RandomPlanning {
  private var random: SplitMix64

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// A conjunction whose leaves need the first 1 to 5 items of a stream
  ///
  /// As Casanova and others (IPDPS 2014) draw them: 2 to 20 leaves, probabilities uniform, an item costs
  /// 1 to 10, and `sharing` leaves a stream on average. Nested sets of fetches stand for the items.
  package mutating func conjunction(leaves: ClosedRange<Int> = 2...20) -> PlanningCase {
    var planning = PlanningCase()
    let leaves = random.number(in: leaves)
    var streams = Streams(sharing: random.number(in: 1...10), leaves: leaves, &random)
    planning.rules = [.and((0..<leaves).map { _ in .atom(streams.leaf(of: &planning, &random)) })]
    return planning
  }

  /// A disjunction of conjunctions of leaves of streams
  package mutating func disjunction(
    terms: ClosedRange<Int> = 2...4, leaves: ClosedRange<Int> = 2...4
  ) -> PlanningCase {
    var planning = PlanningCase()
    let sizes = (0..<random.number(in: terms)).map { _ in random.number(in: leaves) }
    let count = sizes.reduce(0, +)
    var streams = Streams(sharing: random.number(in: 1...10), leaves: count, &random)
    planning.rules = [
      .or(
        sizes.map { size in
          .and((0..<size).map { _ in .atom(streams.leaf(of: &planning, &random)) })
        })
    ]
    return planning
  }

  /// 2 to 6 rules over 3 to 8 sources: trees of `and`, `or` and `not` over atoms of 1 to 3 sources
  ///
  /// Each source has two atoms on average, each rule 2 to 5 different ones.
  ///
  /// - Parameter failures: whether half of the sources fail with a probability of 0.05 to 0.4, and some
  ///   need another one first.
  package mutating func rules(
    _ count: ClosedRange<Int> = 2...6, sources: ClosedRange<Int> = 3...8, failures: Bool = false
  ) -> PlanningCase {
    var planning = PlanningCase()
    let sources = random.number(in: sources)
    for source in 0..<sources {
      var fetch = PlanningCase.Fetch(cost: Double(random.number(in: 1...10)))
      if failures && random.oneIn(2) { fetch.failure = Double(random.number(in: 5...40)) / 100 }
      if failures && source > 0 && random.oneIn(4) {
        fetch.after = [random.number(in: 0...(source - 1))]
      }
      planning.fetches.append(fetch)
    }
    for _ in 0..<(2 * sources) {
      let width = min(sources, [1, 1, 1, 2, 2, 3][random.number(in: 0...5)])
      let needs = Array(Array(0..<sources).shuffled(using: &random).prefix(width)).sorted()
      planning.atoms.append(PlanningCase.Atom(probability: probability(), needs: needs))
    }
    for _ in 0..<random.number(in: count) {
      let size = random.number(in: 2...5)
      let atoms = Array(planning.atoms.indices.shuffled(using: &random).prefix(size))
      planning.rules.append(tree(atoms[...]))
    }
    return planning
  }

  /// 2 to 6 rules over 3 to 6 sources of one yes or no each, at even chances: trees two levels deep
  ///
  /// A source may occur in several rules, and several times in one.
  package mutating func flags() -> PlanningCase {
    var planning = PlanningCase()
    for source in 0..<random.number(in: 3...6) {
      planning.fetches.append(PlanningCase.Fetch(cost: Double(random.number(in: 1...10))))
      planning.atoms.append(PlanningCase.Atom(probability: 0.5, needs: [source]))
    }
    for _ in 0..<random.number(in: 2...6) {
      planning.rules.append(flagTree(planning.atoms.count, depth: 2))
    }
    return planning
  }

  private mutating func flagTree(_ flags: Int, depth: Int) -> PlanningCase.Formula {
    if depth == 0 || random.oneIn(4) {
      let flag = PlanningCase.Formula.atom(random.number(in: 0...(flags - 1)))
      return random.oneIn(4) ? .not(flag) : flag
    }
    let isAnd = random.oneIn(2)
    let parts = (0..<(random.oneIn(3) ? 3 : 2)).map { _ in flagTree(flags, depth: depth - 1) }
    return isAnd ? .and(parts) : .or(parts)
  }

  private mutating func probability() -> Double { Double.random(in: 0...1, using: &random) }

  private mutating func tree(_ atoms: ArraySlice<Int>) -> PlanningCase.Formula {
    var formula: PlanningCase.Formula
    if atoms.count == 1 {
      formula = .atom(atoms[atoms.startIndex])
    } else {
      let middle = atoms.startIndex + random.number(in: 1...(atoms.count - 1))
      let parts = [tree(atoms[..<middle]), tree(atoms[middle...])]
      formula = random.oneIn(2) ? .and(parts) : .or(parts)
    }
    if random.oneIn(4) { formula = .not(formula) }
    return formula
  }
}

/// Streams of items of which leaves need the first few
private struct Streams {
  private var costs: [Double]

  /// By stream: the fetches of its items so far
  private var items: [[Int]]

  init(sharing: Int, leaves: Int, _ random: inout SplitMix64) {
    let count = max(1, leaves / sharing)
    costs = (0..<count).map { _ in Double(random.number(in: 1...10)) }
    items = Array(repeating: [], count: count)
  }

  mutating func leaf(of planning: inout PlanningCase, _ random: inout SplitMix64) -> Int {
    let stream = random.number(in: 0...(costs.count - 1))
    let depth = random.number(in: 1...5)
    while items[stream].count < depth {
      items[stream].append(planning.fetches.count)
      planning.fetches.append(PlanningCase.Fetch(cost: costs[stream]))
    }
    let needs = Array(items[stream].prefix(depth))
    let probability = Double.random(in: 0...1, using: &random)
    planning.atoms.append(PlanningCase.Atom(probability: probability, needs: needs))
    return planning.atoms.count - 1
  }
}
