internal import OppFormat
internal import OppLint
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSyntax

/// One run of the linter over a rule set: its settings, its fixes and the remaining findings
///
/// A value: after fixes, ``over(_:_:)`` makes another run over the new texts, and the old one still has the old.
struct LintRun {
  let rules: CheckedRules
  let settings: LintSettings

  /// The facts of a recording or a store; nil if none is given
  var observed: ObservedData?

  /// The folder in which files are written
  private let context: CommandContext

  init(rules: CheckedRules, settings: LintSettings, in context: CommandContext) {
    self.rules = rules
    self.settings = settings
    self.context = context
  }

  /// The findings of the rules as they are
  func report() -> LintReport {
    Linter.run(LintSubject(rules.analysis, settings: settings, observed: observed))
  }

  // MARK: Fixes

  /// The rule set after fixes, nothing written yet
  func fixed(upTo limit: Fix.Applicability) -> FixRun {
    FixRun(
      rules.analysis, files: rules.files.files, upTo: limit, zone: settings.zone,
      analyze: { CheckedRules.analyze($0) },
      lint: { [settings] analysis in
        Linter.run(LintSubject(analysis, settings: settings)).findings.map(\.diagnostic)
      },
      canChange: { $0.path != "standard input" })
  }

  /// Writes the files that changed
  func write(_ files: [SourceFile]) throws(CommandFailure) {
    for (old, new) in zip(rules.files.files, files) where old.bytes != new.bytes {
      try context.write(new.bytes, to: new.path)
    }
  }

  /// Prints the changes that fixes would make
  ///
  /// - Returns: `true` if something would.
  func showDifferences(to files: [SourceFile], _ console: Console) -> Bool {
    var isChanged = false
    for (old, new) in zip(rules.files.files, files) where old.bytes != new.bytes {
      isChanged = true
      let difference = LineDifference(from: old.bytes, to: new.bytes)
      for line in difference.unified(from: old.path, to: "\(new.path) (fixed)")
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      {
        let style: Emphasis? = line.hasPrefix("+") ? .good : line.hasPrefix("-") ? .bad : nil
        console.line(style.map { console.styled(String(line), $0) } ?? String(line))
      }
    }
    return isChanged
  }

  /// The same run over other texts of the files
  func over(_ files: [SourceFile], _ analysis: Analysis) -> LintRun {
    LintRun(
      rules: CheckedRules(
        files: RuleFiles(files: files, folder: rules.files.folder), analysis: analysis),
      settings: settings, in: context)
  }

  /// Writes a comment for each finding
  ///
  /// - Returns: how many were written.
  func addIgnores() throws(CommandFailure) -> Int {
    let subject = LintSubject(rules.analysis, settings: settings, observed: observed)
    let added = AddedSuppressions(for: Linter.run(subject).findings, in: subject)
    let files = rules.files.files.map { file in
      let own = added.fixes.filter { $0.edits.allSatisfy { $0.range.file == file.index } }
      return SourceFile(
        path: file.path, bytes: FixedText(own, to: file.bytes).bytes, index: file.index)
    }
    try write(files)
    return added.fixes.count
  }
}
