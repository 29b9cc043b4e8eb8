internal import OppSyntax

/// The page of a rule, for the terminal and for the manual
///
/// ```
/// ends-at-midnight
///
/// `time > sunset` is false after midnight
///
/// time, warning; with an unsafe fix.
///
/// `time` begins anew at midnight, …                  the paragraph
///
///     opp "Porch" when time > sunset …               the bad example
///
/// Instead:
///
///     opp "Porch" when time in sunset..sunrise …     the good one
///
/// Related: `night-split-by-weekday`, `window-runs-backwards`.
/// ```
package struct RulePage {
  /// The rule of the page
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

  /// The parts of the page with empty lines between
  ///
  /// - Parameter example: the manner in which an example is set.
  private func page(headline: String, example: (String) -> String) -> String {
    var parts = [headline, facts, rule.page.why]
    parts += [example(rule.page.bad), "Instead:", example(rule.page.good)]
    if !rule.page.options.isEmpty { parts.append(options) }
    if !rule.page.related.isEmpty {
      parts.append("Related: \(rule.page.related.map { "`\($0)`" }.joined(separator: ", ")).")
    }
    return parts.joined(separator: "\n\n")
  }

  /// `time, warning; with an unsafe fix; by proof.`
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

  /// A line an option: its full name, its meaning, and the number that it has by default
  private var options: String {
    let rows = rule.page.options.map { option in
      "- `\(rule.name).\(option.name)`: \(option.meaning); \(option.unit.text(option.standard)) by default."
    }
    return rows.joined(separator: "\n")
  }
}
