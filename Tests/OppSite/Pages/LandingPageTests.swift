import Foundation
import OppTestLimits
import OppTesting
import Testing

@testable import opp_site

/// The first page: its pictures and numbers are the tool's
@Suite(.limited, .waiting, .enabled(if: SiteFixture.hasDocC, "the toolchain has no `docc`"))
struct LandingPageTests {
  @Test func `its rule and its notification are those of the lesson`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    let lesson = try Repository.text("editors/web/tour/12-why/solution.opp")
    let rule = try #require(SiteFixture.code(in: page).first)
    #expect(rule.hasPrefix("opp \"Lunch walk\"") && lesson.contains(rule))
    let card = try #require(page.components(separatedBy: "<p class=\"card\">").last)
    #expect(card.hasPrefix("<b>Lunch walk</b> <time>12:00</time><span>You are free for 50 min."))
  }

  @Test func `it has one main button, which leads to the first lesson`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    #expect(page.matches(of: /class="call"/).count == 1)
    #expect(page.contains("<a class=\"call\" href=\"play/#tour=01-clock\">Take the tour</a>"))
    #expect(!page.contains("<iframe"))
  }

  @Test func `each part of the tinted rule has the truth that the tool gives it`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    let tinted = page.components(separatedBy: "<figure class=\"tinted\">")[1]
    let rule = tinted.components(separatedBy: "</code>")[0]
    let parts = rule.matches(
      of: /<span class="is-(true|false|unknown)">((?s:.*?))(?=<span class="is-|\n|$)/)
    #expect(parts.map { String($0.output.1) } == ["true", "true", "false", "true"])
    #expect(SiteFixture.text(tinted).contains("free is 50 min"))
  }

  @Test func `the year is that of two replays`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    let counts = try #require(
      page.firstMatch(of: /as before: (\d+) .*? lost: (\d+) .*? gained: (\d+)/)?.output)
    #expect(Int(counts.1) ?? 0 > 30 && Int(counts.2) ?? 0 > 5)
    #expect(page.contains("none is lost") == (counts.2 == "0"))
  }

  @Test func `each cell about another program leads to its documentation, or is a dash`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    let table = page.components(separatedBy: "aria-label=\"Comparison\"")[1]
      .components(separatedBy: "</table>")[0]
    let rows = table.components(separatedBy: "<th scope=\"row\">").dropFirst()
    for row in rows {
      let cells = row.matches(of: /<td>((?s:.*?))<\/td>/).map { String($0.output.1) }
      #expect(cells.count == 5, "\(row)")
      #expect(
        cells.dropFirst().allSatisfy { $0 == "–" || $0.contains("<a href=\"https://") }, "\(row)")
    }
  }

  @Test func `the reasons are there for a wide and for a narrow screen`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    let narrow = try #require(page.components(separatedBy: "class=\"is-narrow\"").dropFirst().first)
    let lines = try #require(SiteFixture.code(in: narrow).first).split(separator: "\n")
    #expect(lines.dropFirst().allSatisfy { $0.count <= 34 }, "\(lines)")
  }

  @Test func `no day of a year is drawn if nothing changes`() {
    let day = Date(timeIntervalSince1970: 1_357_300_000)
    #expect(throws: SiteFailure.self) { try YearPicture(before: [day], after: [day]) }
  }

  @Test func `a repository is named only if there is one`() throws {
    let page = try #require(try SiteFixture.pages()["index.html"])
    #expect(!page.contains("git clone") && !page.contains("Source code"))
    var settings = SiteFixture.settings
    settings.repository = "https://example.org/opp.git"
    let site = try Site(settings, SiteFixture.archive())
    let other = String(decoding: try #require(try site.files()["index.html"]), as: UTF8.self)
    #expect(SiteFixture.text(other).contains("git clone https://example.org/opp.git opp"))
  }

  @Test func `a tool that prints something else fails the build`() throws {
    var settings = SiteFixture.settings
    settings.tool = URL(filePath: "/bin/true")
    let site = try Site(settings, SiteFixture.archive())
    #expect(throws: SiteFailure.self) { try site.files() }
  }
}
