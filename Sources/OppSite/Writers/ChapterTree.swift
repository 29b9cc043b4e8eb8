/// The tree of all pages beside a page: the topics, of which that of the page is open
///
/// A recipe, a rule or a message stands below the page that lists it, on its own page alone. Below 72rem of width the
/// tree is folded behind *All pages*, without a script.
struct ChapterTree: Sendable {
  private let topics: [Document.Siblings]

  /// The topics of the manual, with the tour before the first and the compiler's errors among the reference
  init(_ topics: [Document.Siblings]) {
    self.topics = topics.enumerated().map { index, topic in
      let isReference = topic.pages.contains { $0.path == "lint/" }
      let pages =
        (index == 0 ? [TourDocument.home] : []) + topic.pages
        + (isReference ? [DiagnosticDocuments.home] : [])
      return Document.Siblings(title: topic.title, pages: pages)
    }
  }

  /// The tree as it stands beside a page
  func markup(of document: Document, _ links: PageLinks) -> String {
    var groups = ""
    for topic in topics {
      let isOpen = topic.pages.contains { $0.path == document.path || document.trail.contains($0) }
      let items = topic.pages.map { item($0, document, links) }.joined(separator: "\n")
      groups += """
        <details\(isOpen ? " open" : "")><summary>\(topic.title.escapedMarkup)</summary><ul>
        \(items)
        </ul></details>

        """
    }
    return """
      <nav class="tree" aria-label="All pages">
      <details class="all"><summary>All pages</summary></details>
      <div>
      \(groups)</div>
      </nav>

      """
  }

  private func item(
    _ page: Document.Crumb, _ document: Document, _ links: PageLinks
  ) -> String {
    let link = self.link(page, isCurrent: page.path == document.path, links)
    guard document.isPart, document.trail.last == page else { return "<li>\(link)</li>" }
    return "<li>\(link)<ul><li>\(self.link(document.crumb, isCurrent: true, links))</li></ul></li>"
  }

  private func link(_ page: Document.Crumb, isCurrent: Bool, _ links: PageLinks) -> String {
    let mark = isCurrent ? " aria-current=\"page\"" : ""
    return "<a href=\"\(links.to(page.path))\"\(mark)>\(page.title.escapedMarkup)</a>"
  }
}
