internal import Foundation

/// The variables of the environment of this process, each looked up alone
///
/// Foundation's dictionary of all of them takes half a millisecond, which is much of the start of a command.
package enum ProcessVariables {
  /// The value of a variable; nil where it is not set
  ///
  /// - Complexity: linear in the number of variables.
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
