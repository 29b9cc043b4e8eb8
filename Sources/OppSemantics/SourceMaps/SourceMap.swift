package import OppModel
package import OppSyntax

/// The places of a graph's nodes in the text
///
/// A node may have several places, as equal expressions are one node. The places of one rule are
/// together, so that a rule is explained in its own words.
///
/// ```
/// opp "A" when temp > 20C      nodes   temp  20C  >     temp  20C  >
/// opp "B" when temp > 20C      ranges  in A  …          in B  …
///                              firsts  the index of the first place of each node
/// ```
package struct SourceMap: Sendable {
  /// A place of a node in the file that its run names: a rule has some twenty, so that each byte counts
  private struct Occurrence: Sendable {
    let node: NodeID
    let start: Int32
    let end: Int32
  }

  /// Places in one file, up to the first of the next run
  private struct Run: Sendable {
    let first: Int
    let file: Int32
  }

  /// The nodes and their places, in the order in which the checker made them
  private var occurrences: [Occurrence] = []

  /// The files of the places
  private var runs: [Run] = []

  /// The first place of each node; -1 if it has none
  private var firsts: [Int32] = []

  /// The number of places
  var count: Int { occurrences.count }

  /// Adds a place of a node
  mutating func add(_ node: NodeID, _ range: SourceRange) {
    if runs.last?.file != range.file { runs.append(Run(first: count, file: range.file)) }
    occurrences.append(Occurrence(node: node, start: range.start, end: range.end))
  }

  /// The range of a place, by its index
  private func range(at index: Int) -> SourceRange {
    let run = runs.count == 1 ? 0 : partitionPoint(of: runs.indices) { runs[$0].first > index } - 1
    let occurrence = occurrences[index]
    return SourceRange(file: runs[run].file, start: occurrence.start, end: occurrence.end)
  }

  /// `true` if a place is at a range; the file is looked for if the rest agrees
  private func isPlace(_ index: Int, at range: SourceRange) -> Bool {
    let occurrence = occurrences[index]
    return occurrence.start == range.start && occurrence.end == range.end
      && self.range(at: index) == range
  }

  /// Takes back the places after the first `count`
  mutating func truncate(to count: Int) {
    occurrences.removeSubrange(count...)
    while let last = runs.last, last.first >= count { runs.removeLast() }
  }

  /// Finds the first place of each node, when all are there
  mutating func close(nodeCount: Int) {
    // From the back, so that the first place of a node stays.
    firsts = Array(repeating: -1, count: nodeCount)
    for index in occurrences.indices.reversed() {
      let node = Int(occurrences[index].node.index)
      if node < nodeCount { firsts[node] = Int32(truncatingIfNeeded: index) }
    }
  }

  /// The node at each place; the first if a text became several nodes
  ///
  /// - Parameter rules: rules whose places are left out, in the order of the graph.
  package func nodesByPlace(besides rules: [RulePlaces] = []) -> [SourceRange: NodeID] {
    var found: [SourceRange: NodeID] = [:]
    if rules.isEmpty { found.reserveCapacity(count) }
    func add(_ index: Int) {
      let range = range(at: index)
      if found[range] == nil { found[range] = occurrences[index].node }
    }
    var start = 0
    for rule in rules {
      for index in start..<rule.occurrences.lowerBound { add(index) }
      // A declaration is checked if it is first used, so its places may be among those of a rule.
      for index in rule.occurrences where !rule.range.contains(range(at: index)) { add(index) }
      start = rule.occurrences.upperBound
    }
    for index in start..<count { add(index) }
    return found
  }

  /// The node at a place, among the places of a rule; the first if a text became several nodes
  ///
  /// - Complexity: the places of the rule.
  package func node(at range: SourceRange, in places: Range<Int>) -> NodeID? {
    for index in places.clamped(to: occurrences.indices) where isPlace(index, at: range) {
      return occurrences[index].node
    }
    return nil
  }

  /// The first place of a node among some places; `nil` if it has none there
  func occurrence(of node: NodeID, in places: Range<Int>) -> SourceRange? {
    for index in places.clamped(to: occurrences.indices) where occurrences[index].node == node {
      return range(at: index)
    }
    return nil
  }

  /// The place of a node, preferably in a rule
  ///
  /// - Parameter places: the places of the rule, from ``RulePlaces/occurrences``.
  package func range(of node: NodeID, in places: Range<Int>? = nil) -> SourceRange? {
    if let places, let range = occurrence(of: node, in: places) { return range }
    guard firsts.indices.contains(Int(node.index)) else { return nil }
    let first = Int(firsts[Int(node.index)])
    return first >= 0 ? range(at: first) : nil
  }

  /// The place in the text of a rule that a node comes from
  ///
  /// That is the place where the rule's writer wrote it, or else the least part of the rule that it came in with: the
  /// list that it is an element of, the name of the `let` or of the default that holds it. A place outside
  /// the rule is never taken, though the same node may be written there.
  ///
  /// - Complexity: the places of the rule, and if none of them is of the node itself, the nodes below each.
  package func place(
    of node: NodeID, in rule: RulePlaces, of graph: ConditionGraph
  ) -> SourceRange {
    var containing: SourceRange?
    // First the node itself, then the least of the expressions that hold it; nodes above it have greater numbers.
    let own = rule.occurrences.clamped(to: occurrences.indices)
    for index in own where occurrences[index].node == node {
      let range = range(at: index)
      if rule.range.encloses(range) { return range }
    }
    for index in own where occurrences[index].node > node {
      let range = range(at: index)
      guard rule.range.encloses(range) else { continue }
      if let containing, containing.length <= range.length { continue }
      if graph.node(occurrences[index].node, reaches: node) { containing = range }
    }
    return containing ?? rule.name
  }
}

extension ConditionGraph {
  /// `true` if a node is below another; operands come before the nodes that use them, so nodes before the goal are skipped
  fileprivate func node(_ start: NodeID, reaches goal: NodeID) -> Bool {
    var seen: Set<NodeID> = [start]
    var waiting = [start]
    while let node = waiting.popLast() {
      if node == goal { return true }
      forEachOperand(of: self[node].operation) { operand in
        if operand >= goal, seen.insert(operand).inserted { waiting.append(operand) }
      }
    }
    return false
  }
}

extension SourceRange {
  /// The bytes of the range
  fileprivate var length: Int32 { end - start }

  /// `true` if another range of the same file is within this one
  fileprivate func encloses(_ other: SourceRange) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}
