internal import OppModel
internal import OppSyntax

/// The rule `nearly-the-same-text`
///
/// ```
/// found     category == "concert" in four Opps, "concerts" in one      the rarer is reported
///           any "bakery", any "bakrey"                                 two letters that changed places
///           to "team", to "tema"
/// silent    name in ["Anna", "Anne"]                                   two spellings in one condition
///           "A1", "A2"                                                 digits differ
/// ```
///
/// - Complexity: O(*n*²) in the different texts of one field.
enum NearlyTheSameText {
  static let rule = LintRule(
    name: "nearly-the-same-text", category: .spelling, severity: .warning, precision: .medium,
    reach: .ruleSet,
    page: LintPage(
      headline: "`\"concerts\"` occurs once, `\"concert\"` 4 times",
      why: """
        Texts that are compared with one field, or name one store or category, and differ by case, a space, a plural
        or a letter, are mostly one text written wrongly: no message says that nothing ever equals it. Numbers in
        texts, and two spellings in one condition, are taken as meant.
        """,
      bad: """
        opp "A" for each h in happenings where category == "concert" on h.begins - 3h notify "{h.title}"
        opp "B" for each h in happenings where category == "concerts" on h.begins - 1h notify "{h.title} soon"
        """,
      good: """
        opp "A" for each h in happenings where category == "concert" on h.begins - 3h notify "{h.title}"
        opp "B" for each h in happenings where category == "concert" on h.begins - 1h notify "{h.title} soon"
        """,
      related: ["value-never-seen", "heedful-contains", "mixed-scripts"])
  ) { subject, findings in
    for uses in textUses(subject) {
      var groups: [String: [ComparedText]] = [:]
      var order: [String] = []
      for use in uses {
        if groups[use.text] == nil { order.append(use.text) }
        groups[use.text, default: []].append(use)
      }
      // Each pair of texts of one field once.
      let texts = order.map { SpellingPair.Side($0) }
      for (index, first) in texts.enumerated() {
        for second in texts[(index + 1)...] where first.isSuspicious(beside: second) {
          guard let ones = groups[first.text], let others = groups[second.text] else { continue }
          let isRarer = ones.count < others.count
          report(isRarer ? ones : others, beside: isRarer ? others : ones, &findings)
        }
      }
    }
  }

  /// Reports the uses of a text that is likely another one written wrongly
  private static func report(
    _ uses: [ComparedText], beside others: [ComparedText], _ findings: inout Findings
  ) {
    let declarations = Set(others.map { $0.declaration })
    guard let other = others.first,
      !uses.contains(where: { declarations.contains($0.declaration) })
    else {
      return
    }
    for use in uses {
      findings.report(
        use.range,
        "`\"\(use.text)\"` occurs \(times(uses.count)), `\"\(other.text)\"` \(times(others.count))",
        labels: [Diagnostic.Label(range: other.range, text: "the other spelling")],
        helps: ["write `\"\(other.text)\"` if the same is meant"])
    }
  }

  /// `once`, `4 times`
  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

extension NearlyTheSameText {
  /// The texts that are compared with one thing, in the order of the text, grouped by the thing
  private static func textUses(_ subject: LintSubject) -> [[ComparedText]] {
    var found: [String: [ComparedText]] = [:]
    for uses in subject.allUses {
      for text in uses.texts { found[text.key, default: []].append(text) }
    }
    return found.values.map { $0.sorted { $0.range < $1.range } }
  }

  /// The constant texts that are values of something, each with its node
  static func comparedTexts(
    _ subject: LintSubject
  ) -> [(node: LintedNode, text: ComparedText)] {
    subject.nodes(.text).compactMap { node in
      guard let text = constantText(node.expression), !text.isEmpty,
        let key = key(of: node, subject)
      else { return nil }
      return (
        node,
        ComparedText(
          key: key, text: text, range: node.range, declaration: root(of: node, subject).range)
      )
    }
  }

  /// The characters of a text without values in it; nil for another expression
  private static func constantText(_ expression: ExpressionSyntax) -> String? {
    guard case .text(let view) = expression else { return nil }
    return view.plainText
  }

