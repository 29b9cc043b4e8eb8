import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// The same mistakes in other words, and what only looks like them
@Suite(.limited) struct LintVariantTests {
  @Test(arguments: LintVariants.bad + LintVariants.badByProof + LintVariants.badOverTime)
  func `a mistake is found in other words, at its line`(variant: LintVariant) throws {
    try #require(
      !checked(variant.text).hasErrors, "\(variant.text)\n\(checked(variant.text).diagnostics)")
    let findings = lint(variant.text).filter { $0.rule.name == variant.rule }
    let lines = findings.map { line(of: $0.diagnostic.range, in: variant.text) }
    #expect(
      lines.contains(variant.line),
      "\(variant.rule): \(words(lint(variant.text), of: variant.text))\n\(variant.text)")
  }

  @Test(arguments: LintVariants.good + LintVariants.goodByProof + LintVariants.goodOverTime)
  func `what only looks like a mistake is silent`(variant: LintVariant) throws {
    try #require(
      !checked(variant.text).hasErrors, "\(variant.text)\n\(checked(variant.text).diagnostics)")
    let findings = lint(variant.text).filter {
      $0.diagnostic.severity == .warning || $0.diagnostic.severity == .error
    }
    #expect(findings.isEmpty, "\(variant.rule): \(words(findings, of: variant.text))")
  }

  @Test func `a source and its field of the same name are one hidden name`() {
    let findings = lint(
      "source temp fresh for 1h { temp: Temperature }\nopp \"A\" when temp.temp > 3C"
    )
    .filter { $0.rule.name == "hidden-name" }
    #expect(findings.count == 1, "\(findings.map(\.diagnostic.range))")
  }

  private func line(of range: SourceRange, in text: String) -> Int {
    text.utf8.prefix(Int(range.start)).count { $0 == UInt8(ascii: "\n") } + 1
  }
}

/// A rule set, the rule it is about, and the line on which it should report
struct LintVariant: Sendable, CustomTestStringConvertible {
  let rule: String
  let line: Int
  let text: String

  init(_ rule: String, line: Int = 1, _ text: String) {
    self.rule = rule
    self.line = line
    self.text = text
  }

  var testDescription: String { "\(rule): \(text)" }
}
