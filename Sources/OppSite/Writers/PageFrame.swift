internal import OppOutputs

/// The frame that all pages have: head, navigation, and the foot
struct PageFrame {
  let links: PageLinks

  /// The address at which the site is published; `nil` if it is not known
  var address: String?

  /// The tree of all pages; `nil` for a page without it
  var tree: ChapterTree?

  /// A page of text
  ///
  /// - Parameters:
  ///   - before: the page before in the order of reading; nil for the first.
  ///   - after: the page after it.
  func page(
    _ document: Document, before: Document.Crumb?, after: Document.Crumb?
  ) throws(SiteFailure) -> String {
    let writer = BlockWriter(links: links)
    let summary = try writer.markup(document.summary)
    let body = try writer.markup(document.passages)
    let name = document.name.map { "<p class=\"name\"><code>\($0)</code></p>\n" } ?? ""
    let content = """
      <div class="columns">
      \(tree?.markup(of: document, links) ?? "")<div>
      <main id="content">
      \(trail(document))<h1>\(title(document))</h1>
      \(name)<p class="summary">\(summary)</p>
      \(contents(document))\(body)</main>
      \(pager(before, after))
      </div>
      </div>
      """
    let list = document.isPart ? document.trail.last.map { " – \($0.title)" } ?? "" : ""
    return whole(
      title: "\(document.title)\(list) – Opp", path: document.path,
      description: document.summary.words, hasMarkdown: true, content: content)
  }

  /// A page with its head and foot
  ///
  /// - Parameters:
  ///   - style: the name of another style beside that of all pages; nil for none.
  ///   - hasMarkdown: whether the page is there as Markdown as well.
  func whole(
    title: String, path: String, description: String, style: String? = nil,
    hasMarkdown: Bool = false, content: String
  ) -> String {
    let alternate =
      hasMarkdown ? "<link rel=\"alternate\" type=\"text/markdown\" href=\"index.md\">\n" : ""
    let card = SocialCard(
      title: title, description: description, path: path, address: address, links: links)
    let other = style.map { "<link rel=\"stylesheet\" href=\"\(links.to($0))\">\n" } ?? ""
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title.escapedMarkup)</title>
      <meta name="description" content="\(description.escapedMarkup)">
      \(card.markup)
      <link rel="icon" href="\(links.to("icon.svg"))">
      <link rel="stylesheet" href="\(links.to("site.css"))">
      \(alternate)\(other)<script type="module" src="\(links.to("site.mjs"))"></script>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the text</a>
      <header>
      <a class="brand" href="\(links.to(""))">Opp</a>
      <nav aria-label="Site">\(Self.entries.map { entry($0, isCurrent: $0.path == path) }.joined())</nav>
      <button class="find" type="button" hidden>Search <kbd>/</kbd></button>
      <details class="menu"><summary>Menu</summary><nav aria-label="Menu">\(Self.entries.map { entry($0, isCurrent: $0.path == path) }.joined())</nav></details>
      </header>
      \(content)
      <footer>Opp \(Version.number) · Apache License 2.0</footer>
      </body>
      </html>

      """
  }

  /// The pages that every page leads to
  static let entries = [
    Manual.home, Document.Crumb(path: "manual/cookbook/", title: "Cookbook"), TourDocument.home,
    Document.Crumb(path: "play/", title: "Playground"),
  ]

  private func entry(_ page: Document.Crumb, isCurrent: Bool) -> String {
    let mark = isCurrent ? " aria-current=\"page\"" : ""
    return "<a href=\"\(links.to(page.path))\"\(mark)>\(page.title)</a>"
  }

  /// The title; that of a message or of a rule is its code
  private func title(_ document: Document) -> String {
    let isCode = ["lint/", DiagnosticDocuments.home.path].contains(document.trail.last?.path)
    let text = document.title.escapedMarkup
    return isCode ? "<code>\(text)</code>" : text
  }

  /// The pages above
  private func trail(_ document: Document) -> String {
    guard !document.trail.isEmpty else { return "" }
    let items = document.trail.map {
      "<li><a href=\"\(links.to($0.path))\">\($0.title.escapedMarkup)</a></li>"
    }
    return "<nav aria-label=\"Breadcrumb\"><ol class=\"trail\">\(items.joined())</ol></nav>\n"
  }

  /// The headings of the page, if there are several
  private func contents(_ document: Document) -> String {
    let headings = document.headings
    guard headings.count > 1 else { return "" }
    let items = headings.map { "<li><a href=\"#\($0.anchor)\">\($0.text.escapedMarkup)</a></li>" }
    return "<nav class=\"contents\" aria-label=\"On this page\"><ul>\(items.joined())</ul></nav>\n"
  }

  private func pager(_ before: Document.Crumb?, _ after: Document.Crumb?) -> String {
    let previous = before.map {
      "<a rel=\"prev\" href=\"\(links.to($0.path))\">← \($0.title.escapedMarkup)</a>"
    }
    let next = after.map {
      "<a rel=\"next\" href=\"\(links.to($0.path))\">\($0.title.escapedMarkup) →</a>"
    }
    let both = [previous, next].compactMap { $0 }.joined()
    return "<nav class=\"pager\" aria-label=\"Previous and next\">\(both)</nav>"
  }
}
