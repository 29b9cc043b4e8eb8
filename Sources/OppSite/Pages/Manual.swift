/// The manual as pages of the site
///
/// A page of the catalogue is a page, but for those that are long lists: each recipe of the cookbook and each rule of
/// the linter has a page of its own, and the list is a table of contents.
///
/// ```
/// Truth.md       manual/truth/
/// Cookbook.md    manual/cookbook/, manual/cookbook/every-other-week/, …
/// LintRules.md   lint/, lint/never-true/, …
/// ```
struct Manual {
  /// In the order of reading
  private(set) var documents: [Document] = []

  /// The paths of the catalogue's pages, by their names
  private(set) var paths: [String: String] = [:]

  /// The topics with their pages, in the order of reading
  let topics: [Document.Siblings]

  /// The paths of the linter's rules, by their names
  private(set) var rules: [String: String] = [:]

  /// The page that lists recipes, and the one that lists rules
  private static let cookbook = "cookbook"
  private static let lintRules = "lintrules"

  /// The first page of the manual
  static let home = Document.Crumb(path: "manual/", title: "Manual")

  /// - Throws: ``SiteFailure`` for a page of the catalogue without a name.
  init(_ archive: Archive) throws(SiteFailure) {
    let names = archive.pages.map { Self.name(of: $0.identifier) }
    for name in names { paths[name] = Self.path(of: name) }
    let crumbs = Dictionary(
      zip(archive.pages, names).map { page, name in
        (page.identifier, Document.Crumb(path: Self.path(of: name), title: page.title))
      }
    ) { first, _ in first }
    topics = archive.topics.map { topic in
      Document.Siblings(title: topic.title, pages: topic.identifiers.compactMap { crumbs[$0] })
    }
    let summaries = Dictionary(archive.pages.map { ($0.identifier, $0.summary) }) { first, _ in
      first
    }
    for (page, name) in zip(archive.pages, names) {
      let topic = archive.topics.first { $0.identifiers.contains(page.identifier) }
      let siblings = topic.map { topic in
        Document.Siblings(
          title: topic.title, pages: topic.identifiers.compactMap { crumbs[$0] })
      }
      switch name {
      case Self.cookbook: add(page, at: Self.path(of: name), splitting: 2, siblings)
      case Self.lintRules: add(page, at: Self.path(of: name), splitting: 3, siblings)
      default:
        var document = Self.document(page, at: Self.path(of: name), siblings)
        document.name = Self.word(of: page.identifier)
        if !page.topics.isEmpty {
          document = Self.home(document, archive.topics, crumbs, summaries)
        }
        documents.append(document)
      }
    }
  }

  /// `doc://opp/documentation/Opp/Truth` is `truth`
  private static func name(of identifier: String) -> String {
    identifier.split(separator: "/").last?.lowercased() ?? ""
  }

  /// The name of the connector or notifier that a page is about: `ApnsPayloadNotifier` is about `apns_payload`
  private static func word(of identifier: String) -> String? {
    let page = identifier.split(separator: "/").last ?? ""
    for kind in ["Connector", "Notifier"] where page.hasSuffix(kind) {
      return page.dropLast(kind.count).reduce(into: "") { word, letter in
        word += (letter.isUppercase && !word.isEmpty ? "_" : "") + letter.lowercased()
      }
    }
    return nil
  }

  private static func path(of name: String) -> String {
    switch name {
    case "opp": home.path
    case lintRules: "lint/"
    default: "manual/\(name)/"
    }
  }

  // MARK: Whole pages

  private static func document(
    _ page: RenderedPage, at path: String, _ siblings: Document.Siblings?
  ) -> Document {
    let attempts = Snippets(page.blocks).attempts
    var passages = zip(page.blocks, attempts).map { Passage(block: $0, attempt: $1) }
    // DocC heads every page with it, and it says nothing.
    if case .heading(2, _, Self.overview)? = passages.first?.block { passages.removeFirst() }
    return Document(
      path: path, title: page.title, summary: page.summary, passages: passages, trail: [home],
      siblings: siblings)
  }

  /// The first page, which lists all others by topic, each with its summary
  private static func home(
    _ document: Document, _ topics: [RenderedPage.Topic], _ crumbs: [String: Document.Crumb],
    _ summaries: [String: [Inline]]
  ) -> Document {
    var passages = document.passages
    for topic in topics {
      passages.append(
        Passage(block: .heading(level: 2, anchor: topic.title.slug, text: topic.title)))
      let rows = topic.identifiers.compactMap { identifier -> [[Block]]? in
        guard let crumb = crumbs[identifier] else { return nil }
        let link = Inline.link(.path(crumb.path), [.text(crumb.title)])
        return [[.paragraph([link])], [.paragraph(summaries[identifier] ?? [])]]
      }
      passages.append(Passage(block: .table(hasHeader: false, rows: rows)))
    }
    return Document(
      path: document.path, title: document.title, summary: document.summary, passages: passages,
      trail: [])
  }

