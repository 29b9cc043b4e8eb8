internal import Foundation

/// The whole site: its pages in the order of reading, and the files beside them
///
/// ```
/// Opp.docc ─ docc ─▶ Archive ─▶ Manual ────────────┐
/// DiagnosticPage ─────────────▶ DiagnosticDocuments ├─▶ Document ─▶ PageFrame, BlockWriter ─▶ files
/// opp over examples ──────────▶ LandingPage ────────┘             └▶ SearchIndex
/// ```
struct Site {
  private let settings: SiteOptions.Settings
  private let archive: Archive
  private let manual: Manual

  /// In the order of reading
  let documents: [Document]
  private let map: SiteMap

  /// Reads the sources
  ///
  /// - Throws: ``SiteFailure`` if something is missing or of an unknown kind.
  init(_ settings: SiteOptions.Settings) throws(SiteFailure) {
    try self.init(
      settings, Archive(catalogue: settings.sources.appending(path: "Sources/opp/Opp.docc")))
  }

  /// A site of a manual that is converted already
  init(_ settings: SiteOptions.Settings, _ archive: Archive) throws(SiteFailure) {
    self.settings = settings
    self.archive = archive
    manual = try Manual(archive)
    let mistakes = try GoldenMistakes(sources: settings.sources)
    documents =
      manual.documents + [try TourDocument(sources: settings.sources).document]
      + DiagnosticDocuments(mistakes).documents
    map = SiteMap(
      pages: manual.paths,
      codes: DiagnosticDocuments.paths.merging(manual.rules) { $1 },
      files: Self.files(of: documents, in: settings.sources))
  }

  /// Writes all files
  ///
  /// - Returns: the number of pages.
  func write() throws(SiteFailure) -> Int {
    for (path, content) in try files() {
      let file = settings.output.appending(path: path)
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
      } catch {
        throw SiteFailure("\(file.path): \(error.localizedDescription)")
      }
    }
    return documents.count + 1
  }

  /// The content of all files by their paths
  func files() throws(SiteFailure) -> [String: Data] {
    var files: [String: Data] = [:]
    let landing = LandingPage(
      archive: archive, manual: manual, map: map,
      opp: Opp(settings.tool, in: settings.sources), settings: settings)
    files["index.html"] = Data(try landing.markup().utf8)
    let tree = ChapterTree(manual.topics)
    for (index, document) in documents.enumerated() {
      let links = PageLinks(map, from: document.path)
      let frame = PageFrame(links: links, address: settings.address, tree: tree)
      let text = try MarkdownWriter(links: links).text(of: document)
      files[document.path + "index.md"] = Data(text.utf8)
      let page = try frame.page(document, before: before(index), after: after(index))
      guard files.updateValue(Data(page.utf8), forKey: document.path + "index.html") == nil else {
        throw SiteFailure("there are two pages \(document.path)")
      }
    }
    do {
      files["llms.txt"] = Data(
        AssistantIndex(documents: documents, topics: manual.topics).text.utf8)
      files["search.json"] = try SearchIndex(
        documents, synonyms: synonyms(), thesaurus: thesaurus()
      ).encoded()
      try addAssets(&files)
      for file in map.files {
        files["checkout/\(file)"] = try Data(contentsOf: settings.sources.appending(path: file))
      }
    } catch {
      throw SiteFailure("\(error)")
    }
    return files
  }

  /// The page before in the order of reading: of a part of a list the part before or the list itself
  private func before(_ index: Int) -> Document.Crumb? {
    if documents[index].isPart { return documents[index - 1].crumb }
    return documents[..<index].last { !$0.isPart }?.crumb
  }

  /// The page after: of the last part of a list none
  private func after(_ index: Int) -> Document.Crumb? {
    let rest = documents[(index + 1)...]
    if documents[index].isPart { return rest.first.flatMap { $0.isPart ? $0.crumb : nil } }
    return rest.first { !$0.isPart }?.crumb
  }

  /// The words of beginners for things that have another name here, as `email = manual/questions/`
  private func synonyms() throws -> [[String]] {
    let known = Set(documents.map(\.path))
    return try sides(of: "synonyms.txt", separatedBy: " = ")
      .map { sides in
        let targets = sides[1].split(separator: " ").map(String.init)
        for target in targets where !known.contains(String(target.prefix { $0 != "#" })) {
          throw SiteFailure("synonyms.txt: there is no page \(target)")
        }
        return [sides[0]] + targets
      }
  }

  /// The words of the pages for those from elsewhere, as `csv ~ tab separated, header row`
  private func thesaurus() throws -> [[String]] {
    try sides(of: "thesaurus.txt", separatedBy: " ~ ")
  }

  /// The two sides of each line of a file of the search
  private func sides(of name: String, separatedBy separator: String) throws -> [[String]] {
    let file = settings.sources.appending(path: "Sources/OppSite/Assets/\(name)")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("//") }
      .map { line in
        let sides = line.components(separatedBy: separator)
        guard sides.count == 2 else { throw SiteFailure("\(name): \(line)") }
        return sides
      }
  }

  /// Adds the style, which is the palette of the playground and that of the pages, and the scripts
  private func addAssets(_ files: inout [String: Data]) throws {
    let assets = settings.sources.appending(path: "Sources/OppSite/Assets")
    let palette = settings.sources.appending(path: "editors/web/palette.css")
    let style = try Data(contentsOf: assets.appending(path: "site.css"))
    files["site.css"] = try Data(contentsOf: palette) + style
    for name in [
      "landing.css", "site.mjs", "hero.mjs", "search.mjs", "search.css", "icon.svg",
      SocialCard.picture,
    ] {
      files[name] = try Data(contentsOf: assets.appending(path: name))
    }
  }

  /// The files of the checkout to which texts lead; folders and pages of Markdown are not of the site
  private static func files(of documents: [Document], in sources: URL) -> Set<String> {
    var files: Set<String> = []
    for document in documents {
      for case .checkout(let path) in document.passages.flatMap({ $0.block.destinations }) {
        let url = sources.appending(path: path)
        let isFile = (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        if isFile, !path.hasSuffix(".md") { files.insert(path) }
      }
    }
    return files
  }
}

extension Block {
  /// The targets of all links
  fileprivate var destinations: [Destination] {
    switch self {
    case .heading, .code: []
    case .paragraph(let parts): parts.flatMap { $0.destinations }
    case .list(_, let items): items.joined().flatMap { $0.destinations }
    case .table(_, let rows): rows.joined().joined().flatMap { $0.destinations }
    }
  }
}

extension Inline {
  fileprivate var destinations: [Destination] {
    switch self {
    case .text, .code: []
    case .emphasis(let parts), .strong(let parts): parts.flatMap { $0.destinations }
    case .link(let destination, let parts): [destination] + parts.flatMap { $0.destinations }
    }
  }
}
