internal import OppModel
internal import OppSyntax

/// The rule `percent-of-percent`
///
/// ```
/// found     "{used / total * 100%}"          100% is 1: this prints 0.67      write {used / total:%}
///           used / total * 100% > 90%        write used / total > 90%
/// silent    used * 100% > 5, price * 110%
/// ```
enum PercentOfPercent {
  static let rule = LintRule(
    name: "percent-of-percent", category: .units, severity: .warning, precision: .veryHigh,
    fix: .unsafe,
    page: LintPage(
      headline: "`x * 100%` is `x`",
      why: """
        A hundred per cent of a number is the number, so that the product changes nothing. A ratio is printed as a
        percentage with `:%` behind it, and is compared with one as it is.
        """,
      bad: """
        source disk fresh for 1h { used, total: Number }
        opp "Disk" when disk.used / disk.total > 90% notify "{disk.used / disk.total * 100%} full." at most once per day
        """,
      good: """
        source disk fresh for 1h { used, total: Number }
        opp "Disk" when disk.used / disk.total > 90% notify "{disk.used / disk.total:%} full." at most once per day
        """,
      related: ["percent-lost"])
  ) { subject, findings in
    for node in subject.nodes(.text) {
      guard case .text(let text) = node.expression else { continue }
      for case .interpolation(let value, let format) in text.pieces {
        guard let whole = Whole(value) else {
          if format == nil { reportNamed(value, subject, &findings) }
          continue
        }
        guard isShare(value, subject) else {
          // An amount of something else keeps its format: `{free * 100%:.1 h}` is `{free:.1 h}`.
          let rest = whole.rest(subject)
          let printed = format.map { "\(rest):\($0.text)" } ?? rest
          report(
            value, whole, subject, &findings, advice: "{\(printed)}", replacing: value.range,
            with: rest)
          continue
        }
        let decimals = format.flatMap { FormatText($0.text)?.decimals }.map { ".\($0) " } ?? ""
        let printed = "\(whole.rest(subject)):\(decimals)%"
        report(
          value, whole, subject, &findings, advice: "{\(printed)}",
          replacing: format.map { value.range.union($0.range) } ?? value.range, with: printed)
      }
    }
    for comparison in subject.comparisons {
      for (side, other) in [
        (comparison.left, comparison.right), (comparison.right, comparison.left),
      ] {
        guard let whole = Whole(side), isOfPercents(other, subject) else { continue }
        let rest = whole.rest(subject)
        report(
          side, whole, subject, &findings, advice: rest, replacing: side.range, with: rest)
      }
    }
  }

  /// `true` for a number or a percentage, which `:%` prints
  private static func isShare(_ value: ExpressionSyntax, _ subject: LintSubject) -> Bool {
    let type = subject.type(value)
    return type == .number || type == .percent
  }

  /// Reports `{full}` of `let full = used / total * 100%`
  private static func reportNamed(
    _ value: ExpressionSyntax, _ subject: LintSubject, _ findings: inout Findings
  ) {
    guard subject.type(value) == .number, let node = subject.graphNode(value),
      case .arithmetic(.percentOf, _, let percent) = subject.graph[node].operation,
      case .constant(.scalar(100)) = subject.graph[percent].operation
    else { return }
    let written = subject.text(value.range)
    findings.report(
      value.range, "`{\(written)}` prints a number: times 100% is times 1",
      helps: ["write `{\(written):%}`"],
      fix: .replacing(value.range, with: "\(written):%", .unsafe))
  }

  /// `true` for a percentage, a range or a list of them
  private static func isOfPercents(_ other: ExpressionSyntax, _ subject: LintSubject) -> Bool {
    if case .range(let range) = other {
      return subject.type(range.low) == .percent || subject.type(range.high) == .percent
    }
    let type = subject.type(other)
    return type == .percent || type == .list(.percent)
  }

  private static func report(
    _ value: ExpressionSyntax, _ whole: Whole, _ subject: LintSubject, _ findings: inout Findings,
    advice: String, replacing range: SourceRange, with text: String
  ) {
    findings.report(
      value.range, "`\(subject.text(value.range))` is `\(whole.rest(subject))`: 100% is 1",
      helps: ["write `\(advice)`"],
      fix: subject.hasComments(value.range) ? nil : .replacing(range, with: text, .unsafe))
  }

  /// A factor of `100%` in a product
  private struct Whole {
    /// The whole product
    let product: SourceRange

    /// The factor with the operator that goes with it
    let factor: SourceRange

    /// The first `100%` of a product; `nil` of anything else
    init?(_ value: ExpressionSyntax) {
      var value = value
      while case .parenthesized(let inner) = value { value = inner.inner }
      guard case .product(let chain) = value else { return nil }
      product = chain.node.range
      var end = chain.first.range.end
      if Self.isWhole(chain.first), let step = chain.rest.first, step.operator == .multiply {
        factor = SourceRange(
          file: product.file, start: product.start, end: step.operand.range.start)
        return
      }
      for step in chain.rest {
        if step.operator == .multiply, Self.isWhole(step.operand) {
          factor = SourceRange(file: product.file, start: end, end: step.operand.range.end)
          return
        }
        end = step.operand.range.end
      }
      return nil
    }

    /// The text of the product without it
    func rest(_ subject: LintSubject) -> String {
      let before = SourceRange(file: product.file, start: product.start, end: factor.start)
      let after = SourceRange(file: product.file, start: factor.end, end: product.end)
      return subject.text(before) + subject.text(after)
    }

    private static func isWhole(_ operand: ExpressionSyntax) -> Bool {
      guard case .literal(let literal) = operand else { return false }
      return literal.text == "100%"
    }
  }
}
