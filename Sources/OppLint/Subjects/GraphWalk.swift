internal import OppModel

/// A walk over the nodes below a node, each node once
///
/// Rules walk very often over very little, so the marks of one walk are used again for the next.
///
/// ```
/// begin()  number 5      enter(8): marks[8] = 5, waiting [8]
/// next() → 8             enter(3), enter(6), enter(3) again: it has mark 5, so it is left out
/// next() → 6 …           next() → nil
/// ```
struct GraphWalk {
  /// The number of the last walk that has seen each node
  private var marks: [UInt32]

  /// The number of the present walk; 0 before the first
  private var number: UInt32 = 0

  /// Nodes that were entered and not returned yet; the last is next
  private var waiting: [NodeID] = []

  init(nodeCount: Int) {
    marks = Array(repeating: 0, count: nodeCount)
  }

  /// Begins another walk
  mutating func begin() {
    waiting.removeAll(keepingCapacity: true)
    // After 2³² - 1 walks all marks could be mistaken.
    if number == .max {
      marks = Array(repeating: 0, count: marks.count)
      number = 0
    }
    number += 1
  }

  /// Puts a node on the way that has not been seen
  mutating func enter(_ node: NodeID) {
    let index = Int(node.index)
    guard marks.indices.contains(index), marks[index] != number else { return }
    marks[index] = number
    waiting.append(node)
  }

  /// The next node; nil at the end
  mutating func next() -> NodeID? { waiting.popLast() }
}
