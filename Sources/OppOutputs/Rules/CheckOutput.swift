internal import OppLint
package import OppModel
package import OppSemantics
package import OppSyntax

/// Prints the diagnostics of a check of rules, for people
///
/// ```
/// warning: this condition is never true, so "Never" never fires (never-true)
///   ┌─ t/a.opp:3:33
///   …
///
/// 2 warnings in 8 Opps of 1 file
/// ```
package struct CheckOutput {
  /// The rule set, with the files that diagnostics point into
  private let analysis: Analysis

  /// The number of files of the rule set, without the prelude
  private let fileCount: Int

  /// Standard output, on which the messages go
  private let console: Console

  package init(analysis: Analysis, fileCount: Int, console: Console) {
    self.analysis = analysis
    self.fileCount = fileCount
    self.console = console
  }

  /// The messages, and how many there are
  ///
  /// With none: `no problems in 3 Opps of 1 file`.
  package func show(_ diagnostics: [Diagnostic]) {
    let renderer = DiagnosticRenderer(files: analysis.files, usesColour: console.colours)
    if !diagnostics.isEmpty { console.lines(renderer.render(diagnostics) + "\n") }
    let errors = diagnostics.count { $0.severity == .error }
    let opps = counted(analysis.graph.rules.count, "Opp") ?? "0 Opps"
    let files = counted(fileCount, "file") ?? "0 files"
    let counts = [counted(errors, "error"), counted(diagnostics.count - errors, "warning")]
    let found =
      diagnostics.isEmpty
      ? console.styled("no problems", .good)
      : counts.compactMap { $0 }.joined(separator: ", ")
    console.line("\(found) in \(opps) of \(files)")
  }

  /// `1 error`, `2 errors`; nil for none
  private func counted(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension Analysis {
  /// The diagnostics of the compiler, those proved of the conditions, and the names of the prelude that are hidden, in the
  /// order of the text
  ///
  /// - Parameter zone: that of the rules; `nil` if they set none.
  package func diagnosticsWithProofs(zone: Zone?) -> [Diagnostic] {
    var settings = LintSettings()
    settings.zone = zone
    // Narrower rules that say the same of a condition are not run here.
    // A text that prints a name in place of its value, and a number that is a thousandth of the one that was meant, are
    // mistakes that nothing else shows.
    let rules = [
      NeverTrue.rule, AlwaysTrue.rule, HiddenName.ofDeclarations, ForeignPlaceholder.rule,
      DoubledBraces.rule, PointBetweenThousands.rule,
    ]
    settings.selected = Set(rules.map { $0.name })
    let subject = LintSubject(self, settings: settings)
    let proved = Linter.run(subject, rules: rules).findings
    // By place; of one place in the order in which they were found, those of the compiler first.
    return (diagnostics + proved.map { $0.diagnostic }).enumerated().sorted {
      ($0.element.range, $0.offset) < ($1.element.range, $1.offset)
    }.map { $0.element }
  }

  /// Prints the problems of the rules, for a command whose output is something else
  ///
  /// - Parameter isJSON: whether programs read them, among the other objects on standard output; else they are
  ///   on standard error.
  /// - Returns: whether the rules can be run: there is no error.
  package func printProblems(_ console: Console, isJSON: Bool = false) -> Bool {
    if diagnostics.isEmpty { return true }
    if isJSON {
      let output = DiagnosticOutput(files: files)
      for diagnostic in diagnostics { console.line(output.json(diagnostic)) }
      return !hasErrors
    }
    let renderer = DiagnosticRenderer(files: files, usesColour: console.errorColours)
    console.messages(renderer.render(diagnostics))
    return !hasErrors
  }
}
