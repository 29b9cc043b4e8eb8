internal import OppSemantics
package import OppSyntax

/// A change of the text that is offered at its place, with its effect in words
package struct OfferedChange: Hashable, Sendable {
  package let title: String
  package let edits: [Edit]
}

extension RuleSetSnapshot {
  /// The changes that may give a part of a condition a value which was unknown
  package func changes(for part: UnknownPart) -> [OfferedChange] {
    switch part.cause {
    case .neverRead(let name): connections(of: name, part) + [guarded(part)].compactMap { $0 }
    case .stale(let name): [longerFreshness(of: name), guarded(part)].compactMap { $0 }
    case .missing: [guarded(part)].compactMap { $0 }
    case .address: connections(of: "addresses", part)
    }
  }

  // MARK: Connections

  /// The connectors that need no options, by the sources and tables that they serve
  private static let plainConnectors = [
    "weather": "openmeteo", "location": "gpsd", "addresses": "nominatim", "places": "overpass",
  ]

  /// `connect weather to openmeteo()`, if nothing is connected to it
  private func connections(of name: String, _ part: UnknownPart) -> [OfferedChange] {
    guard let connector = Self.plainConnectors[name],
      !analysis.connections.contains(where: { $0.target == name })
    else { return [] }
    let text = "connect \(name) to \(connector)()"
    return [
      OfferedChange(
        title: "Write `\(text)`", edits: [appending(text, to: Int(part.range.file))])
    ]
  }

  /// A declaration behind the last of a file
  func appending(_ text: String, to file: Int) -> Edit {
    let source = source(at: file)
    let end = source.bytes.count
    let isWhole = source.bytes.last.map { $0 == 0x0A } ?? true
    let place = SourceRange(
      file: Int32(truncatingIfNeeded: file), start: Int32(clamping: end),
      end: Int32(clamping: end))
    let gap = end == 0 ? "" : isWhole ? "\n" : "\n\n"
    return Edit(range: place, replacement: gap + text + "\n")
  }

  // MARK: Conditions

  /// `known(temp) and temp > 20C`: false instead of unknown
  private func guarded(_ part: UnknownPart) -> OfferedChange? {
    let path = tree(at: Int(part.range.file)).path(to: part.range.start)
    guard let comparison = path.first(where: { $0.range == part.range && $0.kind.isExpression }),
      let operand = readOperand(of: comparison)
    else { return nil }
    let text = "known(\(operand.text)) and \(comparison.text)"
    let isAlone =
      path.last { $0.range != part.range && $0.range.contains(part.range) }
      .map { !$0.kind.isExpression || $0.kind == .conjunction } ?? true
    return OfferedChange(
      title: "Write `known(\(operand.text)) and …`: false where it is unknown",
      edits: [Edit(range: part.range, replacement: isAlone ? text : "(\(text))")])
  }

  /// The first name or field that a comparison reads
  private func readOperand(of node: SyntaxNode) -> SyntaxNode? {
    if node.kind == .nameExpression || node.kind == .fieldAccess {
      return analysis.symbols.type(of: node.range) == nil ? nil : node
    }
    for case .node(let child) in node.children {
      if let found = readOperand(of: child) { return found }
    }
    return nil
  }

  // MARK: Freshness

  /// A longer `fresh for` of a source or table that the rule set declares itself
  private func longerFreshness(of name: String) -> OfferedChange? {
    for file in files.indices {
      for declaration in tree(at: file).file.declarations {
        let freshness: ExpressionSyntax?
        switch declaration {
        case .source(let view) where view.name?.text == name: freshness = view.freshness
        case .table(let view) where view.name?.text == name: freshness = view.freshness
        case .source, .table, .place, .let, .enumeration, .setting, .connection, .test, .chart,
          .opp:
          freshness = nil
        }
        guard let freshness else { continue }
        let longer = freshness.node.text == "2h" ? "1d" : "2h"
        return OfferedChange(
          title: "Write `fresh for \(longer)` in `\(name)`",
          edits: [Edit(range: freshness.range, replacement: longer)])
      }
    }
    return nil
  }
}
