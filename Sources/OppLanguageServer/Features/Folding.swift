internal import OppSyntax

/// Lines that an editor can hide
///
/// ```
/// 0  // Two lines of
/// 1  // comments             comment 0...1
/// 2  opp "A"
/// 3    when warm             region 2...3
/// ```
package struct FoldedLines: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case region
    case comment
  }

  /// The line that stays, from 0
  package let first: Int

  /// The last line that is hidden
  package let last: Int
  package let kind: Kind
}

extension RuleSetSnapshot {
  /// Declarations, blocks, steps of tests and runs of comments that take several lines, in the order of the text
  package func foldedLines(of file: Int) -> [FoldedLines] {
    let tree = tree(at: file)
    var found = Self.comments(of: tree)
    var waiting = [tree.root]
    while let node = waiting.popLast() {
      for case .node(let child) in node.children {
        // Nothing below a part on one line can fold.
        guard let range = Self.lines(of: child) else { continue }
        if Self.isFolded(child.kind) {
          found.append(
            FoldedLines(first: range.lowerBound, last: range.upperBound, kind: .region))
        }
        waiting.append(child)
      }
    }
    var seen: Set<Int> = []
    return found.sorted { ($0.first, -$0.last) < ($1.first, -$1.last) }.filter {
      seen.insert($0.first).inserted
    }
  }

  /// `true` for nodes whose lines can be hidden but for the first
  private static func isFolded(_ kind: SyntaxKind) -> Bool {
    kind.isDeclaration || kind == .fieldList || kind == .enumCaseList || kind == .valueList
      || kind == .list || kind == .entryList || kind == .argumentList || kind == .testStep
      || kind == .parenthesized
  }

  /// The lines of a node that has more than one
  private static func lines(of node: SyntaxNode) -> ClosedRange<Int>? {
    let source = node.tree.source
    let (first, last) = (
      source.lineIndex(at: node.range.start), source.lineIndex(at: node.range.end)
    )
    return first < last ? first...last : nil
  }

  /// Runs of lines that hold nothing but a comment
  ///
  /// A blank line ends a run, and so does a line with anything else on it; a run of one line does not fold.
  private static func comments(of tree: SyntaxTree) -> [FoldedLines] {
    var found: [FoldedLines] = []
    var run: ClosedRange<Int>?
    func close() {
      if let run, run.count > 1 {
        found.append(FoldedLines(first: run.lowerBound, last: run.upperBound, kind: .comment))
      }
      run = nil
    }
    var isAtLineStart = true
    for (index, kind) in tree.tokenKinds.enumerated() {
      if kind == .whitespace {
        let token = tree.token(at: index)
        if token.lineFeedCount > 1 { close() }
        if token.lineFeedCount > 0 { isAtLineStart = true }
      } else if kind == .comment || kind == .documentation {
        guard isAtLineStart else { continue }
        let line = tree.source.lineIndex(at: tree.tokenStarts[index])
        run = (run?.lowerBound ?? line)...line
      } else {
        close()
        isAtLineStart = false
      }
    }
    close()
    return found
  }
}
