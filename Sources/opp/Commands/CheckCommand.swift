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
    takesLong: true,
    options: [
      Option("--fix", "applies the fixes that keep the meaning, then checks again"),
      Option("--strict", "exits with 1 for warnings, too"),
      Option(
        "--format", value: "text|json|sarif|github", choices: ["text", "json", "sarif", "github"],
        "for people, for programs (JSON Lines), for code scanning, for GitHub Actions"),
    ],
    discussion: """
      What is never or always true is proved, and a warning, as are `%temp%` in a text and `10.000` for ten thousand;
      `opp lint` knows more rules.
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

  /// Checks one rule set: fixes it first if that is wanted, then prints its diagnostics in the format
  ///
  /// - Returns: status 1 for errors, and with `--strict` for warnings.
  private static func checkRules(
    _ invocation: Invocation, _ context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    var rules = try CheckedRules.read(invocation.rulePaths, in: context)
    if invocation.has("--fix") {
      let fixed = try SafeFixes.applyAll(to: &rules, invocation.rulePaths, in: context)
      if fixed > 0 {
        console.message("fixed \(fixed) \(fixed == 1 ? "problem" : "problems")")
      }
    }
    let diagnostics =
      rules.diagnosticsWithProofs
      + ConnectedFileCheck(rules: rules, context: context).diagnostics
      + ConnectedLoginCheck(rules: rules, context: context).diagnostics
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
  /// A bound on the rounds: fixes that undo each other would never end
  private static let roundLimit = 10

  /// Applies fixes round by round until none is left: one may overlap another, or lie behind a mistake
  ///
  /// - Returns: the number of fixes applied; the rules are read again after them.
  static func applyAll(
    to rules: inout CheckedRules, _ paths: [String], in context: CommandContext
  ) throws(CommandFailure) -> Int {
    var count = 0
    for _ in 0..<roundLimit {
      let fixed = try apply(to: rules, in: context)
      if fixed == 0 { break }
      count += fixed
      rules = try CheckedRules.read(paths, in: context)
    }
    return count
  }

  /// Applies the fixes that do not overlap; one that edits several files is applied to all of them or to none
  ///
  /// - Returns: the number of fixes applied.
  private static func apply(
    to rules: CheckedRules, in context: CommandContext
  ) throws(CommandFailure) -> Int {
    let files = rules.files.files.filter { $0.path != "standard input" }
    let open = Set(files.map { $0.index })
    let connected = ConnectedFileCheck(rules: rules, context: context).diagnostics
    let fixes = (rules.analysis.diagnostics + connected).compactMap(\.fix).filter { fix in
      fix.applicability == .safe && fix.edits.allSatisfy { open.contains($0.range.file) }
    }
    let fixed = FixedText.files(files, with: fixes)
    for (file, changed) in zip(files, fixed.files) where changed.bytes != file.bytes {
      try context.write(changed.bytes, to: file.path)
    }
    return fixed.count
  }
}
