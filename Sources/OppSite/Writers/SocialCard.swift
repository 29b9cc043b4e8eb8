/// The title, the sentence and the picture that messengers and search engines show of a link to a page
///
/// The names are those of the Open Graph protocol (https://ogp.me). Addresses in it are whole ones, so that they need the address at
/// which the site is published; without it there is none, and the picture is named relative to the page.
struct SocialCard {
  let title: String
  let description: String
  let path: String
  let address: String?
  let links: PageLinks

  /// The picture of all pages, which `Sources/OppSite/preview.mjs` makes from the landing page
  static let picture = "preview.png"

  /// Its width and height in pixels, as previews want them
  static let size = (width: 1200, height: 630)

  /// The elements of the head
  var markup: String {
    let place = address.map { $0 + Self.picture } ?? links.to(Self.picture)
    var entries = [
      ("og:type", "website"), ("og:site_name", "Opp"), ("og:title", title),
      ("og:description", description), ("og:image", place),
      ("og:image:width", "\(Self.size.width)"), ("og:image:height", "\(Self.size.height)"),
      (
        "og:image:alt",
        "The rule \u{201C}Lunch walk\u{201D}, its parts tinted by their truth at noon, and the reasons why it did not fire"
      ),
    ]
    if let address { entries.append(("og:url", address + path)) }
    let properties = entries.map { name, content in
      "<meta property=\"\(name)\" content=\"\(content.escapedMarkup)\">"
    }
    return (properties + ["<meta name=\"twitter:card\" content=\"summary_large_image\">"])
      .joined(separator: "\n")
  }
}
