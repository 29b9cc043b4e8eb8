package import OppSyntax

/// The name of an Opp, beside which an editor shows a line about it
package struct OppLens: Hashable, Sendable {
  package let range: SourceRange
  package let opp: String
}

extension RuleSetSnapshot {
  /// One lens an Opp, in the order of the text
  package func lenses(of file: Int) -> [OppLens] {
    tree(at: file).file.declarations.compactMap { declaration in
      guard case .opp(let view) = declaration, let name = view.name, let text = name.plainText
      else { return nil }
      return OppLens(range: name.range, opp: text)
    }
  }
}
