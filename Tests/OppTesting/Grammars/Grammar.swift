/// A grammar in W3C-style EBNF, read from text
package struct Grammar: Sendable {
  /// What a production is made of
  package indirect enum Part: Hashable, Sendable {
    case literal(String)
    case reference(String)
    case characters([ClosedRange<UInt32>])
    case sequence([Part])
    case choice([Part])
    case optional(Part)
    case repeated(Part, atLeast: Int)
    /// A repetition that takes each choice of a production once at most
    case eachOnce(Part)
  }

  package struct Production: Sendable {
    package let name: String
    package let part: Part

    /// What stands right of `::=`, with single spaces and without comments
    package let text: String
  }

  /// In the order of the text
  package let productions: [Production]
  private let byName: [String: Part]

  package init(_ text: String) throws(GrammarReader.Failure) {
    productions = try GrammarReader.productions(of: text)
    byName = Dictionary(productions.map { ($0.name, $0.part) }) { first, _ in first }
  }

  package subscript(name: String) -> Part? { byName[name] }

  /// The words between quotes
  package var words: Set<String> {
    var words: Set<String> = []
    func collect(_ part: Part) {
      switch part {
      case .literal(let text): if text.allSatisfy(\.isLetter) { words.insert(text) }
      case .reference, .characters: break
      case .sequence(let parts), .choice(let parts): parts.forEach(collect)
      case .optional(let part), .repeated(let part, _), .eachOnce(let part): collect(part)
      }
    }
    for production in productions where production.name.first?.isLowercase ?? false {
      collect(production.part)
    }
    return words
  }
}
