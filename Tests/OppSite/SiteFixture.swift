import Foundation
import OppTesting
import Testing

@testable import opp_site

/// The site of this checkout, made once for all tests
enum SiteFixture {
  /// Whether the toolchain has `docc`, without which there is no manual
  static let hasDocC =
    (try? Program(path: "/usr/bin/env").run(["docc", "convert", "--help"]))?
    .status == 0

  static let settings = SiteOptions.Settings(
    sources: Repository.root, output: FileManager.default.temporaryDirectory,
    // It lies beside the bundle of the tests.
    tool: URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "opp"))

  private static let made = Result { () throws -> (site: Site, files: [String: Data]) in
    let site = try Site(settings, archive())
    return (site, try site.files())
  }

  private static let converted = Result {
    try Archive(catalogue: Repository.root.appending(path: "Sources/opp/Opp.docc"))
  }

  static func archive() throws -> Archive { try converted.get() }

  static func site() throws -> Site { try made.get().site }

  /// The content of each file by its path
  static func files() throws -> [String: Data] { try made.get().files }

  /// The pages by their paths
  static func pages() throws -> [String: String] {
    var pages: [String: String] = [:]
    for (path, content) in try files() where path.hasSuffix(".html") {
      pages[path] = String(decoding: content, as: UTF8.self)
    }
    return pages
  }

  /// The text of HTML without its elements
  static func text(_ markup: some StringProtocol) -> String {
    String(markup).replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  /// The texts of the blocks of code of a page
  static func code(in page: String) -> [String] {
    page.matches(of: /<pre[^>]*><code>((?s:.*?))<\/code><\/pre>/).map { text($0.output.1) }
  }
}
