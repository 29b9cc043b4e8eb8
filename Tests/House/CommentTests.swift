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
