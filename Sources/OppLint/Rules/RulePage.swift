internal import OppSyntax

/// The page of a rule, for the terminal and for the manual
package struct RulePage {
  private let rule: LintRule

  package init(_ rule: LintRule) {
    self.rule = rule
  }

  /// The page in Markdown, without its title
  package var markdown: String {
    page(headline: "*\(rule.page.headline)*") { "```opp\n\($0)\n```" }
  }

  /// The page as the terminal shows it
  package var text: String {
    let page = page(headline: rule.page.headline) { example in
      example.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }
    return "\(rule.name)\n\n\(page)"
  }

  private func page(headline: String, example: (String) -> String) -> String {
    var parts = [headline, facts, rule.page.why]
    parts += [example(rule.page.bad), "Instead:", example(rule.page.good)]
    if !rule.page.options.isEmpty { parts.append(options) }
    if !rule.page.related.isEmpty {
      parts.append("Related: \(rule.page.related.map { "`\($0)`" }.joined(separator: ", ")).")
    }
    return parts.joined(separator: "\n\n")
  }

  private var facts: String {
    var words = ["\(rule.category.name), \(rule.severity.name)"]
    if rule.isPreview { words.append("preview") }
    if !rule.isOnByDefault { words.append("off by default") }
    switch rule.fix {
    case .safe: words.append("with a safe fix")
    case .unsafe: words.append("with an unsafe fix")
    case .display: words.append("with a fix that is only shown")
    case nil: words.append("without a fix")
    }
    switch rule.need {
    case .static: break
    case .procedure: words.append("by proof")
    case .plan: words.append("by the plan of requests")
    case .recorded: words.append("needs a recording or a store")
    }
    return words.joined(separator: "; ") + "."
  }

  private var options: String {
    let rows = rule.page.options.map { option in
      "- `\(rule.name).\(option.name)`: \(option.meaning); \(option.unit.text(option.standard)) by default."
    }
    return rows.joined(separator: "\n")
  }
}
