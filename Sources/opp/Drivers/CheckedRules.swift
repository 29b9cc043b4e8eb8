internal import OppLint
internal import OppModel
internal import OppProviders
internal import OppSemantics
internal import OppSyntax

/// A rule set as a command needs it: read, checked, and its messages printed
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
    CheckedRules(files: files, analysis: analyze(files.files))
  }

  /// Checks files as one rule set, with the zones that the machine knows
  ///
  /// - Parameter recordsSymbols: whether notes are taken of what names stand for, as editors need them.
  static func analyze(_ files: [SourceFile], recordsSymbols: Bool = false) -> Analysis {
    let database = ZoneDatabase()
    return RuleSet.analyze(
      files: files,
      findZone: { name in
        database.problem(ofZone: name).map { UnknownZone(nearest: $0.nearest, note: $0.note) }
      }, recordsSymbols: recordsSymbols)
  }

  /// The diagnostics of the compiler, and those proved of the conditions, in the order of the text
  var diagnosticsWithProofs: [Diagnostic] {
    var settings = LintSettings()
    settings.zone = zone
    // Narrower rules that say the same of a condition are not run here.
    settings.selected = [LintRule.neverTrue.name, LintRule.alwaysTrue.name]
    let subject = LintSubject(analysis, settings: settings)
    let proved = Linter.run(subject, rules: [.neverTrue, .alwaysTrue]).findings
    return (analysis.diagnostics + proved.map(\.diagnostic)).enumerated().sorted {
      ($0.element.range, $0.offset) < ($1.element.range, $1.offset)
    }.map(\.element)
  }

  /// The zone that the rules set; nil where they set none
  var zone: Zone? {
    analysis.graph.settings.zone.flatMap { name in try? ZoneDatabase().zone(named: name) }
  }

  /// Prints the problems of the rules, for a command whose output is something else
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
