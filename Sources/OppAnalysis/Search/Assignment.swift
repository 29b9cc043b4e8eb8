/// A set of possibilities: the truths that variables, and the values that columns may still have
struct Assignment: Sendable {
  var masks: [TruthMask]
  var numbers: [IntervalSet]
  var texts: [TextSet]

  /// The alternative chosen of atoms and definitions that have several
  var chosen: [Int: Int] = [:]

  /// The atoms whose truth has narrowed their column
  var applied: [Bool]

  init(_ network: Network) {
    masks = network.variables.map { $0.initial }
    numbers = network.columns.map { $0.isWhole ? $0.domain.wholeNumbers : $0.domain }
    texts = network.columns.map { _ in .everything }
    applied = network.variables.map { _ in false }
  }
}
