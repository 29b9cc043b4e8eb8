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
    let files = try RuleFiles.read(operands, in: surroundings)
    let database = ZoneDatabase()
    let analysis = RuleSet.analyze(files: files.files) { name in
      database.problem(ofZone: name).map { UnknownZone(nearest: $0.nearest, note: $0.note) }
    }
    return CheckedRules(files: files, analysis: analysis)
  }

  /// Tells what is wrong with the rules on standard error, for a command whose output is something else
  ///
  /// - Returns: whether the rules can be run: there is no error.
  func tellProblems(_ console: Console) -> Bool {
    let diagnostics = analysis.diagnostics
    if diagnostics.isEmpty { return true }
    let renderer = DiagnosticRenderer(files: analysis.files, usesColour: console.errorColours)
    console.messages(renderer.render(diagnostics))
    return !analysis.hasErrors
  }
}
