internal import OppSyntax

/// Puts the declarations of a file and the comments between them one below the other
///
/// - Between declarations, one empty line of the writer's is kept.
/// - Around a declaration of several lines there is always exactly one. The comments that are directly
///   before a declaration belong to it.
/// - Comments that are indented directly below an Opp or a test belong to that, and stay indented: most
///   often they are clauses put aside.
///
/// ```opp
/// let a = 1
/// let b = 2
///                          // an empty line, because the next declaration has several lines
/// // about the Opp         // belongs to the Opp
/// opp "Rain"
///   when raining
///   // urgent              // stays indented: a clause put aside
/// ```
///
/// Tokens are taken from the front to the back, by ``LayoutBuilder`` within a declaration and here between
/// them; its ``LayoutBuilder/position`` is the one place that states how far the file is written.
struct FileLayout {
  private let tree: SyntaxTree
  private let tokens: TokenTable
  /// The ranges of the errors in the order of the text; a declaration that one touches is kept as it is
  private let errors: [SourceRange]
  /// The builder of all declarations: it owns the position in the tokens
  private var builder: LayoutBuilder
  /// The lines so far, the last of them without its line end
  private var output: [UInt8] = []
  /// The kind of the line written last
  private var previous = Previous.nothing

  /// The first of ``errors`` that may be in a declaration still to come
  private var nextError = 0

  /// The kind of the line above the next one
  private enum Previous {
    /// The beginning of the file
    case nothing
    /// A declaration of one line, or a comment
    case line
    /// A declaration of several lines; of an Opp or a test, which may hold the indented comments below it
    case lines(holdsComments: Bool)
  }

  /// A comment on a line of its own, between declarations
  private struct Comment {
    /// The index of the token
    let token: Int
    /// `true` if an empty line is before it
    let followsBlank: Bool
    /// `true` if white space is before it on its line; documentation never counts as indented
    let isIndented: Bool
  }

  init(_ tree: SyntaxTree, diagnostics: [Diagnostic]) {
    self.tree = tree
    tokens = TokenTable(tree)
    builder = LayoutBuilder(tokens: tokens)
    errors = diagnostics.filter { $0.severity == .error }.map { $0.range }.sorted()
  }

  /// The whole file in the canonical layout
  mutating func bytes() -> [UInt8] {
    let children = Array(tree.root.children)
    var index = 0
    while index < children.count {
      switch children[index] {
      case .node(let node) where !isVerbatim(children, index):
        add(node)
        index += 1
      case .token(let token) where token.kind == .endOfFile:
        add(comments: takeComments(before: Int(token.index)))
        index += 1
      default:
        index = addVerbatim(children, from: index)
      }
    }
    if !output.isEmpty { output.append(0x0A) }
    return output
  }

  /// `true` if something is wrong in a declaration, be it reported by the tree or only by a diagnostic
  ///
  /// Nodes must come in the order of the text: errors before a node are not checked again. So all calls
  /// for a file take linear time.
  private mutating func isBroken(_ node: SyntaxNode) -> Bool {
    let range = node.range
    while nextError < errors.count, errors[nextError].end <= range.start { nextError += 1 }
    if node.isBroken { return true }
    return nextError < errors.count && errors[nextError].start < range.end
  }

  // MARK: - Declarations

  /// Adds a declaration without errors in its layout, with the comments before it
  private mutating func add(_ node: SyntaxNode) {
    guard let first = node.firstToken else { return }
    // The order matters: comments are taken first, which moves the builder to the declaration.
    let comments = takeComments(before: Int(first.index))
    let followsBlank = followsBlank(Int(first.index))
    let steps = builder.layout(of: node)
    let lines = LayoutPrinter.print(steps, source: tokens.bytes)
    let isLong = lines.contains(0x0A)
    add(comments: comments, before: isLong, followsBlank: followsBlank)
    output += lines
    let holdsComments =
      node.kind == .oppDeclaration || node.kind == .testDeclaration
      || node.kind == .chartDeclaration
    previous = isLong ? .lines(holdsComments: holdsComments) : .line
  }

  /// Adds a part that cannot be parsed, byte for byte, with the spaces before it on its line
  ///
  /// - Returns: the index of the child after it.
  private mutating func addVerbatim(_ children: [SyntaxElement], from index: Int) -> Int {
    var end = index + 1
    guard let bounds = bounds(children[index]) else { return end }
    var last = bounds.last
    // A declaration that continues on the same line belongs to it, if it is broken too.
    while end < children.count, isVerbatim(children, end), let next = self.bounds(children[end]),
      !tokens.hasLineFeed(from: last + 1, to: next.first)
    {
      last = next.last
      end += 1
    }
    let comments = takeComments(before: bounds.first)
    let followsBlank = followsBlank(bounds.first)
    var start = Int(tokens.starts[bounds.first])
    while start > 0, tokens.beginsLine(bounds.first), isIndentation(tokens.bytes[start - 1]) {
      start -= 1
    }
    let lines = tokens.bytes[start..<Int(tokens.starts[last + 1])]
    let isLong = lines.contains(0x0A)
    add(comments: comments, before: isLong, followsBlank: followsBlank)
    output += lines
    previous = isLong ? .lines(holdsComments: true) : .line
    builder.skip(to: last + 1)
    addTrailingComment()
    return end
  }

