internal import OppSyntax

/// A text of rules as HTML, coloured by the language's own parser
enum RuleColours {
  /// Spans with the classes `tok-keyword`, `tok-text`, `tok-number`, `tok-unit` and `tok-comment`, as in the playground
  ///
  /// Neighbours of one class are one span. Names and operators have none: they have nearly the colour of the text, and
  /// are half of it. A text that is no rules is coloured as far as it is.
  static func markup(_ text: String) -> String {
    var writer = SpanWriter()
    let (tree, _) = Parser.parse(SourceFile(path: "rules.opp", text: text))
    let bytes = tree.source.bytes
    var place = 0
    /// Adds the text up to an offset
    func add(to end: Int, _ kind: TokenClass?) {
      writer.add(String(decoding: bytes[place..<end], as: UTF8.self), kind)
      place = end
    }
    for token in tree.classifiedTokens where token.tokenClass.isColoured {
      add(to: Int(token.range.start), nil)
      add(to: Int(token.range.end), token.tokenClass)
    }
    add(to: bytes.count, nil)
    return writer.finish()
  }

  /// Joins neighbours of one class
  private struct SpanWriter {
    private var markup = ""
    private var open: TokenClass?
    private var text = ""

    mutating func add(_ piece: String, _ kind: TokenClass?) {
      guard !piece.isEmpty else { return }
      if kind != open { close(kind) }
      text += piece
    }

    consuming func finish() -> String {
      close(nil)
      return markup
    }

    private mutating func close(_ next: TokenClass?) {
      if let open {
        markup += "<span class=\"tok-\(open.name)\">\(text.escapedMarkup)</span>"
      } else {
        markup += text.escapedMarkup
      }
      (open, text) = (next, "")
    }
  }
}

extension TokenClass {
  /// `true` if it stands out from the text around it
  fileprivate var isColoured: Bool {
    switch self {
    case .keyword, .text, .number, .comment, .unit: true
    case .name, .operator: false
    }
  }
}
