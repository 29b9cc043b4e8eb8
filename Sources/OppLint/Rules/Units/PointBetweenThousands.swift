internal import OppModel
internal import OppSyntax

/// The rule `point-between-thousands`
///
/// ```
/// found     steps > 10.000, power > 1.500W
/// silent    steps > 10_000, rate > 0.500, load > 1.25, load > 2.125
/// ```
package enum PointBetweenThousands {
  package static let rule = LintRule(
    name: "point-between-thousands", category: .units, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`10.000` is ten, not ten thousand",
      why: """
        In many countries a point is between thousands; here it is before the decimals. Three decimals that end in a
        zero are mostly meant as thousands, because ten is written `10`.
        """,
      bad: """
        source band { steps: Number }
        opp "Walked" when band.steps > 10.000 notify "Enough for today." at most once per day
        """,
      good: """
        source band { steps: Number }
        opp "Walked" when band.steps > 10_000 notify "Enough for today." at most once per day
        """,
      related: ["implausible-value"])
  ) { subject, findings in
    for node in subject.nodes(.literal) {
      guard case .literal(let literal) = node.expression,
        literal.kind == .number || literal.kind == .quantity, literal.parts.count == 1,
        let (thousands, plain) = readings(of: literal.parts[0].number)
      else { continue }
      let (written, unit) = (literal.text, literal.parts[0].unit)
      let sign = written.hasPrefix("-") ? "-" : ""
      findings.report(
        node.range, "`\(written)` is \(sign)\(plain)\(unit): the point is before decimals",
        helps: ["write `\(sign)\(thousands)\(unit)` or `\(sign)\(plain)\(unit)`"],
        fix: .replacing(node.range, with: "\(sign)\(thousands)\(unit)", .unsafe))
    }
  }

  /// A number without its point, and one without its last zeros; `nil` if it does not look like thousands
  ///
  ///     10.000 → 10_000, 10     1.500 → 1_500, 1.5     0.500 → nil     2.125 → nil
  private static func readings(of number: String) -> (thousands: String, plain: String)? {
    let digits = number.hasPrefix("-") ? number.dropFirst() : number[...]
    let parts = digits.split(separator: ".")
    guard parts.count == 2, (1...3).contains(parts[0].utf8.count), !parts[0].hasPrefix("0"),
      parts[1].utf8.count == 3, parts[1].hasSuffix("0")
    else { return nil }
    var decimals = parts[1]
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return (
      "\(parts[0])_\(parts[1])", decimals.isEmpty ? String(parts[0]) : "\(parts[0]).\(decimals)"
    )
  }
}
