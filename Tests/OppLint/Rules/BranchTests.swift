import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// Each branch of a rule, by the least that it finds and the most that it leaves alone
@Suite(.limited) struct LintBranchTests {
  @Test(arguments: LintBranches.all)
  func `each branch finds its own, and nothing beside it`(branches: LintBranches) throws {
    for (items, isFound) in [(branches.found, true), (branches.silent, false)] {
      for item in items {
        let text = branches.text(item)
        guard !checked(text).hasErrors else {
          Issue.record("\(branches.rule): \(item): \(checked(text).diagnostics.map(\.headline))")
          continue
        }
        let found = lint(text)
        #expect(
          found.contains { $0.rule.name == branches.rule } == isFound,
          "\(branches.rule): \(item): \(words(found, of: text))")
      }
    }
  }
}
