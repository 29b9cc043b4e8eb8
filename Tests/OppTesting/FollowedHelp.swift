package import OppSyntax

/// The texts of rules after the advice of one message was followed
///
/// A fix is applied as it is. Without a fix, the code in backticks of a help `write …` or `did you mean …?` takes the place of
/// the message, or of a construct around it: `write `time in 9:00..17:00`` stands for the whole comparison, whose range the
/// message is about. What has `…` in it shows a form, and cannot be followed by a program.
package struct FollowedHelp {
  /// The advice, as messages of tests name it
  package let advice: String

  /// The text afterwards, that for the least construct first
  package let texts: [String]

  /// Everything that the advice of a message makes of the text of its file
  package static func all(of diagnostic: Diagnostic, in text: String) -> [FollowedHelp] {
    guard diagnostic.fixes.isEmpty else {
      return diagnostic.fixes.map { fix in
        let words = fix.edits.map { "`\($0.replacement)`" }.joined(separator: ", ")
        return FollowedHelp(advice: "fix \(words)", texts: [applied(fix.edits, to: text)])
      }
    }
    let places = [diagnostic.range] + constructs(around: diagnostic.range, in: text)
    return diagnostic.helps.flatMap { help in
      replacements(of: help).map { replacement in
        FollowedHelp(
          advice: help,
          texts: places.map { applied([Edit(range: $0, replacement: replacement)], to: text) })
      }
    }
  }

  /// The ranges of the constructs around a place, up to a declaration, the least first
  private static func constructs(around place: SourceRange, in text: String) -> [SourceRange] {
    var found: [SourceRange] = []
    var node: SyntaxNode? =
      Parser.parse(SourceFile(path: "rules.opp", text: text)).tree.root
    while let current = node {
      node = nil
      for case .node(let child) in current.children
      where child.range.start <= place.start && child.range.end >= place.end {
        if found.last != child.range { found.append(child.range) }
        node = child
      }
    }
    return found.reversed()
  }

  /// The texts that a help tells to write in place of its message
  ///
  ///     write `20C` or `20F` → 20C, 20F     did you mean `temp`? → temp     write `f(x: …)` and `x in a..b` → none
  private static func replacements(of help: String) -> [String] {
    let parts = help.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, parts.count % 2 == 1, ["write ", "did you mean "].contains(parts[0])
    else { return [] }
    let words = stride(from: 2, to: parts.count - 1, by: 2).map { parts[$0] }
    let isPlain = words.allSatisfy { [" or ", ", ", ", or "].contains($0) }
    guard isPlain, ["", "?"].contains(parts[parts.count - 1]) else { return [] }
    return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.filter { code in
      !["…", "a..b", "[a, b, c]"].contains { code.contains($0) }
    }
  }

  /// The text with edits, which are in its order and do not overlap
  private static func applied(_ edits: [Edit], to text: String) -> String {
    var bytes = Array(text.utf8)
    for edit in edits.reversed() {
      bytes.replaceSubrange(
        Int(edit.range.start)..<Int(edit.range.end), with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
