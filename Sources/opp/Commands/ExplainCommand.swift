internal import OppLint
internal import OppOutputs
internal import OppProviders
internal import OppSyntax

extension Command {
  /// A page is looked for among the rules of the linter first, also by their former names, then among the messages
  static let explain = Command(
    name: "explain",
    summary: "explains a message or a rule of the linter",
    operands: "[CODE]",
    operandCount: 0...1,
    options: [],
    discussion: """
      CODE is the word in parentheses behind a message, such as `never-true` or `missing-unit`. Without CODE it lists
      the rules of the linter.
      """,
    examples: [
      ("opp explain ends-at-midnight", "the page of a rule"),
      ("opp explain missing-unit", "the page of a message of `opp check`"),
      ("opp explain", "the rules of the linter"),
    ]
  ) { (invocation, _, console) throws(CommandFailure) in
    guard let code = invocation.operands.first else {
      listRules(console)
      return .success
    }
    if let rule = LintCatalogue.rule(named: LintCatalogue.renamed[code] ?? code) {
      console.lines(RulePage(rule).text)
      return .success
    }
    if let page = DiagnosticPage.page(of: code) {
      console.lines(page.text(connectors: ConnectorRegistry.catalogue))
      return .success
    }
    if let present = LintCatalogue.renamed[code] ?? LintCatalogue.retired[code] {
      throw .usage("`\(code)` has another name now", help: "`opp explain \(present)`")
    }
    let codes = LintCatalogue.rules.map(\.name) + DiagnosticPage.all.map(\.code)
    throw .usage(
      "`\(code)` is not a message or a rule",
      help: Invocation.suggestion(for: code, among: codes) ?? "`opp explain` lists the rules")
  }

  /// Prints the rules of the linter, by category, each with the headline of its page
  private static func listRules(_ console: Console) {
    let width = LintCatalogue.rules.map(\.name.count).max() ?? 0
    for category in LintRule.Category.allCases {
      let rules = LintCatalogue.rules.filter { $0.category == category }
      if rules.isEmpty { continue }
      console.line("\(category.name):")
      for rule in rules {
        let name = rule.name.padded(to: width)
        console.line("  \(name)  \(rule.page.headline)")
      }
    }
  }
}
