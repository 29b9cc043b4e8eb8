internal import OppOutputs

/// A subcommand: its name, its operands and options, and its work
///
/// Everything about a subcommand is in its value: parsing, help and completions are made of it.
///
/// ```
/// opp: CommandLineTool.dispatch ─▶ Invocation.parse(arguments, for: command) ─▶ command.run
///                                  2 if it is wrong                         0, 1 or 3
/// ```
struct Command: Sendable {
  /// The word of the command line; the constant may have another: `evaluate` is `eval`
  let name: String

  /// The summary of its work, in one line
  let summary: String

  /// The operands as the usage line shows them, such as `[FILE|DIR]…`
  let operands: String

  /// The number of operands that it takes
  let operandCount: ClosedRange<Int>

  /// Its own options, in the order of the help
  var options: [Option] { makeOptions() }

  /// Its own options, and those that every command has
  var allOptions: [Option] { options + [.colour, .help] }

  /// The options, made when they are read, because a run reads those of one command
  private let makeOptions: @Sendable () -> [Option]

  /// `true` if it may take seconds, and ends by itself: its progress is shown
  let takesLong: Bool

  /// A few sentences for `--help`, after the summary
  let discussion: String

  /// Command lines that work, each with the meaning that the help gives
  let examples: [(line: String, meaning: String)]

  /// The work of the command
  ///
  /// - Throws: ``CommandFailure`` if the command line is wrong or something outside failed.
  let run: @Sendable (Invocation, CommandContext, Console) throws(CommandFailure) -> ExitStatus

  init(
    name: String, summary: String, operands: String, operandCount: ClosedRange<Int>,
    takesLong: Bool = false, options: @autoclosure @escaping @Sendable () -> [Option],
    discussion: String,
    examples: [(line: String, meaning: String)],
    run:
      @escaping @Sendable (Invocation, CommandContext, Console) throws(CommandFailure) -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.takesLong = takesLong
    makeOptions = options
    self.discussion = discussion
    self.examples = examples
    self.run = run
  }
}
