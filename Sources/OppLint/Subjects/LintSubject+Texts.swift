internal import OppModel
internal import OppSemantics
package import OppSyntax

/// The texts of notifications, as they are written
extension LintSubject {
  /// The segments of the texts in `notify` clauses
  ///
  /// They are the pieces between the values: `{temp}` in braces is none.
  package var noticeTexts: [(segment: SyntaxToken, node: LintedNode)] {
    var found: [(segment: SyntaxToken, node: LintedNode)] = []
    for node in nodes(.text) where clause(of: node)?.kind == .notifyClause {
      for token in node.node.tokens(.textSegment) { found.append((token, node)) }
    }
    return found
  }

  /// `true` for a name, or a path of names, that has a value where a node stands
  ///
  /// `temp` and `weather.temp` are known; `e.title` and `title` are within `for each e in agenda`; `name` mostly is not.
  package func isKnown(_ name: String, at node: LintedNode) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty,
      parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
    else { return false }
    // The row of `for each`, a `let`, then the fields of sources that need no text to be named.
    let isPath = parts.count > 1
    if let opp = node.opp.map({ opps[$0] }) {
      if opp.syntax.forEach?.name?.text == String(first) { return isPath }
      if !isPath, let table = opp.rule.rows?.table,
        graph[table].fields.contains(where: { $0.name == first })
      {
        return true
      }
    }
    if analysis.lets.contains(where: { $0.name == first }) { return !isPath }
    return graph.sources.contains { source in
      if isPath {
        return source.name == first && source.fields.contains { $0.name == parts[1] }
      }
      return !source.parameters.contains { $0.type == .text }
        && source.fields.contains { $0.name == first }
    }
  }
}
