import OppTestLimits
import Testing

@testable import opp_site

/// The blocks that can be tried, and with which files
@Suite(.limited) struct SnippetsTests {
  /// The names of the files of each block's attempt, as `a.opp+b.opp`, or `-`
  private func attempts(_ blocks: [Block]) -> [String] {
    Snippets(blocks).attempts.map { files in
      files.isEmpty ? "-" : files.map(\.name).joined(separator: "+")
    }
  }

  private func heading(_ text: String) -> Block { .heading(level: 2, anchor: text, text: text) }
  private func code(_ syntax: String, _ text: String = "") -> Block {
    .code(syntax: syntax, text: text)
  }

  @Test func `a block of a section that runs a command is a whole file, another one a fragment`() {
    let found = attempts([
      heading("grammar"), code("opp", "opp NAME when …"),
      heading("whole"), code("opp"), code("console", "$ opp check"), code("csv data/a.csv"),
    ])
    #expect(found == ["-", "-", "-", "rules.opp+data/a.csv", "-", "-"])
  }

  @Test func `what stands before the first section belongs to all`() {
    let found = attempts([
      code("opp places.opp"), heading("a"), code("opp"), code("console", "$ opp check ."),
    ])
    #expect(found == ["places.opp", "-", "rules.opp+places.opp", "-"])
  }

  @Test func `files that commands name are rule sets of their own`() {
    let found = attempts([
      heading("a"), code("opp old.opp"), code("opp new.opp"),
      code("console", "$ opp diff old.opp new.opp"),
    ])
    #expect(found == ["-", "old.opp", "new.opp", "-"])
  }

  @Test func `a later block takes the place of an earlier one`() {
    let snippets = Snippets([
      heading("a"), code("opp", "let a = 1"), code("console", "$ opp check"),
      code("opp", "let a = 2"),
    ])
    #expect(snippets.attempts[1] == [PlaygroundFile(name: "rules.opp", text: "let a = 1\n")])
    #expect(snippets.attempts[3] == [PlaygroundFile(name: "rules.opp", text: "let a = 2\n")])
  }
}
