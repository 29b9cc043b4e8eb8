import OppTestLimits
import Testing

@testable import opp_site

/// The ways from one page to others
@Suite(.limited) struct PageLinkTests {
  private static let map = SiteMap(
    pages: ["truth": "manual/truth/", "opp": "manual/"],
    codes: [
      "never-true": "lint/never-true/", "always-true": "lint/always-true/", "when": "lint/when/",
    ],
    files: ["grammar/opp.ebnf"])

  private static func links(from path: String) -> PageLinks { PageLinks(map, from: path) }

  private static let codes: [(String, String, String?)] = [
    ("lint/never-true/", "never-true", nil),
    ("lint/never-true/", "always-true", "../../lint/always-true/"),
    ("lint/always-true/", "never-true", "../../lint/never-true/"),
    ("lint/", "never-true", "../lint/never-true/"), ("", "never-true", "lint/never-true/"),
    // A word of the language is no code, and no word is one that has no page.
    ("lint/never-true/", "when", nil), ("lint/never-true/", "no-such-rule", nil),
  ]

  @Test(arguments: codes)
  func `a code leads to its page, but not from there`(path: String, code: String, way: String?) {
    #expect(Self.links(from: path).to(code: code) == way)
  }

  private static let destinations: [(String, Destination, String?)] = [
    ("manual/truth/", .page(name: "truth", anchor: "Unknown"), "#Unknown"),
    ("manual/truth/", .page(name: "truth", anchor: nil), "../../manual/truth/"),
    ("manual/", .page(name: "truth", anchor: "Unknown"), "../manual/truth/#Unknown"),
    ("manual/truth/", .page(name: "opp", anchor: nil), "../../manual/"),
    ("manual/truth/", .path(""), "../../"), ("", .path(""), "./"),
    ("lint/", .checkout("grammar/opp.ebnf"), "../checkout/grammar/opp.ebnf"),
    ("lint/", .checkout("Sources"), nil), ("lint/", .address("https://ntfy.sh"), "https://ntfy.sh"),
  ]

  @Test(arguments: destinations)
  func `a destination has its way`(path: String, target: Destination, way: String?) throws {
    #expect(try Self.links(from: path).to(target) == way)
  }

  @Test func `a page that there is not fails`() {
    #expect(throws: SiteFailure.self) {
      try Self.links(from: "manual/").to(.page(name: "turth", anchor: nil))
    }
  }
}
