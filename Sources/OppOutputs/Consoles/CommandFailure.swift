/// Why a command stopped before its work was done
package struct CommandFailure: Error {
  package let status: ExitStatus

  /// A sentence fragment for standard error, without a full stop
  package let message: String

  /// The advice on what to do instead
  package let help: String?

  package init(status: ExitStatus, message: String, help: String?) {
    self.status = status
    self.message = message
    self.help = help
  }

  package static func usage(_ message: String, help: String? = nil) -> CommandFailure {
    CommandFailure(status: .usage, message: message, help: help)
  }

  package static func outside(_ message: String, help: String? = nil) -> CommandFailure {
    CommandFailure(status: .outside, message: message, help: help)
  }
}
