internal import OppLint
internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppSyntax

extension Command {
  /// ```console
  /// $ opp check lunch.opp
  /// warning: this condition is never true, so "X" never fires (never-true)
  ///   ┌─ lunch.opp:1:29
  /// …
  /// 1 problem (1 warning) in 1 Opp of 1 file
  /// ```
  static let check = Command(
    name: "check",
    summary: "parses and checks rules",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    options: [
      Option("--fix", "applies the fixes that keep the meaning, then checks again"),
      Option("--strict", "exits with 1 for warnings, too"),
      Option(
        "--format", value: "text|json|sarif|github", choices: ["text", "json", "sarif", "github"],
        "for people, for programs (JSON Lines), for code scanning, for GitHub Actions"),
    ],
    discussion: """
      What is never or always true is proved, and a warning; `opp lint` knows more rules.
      All files together are one rule set: the files named, or every .opp file below the folder named. A folder
      below it that holds `recording.json`, `data`, `.opplint` or `.opp-root` is a rule set of its own.
      Without FILE or DIR it checks the folder it is in.
      """,
    examples: [
      ("opp check", "checks every rule below this folder"),
      ("opp check --fix lunch.opp", "applies safe fixes to one file"),
      ("opp check --format github .", "marks the lines of a pull request"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    try RuleSetFolders.forEach(invocation, in: context, console) {
      (invocation) throws(CommandFailure) in
      try checkRules(invocation, context, console)
    }
  }

  /// Checks one rule set: fixes it first where that is wanted, then prints its diagnostics in the format
  ///
  /// - Returns: status 1 for errors, and with `--strict` for warnings.
  private static func checkRules(
    _ invocation: Invocation, _ context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    var rules = try CheckedRules.read(invocation.rulePaths, in: context)
    if invocation.has("--fix") {
      let fixed = try SafeFixes.apply(to: rules, in: context)
      if fixed > 0 {
        console.message("fixed \(fixed) \(fixed == 1 ? "problem" : "problems")")
        rules = try CheckedRules.read(invocation.rulePaths, in: context)
      }
    }
    let diagnostics = rules.diagnosticsWithProofs
    let output = DiagnosticOutput(files: rules.analysis.files)
    switch invocation.value("--format") {
    case "json":
      for diagnostic in rules.withAdvisedFixes(diagnostics) {
        console.line(output.json(diagnostic))
      }
    case "github": output.github(diagnostics).forEach { console.line($0) }
    case "sarif":
      let problems = rules.withAdvisedFixes(diagnostics).map { ReportedProblem($0) }
      console.line(SARIFOutput(files: rules.analysis.files, category: "opp-check").log(problems))
    default:
      CheckOutput(
        analysis: rules.analysis, fileCount: rules.files.files.count, console: console
      ).show(diagnostics)
    }
    let isWrong =
      rules.analysis.hasErrors || (invocation.has("--strict") && !diagnostics.isEmpty)
    return isWrong ? .problems : .success
  }
}

/// Applies to files the fixes that are safe
enum SafeFixes {
  /// - Returns: how many fixes were applied. One that overlaps another waits for the next time.
  static func apply(
    to rules: CheckedRules, in context: CommandContext
  ) throws(CommandFailure) -> Int {
    var count = 0
    for file in rules.files.files where file.path != "standard input" {
      // A fix that edits two files is left out: each file is written by itself.
      let fixes = rules.analysis.diagnostics.compactMap(\.fix).filter { fix in
        fix.applicability == .safe && fix.edits.allSatisfy { $0.range.file == file.index }
      }
      let fixed = FixedText(fixes, to: file.bytes)
      guard fixed.count > 0 else { continue }
      try context.write(fixed.bytes, to: file.path)
      count += fixed.count
    }
    return count
  }
}
