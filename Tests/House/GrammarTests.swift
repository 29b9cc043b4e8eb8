import Foundation
import OppTesting
import Testing

/// `grammar/opp.ebnf` is the one truth of the syntax
@Suite struct GrammarTests {
  @Test func `every production is named by the parse function that implements it`() throws {
    let grammar = try Repository.text("grammar/opp.ebnf")
    let comments = try SourceTree.swiftFiles(below: "Sources/OppSyntax")
      .flatMap(\.lines).filter { $0.contains("/// Grammar:") }.joined(separator: "\n")
    let productions = grammar.split(separator: "\n").compactMap { line -> String? in
      guard let sign = line.range(of: " ::="), !line.hasPrefix(" ") else { return nil }
      return String(line[..<sign.lowerBound]).trimmingCharacters(in: .whitespaces)
    }
    #expect(productions.count > 40)
    for production in productions {
      #expect(comments.contains("\(production) ::="), "no parse function cites `\(production)`")
    }
  }
}
