import Foundation
import OppTestLimits
import Testing

@testable import opp_site

/// What stands beside a page: the tree of all pages, and the page as Markdown
@Suite(.limited, .enabled(if: SiteFixture.hasDocC, "the toolchain has no `docc`"))
struct CompanionTests {
  @Test func `every page marks itself in the tree, once, in an open topic`() throws {
    let pages = try SiteFixture.pages()
    for document in try SiteFixture.site().documents where document.path != "manual/" {
      let page = try #require(pages[document.path + "index.html"])
      let tree = page.components(separatedBy: "<nav class=\"tree\"")[1]
        .components(separatedBy: "</nav>")[0]
      #expect(tree.matches(of: /aria-current="page"/).count == 1, "\(document.path)")
      let open = tree.components(separatedBy: "<details open>").dropFirst()
      #expect(open.contains { $0.contains("aria-current") }, "\(document.path)")
    }
  }

  @Test func `every page is there as Markdown with its words`() throws {
    let files = try SiteFixture.files()
    for document in try SiteFixture.site().documents {
      let text = String(decoding: try #require(files[document.path + "index.md"]), as: UTF8.self)
      #expect(text.hasPrefix("# \(document.title)\n"), "\(document.path)")
      for passage in document.passages {
        switch passage.block {
        case .heading(_, _, let words): #expect(text.contains("# \(words)"), "\(document.path)")
        case .code(_, let code): #expect(text.contains(code), "\(document.path)")
        case .paragraph, .list, .table: break
        }
      }
    }
  }

  @Test func `every link of the index for assistants leads to a file`() throws {
    let files = try SiteFixture.files()
    let index = String(decoding: try #require(files["llms.txt"]), as: UTF8.self)
    let links = index.matches(of: /\]\(([^)]*)\)/).map { String($0.output.1) }
    #expect(links.count > 60)
    for link in links where link != "play/" { #expect(files[link] != nil, "\(link)") }
  }

  @Test func `a block is written as Markdown`() throws {
    let writer = MarkdownWriter(
      links: PageLinks(SiteMap(pages: ["truth": "manual/truth/"]), from: "a/b/"))
    let document = Document(
      path: "a/b/", title: "B", summary: [.text("In "), .code("short"), .text(".")],
      passages: [
        Passage(block: .heading(level: 2, anchor: "c", text: "C")),
        Passage(
          block: .list(
            isOrdered: true,
            items: [[.paragraph([.text("One")])], [.paragraph([.strong([.text("two")])])]])),
        Passage(
          block: .table(
            hasHeader: false,
            rows: [
              [
                [.paragraph([.text("a | b")])],
                [.paragraph([.link(.page(name: "truth", anchor: nil), [.text("c")])])],
              ]
            ])),
        Passage(block: .code(syntax: "opp", text: "opp \"A\"")),
      ], trail: [])
    #expect(
      try writer.text(of: document) == """
        # B

        In `short`.

        ## C

        1. One
        2. **two**

        |  |  |
        | --- | --- |
        | a \\| b | [c](../../manual/truth/) |

        ```opp
        opp "A"
        ```

        """)
  }

  @Test func `a paragraph of a lesson has its marks`() {
    #expect(
      [Inline](prose: "Use `for`, **not** *that*:\nsee [it](../manual/opps/).") == [
        .text("Use "), .code("for"), .text(", "), .strong([.text("not")]), .text(" "),
        .emphasis([.text("that")]), .text(": see "), .link(.path("manual/opps/"), [.text("it")]),
        .text("."),
      ])
  }
}
