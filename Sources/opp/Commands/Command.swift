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

/// The result that a finished command reports to the shell
enum ExitStatus: Int32, Sendable {
  /// Done, and nothing is wrong
  case success = 0
  /// The rules, the tests or the data have errors (with `--strict`, or warnings)
  case problems = 1
  /// The command line is wrong
  case usage = 2
  /// Something outside failed: a file that cannot be read, a service that cannot be reached
  case outside = 3

  /// The graver of two outcomes: a failure outside says more than its consequences
  func combined(with other: ExitStatus) -> ExitStatus {
    rawValue >= other.rawValue ? self : other
  }
}

/// Why a command stopped before its work was done
struct CommandFailure: Error {
  let status: ExitStatus

  /// A sentence fragment for standard error, without a full stop
  let message: String

  /// The advice on what to do instead
  let help: String?

  static func usage(_ message: String, help: String? = nil) -> CommandFailure {
    CommandFailure(status: .usage, message: message, help: help)
  }

  static func outside(_ message: String, help: String? = nil) -> CommandFailure {
    CommandFailure(status: .outside, message: message, help: help)
  }
}
