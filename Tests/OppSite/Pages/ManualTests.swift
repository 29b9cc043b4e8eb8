import OppTestLimits
import Testing

@testable import opp_site

/// The manual as pages, and the list pages that are divided
@Suite(.limited, .enabled(if: SiteFixture.hasDocC, "the toolchain has no `docc`"))
struct ManualTests {
  @Test func `each recipe and each rule has a page below its list, which leads to all`() throws {
    let documents = try SiteFixture.site().documents
    for (list, least) in [("manual/cookbook/", 80), ("lint/", 90)] {
      let parts = documents.filter { $0.path.hasPrefix(list) && $0.path != list }
      #expect(parts.count > least)
      let page = try #require(try SiteFixture.pages()[list + "index.html"])
      for part in parts {
        #expect(part.trail.map(\.path) == ["manual/", list])
        #expect(page.contains("/\(part.path)\""), "\(part.path)")
      }
    }
  }

  @Test func `the cookbook begins with lists of its recipes, each below its subject`() throws {
    let page = try #require(try SiteFixture.pages()["manual/cookbook/index.html"])
    #expect(!page.contains("<table>"))
    #expect(page.contains(">On the way</") && page.contains("<li><a href="))
  }

  @Test func `the first page leads to every page of the catalogue`() throws {
    let page = try #require(try SiteFixture.pages()["manual/index.html"])
    for document in try SiteFixture.site().documents
    where document.siblings != nil && document.path != "manual/" {
      #expect(page.contains("href=\"../\(document.path)\""), "\(document.path)")
    }
  }

  @Test(arguments: [
    ("The wash is done", "the-wash-is-done"), ("Under way, and nobody", "under-way-and-nobody"),
    ("never-true", "never-true"),
  ])
  func `a title is a part of a path`(title: String, slug: String) {
    #expect(title.slug == slug)
  }

  @Test func `a line with backticks has code in it`() {
    #expect(
      [Inline](markdown: "`a` is `b`.") == [.code("a"), .text(" is "), .code("b"), .text(".")])
  }
}
