import Foundation
import OppTestLimits
import OppTesting
import Testing

@testable import opp_site

/// The first page: its outputs are the tool's
@Suite(.limited, .enabled(if: SiteFixture.hasDocC, "the toolchain has no `docc`"))
struct LandingPageTests {
  @Test func `its outputs are those of the README, which the tests run`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    let code = SiteFixture.code(in: page)
    let readme = try Repository.text("README.md")
    let why = try #require(code.first { $0.hasPrefix("$ opp why") })
    // The README has the operands in another order.
    let answer = why.split(separator: "\n").dropFirst().joined(separator: "\n")
    #expect(readme.contains(answer))
    let firings = try #require(code.first { $0.hasPrefix("$ opp eval") })
    #expect(firings.contains("12:00:00  Lunch walk: Sunny"))
    #expect(code.contains { $0.contains("error: `30` has no unit") })
  }

  @Test func `it leads to the playground, and starts it only on demand`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    #expect(!page.contains("<iframe"))
    let links = page.matches(of: /href="play\/#([^"]*)" ?>|data-frame="play\/#([^"]*)&amp;embed"/)
      .compactMap { $0.output.1 ?? $0.output.2 }
    let whole = PlaygroundLink(example: "opportunity", open: "time.opp", day: "2013-06-02")
    #expect(links.contains { (try? String($0).playgroundLink) == whole })
    #expect(page.contains("&amp;embed\" href=\"play/#"))
  }

  @Test func `every connector and notifier of the manual is on it`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    let paths = try SiteFixture.site().documents.map(\.path).filter { path in
      path.hasPrefix("manual/") && (path.hasSuffix("connector/") || path.hasSuffix("notifier/"))
    }
    #expect(paths.count > 15)
    for path in paths { #expect(page.contains("href=\"\(path)\""), "\(path)") }
  }

  @Test func `a tool that prints something else fails the build`() throws {
    var settings = SiteFixture.settings
    settings.tool = URL(filePath: "/bin/true")
    let site = try Site(settings, SiteFixture.archive())
    #expect(throws: SiteFailure.self) { try site.files() }
  }
}
