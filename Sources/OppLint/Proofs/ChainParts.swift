internal import OppAnalysis
internal import OppModel
internal import OppSyntax

/// The parts of an `and` or an `or`, for rules that prove of each whether the others decide it
///
/// They are examined from the last to the first: of two parts that make each other needless, the later is reported.
///
/// ```
/// a and b and c, where a implies c and c implies a
///   c: others a, b imply it → reported, left out
///   b: others a do not imply it
///   a: others b do not imply it, since c is left out → kept
/// ```
struct ChainParts {
  /// The most parts that are proved anything of
  static let limit = 24

  /// The parts as they are written
  let operands: [ExpressionSyntax]

  /// Their nodes, by the same index
  let nodes: [NodeID]

  /// The parts that were not left out, ascending
  private var left: [Int]

  /// - Parameter truth: the truth that all parts must be able to have at once.
  /// - Returns: `nil` if they cannot, or if a part is none of its own.
  init?(of chain: LintedNode, in subject: LintSubject, thatMayAllBe truth: Truthfulness) {
    operands = chain.node.expressions
    nodes = operands.compactMap { subject.graphNode($0) }
    left = Array(nodes.indices)
    guard nodes.count == operands.count, Set(nodes).count == nodes.count,
      nodes.count <= Self.limit, !subject.proofs.isNever(nodes.map { Literal($0, truth) })
    else { return nil }
  }

  /// The parts other than one that are left
  func others(than index: Int) -> [Int] { left.filter { $0 != index } }

  /// The parts other than one that are left, each with a truth
  func others(than index: Int, _ truth: Truthfulness) -> [Literal] {
    others(than: index).map { Literal(nodes[$0], truth) }
  }

  /// Does without a part from now on
  mutating func leaveOut(_ index: Int) { left.removeAll { $0 == index } }
}
