internal import OppFormat
internal import OppOutputs
internal import OppSyntax

extension Command {
  /// | | changed files | others |
  /// | --- | --- | --- |
  /// | `opp fmt` | written, `formatted lunch.opp` | left alone |
  /// | `opp fmt --check` | `lunch.opp`, status 1 | nothing |
  /// | `opp fmt --diff` | a unified difference, status 1 | nothing |
  /// | `opp fmt -` | the result on standard output | the same |
  static let format = Command(
    name: "fmt",
    summary: "rewrites rules in the canonical layout",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    options: [
      Option("--check", "changes nothing; names the files that would change and exits with 1"),
      Option("--diff", "changes nothing; prints what would change"),
    ],
    discussion: """
      It never changes the meaning and keeps every comment; formatting twice is formatting once. A
      declaration with a syntax error stays as it is, and the others are formatted. With `-` it reads
      standard input and prints the result. Without FILE or DIR it formats the folder it is in.
      """,
    examples: [
      ("opp fmt", "formats every rule file below this folder"),
      ("opp fmt --check .", "for CI: is everything formatted?"),
      ("opp fmt --diff lunch.opp", "shows what would change"),
      ("opp fmt - < lunch.opp", "formats standard input"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let rules = try RuleFiles.read(invocation.rulePaths, isOneSet: false, in: context)
    var status = ExitStatus.success
    for file in rules.files {
      let formatted = Formatter.format(file)
      FormatCommand.report(formatted.diagnostics, of: file, console)
      if formatted.hasErrors { status = .problems }
      if formatted.outcome == .wouldChangeMeaning {
        console.message(
          "\(file.path): left as it is, for the result would not read the same; please report this file"
        )
        status = .problems
      }
      if invocation.has("--diff") {
        if formatted.isChanged { FormatCommand.showDifference(of: file, formatted, console) }
      } else if invocation.has("--check") {
        if formatted.isChanged { console.line(file.path) }
      } else {
        try FormatCommand.write(formatted, of: file, in: context, console)
      }
      let onlyLooks = invocation.has("--check") || invocation.has("--diff")
      if onlyLooks && formatted.isChanged { status = .problems }
    }
    return status
  }
}

/// The work of `opp fmt`
private enum FormatCommand {
  /// Prints a unified difference, bytes that are no UTF-8 made visible
  static func showDifference(
    of file: SourceFile, _ formatted: FormattedText, _ console: Console
  ) {
    let difference = LineDifference(from: file.bytes, to: formatted.bytes)
    let lines = difference.unifiedBytes(from: file.path, to: "\(file.path) (formatted)")
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    for bytes in lines {
      let line = String(decoding: bytes, as: UTF8.self)
      let style: Emphasis? = line.hasPrefix("+") ? .good : line.hasPrefix("-") ? .bad : nil
      console.sourceLine(line, style)
    }
  }

  /// Prints the syntax errors of a file, on standard error
  static func report(_ diagnostics: [Diagnostic], of file: SourceFile, _ console: Console) {
    if diagnostics.isEmpty { return }
    let renderer = DiagnosticRenderer(files: [file], usesColour: console.errorColours)
    console.messages(renderer.render(diagnostics))
  }

  /// Writes the result: to standard output for standard input, else to the file if it differs
  static func write(
    _ formatted: FormattedText, of file: SourceFile, in context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) {
    if file.path == "standard input" {
      console.write(formatted.text)
      return
    }
    guard formatted.isChanged else { return }
    try context.write(formatted.bytes, to: file.path)
    console.line("formatted \(file.path)")
  }
}