  /// The indices of the first and last token of a child; nil for a node without tokens
  private func bounds(_ element: SyntaxElement) -> (first: Int, last: Int)? {
    switch element {
    case .token(let token): return (Int(token.index), Int(token.index))
    case .node(let node):
      guard let first = node.firstToken, let last = node.lastToken else { return nil }
      return (Int(first.index), Int(last.index))
    }
  }

  /// `true` if a child is kept byte for byte: it is broken, or the next child on its line is, which may be
  /// its rest
  ///
  /// ```opp
  /// let a = (1 +  2) ) let c =   3
  /// ```
  ///
  /// `)` is no declaration, so both declarations keep their spaces.
  private mutating func isVerbatim(_ children: [SyntaxElement], _ index: Int) -> Bool {
    guard case .node(let node) = children[index] else { return !isEnd(children[index]) }
    if !node.kind.isDeclaration || isBroken(node) { return true }
    guard index + 1 < children.count, let own = bounds(children[index]),
      let next = bounds(children[index + 1]), !isEnd(children[index + 1]),
      !tokens.hasLineFeed(from: own.last + 1, to: next.first)
    else { return false }
    guard case .node(let following) = children[index + 1] else { return true }
    return !following.kind.isDeclaration || isBroken(following)
  }

  /// `true` if a child is the token at the end of the file
  private func isEnd(_ element: SyntaxElement) -> Bool {
    if case .token(let token) = element { token.kind == .endOfFile } else { false }
  }

  /// `true` if a byte is a space or a tab
  private func isIndentation(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09
  }

  // MARK: - Comments

  /// The comments up to a token, after which the builder continues with that token
  private mutating func takeComments(before index: Int) -> [Comment] {
    var found: [Comment] = []
    for token in builder.position..<max(index, builder.position) where tokens.isComment(token) {
      found.append(
        Comment(
          token: token, followsBlank: followsBlank(token),
          isIndented: tokens.kinds[token] == .comment && isIndented(token)))
    }
    builder.skip(to: index)
    return found
  }

  /// `true` if an empty line is directly before a token
  private func followsBlank(_ index: Int) -> Bool {
    tokens.lineFeedCount(before: index) > 1
  }

  /// `true` if a space or a tab is directly before a token
  private func isIndented(_ index: Int) -> Bool {
    let start = Int(tokens.starts[index])
    return start > 0 && isIndentation(tokens.bytes[start - 1])
  }

  /// Adds the comments before a declaration, and ends the line before it
  private mutating func add(comments: [Comment], before isLong: Bool, followsBlank: Bool) {
    // The comments from the last empty line on belong to the declaration, and the line to them.
    // With an empty line after them, the comments are on their own, and no empty line is added before them.
    let attached = followsBlank ? nil : comments.lastIndex { $0.followsBlank } ?? 0
    add(comments: comments, blankBefore: isLong ? attached : nil)
    endLine(blank: followsBlank || isLong && comments.isEmpty)
  }

  /// Adds comments, each on its line
  ///
  /// - Parameter blankBefore: the index of the comment that gets an empty line before it in any case.
  private mutating func add(comments: [Comment], blankBefore: Int? = nil) {
    var belongsAbove = false
    if case .lines(holdsComments: true) = previous { belongsAbove = true }
    for (index, comment) in comments.enumerated() {
      // The first comment that is not indented, or follows an empty line, ends those that belong to the Opp above.
      belongsAbove = belongsAbove && comment.isIndented && !comment.followsBlank
      if belongsAbove {
        output += [0x0A, 0x20, 0x20]
      } else {
        endLine(blank: comment.followsBlank || index == blankBefore)
        previous = .line
      }
      write(comment: comment.token)
    }
  }

  /// Adds the comment that follows a broken declaration on its line
  private mutating func addTrailingComment() {
    guard let comment = tokens.trailingComment(builder.position) else { return }
    output += [0x20, 0x20]
    write(comment: comment)
    builder.skip(to: comment + 1)
  }

  /// Writes the bytes of a comment, without the spaces at its end
  private mutating func write(comment index: Int) {
    output += tokens.bytes[Int(tokens.starts[index])..<Int(tokens.commentEnd(index))]
  }

  /// Ends the line written last, if there is one, with an empty line after it if one is wanted or due
  private mutating func endLine(blank: Bool) {
    switch previous {
    case .nothing: return
    case .line: output += blank ? [0x0A, 0x0A] : [0x0A]
    case .lines: output += [0x0A, 0x0A]
    }
  }
}
