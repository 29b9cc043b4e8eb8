internal import OppSemantics
package import OppSyntax

/// Fixes as rules write them
///
/// ```
/// replacing(`temp > 20 C`, with: "temp > 20C")        one edit
/// enclosing(`raining for 1h`, in: "not (", ")")       two edits, of no length, that are applied together
/// ```
extension Fix {
  /// A text in place of a range
  package static func replacing(
    _ range: SourceRange, with text: String, _ applicability: Applicability
  ) -> Fix {
    Fix(edits: [Edit(range: range, replacement: text)], applicability: applicability)
  }

  /// A range taken out
  package static func removing(_ range: SourceRange, _ applicability: Applicability) -> Fix {
    .replacing(range, with: "", applicability)
  }

  /// A text put before and another behind a range
  package static func enclosing(
    _ range: SourceRange, in opening: String, _ closing: String, _ applicability: Applicability
  ) -> Fix {
    Fix(
      edits: [
        Edit(range: range.startPoint, replacement: opening),
        Edit(range: range.endPoint, replacement: closing),
      ], applicability: applicability)
  }
}

extension LintSubject {
  /// A fix that takes an element out of a chain or a list, with the word or comma beside it
  ///
  /// ```
  /// a and b and c      without a: `b and c`, taken out with the word behind it
  ///                    without b: `a and c`, taken out with the word before it
  /// ```
  ///
  /// - Returns: nil if a comment would be lost, or for the only element.
  package func removal(
    of index: Int, from elements: [SourceRange], _ applicability: Fix.Applicability
  ) -> Fix? {
    guard elements.count > 1, elements.indices.contains(index) else { return nil }
    let element = elements[index]
    let range =
      index == 0
      ? SourceRange(file: element.file, start: element.start, end: elements[1].start)
      : SourceRange(file: element.file, start: elements[index - 1].end, end: element.end)
    return hasComments(range) ? nil : .removing(range, applicability)
  }

  /// A fix that takes a part out of the `and` around it; `nil` if it is no such part
  package func removal(ofOperand node: LintedNode, _ applicability: Fix.Applicability) -> Fix? {
    guard let around = parent(of: node), around.kind == .conjunction else { return nil }
    // The operands in the order of the text; the node is one of them.
    let ranges = around.node.expressions.map { $0.range }
    return ranges.firstIndex(of: node.range).flatMap {
      removal(of: $0, from: ranges, applicability)
    }
  }

  /// A fix that takes out a clause, with the space before it
  ///
  /// `opp "A" on 9:00 at most once` without its limit is `opp "A" on 9:00`.
  ///
  /// - Returns: nil if a comment would be lost.
  package func removal(
    ofClause range: SourceRange, _ applicability: Fix.Applicability
  ) -> Fix? {
    guard analysis.files.indices.contains(Int(range.file)) else { return nil }
    let bytes = analysis.files[Int(range.file)].bytes
    // Spaces, tabs and line ends before the clause go with it.
    var start = Int(range.start)
    while start > 0,
      bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 || bytes[start - 1] == 0x0A
        || bytes[start - 1] == 0x0D
    {
      start -= 1
    }
    let whole = SourceRange(file: range.file, start: Int32(clamping: start), end: range.end)
    return hasComments(range) ? nil : .removing(whole, applicability)
  }

  /// The text of an expression, in parentheses if an operator around it would bind tighter
  ///
  /// `not` in front of `a and b` needs `not (a and b)`; in front of `raining` it needs none.
  package func operandText(_ expression: ExpressionSyntax) -> String {
    let text = text(expression.range)
    switch expression {
    case .name, .literal, .text, .list, .parenthesized, .call, .field: return text
    case .negative, .not, .conjunction, .disjunction, .sum, .product, .comparison,
      .comparisonChain, .range, .lasting, .within, .latch, .conditional, .filter, .mapping,
      .ordering,
      .near, .nearestPlace,
      .counted, .span, .changes, .missing:
      return "(\(text))"
    }
  }
}
