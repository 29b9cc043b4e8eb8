internal import OppModel
internal import OppOutputs
internal import OppRecordings
internal import OppSemantics
internal import OppSyntax

/// The rules that an imported file is for: those of the folder that it goes into, else of this one
struct ImportedRules {
  /// The files; empty if there are no rules, or several rule sets
  private let files: [SourceFile]
  let graph: ConditionGraph

  /// Reads the rules, as far as they can be read
  static func read(_ invocation: Invocation, in context: CommandContext) -> ImportedRules {
    let folder = invocation.value("--into") ?? "."
    var files: [SourceFile] = []
    if context.kind(of: folder) == .folder, let found = try? RuleFiles.read([folder], in: context) {
      files = found.files
    }
    return ImportedRules(files: files, graph: CheckedRules.analyze(files).graph)
  }

  /// The source or table of a name, or a new one
  ///
  /// A name that is made of the file's is changed if the rules use it for something else.
  ///
  /// - Throws: for a name that cannot be one.
  func subject(_ name: String?, fileName: String) throws(CommandFailure) -> SketchSubject {
    guard let name else {
      var made = FileSketch.name(ofFile: fileName)
      if let known = known(made) { return known }
      if ReservedWords.contains(made) || hides(made) { made += "_data" }
      return .new(made)
    }
    if let known = known(name) { return known }
    guard FileSketch.isName(name), !ReservedWords.contains(name) else {
      let nearest = FileSketch.name(ofFile: name)
      throw .usage("`\(name)` is no name of a source", help: "write `--as \(nearest)`")
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

  /// Whether the rules or the prelude use a name for something else, which a new source would hide
  private func hides(_ name: String) -> Bool {
    !diagnostics(of: "let import_probe = \(name)\n").contains { $0.code == "unknown-name" }
  }

  /// The diagnostics of lines beside the rules
  private func diagnostics(of text: String) -> [Diagnostic] {
    let index = Int32(truncatingIfNeeded: files.count)
    let file = SourceFile(path: "import", bytes: Array(text.utf8), index: index)
    let analysis = CheckedRules.analyze(files + [file])
    return analysis.diagnostics.filter { $0.range.file == index }
  }

  /// Checks the lines of a sketch beside the rules
  ///
  /// - Throws: for an error, such as a source that is connected already.
  func check(_ sketch: FileSketch) throws(CommandFailure) {
    let text = sketch.proposal.joined(separator: "\n") + "\n"
    guard let error = diagnostics(of: text).first(where: { $0.severity == .error }) else { return }
    throw CommandFailure(
      status: .problems,
      message: "beside the rules of this folder these lines are wrong: \(error.headline)",
      help: error.helps.first)
  }
}
