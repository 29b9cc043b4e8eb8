internal import OppOutputs

/// A subcommand: its words, what it takes, and what it does
struct Command: Sendable {
  let name: String

  /// The summary of its work, in one line
  let summary: String

  /// The operands as the usage line shows them, such as `[FILE|DIR]…`
  let operands: String

  /// The number of operands that it takes
  let operandCount: ClosedRange<Int>
  let options: [Option]

  /// A few sentences for `--help`, after the summary
  let discussion: String

  /// Command lines that work, each with what it shows
  let examples: [(line: String, meaning: String)]

  /// The work of the command
  ///
  /// - Throws: ``CommandFailure`` where the command line is wrong or something outside failed.
  let run: @Sendable (Invocation, Surroundings, Console) throws(CommandFailure) -> ExitStatus
}
