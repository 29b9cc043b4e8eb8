internal import OppJSON
internal import OppSemantics
internal import OppSyntax

/// `textDocument/hover`
extension LanguageServer {
  func hover(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try file(parameters)
    let offset = file.offset(of: try parameters.position())
    let why = why(at: offset, in: file)
    guard let hover = file.snapshot.hover(at: offset, in: file.index) else {
      guard let why else { return "null" }
      return hoverResult(why.text, why.range, file)
    }
    let parts = [hover.markdown, why?.text].compactMap { $0 }
    return hoverResult(parts.joined(separator: "\n\n"), hover.range, file)
  }

  private func hoverResult(
    _ markdown: String, _ range: SourceRange, _ file: RequestedFile
  ) -> String {
    JSONText.object { json in
      json.key("contents")
      write(markdown, &json)
      json.member("range", raw: file.writer.range(range))
    }
  }

  /// The explanation of the Opp whose name is pointed at; nil elsewhere
  private func why(
    at offset: Int32, in file: RequestedFile
  ) -> (text: String, range: SourceRange)? {
    guard let replays, !file.snapshot.analysis.hasErrors else { return nil }
    let lens = file.snapshot.lenses(of: file.index).first {
      $0.range.start <= offset && offset <= $0.range.end
    }
    guard let lens else { return nil }
    let text = replays.why(file.snapshot, file.state.root, lens.opp, settings.now)
    return ("```\n\(text)\n```", lens.range)
  }

  /// A `MarkupContent` in the form that the client reads
  func write(_ markdown: String, _ json: inout JSONText) {
    json.object { contents in
      contents.member("kind", string: client.readsMarkdown ? "markdown" : "plaintext")
      contents.member("value", string: client.readsMarkdown ? markdown : Self.plain(markdown))
    }
  }

  /// Markdown without the marks of code and emphasis
  static func plain(_ markdown: String) -> String {
    var lines: [String] = []
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false)
    where !line.hasPrefix("```") {
      lines.append(String(line.filter { $0 != "`" && $0 != "*" }))
    }
    return lines.joined(separator: "\n")
  }
}
