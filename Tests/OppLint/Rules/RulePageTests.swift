import Foundation
import OppLint
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The pages of the rules in the manual
@Suite(.limited) struct RulePageTests {
  @Test func `the manual has the pages of the rules, as their files have them`() throws {
    let url = Repository.root.appending(path: "Sources/opp/Opp.docc/LintRules.md")
    let page = Self.page
    if ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1" {
      try Data(page.utf8).write(to: url)
    }
    let written = try String(contentsOf: url, encoding: .utf8)
    #expect(written == page, "run it with OPP_UPDATE_GOLDEN=1")
  }

  private static var page: String {
    var text = """
      # Lint rules

      What `opp lint` looks for.

      ## Overview

      <doc:Lint> says how findings are fixed, accepted and configured. `opp explain RULE` prints a page.

      | rule | finds | severity | fix |
      | --- | --- | --- | --- |

      """
    for rule in LintCatalogue.rules {
      let fix = rule.fix?.name ?? ""
      text += "| `\(rule.name)` | \(rule.page.headline) | \(rule.severity.name) | \(fix) |\n"
    }
    for category in LintRule.Category.allCases {
      let rules = LintCatalogue.rules.filter { $0.category == category }
      if rules.isEmpty { continue }
      text += "\n## \(category.name.prefix(1).uppercased())\(category.name.dropFirst())\n"
      for rule in rules { text += "\n### \(rule.name)\n\n\(RulePage(rule).markdown)\n" }
    }
    return text
  }
}
