/// Writes the blocks of a page as HTML
struct BlockWriter {
  let links: PageLinks

  /// The names of the page's blocks of code, each for one block
  private let names = RegionNames()

  init(links: PageLinks) { self.links = links }

  /// The blocks of a page, one below the other
  func markup(_ passages: [Passage]) throws(SiteFailure) -> String {
    var text = ""
    for passage in passages { text += try markup(passage.block, passage.attempt) + "\n" }
    return text
  }

  /// The parts of a line
  ///
  /// - Parameter isLinked: whether they are in a link, in which there is no other.
  func markup(_ parts: [Inline], isLinked: Bool = false) throws(SiteFailure) -> String {
    var text = ""
    for part in parts { text += try markup(part, isLinked) }
    return text
  }

  private func markup(
    _ block: Block, _ attempt: [PlaygroundFile] = []
  ) throws(SiteFailure) -> String {
    switch block {
    case .heading(let level, let anchor, let text):
      let link = "<a class=\"here\" href=\"#\(anchor)\" aria-label=\"Link to this section\">#</a>"
      return "<h\(level) id=\"\(anchor)\">\(text.escapedMarkup)\(link)</h\(level)>"
    case .paragraph(let parts): return "<p>\(try markup(parts))</p>"
    case .code(let syntax, let text): return code(syntax, text, attempt)
    case .list(let isOrdered, let items):
      let name = isOrdered ? "ol" : "ul"
      var list = "<\(name)>\n"
      for item in items { list += "<li>\(try markup(cell: item))</li>\n" }
      return list + "</\(name)>"
    case .table(let hasHeader, let rows): return try table(hasHeader, rows)
    }
  }

  /// The blocks of an item or a cell; a paragraph that is alone has no element of its own
  private func markup(cell blocks: [Block]) throws(SiteFailure) -> String {
    if blocks.count == 1, case .paragraph(let parts) = blocks[0] { return try markup(parts) }
    var text = ""
    for block in blocks { text += try markup(block) }
    return text
  }

  private func table(_ hasHeader: Bool, _ rows: [[[Block]]]) throws(SiteFailure) -> String {
    // A header without words would be an empty line.
    let isEmpty = rows.first?.allSatisfy { $0.allSatisfy { $0 == .paragraph([]) } } ?? true
    var text = "<div class=\"scroll\"><table>\n"
    for (index, row) in rows.enumerated() where !(index == 0 && hasHeader && isEmpty) {
      let isHeader = index == 0 && hasHeader
      text += isHeader ? "<thead><tr>" : "<tr>"
      for cell in row {
        let words = try markup(cell: cell)
        // A column without a name has no header, which a reader of the screen would announce.
        let isNamed = isHeader && !words.isEmpty
        text += isNamed ? "<th scope=\"col\">\(words)</th>" : "<td>\(words)</td>"
      }
      text += isHeader ? "</tr></thead>\n" : "</tr>\n"
    }
    return text + "</table></div>"
  }

  private func markup(_ part: Inline, _ isLinked: Bool) throws(SiteFailure) -> String {
    switch part {
    case .text(let text): return text.escapedMarkup
    case .emphasis(let parts): return "<em>\(try markup(parts, isLinked: isLinked))</em>"
    case .strong(let parts): return "<strong>\(try markup(parts, isLinked: isLinked))</strong>"
    case .code(let text):
      let code = "<code>\(text.escapedMarkup)</code>"
      guard !isLinked, let target = links.to(code: text) else { return code }
      return "<a href=\"\(target)\">\(code)</a>"
    case .link(let destination, let parts):
      let words = try markup(parts, isLinked: true)
      guard !isLinked, let target = try links.to(destination) else { return words }
      return "<a href=\"\(target.escapedMarkup)\">\(words)</a>"
    }
  }

  // MARK: Code

  /// A fenced block with its colours, the name of its file, and a link that tries it
  func code(_ syntax: String, _ text: String, _ attempt: [PlaygroundFile] = []) -> String {
    let words = syntax.split(separator: " ")
    let file = words.count > 1 ? "<figcaption>\(words[1].escapedMarkup)</figcaption>" : ""
    let link = attempt.isEmpty ? "" : "<a class=\"try\" href=\"\(play(attempt))\">Try</a>"
    // A block that is wider than its column is scrolled with keys; `site.mjs` takes the others out of the way of Tab.
    let kind = words.first == "console" ? "Output" : "Example"
    let name = names.name(words.count > 1 ? "\(kind), \(words[1])" : kind).escapedMarkup
    let body =
      "<pre tabindex=\"0\" role=\"region\" aria-label=\"\(name)\"><code>\(coloured(words.first ?? "", text))</code></pre>"
    if file.isEmpty, link.isEmpty { return body }
    return "<figure>\(file)\(body)\(link)</figure>"
  }

  /// The playground with files
  func play(_ files: [PlaygroundFile]) -> String {
    links.to("play/") + "#" + PlaygroundLink(files: files).fragment
  }

  private func coloured(_ language: Substring, _ text: String) -> String {
    switch language {
    case "opp": return RuleColours.markup(text)
    case "console":
      var colours = OutputColours { links.to(code: $0) }
      return colours.markup(text)
    default: return text.escapedMarkup
    }
  }
}
