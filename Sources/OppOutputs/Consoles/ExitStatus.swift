/// The result that a finished command reports to the shell
package enum ExitStatus: Int32, Sendable {
  /// Done, and nothing is wrong
  case success = 0
  /// The rules, the tests or the data have errors (with `--strict`, or warnings)
  case problems = 1
  /// The command line is wrong
  case usage = 2
  /// Something outside failed: a file that cannot be read, a service that cannot be reached
  case outside = 3

  /// The graver of two outcomes: a failure outside says more than its consequences
  ///
  /// `.problems` and `.outside` give `.outside`, `.success` and `.problems` give `.problems`.
  package func combined(with other: ExitStatus) -> ExitStatus {
    rawValue >= other.rawValue ? self : other
  }
}
