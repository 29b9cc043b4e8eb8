import Foundation
import OppTestLimits
import OppTesting
import Testing

@testable import opp_site

/// The title, the sentence and the picture of a link to a page
@Suite(.limited) struct SocialCardTests {
  private let links = PageLinks(SiteMap(), from: "manual/truth/")

  private func card(at address: String?) -> String {
    SocialCard(
      title: "True & false", description: "A \"truth\"", path: "manual/truth/", address: address,
      links: links
    ).markup
  }

  @Test func `a site whose address is known names whole addresses`() {
    let markup = card(at: "https://example.org/opp/")
    #expect(
      markup.contains(
        "<meta property=\"og:image\" content=\"https://example.org/opp/preview.png\">"))
    #expect(
      markup.contains(
        "<meta property=\"og:url\" content=\"https://example.org/opp/manual/truth/\">"))
    #expect(markup.contains("content=\"True &amp; false\"") && markup.contains("&quot;truth&quot;"))
  }

  @Test func `a site whose address is not known makes none up`() {
    let markup = card(at: nil)
    #expect(!markup.contains("og:url") && !markup.contains("https:"))
    #expect(markup.contains("content=\"../../preview.png\""))
  }

  @Test func `the picture is a PNG of the size that the pages state`() throws {
    let file = Repository.root.appending(path: "Sources/OppSite/Assets/\(SocialCard.picture)")
    let bytes = try [UInt8](Data(contentsOf: file).prefix(24))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The first chunk, IHDR, has the width and the height, four bytes each.
    let numbers = [bytes[16..<20], bytes[20..<24]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    #expect(numbers == [SocialCard.size.width, SocialCard.size.height])
  }
}
