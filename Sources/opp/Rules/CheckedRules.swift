internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSyntax

/// A rule set as a command needs it: read, checked, and its messages printed
///
/// Reading and checking are one step for almost every command: `read`, then `printProblems`, and exit status 1 if
/// that returns false. `check`, `lint` and editors print the diagnostics themselves.
struct CheckedRules {
  /// The texts, as they were read
  let files: RuleFiles

  /// The checked rules; its graph is there even if there are errors, but is not to be run then
  let analysis: Analysis

  /// Reads and checks the files that a command line names
  ///
  /// - Throws: `CommandFailure` if a file cannot be read.
  static func read(
    _ operands: [String], in context: CommandContext
  ) throws(CommandFailure) -> CheckedRules {
    check(try RuleFiles.read(operands, in: context))
  }

  /// Checks files that have been read
  static func check(_ files: RuleFiles) -> CheckedRules {
    CheckedRules(files: files, analysis: analyze(files.files))
  }

  /// Checks files as one rule set, with the connectors of the tool and the zones that the machine knows
  ///
  /// - Parameter recordsSymbols: whether notes are taken of the meanings of names, as editors need them.
  static func analyze(_ files: [SourceFile], recordsSymbols: Bool = false) -> Analysis {
    let database = ZoneDatabase()
    return RuleSet.analyze(
      files: files, connectors: ConnectorRegistry.catalogue,
      findZone: { name in
        database.problem(ofZone: name).map { UnknownZone(nearest: $0.nearest, note: $0.note) }
      }, recordsSymbols: recordsSymbols)
  }

  /// The diagnostics of the compiler, and those proved of the conditions, in the order of the text
  var diagnosticsWithProofs: [Diagnostic] { analysis.diagnosticsWithProofs(zone: zone) }

  /// Diagnostics for programs: those of the compiler with the fixes that their advice gives
  func withAdvisedFixes(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    analysis.withAdvisedFixes(diagnostics) { Self.analyze($0) }
  }

  /// The zone that the rules set; nil if they set none
  var zone: Zone? {
    analysis.graph.settings.zone.flatMap { name in try? ZoneDatabase().zone(named: name) }
  }

  /// Prints the problems of the rules, for a command whose output is something else
  ///
  /// - Returns: whether the rules can be run: there is no error.
  func printProblems(_ console: Console, isJSON: Bool = false) -> Bool {
    analysis.printProblems(console, isJSON: isJSON)
  }
}
