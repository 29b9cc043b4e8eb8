package import OppSyntax

extension RuleSetSnapshot {
  /// The ranges around an offset, each in the next: the word, then the expressions and clauses around it, up to the file
  package func selections(at offset: Int32, in file: Int) -> [SourceRange] {
    let tree = tree(at: file)
    var ranges = [tree.source.wholeRange]
    func add(_ range: SourceRange) {
      guard let last = ranges.last, last.contains(range), last != range, !range.isEmpty else {
        return
      }
      if range.start <= offset, offset <= range.end { ranges.append(range) }
    }
    for node in tree.path(to: offset) {
      add(node.range)
      if node.kind == .text, let first = node.firstToken, let last = node.lastToken {
        add(SourceRange(file: node.range.file, start: first.range.end, end: last.range.start))
      }
    }
    if let word = tree.word(at: offset) {
      add(word.range)
    } else if let index = tree.tokenIndex(at: offset) {
      let token = tree.token(at: index)
      if token.kind == .comment || token.kind == .documentation { add(token.range) }
    }
    return ranges.reversed()
  }
}
