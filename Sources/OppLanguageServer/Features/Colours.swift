internal import OppModel
internal import OppSemantics
package import OppSyntax

/// A colour in the text
package struct WrittenColour: Hashable, Sendable {
  package let range: SourceRange

  /// 0xRRGGBB
  package let rgb: Int32
}

extension RuleSetSnapshot {
  /// The colours of a file, by number or by name, in the order of the text
  package func colours(of file: Int) -> [WrittenColour] {
    let tree = tree(at: file)
    let index = analysis.symbols
    var found: [WrittenColour] = []
    for number in tree.tokenKinds.indices where tree.tokenKinds[number] == .colour {
      let token = tree.token(at: number)
      if let rgb = Colour.rgb(token.text) {
        found.append(WrittenColour(range: token.range, rgb: rgb))
      }
    }
    for use in index.uses(in: tree.source.wholeRange) {
      guard case .builtIn(.value, let name) = use.id, let rgb = Colour.rgb(name) else { continue }
      found.append(WrittenColour(range: use.range, rgb: rgb))
    }
    return found.sorted { $0.range < $1.range }
  }

  /// The texts that stand for a colour: its name if it has one, and its number
  package static func presentations(of rgb: Int32) -> [String] {
    let digits = String(rgb & 0xFFFFFF, radix: 16, uppercase: true)
    let number = "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    let name = Colour.text(rgb)
    return name == number ? [number] : [name, number]
  }
}
