/// The paths of all pages, by the names with which texts speak of them
struct SiteMap: Sendable {
  /// The pages of the manual: `truth` is `manual/truth/`
  var pages: [String: String] = [:]

  /// The pages of messages and of rules of the linter: `never-true` is `lint/never-true/`
  var codes: [String: String] = [:]

  /// The files of the checkout that the site has: `grammar/opp.ebnf`
  var files: Set<String> = []
}

/// Links from one page to others; all are relative, so that the site can be served below any path
struct PageLinks {
  private let map: SiteMap

  /// The path of the page
  private let path: String

  init(_ map: SiteMap, from path: String) {
    (self.map, self.path) = (map, path)
  }

  /// The way to a path of the site
  func to(_ target: String) -> String {
    let up = String(repeating: "../", count: path.split(separator: "/").count)
    let link = up + target
    return link.isEmpty ? "./" : link
  }

  /// The way to a target; nil for a folder of the checkout, which the site does not have
  ///
  /// - Throws: ``SiteFailure`` for a page that there is not.
  func to(_ destination: Destination) throws(SiteFailure) -> String? {
    switch destination {
    case .address(let address): return address
    case .path(let path): return to(path)
    case .checkout(let file): return map.files.contains(file) ? to("checkout/\(file)") : nil
    case .page(let name, let anchor):
      guard let found = map.pages[name] else { throw SiteFailure("there is no page `\(name)`") }
      return (found == path && anchor != nil ? "" : to(found)) + (anchor.map { "#\($0)" } ?? "")
    }
  }

  /// The way to the page of a message or of a rule; nil for any other word, and for the page itself
  ///
  /// A code without a hyphen would be a word of the language as well.
  func to(code: String) -> String? {
    guard code.contains("-"), let target = map.codes[code], target != path else { return nil }
    return to(target)
  }
}
