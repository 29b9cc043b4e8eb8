/// The reason why a command stopped before its work was done
///
/// Thrown by commands, caught once by the tool, which prints it and exits with ``status``:
///
/// ```
/// error: `--json` is not an option of `opp eval`
///   help: `opp eval --help` lists the options
/// ```
package struct CommandFailure: Error {
  /// The result that the shell gets
  package let status: ExitStatus

  /// A sentence fragment for standard error, without a full stop
  package let message: String

  /// The advice that follows the message
  package let help: String?

  package init(status: ExitStatus, message: String, help: String?) {
    self.status = status
    self.message = message
    self.help = help
  }

  /// A mistake in the command line: exit status 2
  package static func usage(_ message: String, help: String? = nil) -> CommandFailure {
    CommandFailure(status: .usage, message: message, help: help)
  }

  /// A failure outside, such as a file that cannot be read: exit status 3
  package static func outside(_ message: String, help: String? = nil) -> CommandFailure {
    CommandFailure(status: .outside, message: message, help: help)
  }
}
