internal import OppLint
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSyntax
internal import OppSystem

extension Command {
  /// The order of a run, in ``LintCommand/run()``:
  ///
  /// ```
  /// .opplint ─▶ rules ─▶ settings ─▶ fixes, written ─▶ data and store ─▶ findings ─▶ baseline ─▶ output, status
  /// ```
  ///
  /// `--show-settings`, `--add-ignores`, `--diff` and `--write-baseline` end it earlier.
  static let lint = Command(
    name: "lint",
    summary: "checks rules, and says what is suspicious in them",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    takesLong: true,
    options: LintOptions.all,
    discussion: """
      It runs `opp check` and the rules of the linter, which report what can be run and is probably not meant. Errors are \
      those of `opp check`, and findings of that severity; warnings do not fail unless --strict. The settings of a folder \
      are in `.opplint`, the nearest one above the first path. `opp explain RULE` prints the page of a rule. \
      With --data or --store, rules about data say over which days they looked. \
      A comment `// opp:ignore RULE - REASON` accepts a finding.
      """,
    examples: [
      ("opp lint", "checks every rule below this folder"),
      ("opp lint --fix lunch.opp", "applies the fixes that keep the meaning"),
      ("opp lint --select time,past-date .", "checks a category and a rule, and nothing else"),
      (
        "opp lint --data data .",
        "also says what the recording shows: never fired, too often, unknown"
      ),
      ("opp lint --strict --format github .", "for CI: marks the lines of a pull request"),
      ("opp lint --write-baseline .opplint-baseline.json .", "accepts what is there today"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    try RuleSetFolders.forEach(invocation, in: context, console) {
      (invocation) throws(CommandFailure) in
      try LintCommand(invocation, context, console).run()
    }
  }
}

/// The options of `opp lint`
enum LintOptions {
  /// In the order of the help
  static let all = [
    Option("--fix", "applies the fixes that keep the meaning"),
    Option("--unsafe-fixes", "applies the fixes that may change the meaning, too"),
    Option("--fix-only", "applies fixes and prints no findings"),
    Option("--diff", "changes nothing; prints what the fixes would change"),
    Option(
      "--select", value: "RULE,…", repeats: true, "checks these rules or categories and no others"),
    Option("--ignore", value: "RULE,…", repeats: true, "leaves out these rules or categories"),
    Option(
      "--severity", value: "RULE=off|note|style|warning|error", repeats: true,
      "gives a rule or a category another severity"),
    Option("--strict", "exits with 1 for warnings, too"),
    Option("--exit-zero", "exits with 0 whatever is found"),
    Option("--exit-non-zero-on-fix", "exits with 1 where a fix was applied"),
    Option("--isolated", "reads no .opplint"),
    Option("--data", value: "DIR", "also replays this recording, for the rules about data"),
    Option("--store", value: "FILE", "also reads the firings of this store"),
    .zone,
    Option("--today", value: "DATE", "the date for what is past; default: today"),
    Option("--show-settings", "prints the severities and options that hold, and from where"),
    Option("--show-suppressed", "prints what comments accept, too"),
    Option("--add-ignores", "writes a comment beside every finding that accepts it"),
    Option(
      "--baseline", value: "FILE", "the known findings; default: .opplint-baseline.json if there"),
    Option("--write-baseline", value: "FILE", "writes the findings as known, and prints none"),
    Option("--prune-baseline", "takes out of the baseline what is mended"),
    Option(
      "--format", value: "text|concise|json|sarif|github|junit",
      choices: ["text", "concise", "json", "sarif", "github", "junit"],
      "for people, a line a finding, for programs, for code scanning, for GitHub, for dashboards"),
  ]
}

/// A run of `opp lint`
struct LintCommand {
  /// The command line for one rule set: its operands are the root
  private let invocation: Invocation
  private let context: CommandContext
  private let console: Console

  init(_ invocation: Invocation, _ context: CommandContext, _ console: Console) {
    self.invocation = invocation
    self.context = context
    self.console = console
  }

  /// Runs the linter over one rule set
  ///
  /// - Returns: status 1 for errors, and as the options say for warnings and fixes.
  func run() throws(CommandFailure) -> ExitStatus {
    let operands = invocation.rulePaths
    let file = try LintConfigurationFile.read(
      above: operands, isolated: invocation.has("--isolated"), in: context)
    let rules = try CheckedRules.read(operands, in: context)
    let settings = try settings(file, for: rules)
    if invocation.has("--show-settings") {
      LintSettingsOutput(settings: settings, path: file.path).show(console)
      return .success
    }
    var run = LintRun(rules: rules, settings: settings, in: context)
    if invocation.has("--add-ignores") {
      _ = try observe(&run)
      let count = try run.addIgnores()
      console.message("added \(count) \(count == 1 ? "comment" : "comments")")
      return .success
    }
    var fixCount = 0
    if let limit {
      let fixed = run.fixed(upTo: limit)
      printRefused(fixed)
      if invocation.has("--diff") {
        let isChanged = run.showDifferences(to: fixed.files, console)
        return isChanged && !invocation.has("--exit-zero") ? .problems : .success
      }
      try run.write(fixed.files)
      fixCount = fixed.count
      if fixCount > 0 { run = run.over(fixed.files, fixed.analysis) }
    }
    // Data are read after fixes, over the rules as they are now: a replay of the old ones would be of no use.
    let dataStatus = try observe(&run)
    let outcome = try LintOutcome(
      of: run.report(), run.rules.analysis, baseline: baseline(file), fixed: fixCount)
    // Rules with errors are not linted: a baseline of them would forget the known findings.
    let isLinted = !run.rules.analysis.hasErrors
    if let path = invocation.value("--write-baseline"), isLinted {
      try BaselineFile.write(Baseline(of: outcome.allFindings), to: path, in: context)
      let count = outcome.allFindings.count
      console.message("wrote \(count) \(count == 1 ? "finding" : "findings") to \(path)")
      return .success
    }
    if let path = baselinePath(file), invocation.has("--prune-baseline"), isLinted,
      !outcome.gone.isEmpty
    {
      try BaselineFile.write(Baseline(of: outcome.known), to: path, in: context)
    }
    if !invocation.has("--fix-only") {
      let output = LintOutput(
        analysis: run.rules.analysis, ruleFiles: run.rules.files.files,
        zone: run.settings.zone ?? .utc, outcome: outcome, console: console,
        withAdvisedFixes: run.rules.withAdvisedFixes)
      output.show(
        format: invocation.value("--format") ?? "text",
        showsSuppressed: invocation.has("--show-suppressed"))
    } else if fixCount > 0 {
      console.message("fixed \(fixCount) \(fixCount == 1 ? "problem" : "problems")")
    }
    return status(outcome).combined(with: dataStatus)
  }

  /// Gathers the data for the rules of the linter that read data, once the fixes are made
  private func observe(_ run: inout LintRun) throws(CommandFailure) -> ExitStatus {
    let observation = try Observation(invocation, of: run.rules, in: context, console)
    run.observed = observation.data
    return observation.status
  }

  /// The status of findings
  ///
  /// | | errors | warnings only | fixed, nothing left |
  /// | --- | --- | --- | --- |
  /// | no option | 1 | 0 | 0 |
  /// | `--strict` | 1 | 1 | 0 |
  /// | `--exit-non-zero-on-fix` | 1 | 0 | 1 |
  /// | `--exit-zero` | 0 | 0 | 0 |
  private func status(_ outcome: LintOutcome) -> ExitStatus {
    if invocation.has("--exit-zero") { return .success }
    if invocation.has("--exit-non-zero-on-fix"), outcome.fixed > 0 { return .problems }
    if outcome.errors > 0 { return .problems }
    return invocation.has("--strict") && outcome.warnings > 0 ? .problems : .success
  }

  /// Reports fixes that were not applied: either is a defect of the fix
  private func printRefused(_ fixed: FixRun) {
    for rule in fixed.refused {
      console.message(
        "the fix of `\(rule)` would have brought new errors, and was left out; please report this")
    }
    for rule in fixed.unproved {
      console.message(
        "the fix of `\(rule)` is not proved to keep the meaning, and was left out; please report this"
      )
    }
  }

  /// The least safe fixes to apply; nil if none are requested
  private var limit: Fix.Applicability? {
    if invocation.has("--unsafe-fixes") { return .unsafe }
    let isAsked = ["--fix", "--fix-only", "--diff"].contains(where: invocation.has)
    return isAsked ? .safe : nil
  }

  // MARK: Baselines

  /// The baseline that is named, or that is beside the configuration
  private func baselinePath(_ file: LintConfigurationFile) -> String? {
    if let path = invocation.value("--baseline") { return path }
    if invocation.has("--isolated") { return nil }
    let path = file.folder.appending(BaselineFile.fileName).text
    return context.kind(of: path) == .file ? path : nil
  }

  /// The known findings; none without a baseline, and if a new one is written
  private func baseline(_ file: LintConfigurationFile) throws(CommandFailure) -> Baseline {
    guard let path = baselinePath(file), !invocation.has("--write-baseline") else {
      return Baseline(entries: [])
    }
    return try BaselineFile.read(path, in: context)
  }

  // MARK: Settings

  /// The settings of the file, then those of the command line, which win
  ///
  /// `--severity time=off --severity past-date=error` turns a category off, and one rule of it into errors.
  private func settings(
    _ file: LintConfigurationFile, for rules: CheckedRules
  ) throws(CommandFailure) -> LintSettings {
    var settings = file.settings(paths: rules.files.files.map(\.path), in: context)
    // A zone of the rules that is not known has been reported as an error.
    let graph = rules.analysis.graph
    settings.zone =
      graph.settings.zone == nil
      ? try RecordedRun.namedZone(invocation, graph, ZoneDatabase()) : rules.zone
    settings.today = try today(in: settings.zone ?? .utc)
    if invocation.has("--select") { settings.selected = Set(try names("--select")) }
    for name in try names("--ignore") { settings.commandLevels[name] = .off }
    for text in invocation.values("--severity") {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw .usage(
          "`\(text)` is not a severity of a rule", help: "write `--severity RULE=warning`")
      }
      try check(name: parts[0])
      guard let level = LintSettings.Level(named: parts[1]) else {
        throw .usage(
          "`\(parts[1])` is not a severity",
          help: Invocation.suggestion(for: parts[1], among: LintSettings.Level.names)
            ?? "it is one of \(LintSettings.Level.names.joined(separator: ", "))")
      }
      settings.commandLevels[parts[0]] = level
    }
    return settings
  }

  /// The rules and categories that an option names
  private func names(_ option: String) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for value in invocation.values(option) {
      for name in value.split(separator: ",") {
        let name = name.trimmingSpaces()
        try check(name: name)
        found.append(name)
      }
    }
    return found
  }

  /// - Throws: `CommandFailure` for a name that is neither a rule nor a category.
  private func check(name: String) throws(CommandFailure) {
    if let problem = LintConfiguration.problem(ofName: name) {
      throw .usage(problem.message, help: problem.help)
    }
  }

  /// The date of `--today`, else of the present
  private func today(in zone: Zone) throws(CommandFailure) -> CivilDate {
    guard let text = invocation.value("--today") else {
      return zone.local(at: context.present).date
    }
    guard let date = CivilDate(iso8601: text) else {
      throw .usage("`\(text)` is not a date", help: "write for example `2026-06-21`")
    }
    return date
  }
}