  /// The thing that the text of a node is a value of: a field, the parameter of a source, a category
  ///
  /// `happenings.category`, `resort(name)`, `any`, `to`: texts of one key are compared with each other.
  private static func key(of node: LintedNode, _ subject: LintSubject) -> String? {
    guard let outer = subject.outer(of: node) else { return nil }
    if outer.kind == .comparison { return comparedField(outer, than: node, subject) }
    if outer.kind == .nearestPlace { return "any" }
    if outer.kind == .recipient { return "to" }
    if outer.kind == .argument { return parameter(outer, subject) }
    guard outer.kind == .list, let comparison = subject.outer(of: outer),
      comparison.kind == .comparison
    else { return nil }
    return comparedField(comparison, than: outer, subject)
  }

  /// The parameter of a source that an argument is given to
  private static func parameter(_ argument: LintedNode, _ subject: LintSubject) -> String? {
    guard let call = subject.ancestor(of: argument, .call), case .call(let view) = call.expression,
      let name = view.name?.text,
      let source = subject.graph.sources.first(where: { $0.name == name }),
      let index = view.arguments.firstIndex(where: { $0.range == argument.range })
    else { return nil }
    let parameter = view.arguments[index].name?.text ?? source.parameters[safe: index]?.name
    return parameter.map { "\(name)(\($0))" }
  }

  /// The field on the other side of a comparison for equality; nil for another comparison
  private static func comparedField(
    _ comparison: LintedNode, than node: LintedNode, _ subject: LintSubject
  ) -> String? {
    guard case .comparison(let view) = comparison.expression else { return nil }
    switch view.operator {
    case .equal, .notEqual, .is, .isNot, .in, .notIn: break
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .contains, .startsWith, .endsWith:
      return nil
    }
    let other = view.left.range.contains(node.range) ? view.right : view.left
    guard let id = subject.graphNode(other), let field = subject.measurement(id) else { return nil }
    return "\(field.owner).\(field.field)"
  }

  /// The declaration around a node
  private static func root(of node: LintedNode, _ subject: LintSubject) -> LintedNode {
    var current = node
    while let next = subject.parent(of: current) { current = next }
    return current
  }
}

/// The element at an index; nil beyond the end
extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}

/// Whether two texts are likely one
private enum SpellingPair {
  /// A text in the forms that are compared
  struct Side {
    let text: String

    /// The text in small letters without spaces and hyphens
    private let folded: [Character]

    /// Its digits: texts with other numbers are never one
    private let digits: [Character]

    init(_ text: String) {
      self.text = text
      folded = text.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" && $0 != "'" }
        .map { $0 }
      digits = folded.filter { $0.isNumber }
    }

    /// `true` if two texts are likely one
    ///
    /// ```
    /// “Whole Foods”, “whole-foods”      equal when folded
    /// “concert”, “concerts”             a plural, from four letters on
    /// “bakery”, “bakrey”                two letters that changed places
    /// “library”, “libary”               a letter that is missing, from six on
    /// “greengrocer”, “greengracer”      one other letter, from eight on
    /// ```
    func isSuspicious(beside other: Side) -> Bool {
      let (left, right) = (folded, other.folded)
      guard abs(left.count - right.count) <= 1, digits == other.digits else { return false }
      if left == right { return true }
      let shorter = min(left.count, right.count)
      guard shorter >= 4 else { return false }
      if left + ["s"] == right || right + ["s"] == left { return true }
      return SpellingPair.slips(left, right, isLong: shorter >= 6, allowsOther: shorter >= 8)
    }
  }

  /// `true` for one letter too many, two that changed places, or in long texts one that is another
  ///
  /// The parts before and behind which both are equal are left out; that which is between decides.
  fileprivate static func slips(
    _ left: [Character], _ right: [Character], isLong: Bool, allowsOther: Bool
  ) -> Bool {
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var (end, other) = (left.count, right.count)
    while end > start, other > start, left[end - 1] == right[other - 1] {
      end -= 1
      other -= 1
    }
    let (inLeft, inRight) = (end - start, other - start)
    if inLeft + inRight == 1 { return isLong }
    if inLeft == 2, inRight == 2 {
      return left[start] == right[start + 1] && left[start + 1] == right[start]
    }
    return allowsOther && inLeft == 1 && inRight == 1
  }
}
