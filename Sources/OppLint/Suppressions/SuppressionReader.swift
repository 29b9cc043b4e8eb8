internal import OppModel
internal import OppSyntax

/// Finds the suppressions of a file
///
/// ```
/// comment    = "//" , "opp:ignore" , [ "-file" ] , name , { "," , name } , [ "until" , date ] , [ "-" , reason ]
///
/// // opp:ignore past-date, clock-change until 2027-03-01 - an archive
///    names [past-date, clock-change]   expiry 2027-03-01   reason "an archive"
/// ```
///
/// A comment with other words is none of these, and means nothing to the linter.
struct SuppressionReader {
  /// The words that a suppression begins with, behind the slashes
  private static let mark = "opp:ignore"

  /// The tokens and declarations of the file
  private let tree: SyntaxTree

  /// In the order of the text
  private(set) var suppressions: [Suppression] = []

  /// - Complexity: O(*n*) in the tokens, and in the nodes around each suppression.
  init(_ tree: SyntaxTree) {
    self.tree = tree
    for index in tree.tokenKinds.indices where tree.tokenKinds[index] == .comment {
      let range = SourceRange(
        file: tree.source.index, start: tree.tokenStarts[index], end: tree.tokenStarts[index + 1])
      read(range, token: index)
    }
  }

  /// Reads a comment, and notes it if it is a suppression
  private mutating func read(_ comment: SourceRange, token: Int) {
    let text = tree.source.text(comment)
    var cursor = SuppressionCursor(text: Array(text.utf8), start: comment)
    cursor.skip(while: { $0 == UInt8(ascii: "/") })
    cursor.skipSpaces()
    guard cursor.take(Self.mark) else { return }
    let isOfFile = cursor.take("-file")
    // `opp:ignored` is another word.
    guard cursor.isAtSpaceOrEnd else { return }
    let names = cursor.names()
    let (expiry, broken) = cursor.expiry()
    let isAlone = hasOwnLine(comment)
    suppressions.append(
      Suppression(
        range: comment, names: names, reason: cursor.reason(), expiry: expiry,
        brokenExpiry: broken,
        // It covers the file, or that which follows it, or its own line.
        covered: isOfFile
          ? tree.source.wholeRange : isAlone ? whatFollows(token) : line(of: comment),
        isAlone: isAlone))
  }

  /// `true` if there is nothing but space before a comment on its line
  private func hasOwnLine(_ comment: SourceRange) -> Bool {
    let line = tree.source.lineRange(at: tree.source.lineIndex(at: comment.start))
    return tree.source.bytes[line.lowerBound..<Int(comment.start)].allSatisfy {
      $0 == 0x20 || $0 == 0x09
    }
  }

  /// The whole line of a place
  private func line(of range: SourceRange) -> SourceRange {
    let line = tree.source.lineRange(at: tree.source.lineIndex(at: range.start))
    return SourceRange(
      file: range.file, start: Int32(clamping: line.lowerBound),
      end: Int32(clamping: line.upperBound))
  }

  /// The declaration or the clause that begins behind a comment, or else the next line of code
  private func whatFollows(_ token: Int) -> SourceRange {
    // Further comments and spaces in between do not matter.
    var next = token + 1
    while next < tree.tokenKinds.count, tree.tokenKinds[next].isTrivia { next += 1 }
    guard next < tree.tokenKinds.count else { return tree.source.wholeRange.endPoint }
    let start = tree.tokenStarts[next]
    let file = tree.source.index
    // Declarations are in the order of the text; a clause is a part of one.
    for declaration in tree.file.declarations where declaration.range.start <= start {
      if declaration.range.start == start { return declaration.range }
      guard start < declaration.range.end else { continue }
      for case .node(let part) in declaration.node.children where part.range.start == start {
        return part.range
      }
    }
    return line(of: SourceRange(file: file, start: start, end: start))
  }
}

/// A place in the text of a comment
private struct SuppressionCursor {
  /// The bytes of the comment, with its slashes
  let text: [UInt8]

  /// The place of the comment in its file
  let start: SourceRange

  /// The next byte to be read, in ``text``
  private var position = 0

  init(text: [UInt8], start: SourceRange) {
    self.text = text
    self.start = start
  }

  /// `true` if a word ends here
  var isAtSpaceOrEnd: Bool { position == text.count || Self.isSpace(text[position]) }

  /// Goes to the first byte that is not to be skipped
  mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while position < text.count, isSkipped(text[position]) { position += 1 }
  }

  /// Goes over spaces and tabs
  mutating func skipSpaces() { skip(while: Self.isSpace) }

  /// Goes over a word if it is here; `false` if it is not
  mutating func take(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    guard text[position...].starts(with: bytes) else { return false }
    position += bytes.count
    return true
  }

  /// Names with commas between
  mutating func names() -> [Suppression.Name] {
    var found: [Suppression.Name] = []
    while true {
      let before = position
      // `-` begins the reason, and `until` the end; a rule of that name could only be the first.
      skipSpaces()
      let name = word()
      if name.text.isEmpty || name.text == "-" || name.text == "until" && !found.isEmpty {
        position = before
        return found
      }
      found.append(name)
      skipSpaces()
      guard take(",") else { return found }
    }
  }

  /// The date behind `until`, or the words in its place that are no date
  mutating func expiry() -> (CivilDate?, Suppression.Name?) {
    skipSpaces()
    let before = position
    guard word().text == "until" else {
      position = before
      return (nil, nil)
    }
    skipSpaces()
    let date = word()
    if let found = CivilDate(iso8601: date.text) { return (found, nil) }
    return (nil, date)
  }

  /// The words behind a dash
  ///
  /// The words without their dash of any length; empty if there is no dash
  mutating func reason() -> String {
    skipSpaces()
    guard take("-") || take("–") || take("—") else { return "" }
    skip(while: { $0 == UInt8(ascii: "-") })
    return String(decoding: text[position...], as: UTF8.self).trimmed
  }

  /// `true` if a byte is a space, a tab or a carriage return
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  /// The bytes up to the next space or comma, with their place
  private mutating func word() -> Suppression.Name {
    let first = position
    skip(while: { !Self.isSpace($0) && $0 != UInt8(ascii: ",") })
    return Suppression.Name(
      text: String(decoding: text[first..<position], as: UTF8.self),
      range: SourceRange(
        file: start.file, start: start.start + Int32(first), end: start.start + Int32(position)))
  }
}

extension CivilDate {
  /// A date written `2027-03-01`; nil for other words
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10])
    else { return nil }
    self.init(year: Int64(year), month: month, day: day)
  }

  /// The number that digits make; `nil` if one is none
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}
