package import OppModel
package import OppSyntax

/// A constant that something is compared with: that of `temp > 90C`, an end of `temp in 20C..90C`, an element of a list
///
/// ```
/// temp > 90C              measured temp, value 90, >
/// 90C < temp              measured temp, value 90, >                  turned around
/// temp in 20C..90C        measured temp, value 20, >= and 90, <=      both with isEnd
/// sky in [rain, fog]      measured sky, the index of rain, ==; and that of fog
/// ```
package struct ComparedValue {
  /// The node of the comparison
  package let node: LintedNode

  /// The value that is compared; no constant
  package let measured: ExpressionSyntax

  /// The node of the graph that it became
  package let measuredNode: NodeID

  /// The constant as written
  package let literal: ExpressionSyntax

  /// In the base unit of the type
  package let value: Double

  /// The type of the constant
  package let type: ValueType

  /// The operator as if the constant stood right; that of a low end is `>=`, that of a high end `<=`
  package let comparison: ComparisonOperator

  /// `true` for an end of a range
  package let isEnd: Bool
}

/// A comparison with its parts, which many rules look at
package struct LintedComparison {
  /// The node of the syntax
  package let node: LintedNode

  /// The comparison as the parser has it
  package let view: ComparisonSyntax

  /// The side before the operator
  package let left: ExpressionSyntax

  /// A range or any other expression
  package let right: ExpressionSyntax
  package let `operator`: ComparisonOperator

  /// The node of the graph that the left side became; `nil` if it became none of its own
  package let leftNode: NodeID?

  /// Nil for a range
  package let rightNode: NodeID?
}

extension LintSubject {
  /// All comparisons, in the order of the text
  func findComparisons() -> [LintedComparison] {
    nodes(.comparison).compactMap { node in
      guard case .comparison(let view) = node.expression else { return nil }
      let (left, right) = (view.left, view.right)
      return LintedComparison(
        node: node, view: view, left: left, right: right, operator: view.operator,
        leftNode: graphNode(left), rightNode: graphNode(right))
    }
  }

  /// The constants of all comparisons, in the order of the text
  func findComparedValues() -> [ComparedValue] {
    comparisons.flatMap { comparedValues(of: $0) }
  }

  /// The constants of one comparison; none if both sides are read, or both are constant
  private func comparedValues(of comparison: LintedComparison) -> [ComparedValue] {
    let (node, left, right) = (comparison.node, comparison.left, comparison.right)
    // One side against the other, if only the second is a constant.
    func value(
      _ measured: ExpressionSyntax, _ literal: ExpressionSyntax, _ sign: ComparisonOperator,
      isEnd: Bool = false
    ) -> ComparedValue? {
      guard let measuredNode = graphNode(measured), constant(measured) == nil,
        let number = scalar(literal), let type = type(literal)
      else { return nil }
      return ComparedValue(
        node: node, measured: measured.withoutParentheses, measuredNode: measuredNode,
        literal: literal, value: number, type: type, comparison: sign, isEnd: isEnd)
    }
    switch comparison.operator {
    case .in, .notIn:
      if case .range(let range) = right {
        return [
          value(left, range.low, .greaterOrEqual, isEnd: true),
          value(left, range.high, .lessOrEqual, isEnd: true),
        ].compactMap { $0 }
      }
      guard case .list(let list) = right.withoutParentheses else { return [] }
      return list.elements.compactMap { value(left, $0, .equal) }
    case .contains, .startsWith, .endsWith: return []
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .is, .isNot:
      // The constant may be on either side.
      let found =
        value(left, right, comparison.operator) ?? value(right, left, comparison.operator.mirrored)
      return found.map { [$0] } ?? []
    }
  }
}

extension ComparisonOperator {
  /// The operator that says the same with the sides exchanged
  package var mirrored: ComparisonOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual, .is, .isNot, .in, .notIn, .contains, .startsWith, .endsWith: self
    }
  }

  /// `true` if it holds of equal values alone, or of unequal ones alone
  package var isEquality: Bool {
    switch self {
    case .equal, .notEqual, .is, .isNot: true
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .notIn, .contains, .startsWith,
      .endsWith:
      false
    }
  }

  /// `<` or `<=`
  package var isUpperBound: Bool { self == .less || self == .lessOrEqual }

  /// `>` or `>=`
  package var isLowerBound: Bool { self == .greater || self == .greaterOrEqual }
}
