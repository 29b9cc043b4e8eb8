internal import OppOutputs

/// The frame that all pages have: head, navigation, and the foot
struct PageFrame {
  let links: PageLinks

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
    let content = """
      <main id="content">
      \(trail(document))<h1>\(title(document))</h1>
      <p class="summary">\(summary)</p>
      \(contents(document))\(body)</main>
      \(siblings(document))\(pager(before, after))
      """
    let list = document.isPart ? document.trail.last.map { " – \($0.title)" } ?? "" : ""
    return whole(
      title: "\(document.title)\(list) – Opp", path: document.path,
      description: document.summary.words, content: content)
  }

  /// A page with its head and foot
  ///
  /// - Parameter style: the name of another style beside that of all pages; nil for none.
  func whole(
    title: String, path: String, description: String, style: String? = nil, content: String
  ) -> String {
    let other = style.map { "<link rel=\"stylesheet\" href=\"\(links.to($0))\">\n" } ?? ""
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title.escapedMarkup)</title>
      <meta name="description" content="\(description.escapedMarkup)">
      <link rel="icon" href="\(links.to("icon.svg"))">
      <link rel="stylesheet" href="\(links.to("site.css"))">
      \(other)<script type="module" src="\(links.to("site.mjs"))"></script>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the text</a>
      <header>
      <a class="brand" href="\(links.to(""))">Opp</a>
      <nav aria-label="Site">\(Self.entries.map { entry($0, isCurrent: $0.path == path) }.joined())</nav>
      <button class="find" type="button" hidden>Search <kbd>/</kbd></button>
      </header>
      \(content)
      <footer>Opp \(Version.number) · Apache License 2.0</footer>
      </body>
      </html>

      """
  }

  /// The pages that every page leads to
  static let entries = [
    Manual.home, Document.Crumb(path: "manual/cookbook/", title: "Cookbook"),
    Document.Crumb(path: "manual/functionindex/", title: "Index"),
    Document.Crumb(path: "diagnostics/", title: "Messages"),
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

  /// The headings of the page, where there are several
  private func contents(_ document: Document) -> String {
    let headings = document.headings
    guard headings.count > 1 else { return "" }
    let items = headings.map { "<li><a href=\"#\($0.anchor)\">\($0.text.escapedMarkup)</a></li>" }
    return "<nav class=\"contents\" aria-label=\"On this page\"><ul>\(items.joined())</ul></nav>\n"
  }

  /// The other pages of the topic
  private func siblings(_ document: Document) -> String {
    guard let siblings = document.siblings, siblings.pages.count > 1 else { return "" }
    let items = siblings.pages.map { page in
      page.path == document.path
        ? "<b>\(page.title.escapedMarkup)</b>"
        : "<a href=\"\(links.to(page.path))\">\(page.title.escapedMarkup)</a>"
    }
    let title = siblings.title.escapedMarkup
    return
      "<nav class=\"siblings\" aria-label=\"\(title)\"><h2>\(title)</h2><p>\(items.joined(separator: " · "))</p></nav>\n"
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
