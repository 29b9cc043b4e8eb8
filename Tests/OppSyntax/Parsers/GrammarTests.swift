import Foundation
import OppTesting
import OppTestLimits
import Testing

@testable import OppSyntax

@Suite(.limited) struct GrammarTests {
  private func grammar() throws -> Grammar {
    try Grammar(Repository.text("grammar/opp.ebnf"))
  }

  @Test func `every production is defined once and used`() throws {
    let productions = try grammar().productions
    let names = productions.map(\.name)
    #expect(Set(names).count == names.count)
    let words = Set(productions.flatMap { $0.text.split(separator: " ").map(Self.bare) })
    for name in names where name != "file" { #expect(words.contains(name), "\(name)") }
  }

  private static func bare(_ word: Substring) -> String {
    String(word.filter { $0.isLetter || $0 == "_" })
  }

  @Test func `the comment of a parse function has its production as the grammar has it`() throws {
    var cited: [String: String] = [:]
    let folder = Repository.root.appending(path: "Sources/OppSyntax/Parsers")
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let parts = line.components(separatedBy: "/// Grammar: ")
        guard parts.count == 2 else { continue }
        let sides = parts[1].components(separatedBy: " ::= ")
        cited[sides[0]] = sides[1]
      }
    }
    for production in try grammar().productions
    where production.name.first?.isLowercase ?? false {
      #expect(cited.removeValue(forKey: production.name) == production.text, "\(production.name)")
    }
    #expect(cited.isEmpty)
  }

  @Test func `the parser accepts every sentence of the grammar`() throws {
    let grammar = try grammar()
    let words = Array(grammar.words)
    let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"
    var generator = SentenceGenerator(grammar, seed: 1) { name in
      nearestSpelling(of: name, in: words) != nil
    }
    for number in 0..<(isLong ? 10_000 : 120) {
      // Mostly one declaration; a file of many says no more.
      let sentence = generator.sentence(
        of: number % 10 == 0 ? "file" : "declaration", depth: 14 + number % 16)
      if sentence.contains(#/(any|\() [^ ]+ in [^ ]+ where /#) { continue }
      let (tree, diagnostics) = Parser.parse(SourceFile(path: "g.opp", text: sentence))
      #expect(tree.text == sentence)
      let rendered = DiagnosticRenderer(files: [tree.source]).render(diagnostics)
      try #require(diagnostics.isEmpty, "sentence \(number)\n\(rendered)")
      #expect(!tree.root.isBroken)
    }
  }
}
