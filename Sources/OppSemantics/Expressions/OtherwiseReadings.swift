internal import OppSyntax

/// The two readings of `otherwise` beside arithmetic without parentheses, if they differ
///
/// ```
/// a - b otherwise c + d        as it binds: a - (b otherwise c) + d      loosest: (a - b) otherwise (c + d)
/// a otherwise b * c            as it binds: (a otherwise b) * c          loosest: a otherwise (b * c)
/// used / total otherwise 0     none: both are (used / total) otherwise 0
/// ```
struct OtherwiseReadings {
  /// The parts in parentheses if `otherwise` binds as `*` does, which is the rule of the language
  let binding: [SourceRange]

  /// The parts in parentheses if `otherwise` binds less than all arithmetic
  let loosest: [SourceRange]

  /// The place of the sum or the product
  let range: SourceRange

  /// The readings of a sum or a product, or `nil` if both are the same
  init?(of chain: ArithmeticChainSyntax) {
    range = chain.node.range
    let products = chain.isSum ? chain.operands.compactMap { $0.asProduct } : [chain]
    binding = products.flatMap { Self.binding(in: $0, isOperand: chain.isSum) }
    guard !binding.isEmpty else { return nil }
    // The operands fall into parts at each `otherwise`.
    var parts: [[SourceRange]] = []
    for step in Self.flat(chain) {
      if step.isOtherwise || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(step.range)
    }
    loosest = parts.filter { $0.count > 1 }.map { $0[0].union($0[$0.count - 1]) }
  }

  /// The readings of the sums and products within the operands of a chain, in the order of the text
  ///
  ///     a + (b + c otherwise d) otherwise e   →   those of b + c otherwise d
  static func within(_ chain: ArithmeticChainSyntax) -> [OtherwiseReadings] {
    within(chain.node)
  }

  private static func within(_ node: SyntaxNode) -> [OtherwiseReadings] {
    var found: [OtherwiseReadings] = []
    for case .node(let child) in node.children {
      let chain = child.kind.isExpression ? ExpressionSyntax(node: child).asChain : nil
      // A product without parentheses is a part of its sum.
      if let chain, chain.isSum || node.kind != .sum, let readings = OtherwiseReadings(of: chain) {
        found.append(readings)
      }
      found += within(child)
    }
    return found
  }

  /// The advice to write one of the readings of a text
  func advice(for text: String) -> String {
    // A message is one line.
    guard !text.utf8.contains(0x0A) else { return "put parentheses around the part that is meant" }
    let readings = [loosest, binding].map { "`\(enclosing($0, in: text))`" }
    return "write \(readings.joined(separator: " or "))"
  }

  /// The text with parentheses around some parts
  private func enclosing(_ parts: [SourceRange], in text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    for edit in Fix(enclosing: parts, .safe).edits {
      let place = min(Int(edit.range.start - range.start), bytes.count)
      result += bytes[position..<max(position, place)]
      result += edit.replacement.utf8
      position = max(position, place)
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Each `otherwise` of a product with all that is before it, unless it ends the product
  ///
  /// - Parameter isOperand: whether a sum is around it, so that one at the end counts too.
  private static func binding(in product: ArithmeticChainSyntax, isOperand: Bool) -> [SourceRange] {
    let steps = product.rest
    return steps.indices.compactMap { index in
      guard steps[index].operator == .otherwise,
        index + 1 < steps.count ? steps[index + 1].operator != .otherwise : isOperand
      else { return nil }
      return product.first.range.union(steps[index].operand.range)
    }
  }

  /// The operands of a sum and of the products in it, each with whether `otherwise` is before it
  private static func flat(
    _ chain: ArithmeticChainSyntax
  ) -> [(isOtherwise: Bool, range: SourceRange)] {
    let all = [(false, chain.first)] + chain.rest.map { ($0.operator == .otherwise, $0.operand) }
    return all.flatMap { isOtherwise, operand -> [(isOtherwise: Bool, range: SourceRange)] in
      guard chain.isSum, let product = operand.asProduct else {
        return [(isOtherwise: isOtherwise, range: operand.range)]
      }
      return flat(product)
    }
  }
}

extension ArithmeticChainSyntax {
  /// `true` for a chain of `+` and `-`
  fileprivate var isSum: Bool { node.kind == .sum }

  fileprivate var operands: [ExpressionSyntax] { [first] + rest.map { $0.operand } }
}

extension ExpressionSyntax {
  /// The sum or the product that it is without parentheses, or `nil`
  fileprivate var asChain: ArithmeticChainSyntax? {
    if case .sum(let chain) = self { chain } else { asProduct }
  }

  /// The product that it is without parentheses, or `nil`
  fileprivate var asProduct: ArithmeticChainSyntax? {
    if case .product(let chain) = self { chain } else { nil }
  }
}

extension Fix {
  /// Parentheses around parts of a text, which may lie in each other
  ///
  ///     [a otherwise b], [a otherwise b * c otherwise d]   →   ((a otherwise b) * c otherwise d)
  init(enclosing parts: [SourceRange], _ applicability: Applicability) {
    var edits: [Edit] = []
    for part in parts {
      edits.append(Edit(range: part.startPoint, replacement: "("))
      edits.append(Edit(range: part.endPoint, replacement: ")"))
    }
    edits.sort { $0.range.start < $1.range.start }
    // Parts that begin together have their parentheses in one edit.
    var merged: [Edit] = []
    for edit in edits {
      if let last = merged.last, last.range == edit.range {
        merged[merged.count - 1] = Edit(
          range: last.range, replacement: last.replacement + edit.replacement)
      } else {
        merged.append(edit)
      }
    }
    self.init(edits: merged, applicability: applicability)
  }
}
