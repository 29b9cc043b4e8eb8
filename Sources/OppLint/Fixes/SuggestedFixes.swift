package import OppSemantics
package import OppSyntax

/// Fixes made of the advice of a message: of `did you mean …?` and `write … or …`
///
/// An advice names the text to write, but not the length of the text to replace. It is tried in place of the underlined text, then
/// of each larger part of the declaration; every fix that is offered has been checked, and leaves fewer errors than there were.
///
/// ```
/// opp "A" when tmp > 20C           did you mean `temp`?       `tmp` is replaced: no error left
/// opp "A" when free > 30           write `30min` or `30h`     two fixes, one for each
/// ```
///
/// They are only shown, never applied by `--fix`: which one is meant is for the writer of the rules to say.
package struct SuggestedFixes {
  /// The most parts of the text that are tried for one advice
  private static let trialLimit = 6

  /// The rule set with the message
  private let analysis: Analysis

  /// Its files, without the prelude
  private let files: [SourceFile]

  /// The check of changed files
  private let analyze: ([SourceFile]) -> Analysis

  /// - Parameters:
  ///   - files: those of the analysis without the prelude.
  ///   - analyze: checks files as `analysis` was made.
  package init(
    _ analysis: Analysis, files: [SourceFile], analyze: @escaping ([SourceFile]) -> Analysis
  ) {
    self.analysis = analysis
    self.files = files
    self.analyze = analyze
  }

  /// The most checks of the rule set that one message takes, if it names as many answers as any does
  package static let checkLimit = 3 * trialLimit

  /// `true` if a message advises a text and has no fix
  package func hasAdvice(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.fixes.isEmpty && diagnostic.severity == .error
      && diagnostic.helps.contains { !Self.answers($0).isEmpty }
  }

  /// The fixes that a message advises, one an answer; none for a message that has a fix already
  ///
  /// - Complexity: a few checks of the rule set an answer.
  package func fixes(for diagnostic: Diagnostic) -> [Fix] {
    guard diagnostic.fixes.isEmpty, diagnostic.severity == .error else { return [] }
    return diagnostic.helps.flatMap(Self.answers).compactMap { fix(writing: $0, for: diagnostic) }
  }

  /// The fix that writes a text in place of the least part for which that leaves fewer errors; `nil` if none does
  private func fix(writing text: String, for diagnostic: Diagnostic) -> Fix? {
    let before = errorCount(analysis)
    for range in ranges(around: diagnostic.range).prefix(Self.trialLimit) {
      // A trial changes one file; all are checked, since errors may be in others.
      let fix = Fix.replacing(range, with: text, .display)
      let changed = files.map { file in
        guard file.index == range.file else { return file }
        return SourceFile(
          path: file.path, bytes: FixedText([fix], to: file.bytes).bytes, index: file.index)
      }
      if errorCount(analyze(changed)) < before { return fix }
    }
    return nil
  }

  /// The errors of the compiler
  private func errorCount(_ analysis: Analysis) -> Int {
    analysis.diagnostics.count { $0.severity == .error }
  }

  /// The underlined range and the parts of the declaration around it, the smaller first
  private func ranges(around range: SourceRange) -> [SourceRange] {
    guard analysis.trees.indices.contains(Int(range.file)) else { return [] }
    var found = [range]
    var node = analysis.trees[Int(range.file)].root
    // From the declaration down to the place; the parts on the way are the larger ones.
    var around: [SourceRange] = []
    while let next = Self.child(of: node, around: range) {
      if !next.kind.isDeclaration, next.range != range { around.append(next.range) }
      node = next
    }
    for range in around.reversed() where found.last != range { found.append(range) }
    return found
  }

  /// The child of a node that has a range within it
  private static func child(of node: SyntaxNode, around range: SourceRange) -> SyntaxNode? {
    for case .node(let child) in node.children where child.range.contains(range) { return child }
    return nil
  }

  /// The texts that an advice says to write; none for another advice
  ///
  /// ```
  /// did you mean `temp`?                [temp]
  /// write `30min` or `30h`              [30min, 30h]
  /// write `at most N per day`, …        none: words between the texts
  /// write `let NAME = …`                none: it is not the whole text
  /// ```
  static func answers(_ help: String) -> [String] {
    let beginnings = ["did you mean ", "write "]
    guard let beginning = beginnings.first(where: { help.hasPrefix($0) }) else { return [] }
    // The odd pieces between backticks are texts, the even ones may only be words that join them.
    var answers: [String] = []
    for (index, part) in help.dropFirst(beginning.count).split(
      separator: "`", omittingEmptySubsequences: false
    ).enumerated() {
      if index % 2 == 1 {
        answers.append(String(part))
      } else if !["", "?", " or ", ", "].contains(part) {
        return []
      }
    }
    return answers.contains { $0.isEmpty || $0.contains("…") } ? [] : answers
  }
}
