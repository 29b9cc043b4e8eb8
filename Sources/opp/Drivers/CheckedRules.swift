internal import OppProviders
internal import OppSemantics
internal import OppSyntax

/// A rule set as a command needs it: read, checked, and its messages told
struct CheckedRules {
  let files: RuleFiles
  let analysis: Analysis

  /// Reads and checks the files that a command line names
  ///
  /// - Throws: `CommandFailure` where a file cannot be read.
  static func read(
    _ operands: [String], in surroundings: Surroundings
  ) throws(CommandFailure) -> CheckedRules {
    check(try RuleFiles.read(operands, in: surroundings))
  }

  /// Checks files that have been read
  static func check(_ files: RuleFiles) -> CheckedRules {
    let database = ZoneDatabase()
    let analysis = RuleSet.analyze(files: files.files) { name in
      database.problem(ofZone: name).map { UnknownZone(nearest: $0.nearest, note: $0.note) }
    }
    return CheckedRules(files: files, analysis: analysis)
  }

  /// Tells what is wrong with the rules, for a command whose output is something else
  ///
  /// - Parameter isJSON: whether programs read them, among the other objects on standard output; else they are
  ///   on standard error.
  /// - Returns: whether the rules can be run: there is no error.
  func tellProblems(_ console: Console, isJSON: Bool = false) -> Bool {
    let diagnostics = analysis.diagnostics
    if diagnostics.isEmpty { return true }
    if isJSON {
      let output = DiagnosticOutput(files: analysis.files)
      for diagnostic in diagnostics { console.line(output.json(diagnostic)) }
      return !analysis.hasErrors
    }
    let renderer = DiagnosticRenderer(files: analysis.files, usesColour: console.errorColours)
    console.messages(renderer.render(diagnostics))
    return !analysis.hasErrors
  }
}
