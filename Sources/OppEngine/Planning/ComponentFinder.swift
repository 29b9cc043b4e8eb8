/// The parts of a problem whose fetches and roots depend on one another
///
/// Two fetches belong together if a root could be changed by both. Each component is planned by
/// itself, and all of them at once.
///
/// ```
/// x: weather and calendar      y: calendar or tasks      z: agenda
/// components  [weather, calendar, tasks] with x and y    [agenda] with z
/// ```
///
/// Union-find with path halving (R. E. Tarjan and J. van Leeuwen, *Worst-Case Analysis of Set Union Algorithms*, 1984),
/// without ranks: next to linear in the nodes and lists. A component is named by its first fetch, so their order does
/// not depend on that of the joins.
struct ComponentFinder {
  /// The problem, of which only relevant fetches and wanted nodes count
  private let whole: OpenProblem

  /// By place: a place of the same component; itself for the one that names the component
  private var parents: [Int]

  /// By node: a place of a fetch below; -1 for none
  private var placeOfNode: [Int]

  /// Indices in the problem, ascending
  struct Component {
    var fetches: [Int] = []
    var roots: [Int] = []

    /// The number of nodes below its roots, each counted once
    var size = 0
  }

  /// The components of a problem, in the order of their first fetches; a root without a relevant fetch is in none
  static func components(of whole: OpenProblem) -> [Component] {
    var finder = ComponentFinder(whole)
    finder.joinFetches()
    finder.joinNodes()
    finder.joinRequired()
    return finder.collect()
  }

  private init(_ whole: OpenProblem) {
    self.whole = whole
    parents = Array(whole.relevant.indices)
    placeOfNode = Array(repeating: -1, count: whole.problem.nodes.count)
  }

  /// Joins each fetch with those that must come before
  private mutating func joinFetches() {
    for (place, fetch) in whole.relevant.enumerated() {
      join(place, whole.problem.fetches[fetch].prerequisites)
    }
  }

  /// - Returns: `place`, or where that is -1, the first place in the list.
  @discardableResult
  private mutating func join(_ place: Int, _ range: ListRange) -> Int {
    var place = place
    for entry in range.indices {
      let other = whole.placeOfFetch[Int(whole.problem.lists[entry])]
      guard other >= 0 else { continue }
      if place < 0 { place = other } else { join(place, other) }
    }
    return place
  }

  /// Joins the fetches below each node that is wanted, children first
  private mutating func joinNodes() {
    for (index, node) in whole.problem.nodes.enumerated() where !whole.wanted[index].isEmpty {
      switch node.kind {
      case .constant: break
      case .atom:
        placeOfNode[index] = join(-1, whole.problem.atoms[Int(node.operand)].fetches)
      case .not: placeOfNode[index] = placeOfNode[Int(node.operand)]
      case .and, .or:
        var place = -1
        for entry in node.children.indices {
          let other = placeOfNode[Int(whole.problem.lists[entry])]
          guard other >= 0 else { continue }
          if place < 0 { place = other } else { join(place, other) }
        }
        placeOfNode[index] = place
      }
    }
  }

  /// Joins the fetches that one root requires
  private mutating func joinRequired() {
    for root in whole.problem.roots {
      if case .known(let range) = root.goal { join(-1, range) }
    }
  }

  /// Joins the components of two places; the lesser name remains
  private mutating func join(_ first: Int, _ second: Int) {
    let (left, right) = (find(first), find(second))
    if left != right { parents[max(left, right)] = min(left, right) }
  }

  /// The name of the component of a place
  private mutating func find(_ place: Int) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  /// The components in the order of their first fetches
  private mutating func collect() -> [Component] {
    var components: [Component] = []
    var indexOfPlace = Array(repeating: -1, count: parents.count)
    for (place, fetch) in whole.relevant.enumerated() {
      let name = find(place)
      if indexOfPlace[name] < 0 {
        indexOfPlace[name] = components.count
        components.append(Component())
      }
      components[indexOfPlace[name]].fetches.append(fetch)
    }
    for (index, root) in whole.problem.roots.enumerated() {
      let place: Int
      switch root.goal {
      case .decided(let node): place = placeOfNode[Int(node)]
      case .known(let range): place = join(-1, range)
      }
      if place >= 0 { components[indexOfPlace[find(place)]].roots.append(index) }
    }
    for place in placeOfNode where place >= 0 { components[indexOfPlace[find(place)]].size += 1 }
    return components
  }
}
