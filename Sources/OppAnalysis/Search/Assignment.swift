/// A set of possibilities: the truths that variables, and the values that columns may still have
///
/// A search starts with the widest assignment and copies it at each choice; possibilities only ever become fewer.
/// An empty set of a variable or of a column is a contradiction.
///
/// ```
/// time in 8:00..9:00 and weekday == mon          masks    and {true}   inRange {true}   == {true}
///                                                numbers  time [28800, 32399]   weekday [0, 0]
/// ```
struct Assignment: Sendable {
  /// The truths left to each variable of the network, by its index
  var masks: [TruthMask]

  /// The values left to each column, by its index; of a column of texts unused
  var numbers: [IntervalSet]

  /// The texts left to each column, by its index; of a column of numbers unused
  var texts: [TextSet]

  /// The alternative chosen of atoms and definitions that have several
  ///
  /// The keys are the indices of variables, and after these the indices of definitions (`variables.count + index`).
  var chosen: [Int: Int] = [:]

  /// The atoms whose truth has narrowed their column
  var applied: [Bool]

  /// The widest assignment: all that shapes, types and domains allow
  init(_ network: Network) {
    masks = network.variables.map { $0.initial }
    numbers = network.columns.map { $0.isWhole ? $0.domain.wholeNumbers : $0.domain }
    texts = network.columns.map { _ in .everything }
    applied = network.variables.map { _ in false }
  }
}
