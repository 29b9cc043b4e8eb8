package import OppSyntax

/// The name of an Opp, beside which an editor shows a line about it
package struct OppLens: Hashable, Sendable {
  package let range: SourceRange
  package let opp: String
}

extension RuleSetSnapshot {
  /// The lens of each Opp, in the order of the text
  package func lenses(of file: Int) -> [OppLens] {
    tree(at: file).file.declarations.compactMap { declaration in
      guard case .opp(let view) = declaration, let name = view.name, let text = name.plainText
      else { return nil }
      return OppLens(range: name.range, opp: text)
    }
  }

  /// The name of the Opp that a place is in, if it is behind the name
  package func opp(withConditionAround offset: Int32, in file: Int) -> String? {
    for declaration in tree(at: file).file.declarations {
      guard case .opp(let view) = declaration, let name = view.name,
        declaration.range.start <= offset, offset <= declaration.range.end
      else { continue }
      return offset > name.range.end ? name.plainText : nil
    }
    return nil
  }

  /// The smallest expression around a place of the text
  func expression(at offset: Int32, in file: Int) -> SourceRange? {
    tree(at: file).path(to: offset).last { $0.kind.isExpression && !$0.range.isEmpty }?.range
  }
}
