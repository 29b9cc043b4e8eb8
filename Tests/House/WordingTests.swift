import Foundation
import OppTesting
import OppTestLimits
import Testing

/// The wording of sources; that of pages is in ``DocumentationTests``
@Suite(.limited) struct WordingTests {
  /// Words that a doc comment does not open with: a noun phrase or a verb says at once what is declared
  static let questionWords: Set<String> = ["What", "Who", "Whose", "How", "Where", "When", "Which"]

  /// Words of an older vocabulary, and the standard term for each
  static let retired: [(word: String, term: String)] = [
    ("told", "notified, delivered, reported"),
    ("telling", "delivery"),
    ("unwell", "failing"),
    ("newcomers", "new Opps"),
    ("earlier life", "earlier run"),
    ("lives by", "depends on"),
    ("living by", "depending on"),
    ("lets go", "releases"),
  ]

  @Test func `a doc comment opens with a noun phrase or a verb`() throws {
    for file in try SourceTree.swiftFiles(below: "Sources") {
      var isInside = false
      for (index, line) in file.lines.enumerated() {
        let text = line.drop { $0 == " " }
        defer { isInside = text.hasPrefix("///") }
        guard text.hasPrefix("/// "), !isInside else { continue }
        let word = text.dropFirst(4).prefix { $0.isLetter }
        #expect(!Self.questionWords.contains(String(word)), "\(file.path):\(index + 1)")
      }
    }
  }

  @Test(arguments: retired)
  func `sources have no retired word`(word: String, term: String) throws {
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for (index, line) in file.lines.enumerated() where line.hasWords(word) {
        // The store has kept its states under these words since its first version.
        if file.path.hasPrefix("Sources/OppStore"), line.contains("'\(word)'") { continue }
        if line.contains("= \"\(word)\"") || line.contains("`\(word)`") { continue }
        // A rule of the linter had it in its name, which is still understood.
        if line.contains("\"\(word)-") { continue }
        Issue.record("\(file.path):\(index + 1): “\(word)”; write \(term)")
      }
    }
  }
}

extension String {
  /// Whether the line has a word, or words, as a whole
  fileprivate func hasWords(_ words: String) -> Bool {
    var rest = self[...]
    while let found = rest.range(of: words, options: .caseInsensitive) {
      let isBounded =
        rest[..<found.lowerBound].last?.isLetter != true
        && rest[found.upperBound...].first?.isLetter != true
      if isBounded { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }
}
