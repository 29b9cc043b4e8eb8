internal import Foundation

/// The target of a link, as the end of a page lists it
struct RenderedReference: Decodable, Sendable {
  let destination: Destination
  let title: [Inline]

  /// The links to other sites that a page of Markdown has, `[gpsd](https://gpsd.io)`, by their addresses
  static func addresses(in text: String) -> [String: RenderedReference] {
    var found: [String: RenderedReference] = [:]
    let parts = text.components(separatedBy: "](http")
    for (before, rest) in zip(parts, parts.dropFirst()) {
      guard let open = before.lastIndex(of: "["), let end = rest.firstIndex(of: ")") else {
        continue
      }
      let title = before[before.index(after: open)...]
      let address = "http" + rest[..<end]
      found[address] = RenderedReference(
        destination: .address(address), title: [Inline](markdown: String(title)))
    }
    return found
  }

  private init(destination: Destination, title: [Inline]) {
    (self.destination, self.title) = (destination, title)
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let kind = try values.decode(String.self, forKey: .type)
    let url = try values.decode(String.self, forKey: .url)
    let plain = try values.decode(String.self, forKey: .title)
    switch kind {
    case "topic":
      destination = Self.page(url)
      title = [.text(plain)]
    case "link":
      destination = url.hasPrefix("../../../") ? .checkout(String(url.dropFirst(9))) : .address(url)
      title =
        try values.decodeIfPresent([Inline].self, forKey: .titleInlineContent) ?? [.text(plain)]
    default:
      throw SiteFailure("the reference `\(kind)` is not known")
    }
  }

  /// `/documentation/opp/store#Locks` is the page `store` at `Locks`, `/documentation/opp` the page `opp`
  private static func page(_ url: String) -> Destination {
    let parts = url.split(separator: "#", maxSplits: 1)
    let name = parts.first?.split(separator: "/").last ?? ""
    return .page(name: String(name), anchor: parts.count > 1 ? String(parts[1]) : nil)
  }

  private enum Key: String, CodingKey {
    case type, url, title, titleInlineContent
  }
}
