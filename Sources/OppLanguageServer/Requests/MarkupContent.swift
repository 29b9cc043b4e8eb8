internal import OppJSON

/// A text in Markdown, which is written as it is or without its marks
struct MarkupContent {
  /// The text in the form in which documentation is written in the sources
  private let markdown: String

  init(_ markdown: String) {
    self.markdown = markdown
  }

  /// Writes the members of a `MarkupContent` in the form that the client reads
  func write(for client: ClientCapabilities, _ json: inout JSONText) {
    json.object { contents in
      contents.member("kind", string: client.readsMarkdown ? "markdown" : "plaintext")
      contents.member("value", string: client.readsMarkdown ? markdown : plain)
    }
  }

  /// The text without the marks of code and emphasis
  private var plain: String {
    var lines: [String] = []
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false)
    where !line.hasPrefix("```") {
      lines.append(String(line.filter { $0 != "`" && $0 != "*" }))
    }
    return lines.joined(separator: "\n")
  }
}
