/// The way in which a reading depends on operands and facts that are unknown, or not fetched yet
package enum Dependence: Sendable {
  /// Unknown where an operand is, as `temp > 20C`: with one that is unknown for good, the others do not matter
  case strict
  /// An operand that is unknown may leave it known: `x in [a, b]` is true where x equals a, for any b
  case operands
  /// A known reading may turn into another once an operand is known, as that of `known(x)`
  case tested
  /// A condition made of others
  case joined(Connective)
  /// The second operand counts once the first is unknown for good
  case otherwise
  /// The past alone decides it if it has been known before
  case lastKnown
  /// The past may decide it, for any present operand: `for` and `within last`
  case past
  /// The past alone decides it: `ago`
  case earlier
  /// A field of a source
  case source
  /// The row that its instance is of, or a field of that
  case row
  /// A field of the row that its operand is
  case rowPart
  /// The rows of a table, which are no operands
  case rows
  /// A place or position that is looked up
  case place

  /// Whether facts decide it besides its operands
  package var isOnWorld: Bool {
    switch self {
    case .source, .row, .rowPart, .rows, .place: true
    case .strict, .operands, .tested, .joined, .otherwise, .lastKnown, .past, .earlier: false
    }
  }
}

/// The way in which an operator joins conditions
package enum Connective: Sendable {
  case not
  case and
  case or
  /// The first operand chooses between the other two
  case choice
}
