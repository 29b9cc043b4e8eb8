import OppTestLimits
import Testing

/// How much of the sources is explained
@Suite(.limited) struct CommentTests {
  /// The least shares, in hundredths
  static let documented = 60
  static let comments = 18

  @Test func `so many private declarations have a comment`() throws {
    var declarations = 0
    var documented = 0
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for (index, line) in file.lines.enumerated() where isPrivate(line) {
        declarations += 1
        let before = file.lines[..<index].last { !$0.drop { $0 == " " }.hasPrefix("@") } ?? ""
        if before.drop(while: { $0 == " " }).hasPrefix("///") { documented += 1 }
      }
    }
    #expect(declarations > 3000)
    #expect(documented * 100 >= declarations * Self.documented, "\(documented) of \(declarations)")
  }

  @Test func `so many lines are comments`() throws {
    var comments = 0
    var code = 0
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for line in file.lines {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("//") { comments += 1 } else if !text.isEmpty { code += 1 }
      }
    }
    #expect(
      comments * 100 >= (comments + code) * Self.comments, "\(comments) of \(comments + code)")
  }

  /// Summaries are headlines: the rule of swift-format for them wants a full stop, and is off
  @Test func `the first paragraph of a doc comment is one sentence without a full stop`() throws {
    for file in try SourceTree.swiftFiles(below: "Sources") where !Self.others.contains(file.path) {
      var summary: [Substring] = []
      var isInside = false
      for (index, line) in file.lines.enumerated() {
        let text = line.drop { $0 == " " }
        let isComment = text.hasPrefix("///")
        let words = text.dropFirst(3).drop { $0 == " " }
        let isSummary =
          isComment && (!isInside || !summary.isEmpty) && !words.isEmpty
          && !["- ", "|", "```"].contains { words.hasPrefix($0) }
        isInside = isComment
        if isSummary {
          summary.append(words)
        } else if !summary.isEmpty {
          let sentences = summary.joined(separator: " ").split(separator: ". ")
          let isPlain = sentences.count == 1 && sentences.last?.hasSuffix(".") == false
          #expect(isPlain || isAbbreviation(sentences), "\(file.path):\(index)")
          summary = []
        }
      }
    }
  }

  /// Files whose comments are of another kind: the prelude's are those of its language
  private static let others: Set<String> = ["Sources/OppSemantics/Preludes/Prelude.swift"]

  /// Whether a text goes on in lower case behind each of its stops, as in `e.g. this`
  private func isAbbreviation(_ sentences: [Substring]) -> Bool {
    sentences.last?.hasSuffix(".") == false
      && sentences.dropFirst().allSatisfy { $0.first?.isUppercase == false && $0.first != "`" }
  }

  /// Whether a line declares something that its file alone uses
  private func isPrivate(_ line: String) -> Bool {
    var words = line.split(separator: " ")[...]
    var isPrivate = false
    while let word = words.first {
      let name = word.prefix { $0 != "(" }
      if name == "private" || name == "fileprivate" { isPrivate = true }
      if Self.keywords.contains(String(name)) { return isPrivate }
      guard Self.modifiers.contains(String(name)) || word.hasPrefix("@") else { return false }
      words = words.dropFirst()
    }
    return false
  }

  private static let keywords: Set<String> = [
    "func", "var", "let", "struct", "class", "enum", "init", "typealias", "subscript", "protocol",
    "actor",
  ]

  private static let modifiers: Set<String> = [
    "private", "fileprivate", "static", "final", "mutating", "lazy", "override", "indirect",
    "nonisolated", "consuming", "borrowing", "weak", "unowned",
  ]
}
