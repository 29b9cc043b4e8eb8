internal import OppModel
internal import OppSyntax

extension LintRule {
  package static let nearlyTheSameText = LintRule(
    name: "nearly-the-same-text", category: .spelling, severity: .warning, precision: .medium,
    page: LintPage(
      headline: "`\"concerts\"` occurs once, `\"concert\"` 4 times",
      why: """
        Texts that are compared with one field, or name one store or category, and differ by case, a space, a plural
        or a letter, are mostly one text written wrongly: no message tells that nothing ever equals it. Numbers in
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
    for uses in subject.textUses.values {
      var counts: [String: Int] = [:]
      for use in uses { counts[use.text, default: 0] += 1 }
      for (index, use) in uses.enumerated() {
        guard let count = counts[use.text],
          let other = uses.enumerated().first(where: { position, other in
            SpellingPair.isSuspicious(use.text, other.text)
              && (counts[other.text] ?? 0, -position) > (count, -index)
          })?.element,
          !uses.contains(where: { $0.text == other.text && $0.root == use.root })
        else { continue }
        let times = counts[other.text] ?? 1
        findings.report(
          use.range,
          "`\"\(use.text)\"` occurs \(Self.times(count)), `\"\(other.text)\"` \(Self.times(times))",
          labels: [Diagnostic.Label(range: other.range, text: "the other spelling")],
          helps: ["write `\"\(other.text)\"` if the same is meant"])
      }
    }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// A text that stands for a value of one field
private struct TextUse {
  let text: String
  let range: SourceRange

  /// The declaration it stands in
  let root: Int
}

extension LintSubject {
  /// The constant texts by what they are compared with
  fileprivate var textUses: [String: [TextUse]] {
    var found: [String: [TextUse]] = [:]
    for node in nodes(.text) {
      guard let text = constantText(node.expression), !text.isEmpty, let key = key(of: node) else {
        continue
      }
      found[key, default: []].append(TextUse(text: text, range: node.range, root: root(of: node)))
    }
    return found
  }

  private func constantText(_ expression: ExpressionSyntax) -> String? {
    guard case .text(let view) = expression else { return nil }
    return view.plainText
  }

  /// What the text of a node is a value of: a field, the parameter of a source, a category
  private func key(of node: LintedNode) -> String? {
    guard let outer = outer(of: node) else { return nil }
    switch outer.kind {
    case .comparison: return comparedField(outer, than: node)
    case .list:
      guard let comparison = self.outer(of: outer), comparison.kind == .comparison else {
        return nil
      }
      return comparedField(comparison, than: outer)
    case .nearestPlace: return "any"
    case .recipient: return "to"
    case .argument:
      guard let call = ancestor(of: outer, .call), case .call(let view) = call.expression,
        let name = view.name?.text,
        let source = graph.sources.first(where: { $0.name == name }),
        let index = view.arguments.firstIndex(where: { $0.range == outer.range })
      else { return nil }
      let parameter = view.arguments[index].name?.text ?? source.parameters[safe: index]?.name
      return parameter.map { "\(name)(\($0))" }
    default: return nil
    }
  }

  private func comparedField(_ comparison: LintedNode, than node: LintedNode) -> String? {
    guard case .comparison(let view) = comparison.expression else { return nil }
    switch view.operator {
    case .equal, .notEqual, .is, .isNot, .in, .notIn: break
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .contains: return nil
    }
    let other = view.left.range.contains(node.range) ? view.right : view.left
    guard let id = graphNode(other), let field = measurement(id) else { return nil }
    return "\(field.owner).\(field.field)"
  }

  private func root(of node: LintedNode) -> Int {
    var current = node
    while let next = parent(of: current) { current = next }
    return Int(current.range.start) ^ Int(current.range.file) << 40
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}

/// Whether two texts are likely one
private enum SpellingPair {
  static func isSuspicious(_ first: String, _ second: String) -> Bool {
    guard first != second else { return false }
    let (left, right) = (folded(first), folded(second))
    if left == right { return true }
    guard left.filter({ $0.isNumber }) == right.filter({ $0.isNumber }) else { return false }
    let shorter = min(left.count, right.count)
    if shorter >= 4, left + "s" == right || right + "s" == left { return true }
    guard shorter >= 6 else { return false }
    return slips(Array(left), Array(right), allowsOther: shorter >= 8)
  }

  /// Small letters without spaces and hyphens
  private static func folded(_ text: String) -> String {
    text.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" && $0 != "'" }
  }

  /// `true` for one letter too many, two that changed places, or in long texts one that is another
  private static func slips(_ left: [Character], _ right: [Character], allowsOther: Bool) -> Bool {
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var (end, other) = (left.count, right.count)
    while end > start, other > start, left[end - 1] == right[other - 1] {
      end -= 1
      other -= 1
    }
    let (inLeft, inRight) = (end - start, other - start)
    if inLeft + inRight == 1 { return true }
    if inLeft == 2, inRight == 2 {
      return left[start] == right[start + 1] && left[start + 1] == right[start]
    }
    return allowsOther && inLeft == 1 && inRight == 1
  }
}
