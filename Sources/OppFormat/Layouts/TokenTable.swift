internal import OppSyntax

/// The tokens of a tree by their index, and the trivia between them
///
/// ```
/// let a = 1  // one⏎
/// index    0    1   2   3   4   5   6   7   8        9   10
/// text     let      a       =       1       // one       end of file
/// start    0    3   4   5   6   7   8   9   11       17  18, and 18 as its end
/// ```
///
/// Here 1, 3, 5, 7 and 9 are white space. Indices are those of the tree's tokens, trivia among them.
struct TokenTable {
  /// The file in UTF-8
  let bytes: [UInt8]
  /// The kinds of the tokens, the end of the file last
  let kinds: [TokenKind]

  /// The start of each token, and then the end of the file
  let starts: [Int32]

  init(_ tree: SyntaxTree) {
    bytes = tree.source.bytes
    kinds = tree.tokenKinds
    starts = tree.tokenStarts
  }

  var count: Int { kinds.count }

  func isComment(_ index: Int) -> Bool {
    kinds[index] == .comment || kinds[index] == .documentation
  }

  /// The number of lines that end in the white space directly before a token
  ///
  /// White space may be several tokens: a space that an editor slipped in is one of its own.
  func lineFeedCount(before index: Int) -> Int {
    var first = index
    while first > 0, kinds[first - 1] == .whitespace { first -= 1 }
    return lineFeedCount(from: first, to: index)
  }

  /// The number of lines that end in the white space that begins with a token
  func lineFeedCount(after index: Int) -> Int {
    lineFeedCount(from: index, to: endOfSpace(index))
  }

  /// The number of line feeds in the tokens of a half-open range
  private func lineFeedCount(from first: Int, to end: Int) -> Int {
    var count = 0
    for byte in bytes[Int(starts[first])..<Int(starts[end])] where byte == 0x0A { count += 1 }
    return count
  }

  /// The first token from one on that is no white space
  private func endOfSpace(_ index: Int) -> Int {
    var end = index
    while end < count, kinds[end] == .whitespace { end += 1 }
    return end
  }

  /// The comment that ends the line in which a token begins, if nothing but spaces is before it
  func trailingComment(_ index: Int) -> Int? {
    let end = endOfSpace(index)
    guard end < count, isComment(end), lineFeedCount(from: index, to: end) == 0 else { return nil }
    return end
  }

  /// The end of a comment without the spaces after it
  func commentEnd(_ index: Int) -> Int32 {
    var end = Int(starts[index + 1])
    let start = Int(starts[index])
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return Int32(clamping: end)
  }

  /// `true` if a line ends in some tokens
  func hasLineFeed(from first: Int, to end: Int) -> Bool {
    guard first < end else { return false }
    return bytes[Int(starts[first])..<Int(starts[end])].contains(0x0A)
  }

  /// `true` if a token is the first of its line
  func beginsLine(_ index: Int) -> Bool {
    var first = index
    while first > 0, kinds[first - 1] == .whitespace { first -= 1 }
    return first == 0 || lineFeedCount(from: first, to: index) > 0
  }

  /// The number of columns that some bytes take: one a Unicode scalar
  func width(_ start: Int32, _ end: Int32) -> Int32 {
    var count: Int32 = 0
    for byte in bytes[Int(start)..<Int(end)] where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// `true` if a byte is a space, a tab or a carriage return
  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
