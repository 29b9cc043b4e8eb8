import Foundation
import OppTesting
import OppTestLimits
import Testing

/// The articles of OppKit: their code is that of tests
@Suite(.limited) struct ArticleTests {
  /// The articles, and the tests that have their code
  static let articles = [
    ("CheckingRules", "Rules/CheckingSnippets"), ("RunningASession", "Sessions/RunningSnippets"),
    ("Remembering", "Sessions/RememberingSnippets"), ("TestingRules", "Explaining/TestingSnippets"),
  ]

  @Test(arguments: articles)
  func `each block of code is a part of a test, in the same order`(
    article: String, tests: String
  ) throws {
    let page = try Repository.text("Sources/OppKit/OppKit.docc/\(article).md")
    let code = try Repository.text("Tests/OppKit/\(tests).swift")
    let (blocks, snippets) = (blocks(of: page), snippets(of: code))
    #expect(!blocks.isEmpty && blocks.count == snippets.count)
    for (block, snippet) in zip(blocks, snippets) { #expect(block == snippet) }
  }

  @Test func `every page of the catalogue is one of these, or the first`() throws {
    let folder = Repository.root.appending(path: "Sources/OppKit/OppKit.docc")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(Self.articles.map { "\($0.0).md" } + ["OppKit.md"]))
  }

  @Test func `the first page has every public type`() throws {
    let page = try Repository.text("Sources/OppKit/OppKit.docc/OppKit.md")
    let listed = page.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.output.1) }
    let list = try Repository.text("Tests/OppKit/Tables/public.txt")
    let types = list.matches(of: /(?m)^(?:final )?(?:struct|enum|class|actor|protocol) (\w+)$/)
      .map { String($0.output.1) }
    #expect(listed.sorted() == types.sorted())
  }

  /// The blocks of a page, none of another language
  private func blocks(of page: String) -> [[String]] {
    let parts = page.components(separatedBy: "\n```")
    return parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { part in
      let lines = part.element.components(separatedBy: "\n")
      #expect(lines[0] == "swift")
      return Array(lines.dropFirst())
    }
  }

  /// The lines between `// snippet` and `// end`, as far to the left as they go
  private func snippets(of code: String) -> [[String]] {
    var found: [[String]] = []
    var lines: [String]?
    for line in code.components(separatedBy: "\n") {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "// snippet": lines = []
      case "// end":
        found += lines.map { [outdented($0)] } ?? []
        lines = nil
      default: lines?.append(line)
      }
    }
    return found
  }

  private func outdented(_ lines: [String]) -> [String] {
    let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(margin)) }
  }
}
