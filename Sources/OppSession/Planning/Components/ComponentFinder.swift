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

  /// By node: a place of a fetch below
  private var placeOfNode: [Int?]

  /// Indices in the problem, ascending
  struct Component {
    var fetches: [Int] = []
    var roots: [Int] = []

    /// The wanted nodes below its roots
    var nodes: [Int] = []
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
    placeOfNode = Array(repeating: nil, count: whole.problem.nodes.count)
  }

  /// Joins each fetch with those that must come before
  private mutating func joinFetches() {
    for (place, fetch) in whole.relevant.enumerated() {
      join(place, whole.problem.fetches[fetch].prerequisites)
    }
  }

  /// Joins a place with those of some fetches
  ///
  /// - Returns: the place, or the first place of the fetches if it is `nil`.
  @discardableResult
  private mutating func join(_ place: Int?, _ range: ListRange) -> Int? {
    var place = place
    for entry in range.indices {
      place = joined(place, whole.placeOfFetch[Int(whole.problem.lists[entry])])
    }
    return place
  }

  /// Joins two places if both are known, and returns the first
  private mutating func joined(_ place: Int?, _ other: Int?) -> Int? {
    if let place, let other { join(place, other) }
    return place ?? other
  }

  /// Joins the fetches below each node that is wanted, children first
  private mutating func joinNodes() {
    for (index, node) in whole.problem.nodes.enumerated() where !whole.wanted[index].isEmpty {
      switch node.kind {
      case .constant: break
      case .atom:
        placeOfNode[index] = join(nil, whole.problem.atoms[Int(node.operand)].fetches)
      case .not: placeOfNode[index] = placeOfNode[Int(node.operand)]
      case .and, .or:
        var place: Int?
        for entry in node.children.indices {
          place = joined(place, placeOfNode[Int(whole.problem.lists[entry])])
        }
        placeOfNode[index] = place
      }
    }
  }

  /// Joins the fetches that one root requires
  private mutating func joinRequired() {
    for root in whole.problem.roots {
      if case .known(let range) = root.goal { join(nil, range) }
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
    // The name of a component is its least place, which comes before its others.
    var componentOfPlace: [Int] = []
    for (place, fetch) in whole.relevant.enumerated() {
      let name = find(place)
      if name == place { components.append(Component()) }
      componentOfPlace.append(name == place ? components.count - 1 : componentOfPlace[name])
      components[componentOfPlace[place]].fetches.append(fetch)
    }
    for (index, root) in whole.problem.roots.enumerated() {
      let place: Int?
      switch root.goal {
      case .decided(let node): place = placeOfNode[Int(node)]
      case .known(let range): place = join(nil, range)
      }
      if let place { components[componentOfPlace[place]].roots.append(index) }
    }
    for (node, place) in placeOfNode.enumerated() {
      if let place { components[componentOfPlace[place]].nodes.append(node) }
    }
    return components
  }
}
