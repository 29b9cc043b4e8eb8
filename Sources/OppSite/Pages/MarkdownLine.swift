extension [Inline] {
  /// A line of Markdown whose only marks are backticks, as the meanings of messages are
  init(markdown line: String) {
    self = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, part in
        guard !part.isEmpty else { return nil }
        return index.isMultiple(of: 2) ? .text(String(part)) : .code(String(part))
      }
  }
}
