internal import OppModel
internal import OppSyntax

/// The rule `heedful-contains`
///
/// ```
/// found     title contains "yoga" or title contains "Yoga"      two spellings of one text
///           title contains "Yoga"                               a capital before small letters
///           lower(title) contains "Gym"                         as a warning: it is never true
/// silent    lower(title) contains "gym", title contains "gym", title contains "USA"
/// ```
enum HeedfulContains {
  static let rule = LintRule(
    name: "heedful-contains", category: .tables, severity: .note, precision: .medium,
    page: LintPage(
      headline: "`contains` distinguishes capitals from small letters",
      why: """
        `title contains "yoga"` is false of "Yoga at six". `lower(title) contains "yoga"` finds both, and then the text
        has to be in small letters: `lower(title) contains "Yoga"` is never true. Words all in capitals are taken as
        they are.
        """,
      bad: """
        opp "Yoga" for each e in agenda where title contains "yoga" or title contains "Yoga" on e.begins - 40min notify "Mat."
        """,
      good: """
        opp "Yoga" for each e in agenda where lower(title) contains "yoga" on e.begins - 40min notify "Mat."
        """,
      related: ["nearly-the-same-text"])
  ) { subject, findings in
    var isReported: Set<SourceRange> = []
    for comparison in subject.comparisons {
      let (node, view) = (comparison.node, comparison.view)
      guard let value = comparison.leftNode, subject.graph[value].type == .text,
        case .text(let written)? = subject.constant(comparison.right)
      else { continue }
      // 1. Letters that a folded text never has.
      if let mistake = letterMistake(view, value, written, subject) {
        findings.report(
          view.range, "`\(subject.text(view.range))` is never true: \(mistake)",
          severity: .warning)
        continue
      }
      // 2. A text that is searched for as it is, and is likely written in another way, too.
      guard view.operator.isOfTexts, subject.graph[value].type == .text,
        !isFolded(value, subject)
      else { continue }
      let chain = subject.outer(of: node)
      let other = chain.flatMap { otherSpelling(of: written, value, in: $0, than: node, subject) }
      guard other != nil || startsWithCapital(written) else { continue }
      if let chain, other != nil, !isReported.insert(chain.range).inserted { continue }
      let text = subject.text(view.left.range)
      let word = view.operator.spelling
      findings.report(
        view.range, "`\(word)` distinguishes capitals from small letters",
        helps: ["write `lower(\(text)) \(word) \"\(written.lowercased())\"` for any spelling"])
    }
  }

  /// `true` for a word with a capital before small letters
  private static func startsWithCapital(_ text: String) -> Bool {
    guard let first = text.first, first.isUppercase else { return false }
    return text.contains { $0.isLowercase }
  }
}

extension HeedfulContains {
  /// The reason why a folded text can never have these letters; `nil` if it can
  private static func letterMistake(
    _ view: ComparisonSyntax, _ value: NodeID, _ written: String, _ subject: LintSubject
  ) -> String? {
    guard view.operator.isOfTexts || view.operator == .equal || view.operator == .is else {
      return nil
    }
    guard case .apply(let function, _) = subject.graph[value].operation else { return nil }
    if function == .lower {
      return written.contains { $0.isUppercase } ? "`lower` leaves no capitals" : nil
    }
    guard function == .upper else { return nil }
    return written.contains { $0.isLowercase } ? "`upper` leaves no small letters" : nil
  }

  /// `true` if capitals are folded away, so that the spelling does not matter
  private static func isFolded(_ node: NodeID, _ subject: LintSubject) -> Bool {
    subject.graph[node].operation.traits.contains(.foldsCase)
  }

  /// Another spelling of a text that the same value is searched for beside it
  private static func otherSpelling(
    of written: String, _ value: NodeID, in chain: LintedNode, than node: LintedNode,
    _ subject: LintSubject
  ) -> String? {
    guard chain.kind == .disjunction else { return nil }
    for other in chain.node.expressions where !other.range.contains(node.range) {
      guard case .comparison(let view) = other.withoutParentheses, view.operator.isOfTexts,
        subject.graphNode(view.left) == value, case .text(let text)? = subject.constant(view.right),
        text != written, text.lowercased() == written.lowercased()
      else { continue }
      return text
    }
    return nil
  }
}
