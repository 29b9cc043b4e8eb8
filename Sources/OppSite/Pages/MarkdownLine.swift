extension [Inline] {
  /// A line of Markdown whose only marks are backticks, as the meanings of messages are
  init(markdown line: String) {
    self = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, part in
        guard !part.isEmpty else { return nil }
        return index.isMultiple(of: 2) ? .text(String(part)) : .code(String(part))
      }
  }

  /// A paragraph of Markdown with code, emphasis, strong words and links to pages of the manual, as lessons have them
  init(prose text: String) {
    self = []
    var rest = text.replacing("\n", with: " ")[...]
    while let match = rest.firstMatch(
      of: /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(\.\.\/([^)]*)\)/)
    {
      if match.range.lowerBound > rest.startIndex {
        append(.text(String(rest[..<match.range.lowerBound])))
      }
      let (_, code, strong, emphasis, words, path) = match.output
      if let code {
        append(.code(String(code)))
      } else if let strong {
        append(.strong([.text(String(strong))]))
      } else if let emphasis {
        append(.emphasis([.text(String(emphasis))]))
      } else if let words, let path {
        append(.link(.path(String(path)), [.text(String(words))]))
      }
      rest = rest[match.range.upperBound...]
    }
    if !rest.isEmpty { append(.text(String(rest))) }
  }
}
