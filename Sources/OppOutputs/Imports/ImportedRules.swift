package import OppModel
package import OppRecordings
package import OppSemantics
package import OppSyntax

/// The rules that an imported file is for
package struct ImportedRules {
  /// The files; empty if there are no rules, or several rule sets
  private let files: [SourceFile]
  private let analyze: ([SourceFile]) -> Analysis
  package let graph: ConditionGraph

  /// - Parameter analyze: checks files as one rule set.
  package init(_ files: [SourceFile], analyze: @escaping ([SourceFile]) -> Analysis) {
    self.files = files
    self.analyze = analyze
    graph = analyze(files).graph
  }

  /// The source or table of a name, or a new one
  ///
  /// A name that is made of the file's is changed if the rules use it for something else.
  ///
  /// - Throws: for a name that cannot be one.
  package func subject(_ name: String?, fileName: String) throws(SketchProblem) -> SketchSubject {
    guard let name else {
      var made = FileSketch.name(ofFile: fileName)
      if let known = known(made) { return known }
      if ReservedWords.contains(made) || hides(made) { made += "_data" }
      return .new(made)
    }
    if let known = known(name) { return known }
    guard FileSketch.isName(name), !ReservedWords.contains(name) else {
      let nearest = FileSketch.name(ofFile: name)
      throw SketchProblem(
        message: "`\(name)` is no name of a source", help: "write `--as \(nearest)`")
    }
    return .new(name)
  }

  /// The source or table of the rules, or of the prelude
  private func known(_ name: String) -> SketchSubject? {
    if let index = graph.sourceIndex(named: name) { return .source(graph.sources[index]) }
    guard let index = graph.tableIndex(named: name), graph.tables[index].firings == nil else {
      return nil
    }
    return .table(graph.tables[index])
  }

  /// `true` if the rules or the prelude use a name for something else, which a new source would hide
  private func hides(_ name: String) -> Bool {
    !diagnostics(of: "let import_probe = \(name)\n").contains { $0.code == "unknown-name" }
  }

  /// The diagnostics of lines beside the rules
  private func diagnostics(of text: String) -> [Diagnostic] {
    let index = Int32(truncatingIfNeeded: files.count)
    let file = SourceFile(path: "import", bytes: Array(text.utf8), index: index)
    return analyze(files + [file]).diagnostics.filter { $0.range.file == index }
  }

  /// The reason why the lines of a sketch are wrong beside the rules, such as a source that is connected already; `nil`
  /// if they are right
  package func problem(with sketch: FileSketch) -> SketchProblem? {
    let text = sketch.proposal.joined(separator: "\n") + "\n"
    guard let error = diagnostics(of: text).first(where: { $0.severity == .error }) else {
      return nil
    }
    return SketchProblem(
      message: "beside the rules of this folder these lines are wrong: \(error.headline)",
      help: error.helps.first)
  }
}
