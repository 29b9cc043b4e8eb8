/// A failure of a function of the C library, by its `errno`
///
/// ```
/// ENOENT    No such file or directory
/// ENOSPC    No space left on device
/// ```
package struct SystemFailure: Error, Hashable, Sendable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The words of the system, such as `No such file or directory`
  package var message: String { String(cString: strerror(code)) }

  /// Calls a function again as long as signals interrupt it
  ///
  /// - Parameter function: returns a negative number and sets `errno` if it fails.
  /// - Returns: the result of the last call, of at least 0.
  @discardableResult
  package static func uninterrupted<Result: SignedInteger>(
    _ function: () -> Result
  ) throws(SystemFailure) -> Result {
    while true {
      let result = function()
      if result >= 0 { return result }
      let code = errno
      guard code == EINTR else { throw SystemFailure(code: code) }
    }
  }

  /// A path as the C library takes it
  ///
  /// - Throws: `ENOENT` if it holds the character 0, where C would end it: no file has such a name.
  static func checked(_ path: String) throws(SystemFailure) -> String {
    guard !path.utf8.contains(0) else { throw SystemFailure(code: ENOENT) }
    return path
  }
}
