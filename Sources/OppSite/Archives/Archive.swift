internal import Foundation

/// The manual as `docc convert` writes it: a JSON file for each page
struct Archive {
  /// The pages in the order of the topics of the first, which is itself the first
  let pages: [RenderedPage]

  /// The groups of the first page
  let topics: [RenderedPage.Topic]

  /// Converts a catalogue with the toolchain's `docc`, in a folder that is removed again
  ///
  /// - Throws: ``SiteFailure`` if `docc` fails or warns, as of a link that leads nowhere.
  init(catalogue: URL) throws(SiteFailure) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "opp-site-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program(path: "/usr/bin/env").run([
      "docc", "convert", catalogue.path, "--fallback-display-name", "Opp",
      "--fallback-bundle-identifier", "opp", "--output-path", folder.path, "--warnings-as-errors",
    ])
    guard result.status == 0 else { throw SiteFailure("docc: \(result.text)") }
    try self.init(converted: folder, addresses: Self.addresses(in: catalogue))
  }

  /// The links to other sites that the pages of a catalogue have
  private static func addresses(in catalogue: URL) -> [String: RenderedReference] {
    var found: [String: RenderedReference] = [:]
    let files = (try? FileManager.default.contentsOfDirectory(atPath: catalogue.path)) ?? []
    for file in files.sorted() where file.hasSuffix(".md") {
      let text = try? String(contentsOf: catalogue.appending(path: file), encoding: .utf8)
      found.merge(RenderedReference.addresses(in: text ?? "")) { first, _ in first }
    }
    return found
  }

  /// Reads a folder that `docc convert` has written
  ///
  /// - Parameter addresses: the titles of links to other sites if `docc` leaves them out.
  init(
    converted folder: URL, addresses: [String: RenderedReference] = [:]
  ) throws(SiteFailure) {
    let data = folder.appending(path: "data/documentation")
    let files = (FileManager.default.enumerator(atPath: data.path)?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
    var found: [String: RenderedPage] = [:]
    for file in files {
      let page = try RenderedPage.read(data.appending(path: file), addresses: addresses)
      found[page.identifier] = page
    }
    guard let first = found.values.first(where: { !$0.topics.isEmpty }) else {
      throw SiteFailure("no page of the manual has topics")
    }
    topics = first.topics
    var ordered = [first]
    for identifier in first.topics.flatMap(\.identifiers) {
      guard let page = found[identifier] else {
        throw SiteFailure("there is no page `\(identifier)`")
      }
      ordered.append(page)
    }
    guard ordered.count == found.count else {
      throw SiteFailure("\(found.count - ordered.count) pages are in no topic of the first")
    }
    pages = ordered
  }
}
