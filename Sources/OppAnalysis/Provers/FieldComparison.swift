internal import OppModel

/// A comparison of one field with constants, as the values of the field for which it is true
///
/// Most parts of conditions are such comparisons, and most questions are about several of one field. Whether these
/// can hold together follows from their sets of values: no search is needed, and the outcome is the same.
///
/// ```
/// temp > 30C and temp < 10C        (30, ∞) ∩ (-∞, 10) is empty: they exclude each other
/// humidity > 100%                  (100, ∞) ∩ the domain [0, 100] is empty: it is never true
/// ```
struct FieldComparison: Sendable {
  /// The node of the reading; comparisons are compared only if it is the same
  let field: NodeID

  /// The values that the field may have
  private let domain: IntervalSet

  /// `true` if its values are whole numbers, as those of enums and dates
  private let isWhole: Bool

  /// The values for which the comparison is true, and those for which it is false
  private let whenTrue: IntervalSet
  private let whenFalse: IntervalSet

  /// Builds the network of the comparison alone, and keeps its one column and the values of its one atom
  ///
  /// - Returns: nil for a node that reads anything but one number of a source, or that laws relate to others.
  init?(_ node: NodeID, in graph: ConditionGraph) {
    guard let field = Self.field(of: graph[node].operation, in: graph) else { return nil }
    var builder = NetworkBuilder(graph: graph, zone: nil)
    let root = builder.variable(of: node)
    builder.finish()
    let network = builder.network
    guard network.columns.count == 1, let column = network.columns.first, network.isPlain,
      case .numbers(_, let values)? = network.variables[root].atom
    else { return nil }
    self.field = field
    isWhole = column.isWhole
    domain = column.isWhole ? column.domain.wholeNumbers : column.domain
    whenTrue = values
    whenFalse = values.complement
  }

  /// Whether comparisons of one field never have these truths at once; `nil` if they are of several fields
  static func exclude(_ parts: [(FieldComparison, Truthfulness)]) -> Bool? {
    guard let first = parts.first?.0, parts.allSatisfy({ $0.0.field == first.field }) else {
      return nil
    }
    // An unknown field makes every comparison of it unknown: possible if each part allows that.
    var values = first.domain
    var mayBeUnknown = true
    for (comparison, holds) in parts {
      if holds.mask.isDisjoint(with: .unknown) { mayBeUnknown = false }
      values = values.intersection(comparison.values(where: holds))
    }
    // Without this `1 < x < 2` would be possible for a whole number.
    if first.isWhole { values = values.wholeNumbers }
    return values.isEmpty && !mayBeUnknown
  }

  /// The values for which a truth of the comparison is known and one of those
  private func values(where holds: Truthfulness) -> IntervalSet {
    switch holds {
    case .isTrue, .isNotFalse: whenTrue
    case .isFalse, .isNotTrue: whenFalse
    case .isKnown: .everything
    case .isUnknown: .nothing
    }
  }

  /// The reading that is compared with constants; nil for another operation
  private static func field(of operation: Operation, in graph: ConditionGraph) -> NodeID? {
    guard operation.role == .comparison else { return nil }
    var field: NodeID?
    var isPlain = true
    graph.forEachOperand(of: operation) { operand in
      switch graph[operand].operation.role {
      case .constant: break
      case .data where field == nil && graph[operand].scopes.isEmpty:
        field = operand
      case .present, .data, .sun, .comparison, .text, .knowledge, .computed: isPlain = false
      }
    }
    // The arguments of the source must be constants, as in `weather(place: @51.5,-0.12)`: else they could vary, too.
    guard isPlain, let field, case .reading = graph[field].operation else { return nil }
    graph.forEachOperand(of: graph[field].operation) { argument in
      if graph[argument].operation.role != .constant { isPlain = false }
    }
    return isPlain ? field : nil
  }
}

extension Network {
  /// `true` if nothing but the shapes and atoms of variables relates them
  fileprivate var isPlain: Bool {
    orders.isEmpty && implications.isEmpty && definitions.isEmpty && facts.isEmpty
      && moments.isEmpty && aggregates.isEmpty
  }
}
