package import OppOutputs
internal import OppSyntax

/// The executable `opp`: finds the subcommand, runs it, and reports its failure
///
/// | status | for example |
/// | --- | --- |
/// | 0 | `opp check` of rules without errors |
/// | 1 | `opp check` of rules with errors, a test that fails |
/// | 2 | `opp chekc`: is not a command of opp, did you mean `check`? |
/// | 3 | a file that is missing, a disk that is full, a closed output |
package enum CommandLineTool {
  /// In the order in which `opp --help` lists them
  static let commands: [Command] = [
    .initialize, .importFile, .check, .lint, .explain, .format, .evaluate, .why, .report, .timeline,
    .playground,
    .test,
    .implies,
    .equivalent,
    .disjoint, .diff, .run, .plan, .record, .compile, .list, .history, .enable, .disable, .snooze,
    .dismiss, .done, .refresh, .store, .login, .logout, .prelude, .completions, .lsp,
    .worker,
  ]

  /// Runs the command line of the process, with its environment and its standard streams
  package static func run(arguments: [String]) -> ExitStatus {
    StandardStream.reserveNumbers()
    return run(arguments, in: CommandContext(workingDirectory: nil), .ofProcess())
  }

  /// Runs a command line in `context`, and flushes the console
  ///
  /// - Returns: the status of the command; 3 if its output could not be written.
  package static func run(
    _ arguments: [String], in context: CommandContext, _ console: Console
  ) -> ExitStatus {
    var status: ExitStatus
    console.width = context.width
    do throws(CommandFailure) {
      status = try dispatch(arguments, context, console)
    } catch {
      console.report(error)
      status = error.status
    }
    console.flush()
    guard let reason = console.outputFailure else { return status }
    console.report(.outside("standard output cannot be written: \(reason)"))
    return status.combined(with: .outside)
  }

  /// Finds the subcommand of the first argument, and runs it
  ///
  /// - Throws: `CommandFailure` with status 2 for an unknown command, and every failure of the command.
  private static func dispatch(
    _ arguments: [String], _ context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    guard let name = arguments.first else {
      console.messages(overview)
      return .usage
    }
    switch name {
    case "--help", "-h", "help": return try help(Array(arguments.dropFirst()), console)
    case "--version":
      console.lines(Version.text)
      return .success
    case "--man":
      console.write(ManualPage.text(of: commands, version: Version.number))
      return .success
    default: break
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let names = commands.map(\.name) + ["--help", "--man", "--version"]
      throw .usage(
        "`\(name)` is not a command of opp",
        help: Invocation.suggestion(for: name, among: names) ?? "`opp --help` lists the commands")
    }
    let invocation = try Invocation.parse(Array(arguments.dropFirst()), for: command)
    if invocation.has("--help") {
      console.lines(helpText(of: command))
      return .success
    }
    switch invocation.value("--color") {
    case "always": console.setColours(true)
    case "never": console.setColours(false)
    case _: break
    }
    return try ProgressLine.during(command, invocation, in: context, console) {
      () throws(CommandFailure) in try command.run(invocation, context, console)
    }
  }

  /// Prints the help of a command, or of all: `opp help check`, `opp help`
  private static func help(
    _ arguments: [String], _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    guard let name = arguments.first else {
      console.lines(overview)
      return .success
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .usage(
        "`\(name)` is not a command of opp",
        help: Invocation.suggestion(for: name, among: commands.map(\.name)))
    }
    console.lines(helpText(of: command))
    return .success
  }

  /// The text of `opp --help`
  private static var overview: String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { command in
      "  \(command.name.padded(to: width))  \(command.summary)"
    }
    return """
      opp notifies you when the opportunity is there: rules about your own time, checked and replayed.

      Usage: opp COMMAND …

      \(list.joined(separator: "\n"))

      opp COMMAND --help shows the options of a command, with examples. opp --version prints the
      version and the edition of the time zone database, opp --man a page for man.

      Exit status: 0 nothing is wrong, 1 the rules, the tests or the data have errors,
      2 the command line is wrong, 3 something outside failed.
      """
  }

  /// The text of `opp COMMAND --help`
  ///
  /// ```
  /// opp fmt: rewrites rules in the canonical layout
  ///
  /// Usage: opp fmt [OPTION]… [FILE|DIR]…
  /// …
  /// Options:
  ///   --check     changes nothing; names the files that would change and exits with 1
  /// ```
  static func helpText(of command: Command) -> String {
    let options = command.allOptions
    let width = options.map(\.usage.count).max() ?? 0
    let list = options.map { option in
      let usage = option.usage.padded(to: width)
      return "  \(usage)  \(option.summary)\(option.repeats ? "; may be repeated" : "")"
    }
    let examples = command.examples.map { "  \($0.line)\n      \($0.meaning)" }
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    return """
      opp \(command.name): \(command.summary)

      Usage: opp \(command.name) [OPTION]…\(operands)

      \(command.discussion)

      Options:
      \(list.joined(separator: "\n"))

      Examples:
      \(examples.joined(separator: "\n"))
      """
  }
}
