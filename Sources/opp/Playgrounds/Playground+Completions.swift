internal import OppLanguageServer
internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Playground {
  /// The completions at the end of a line: the part of it that is replaced, and the texts for it
  ///
  /// The same code completes rules in editors.
  ///
  /// ```
  /// "when te"      not a declaration: completed as in `let it_ = when te`
  /// ":why lu"      5, the names of Opps that begin with lu in any case
  /// ":p"           0, :plan
  /// ```
  func completions(of line: String) -> (start: Int, texts: [String]) {
    if line.hasPrefix(":") { return commandCompletions(of: line) }
    let head = Self.isDeclaration(line) ? "" : "let it_ = "
    let files = rules.files.files
    let analysis = CheckedRules.analyze(files, recordsSymbols: true)
    let snapshot = RuleSetSnapshot(
      files: files.map { RuleSetSnapshot.File(uri: $0.path) }, analysis: analysis)
    let text = Array((head + line).utf8)
    let list = snapshot.completions(at: Int32(clamping: text.count), in: 0, text: text)
    let texts = list.items.filter { $0.kind != .snippet }.map { $0.text ?? $0.label }
    // A first word may also be that of a declaration.
    let words = line.contains(" ") ? [] : Self.declarationWords.filter { $0.hasPrefix(line) }
    return (max(0, Int(list.replaced.start) - head.utf8.count), texts + words)
  }

  /// `true` if a line begins with a whole word such as `opp` or `source`, and continues
  private static func isDeclaration(_ line: String) -> Bool {
    let word = line.prefix { $0 != " " }
    return word.count < line.count && declarationWords.contains(String(word))
  }

  /// The words with which a declaration begins
  private static let declarationWords = ContextualWord.allCases.filter { $0.beginsDeclaration }
    .map { $0.text }

  /// The completions of a line that begins with a colon
  private func commandCompletions(of line: String) -> (start: Int, texts: [String]) {
    if line.hasPrefix(":why ") {
      let typed = line.dropFirst(5).lowercased()
      let names = rules.analysis.graph.rules.map(\.name)
      return (5, names.filter { $0.lowercased().hasPrefix(typed) })
    }
    let words = Self.commands.map { String($0.usage.prefix { $0 != " " }) }
    return (0, words.filter { $0.hasPrefix(line) })
  }
}
