/// Writes a page as Markdown, from the same blocks as its HTML, for programs that read texts
///
/// Links are those of the HTML, to pages as Markdown if they are of the site.
struct MarkdownWriter {
  let links: PageLinks

  /// A page
  func text(of document: Document) throws(SiteFailure) -> String {
    var parts = ["# \(document.title)"]
    if let name = document.name { parts.append("`\(name)`") }
    parts.append(try line(document.summary))
    for passage in document.passages { parts.append(try text(passage.block)) }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func text(_ block: Block) throws(SiteFailure) -> String {
    switch block {
    case .heading(let level, _, let text):
      return String(repeating: "#", count: level) + " " + text
    case .paragraph(let parts): return try line(parts)
    case .code(let syntax, let text):
      let fence = text.contains("```") ? "````" : "```"
      return "\(fence)\(syntax)\n\(text)\n\(fence)"
    case .list(let isOrdered, let items):
      var lines: [String] = []
      for (index, item) in items.enumerated() {
        let mark = isOrdered ? "\(index + 1). " : "- "
        lines.append(mark + (try text(item, indentedBy: mark.count)))
      }
      return lines.joined(separator: "\n")
    case .table(let hasHeader, let rows): return try table(hasHeader, rows)
    }
  }

  /// The blocks of an item, of which all lines but the first are indented
  private func text(_ blocks: [Block], indentedBy count: Int) throws(SiteFailure) -> String {
    var parts: [String] = []
    for block in blocks { parts.append(try text(block)) }
    let margin = "\n" + String(repeating: " ", count: count)
    return parts.joined(separator: "\n\n").replacing("\n", with: margin)
  }

  private func table(_ hasHeader: Bool, _ rows: [[[Block]]]) throws(SiteFailure) -> String {
    let width = rows.map(\.count).max() ?? 0
    var lines: [String] = []
    // A table of Markdown has a header, if an empty one.
    if !hasHeader { lines.append("|" + String(repeating: "  |", count: width)) }
    for row in rows {
      var cells: [String] = []
      for cell in row {
        var parts: [String] = []
        for block in cell { parts.append(try text(block)) }
        let words = parts.joined(separator: " ").replacing("\n", with: " ")
        cells.append(words.replacing("|", with: "\\|"))
      }
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    lines.insert("|" + String(repeating: " --- |", count: width), at: min(1, lines.count))
    return lines.joined(separator: "\n")
  }

  /// The parts of a line
  private func line(_ parts: [Inline]) throws(SiteFailure) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .code(let code): text += code.contains("`") ? "`` \(code) ``" : "`\(code)`"
      case .emphasis(let parts): text += "*\(try line(parts))*"
      case .strong(let parts): text += "**\(try line(parts))**"
      case .link(let destination, let parts):
        let words = try line(parts)
        text += try links.to(destination).map { "[\(words)](\($0))" } ?? words
      }
    }
    return text
  }
}