  // MARK: Lists

  /// Adds a page whose sections of a level are pages of their own
  private mutating func add(
    _ page: RenderedPage, at path: String, splitting level: Int, _ siblings: Document.Siblings?
  ) {
    let isLint = level == 3
    let whole = Self.document(page, at: path, siblings)
    var rest: [Passage] = []
    var parts: [(title: String, passages: [Passage])] = []
    for passage in whole.passages {
      if case .heading(let found, _, let text) = passage.block, found <= level {
        // A heading above the level is the name of a group, which the table of contents has as well.
        let isGroup = found < level && !(rest.isEmpty && parts.isEmpty)
        if found == level, text != Self.overview {
          parts.append((text, []))
        } else if !isGroup {
          rest.append(passage)
        }
      } else if parts.isEmpty {
        rest.append(passage)
      } else {
        parts[parts.count - 1].passages.append(passage)
      }
    }
    let pages = parts.map { Document.Crumb(path: path + $0.title.slug + "/", title: $0.title) }
    let targets = Dictionary(pages.map { ($0.title, $0.path) }) { first, _ in first }
    if isLint { rules = targets }
    documents.append(
      Document(
        path: path, title: page.title, summary: page.summary,
        passages: rest.flatMap { passage in
          passage.block.linked(to: targets).map { Passage(block: $0, attempt: passage.attempt) }
        },
        trail: [Self.home], siblings: siblings))
    for (part, crumb) in zip(parts, pages) {
      documents.append(
        Self.part(part.passages, crumb, of: whole, triesAll: isLint))
    }
  }

  /// The heading of a page's first section, which is not one of its list
  private static let overview = "Overview"

  /// A page of a list; its first paragraph is the summary
  private static func part(
    _ passages: [Passage], _ crumb: Document.Crumb, of whole: Document, triesAll: Bool
  ) -> Document {
    var passages = passages[...]
    var summary: [Inline] = []
    if case .paragraph(let parts)? = passages.first?.block {
      summary = parts
      passages = passages.dropFirst()
    }
    let all = passages.map { passage in
      // The examples of rules are whole files as well, which the tests of the linter check.
      guard triesAll, passage.attempt.isEmpty, case .code("opp", let text) = passage.block else {
        return passage
      }
      let file = PlaygroundFile(name: "rules.opp", text: text + "\n")
      return Passage(block: passage.block, attempt: [file])
    }
    return Document(
      path: crumb.path, title: crumb.title, summary: summary, passages: all,
      trail: [home, whole.crumb])
  }
}

extension Block {
  /// The block with links for the titles that its tables list
  ///
  /// A row that lists titles, such as `Leave now · By bicycle or by train`, is a heading and a list of links.
  fileprivate func linked(to targets: [String: String]) -> [Block] {
    guard case .table(let hasHeader, let rows) = self else { return [self] }
    let linked = rows.map { row in
      row.map { cell in
        cell.map { block -> Block in
          guard case .paragraph(let parts) = block else { return block }
          return .paragraph(parts.flatMap { $0.linked(to: targets) })
        }
      }
    }
    let lists = linked.dropFirst(hasHeader ? 1 : 0).map { $0.count == 2 ? Self.list($0) : nil }
    guard !lists.isEmpty, lists.allSatisfy({ $0 != nil }) else {
      return [.table(hasHeader: hasHeader, rows: linked)]
    }
    return lists.flatMap { $0 ?? [] }
  }

  /// A row as a heading and a list of its links, or `nil` for a row of anything else
  private static func list(_ row: [[Block]]) -> [Block]? {
    guard case .paragraph(let name)? = row[0].first, case .paragraph(let parts)? = row[1].first,
      row[1].count == 1
    else { return nil }
    var items: [[Block]] = []
    for part in parts where part != .text(" · ") {
      guard case .link = part else { return nil }
      items.append([.paragraph([part])])
    }
    guard !items.isEmpty else { return nil }
    let title = name.words
    return [
      .heading(level: 2, anchor: title.slug, text: title), .list(isOrdered: false, items: items),
    ]
  }
}

extension Inline {
  fileprivate func linked(to targets: [String: String]) -> [Inline] {
    if case .code(let code) = self, let path = targets[code] { return [.link(.path(path), [self])] }
    guard case .text(let text) = self else { return [self] }
    let titles = text.split(separator: " · ", omittingEmptySubsequences: false).map(String.init)
    guard titles.contains(where: { targets[$0] != nil }) else { return [self] }
    var parts: [Inline] = []
    for (index, title) in titles.enumerated() {
      if index > 0 { parts.append(.text(" · ")) }
      parts.append(targets[title].map { .link(.path($0), [.text(title)]) } ?? .text(title))
    }
    return parts
  }
}
